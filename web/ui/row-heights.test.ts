import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RowHeights, visibleRows } from './row-heights.ts'

const stretch = fc.record({
  count: fc.integer({ min: 0, max: 300 }),
  estimate: fc.integer({ min: 1, max: 400 }),
  gap: fc.integer({ min: 0, max: 20 }),
  from: fc.integer({ min: -2000, max: 60_000 }),
  height: fc.integer({ min: 1, max: 2000 }),
})
const measured = fc.array(fc.tuple(fc.nat(299), fc.integer({ min: 1, max: 900 })), { maxLength: 60 })

test('every visible row is rendered with few others, and the total height is that of the whole list', () => {
  fc.assert(
    fc.property(stretch, measured, ({ count, estimate, gap, from, height }, known) => {
      const heights = new RowHeights()
      for (const [index, tall] of known) if (index < count) heights.set(index, tall, estimate)
      const to = from + height
      const { first, last, before, after } = visibleRows(heights, { count, estimate, gap, from, to })

      const starts = Array.from({ length: count + 1 }, (_, index) => heights.startOf(index, estimate, gap))
      const isSeen = (index: number) => starts[index]! < to && starts[index]! + heights.of(index, estimate) > from
      const seen = Array.from({ length: count }, (_, index) => index).filter(isSeen)
      for (const index of seen) expect(index >= first && index <= last).toBe(true)
      expect(last - first + 1).toBeLessThanOrEqual(seen.length + 12)

      const drawn = count ? starts[last + 1]! - gap - starts[first]! : 0
      expect(before + drawn + after).toBeCloseTo(count ? starts[count]! - gap : 0)
    }),
  )
})

test('setting a height returns the difference to the estimate, and moves the rows below', () => {
  const heights = new RowHeights()
  expect(heights.set(2, 130, 100)).toBe(30)
  expect(heights.set(2, 120, 100)).toBe(-10)
  expect(heights.startOf(2, 100, 8)).toBe(216)
  expect(heights.startOf(3, 100, 8)).toBe(344)
})

test('without rows beyond the visible ones, the total height is the same', () => {
  const at = { count: 50, estimate: 100, gap: 10, from: 1000, to: 1500 }
  const whole = visibleRows(new RowHeights(), at)
  expect(visibleRows(new RowHeights(), { ...at, overscan: 0 })).toEqual({
    first: whole.first + 3,
    last: whole.last - 3,
    before: whole.before + 3 * 110,
    after: whole.after + 3 * 110,
  })
})
