/** The maximum length of an order's note. */
export const LONGEST_NOTE = 2000

/** A note with a restored one appended, cut to the maximum length. */
export function noteWith(present: string, returned: string): string {
  const [before, back] = [present.trim(), returned.trim()]
  if (!back || before.includes(back)) return present
  return before ? `${before}\n${back}`.slice(0, LONGEST_NOTE) : returned
}
