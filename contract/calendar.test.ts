import { expect, test } from 'vitest'
import { daysBetween, firstOfMonth, mondayOf, weekdayOf } from './calendar.ts'
import { daysLater } from './turkish.ts'

test('weeks begin on Monday, months on their first day, also around leap days and years', () => {
  const days = ['2024-02-29', '2024-12-30', '2025-01-01', '2026-03-01', '2026-03-29', '2026-11-29']
  expect(days.map(weekdayOf)).toEqual([4, 1, 3, 7, 7, 7])
  expect(days.map(mondayOf)).toEqual([
    '2024-02-26',
    '2024-12-30',
    '2024-12-30',
    '2026-02-23',
    '2026-03-23',
    '2026-11-23',
  ])
  expect(days.map(firstOfMonth)).toEqual([
    '2024-02-01',
    '2024-12-01',
    '2025-01-01',
    '2026-03-01',
    '2026-03-01',
    '2026-11-01',
  ])
})

test.each([0, 1, 27, 366, -400])('%i days later is that many days between', days => {
  expect(daysBetween('2024-02-28', daysLater('2024-02-28', days))).toBe(days)
})
