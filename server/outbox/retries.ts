const HOUR = 60 * 60_000

/** No retry is scheduled this far ahead, in milliseconds from now. */
export const BEYOND_ANY_RETRY = 2 * HOUR

/**
 * When the next attempt is due after `tries` attempts: after 30 seconds, then twice as long each time, up to an hour.
 */
export const nextAttempt = (tries: number, now: Date) =>
  new Date(now.getTime() + Math.min(HOUR, 30_000 * 2 ** (tries - 1)))
