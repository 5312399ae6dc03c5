/** So many letters an order's note can have. */
export const LONGEST_NOTE = 2000

/** A note with another that comes back to it. Of both together as much stays as a note can hold. */
export function noteWith(present: string, returned: string): string {
  const [before, back] = [present.trim(), returned.trim()]
  if (!back || before.includes(back)) return present
  return before ? `${before}\n${back}`.slice(0, LONGEST_NOTE) : returned
}
