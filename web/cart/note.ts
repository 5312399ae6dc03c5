import { MAX_NOTE } from '#contract/fields.ts'

/** A note with a restored one appended, cut to the maximum length. */
export function noteWith(present: string, returned: string): string {
  const [before, back] = [present.trim(), returned.trim()]
  if (!back || before.includes(back)) return present
  return before ? `${before}\n${back}`.slice(0, MAX_NOTE) : returned
}
