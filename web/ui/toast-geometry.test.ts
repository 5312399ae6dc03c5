import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Column, type Obstacle, placesOf, type Toast } from './toast-geometry.ts'

const PHONE: Column = { top: 64, bottom: 780, left: 12, right: 378, gap: 14 }
const ONE: Toast = { height: 54 }
const row = (top: number, height: number, cost = 10): Obstacle => ({
  top,
  bottom: top + height,
  left: 16,
  right: 374,
  cost,
})
/** A sticky search field, a row with a button, and cards whose steppers are 205 pixels apart. */
const CATALOGUE = [row(68, 44), row(130, 44), ...[0, 1, 2, 3].map(card => row(330 + card * 205, 44))]

const place = (toast: Toast, obstacles: Obstacle[], column = PHONE) => placesOf([toast], column, obstacles)[0] ?? 0

test('without obstacles, toasts are stacked from the top', () => {
  expect(placesOf([ONE, { height: 75 }, ONE], PHONE, [])).toEqual([64, 64 + 54 + 14, 64 + 54 + 14 + 75 + 14])
})

test('on a phone they cover pictures, between search and steppers', () => {
  const places = placesOf([ONE, ONE, ONE], PHONE, CATALOGUE)
  for (const top of places)
    for (const box of CATALOGUE) expect([top, box.top, top >= box.bottom || top + 54 <= box.top]).toContain(true)
  expect(places).toEqual([178, 246, 378])
})

test('obstacles beside the column are ignored', () => {
  expect(place(ONE, CATALOGUE, { ...PHONE, left: 1068, right: 1424 })).toBe(64)
})

test('a toast that covers nothing stays in place until it does', () => {
  expect(place({ ...ONE, top: 250 }, CATALOGUE)).toBe(250)
  expect(place({ ...ONE, top: 300 }, CATALOGUE)).toBe(178)
  expect(placesOf([ONE, { ...ONE, top: 100 }], PHONE, [])).toEqual([64, 132])
})

test('a toast that finds no room below the others goes above them', () => {
  const places = placesOf([{ height: 54 }, { height: 90 }], { ...PHONE, top: 0, bottom: 300 }, [row(60, 130)])
  expect(places).toEqual([0, 194])
  expect(placesOf([{ height: 90 }, { height: 54 }], { ...PHONE, top: 0, bottom: 300 }, [row(60, 130)])).toEqual([
    194, 2,
  ])
})

test('a gap that is just as high as a toast is found wherever it begins', () => {
  for (let top = 100; top < 108; top++)
    expect(place(ONE, [row(64, top - 64), row(top + 62, 800 - top - 62)])).toBe(top + 4)
})

test('without free space, a toast covers what costs least', () => {
  const buttons = Array.from({ length: 20 }, (_, at) => row(60 + at * 40, 40, at === 7 ? 0.1 : 100))
  const top = place({ height: 30 }, buttons)
  expect(top).toBeGreaterThanOrEqual(60 + 7 * 40)
  expect(top + 30).toBeLessThanOrEqual(60 + 8 * 40)
})

test('without free space, its button avoids controls if possible', () => {
  const toast = { height: 70, button: { left: 290, right: 370, top: 20, bottom: 50 } }
  const fields = Array.from({ length: 10 }, (_, at) => row(60 + at * 90, 44))
  const top = place(toast, fields)
  for (const box of fields) expect(top + 20 >= box.bottom || top + 50 <= box.top).toBe(true)
})

test('a toast stays in its column, and covers nothing if there is free space', () => {
  const boxes = fc.array(fc.record({ top: fc.integer({ min: 0, max: 800 }), height: fc.integer({ min: 10, max: 60 }) }))
  fc.assert(
    fc.property(boxes, fc.integer({ min: 40, max: 90 }), (made, height) => {
      const taken = made.map(box => row(box.top, box.height, 1000))
      const covers = (top: number, margin = 0) =>
        taken.some(box => box.top < top + height + margin && top - margin < box.bottom)
      const top = place({ height }, taken)
      expect(top).toBeGreaterThanOrEqual(PHONE.top)
      expect(top + height).toBeLessThanOrEqual(PHONE.bottom)
      const candidates = Array.from({ length: PHONE.bottom - height - PHONE.top + 1 }, (_, at) => PHONE.top + at)
      if (candidates.some(free => !covers(free, 4))) expect(covers(top)).toBe(false)
    }),
  )
})
