import { looksLikeBarcode } from '#contract/barcodes.ts'

/** A character that was typed, and when, in milliseconds on the clock of `Event.timeStamp`. */
export type Stroke = { text: string; at: number }

const SHORTEST_CODE = 6
/** Milliseconds per key: scanners need up to 50 on average; the quickest fingers need 60 or more. */
const SCANNER_PACE = 55
/** Eight digits and more are a barcode or a number of a paper: people type those slower than words. */
const BARCODE_PACE = 80
/** No scanner pauses longer within a code, not even one on a bad Bluetooth connection. */
export const LONGEST_PAUSE = 300

const HOLD = 90

/** Whether a key belongs to the same run of keys as the strokes before it. */
export function continuesRun(strokes: readonly Stroke[], at: number): boolean {
  const last = strokes[strokes.length - 1]
  return last !== undefined && at - last.at <= LONGEST_PAUSE
}

/** Whether a scanner typed these strokes and then, at `enterAt`, Enter. */
export function isScan(strokes: readonly Stroke[], enterAt: number): boolean {
  const [first] = strokes
  if (!first || strokes.length < SHORTEST_CODE || !continuesRun(strokes, enterAt)) return false
  const pace = (enterAt - first.at) / strokes.length
  return pace <= (looksLikeBarcode(textOf(strokes)) ? BARCODE_PACE : SCANNER_PACE)
}

/**
 * For how many milliseconds after the last stroke the next one is waited for before they are taken for a person's typing
 * and shown in the field. Keys at a scanner's pace are worth a longer wait.
 */
export const holdFor = (strokes: readonly Stroke[]): number => (mayBeScan(strokes) ? LONGEST_PAUSE : HOLD)

/** Whether strokes so far are more figures at a scanner's pace than any quantity has. */
export const isAlmostScan = (strokes: readonly Stroke[]): boolean =>
  strokes.length >= SHORTEST_CODE && mayBeScan(strokes) && /^\d+$/.test(textOf(strokes))

/** Whether strokes so far, two at least, come at a scanner's pace. */
function mayBeScan(strokes: readonly Stroke[]): boolean {
  const [first, last] = [strokes[0], strokes[strokes.length - 1]]
  if (!first || !last || strokes.length < 2) return false
  return (last.at - first.at) / (strokes.length - 1) <= SCANNER_PACE
}

/**
 * Whether strokes are known to be a person's before their end: words, and too slow for a code. What is typed like that is
 * not held back any longer.
 */
export function isTypedByHand(strokes: readonly Stroke[]): boolean {
  const [first, last] = [strokes[0], strokes[strokes.length - 1]]
  if (!first || !last || strokes.length < SHORTEST_CODE || /^\d{1,14}$/.test(textOf(strokes))) return false
  return (last.at - first.at) / (strokes.length - 1) > SCANNER_PACE
}

export const textOf = (strokes: readonly Stroke[]) => strokes.map(({ text }) => text).join('')
