/**
 * The latest time, in ISO format, that a process can have recorded by now, as the clocks of processes agree to the
 * minute. Later times are from a clock that was set back afterwards: a limit or a state that depends on them would
 * remain until then.
 */
export const latestTime = (now: Date) => new Date(now.getTime() + 2 * 60_000).toISOString()
