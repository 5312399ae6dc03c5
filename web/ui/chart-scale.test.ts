import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleFor } from './chart-scale.ts'

test.each([
  [[], [0, 0.25, 0.5, 0.75, 1]],
  [[0], [0, 0.25, 0.5, 0.75, 1]],
  [[7], [0, 2, 4, 6, 8]],
  [[1520], [0, 500, 1000, 1500, 2000]],
  [[100], [0, 25, 50, 75, 100]],
  [[301_000], [0, 100_000, 200_000, 300_000, 400_000]],
])('the axis of %j has the ticks %j', (values, ticks) => {
  expect(scaleFor(values).ticks).toEqual(ticks)
})

test('every amount fits below the highest tick, and the largest fills at least 40 percent', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 1e12, noNaN: true }), most => {
      const { highest, ticks } = scaleFor([most])
      expect(highest).toBeGreaterThanOrEqual(most)
      expect(highest).toBe(ticks[4])
      expect(most / highest).toBeGreaterThanOrEqual(0.4)
    }),
  )
})
