/** What a check has found, in one sentence. A `FAIL` has to be fixed before the portal can be relied on. */
export type Finding = { level: 'OK' | 'WARN' | 'FAIL'; sentence: string }

export const ok = (sentence: string): Finding => ({ level: 'OK', sentence })
export const warn = (sentence: string): Finding => ({ level: 'WARN', sentence })
export const fail = (sentence: string): Finding => ({ level: 'FAIL', sentence })

/** A duration in its largest unit, in whole numbers. */
export function durationText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 2) return `${Math.floor(milliseconds / 1000)} s`
  if (minutes < 120) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} days`
}
