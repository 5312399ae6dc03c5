import { looksLikeBarcode } from '#contract/barcodes.ts'
import { SEPARATOR } from '#contract/gs1.ts'

/** A typed character and its time, in milliseconds on the clock of `Event.timeStamp`. */
export type Stroke = { text: string; at: number }

const MIN_CODE_LENGTH = 6
/** Milliseconds per key: scanners average up to 50, the fastest typists need 60 or more. */
const SCANNER_PACE = 55
/** Milliseconds per key for eight digits and more, which users type more slowly than words. */
const BARCODE_PACE = 80
/** Longest pause within a scan in milliseconds, even over an unreliable Bluetooth connection. */
export const MAX_PAUSE = 300

/** How long strokes that are not (or not yet) at a scanner's pace are held back, in milliseconds. */
const HOLD = 90

/** Whether a key at time `at` belongs to the same run as the strokes before it. */
export function continuesRun(strokes: readonly Stroke[], at: number): boolean {
  const last = strokes[strokes.length - 1]
  return last !== undefined && at - last.at <= MAX_PAUSE
}

/** Whether a scanner typed these strokes, followed by Enter at the time `enterAt`. */
export function isScan(strokes: readonly Stroke[], enterAt: number): boolean {
  const [first] = strokes
  if (!first || strokes.length < MIN_CODE_LENGTH || !continuesRun(strokes, enterAt)) return false
  const pace = (enterAt - first.at) / strokes.length
  return pace <= (looksLikeBarcode(textOf(strokes)) ? BARCODE_PACE : SCANNER_PACE)
}

/**
 * How many milliseconds to wait for the next stroke before the strokes are treated as typing and shown in the field;
 * longer for strokes at a scanner's pace.
 */
export const holdFor = (strokes: readonly Stroke[]): number => (isAtScannerPace(strokes) ? MAX_PAUSE : HOLD)

/** Whether the strokes so far are at least six digits at a scanner's pace. */
export const isAlmostScan = (strokes: readonly Stroke[]): boolean =>
  strokes.length >= MIN_CODE_LENGTH && isAtScannerPace(strokes) && /^\d+$/.test(textOf(strokes))

/** Whether there are at least two strokes and they come at a scanner's pace. */
function isAtScannerPace(strokes: readonly Stroke[]): boolean {
  const [first, last] = [strokes[0], strokes[strokes.length - 1]]
  if (!first || !last || strokes.length < 2) return false
  return (last.at - first.at) / (strokes.length - 1) <= SCANNER_PACE
}

/**
 * Whether the strokes so far are certainly typed by hand: text, and too slow for a scanner. Such keys need not be held
 * back any longer.
 */
export function isTypedByHand(strokes: readonly Stroke[]): boolean {
  const [first, last] = [strokes[0], strokes[strokes.length - 1]]
  if (!first || !last || strokes.length < MIN_CODE_LENGTH || /^\d{1,14}$/.test(textOf(strokes))) return false
  return (last.at - first.at) / (strokes.length - 1) > SCANNER_PACE
}

export const textOf = (strokes: readonly Stroke[]) => strokes.map(({ text }) => text).join('')

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey'>

/**
 * Whether a key is the one with which scanners send the separator of a GS1 code; with Alt it is a bracket. On a Turkish
 * keyboard the key at its place is ü.
 */
export const isSeparator = ({ key, code, ctrlKey, altKey }: Key) =>
  ctrlKey && !altKey && (key === ']' || code === 'BracketRight')

/** The character that a key adds to a scanned code. */
export const textOfKey = (event: Key) => (isSeparator(event) ? SEPARATOR : event.key)

/** Keys that scanners press together with others to type some of the characters. */
export const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'Control', 'AltGraph'])
