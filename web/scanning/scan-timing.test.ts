import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdFor, isScan, isSeparator, isTypedByHand, MAX_PAUSE, type Stroke } from './scan-timing.ts'

/** Strokes separated by the given pauses in milliseconds, and the time of Enter after the last pause. */
function typed(text: string, pauses: readonly number[]): [strokes: Stroke[], enterAt: number] {
  let at = 1000
  const strokes = Array.from(text, (character, i) => {
    const stroke = { text: character, at }
    at += pauses[i % pauses.length] ?? 0
    return stroke
  })
  return [strokes, at]
}

const scanned = (text: string, ...pauses: number[]) => isScan(...typed(text, pauses))

test('a barcode at any pace from 2 to 50 ms per key is a scan, however uneven the pauses are', () => {
  const code = fc.stringMatching(/^\d{8,14}$/)
  const pauses = fc.array(fc.integer({ min: 2, max: 50 }), { minLength: 14, maxLength: 14 })
  fc.assert(fc.property(code, pauses, (text, gaps) => isScan(...typed(text, gaps))))
})

test.each([
  ['letters and digits', 'RAF-42.7', [50]],
  ['six digits', '123456', [45]],
  ['a code whose keys a busy device delivers in a burst', '8692199267255', [250, 1, 1, 1, 1, 1, 1]],
])('%s from a scanner are a scan', (_, text, pauses) => {
  expect(scanned(text, ...pauses)).toBe(true)
})

test.each([
  ['a quantity of two digits, however fast', '12', [2]],
  ['a quantity of six digits in bursts of 60 ms', '120000', [60]],
  ['digits at 80 ms a key', '1200000', [80]],
  ['words of a fast typist', 'Kırık kutu', [60, 90, 120]],
  ['a code with a long pause before Enter', '8692199267255', [...Array<number>(12).fill(20), MAX_PAUSE + 1]],
])('%s are not a scan', (_, text, pauses) => {
  expect(scanned(text, ...pauses)).toBe(false)
})

test('keys at a scanner’s pace are held until the code may have ended, slower keys only briefly', () => {
  const held = (text: string, pause: number) => holdFor(typed(text, [pause])[0])
  expect(held('8', 0)).toBeGreaterThan(50)
  expect(held('86', 50)).toBe(MAX_PAUSE)
  expect(held('1200', 60)).toBeLessThan(100)
  expect(held('1200', 120)).toBeLessThan(100)
})

test('keys too slow for a scanner are recognized as typed by hand, and a scanner’s keys never are', () => {
  const byHand = (text: string, ...pauses: number[]) => isTypedByHand(typed(text, pauses)[0])
  expect(byHand('Kırık ', 60)).toBe(true)
  expect(byHand('8692199267255', 90)).toBe(false)
  expect(byHand('Kırık', 60)).toBe(false)
  const pauses = fc.array(fc.integer({ min: 2, max: 50 }), { minLength: 14, maxLength: 14 })
  fc.assert(fc.property(fc.stringMatching(/^[A-Z\d-]{1,14}$/), pauses, (text, gaps) => !byHand(text, ...gaps)))
})

test.each([
  ['Ctrl+]', ']', 'BracketRight', {}, true],
  ['Ctrl+] of a keyboard that has no such code', ']', '', {}, true],
  ['Ctrl and the key at its place on a Turkish keyboard', 'ü', 'BracketRight', {}, true],
  ['the same key without Ctrl', 'ü', 'BracketRight', { ctrlKey: false }, false],
  ['Ctrl and the letter at another place', 'ü', 'KeyU', {}, false],
  ['a bracket typed with Alt', ']', 'Digit9', { altKey: true }, false],
])('%s is sent as a separator, or not', (_, key, code, modifiers, isSent) => {
  expect(isSeparator({ key, code, ctrlKey: true, altKey: false, ...modifiers })).toBe(isSent)
})
