import { expect, test } from 'vitest'
import { dayInLocative } from './day-in-locative.ts'

test.each([
  ['2024-01-01', "01.01.2024'te"],
  ['2025-12-31', "31.12.2025'te"],
  ['2026-11-24', "24.11.2026'da"],
  ['2027-03-05', "05.03.2027'de"],
  ['2028-03-05', "05.03.2028'de"],
  ['2029-03-05', "05.03.2029'da"],
  ['2030-03-05', "05.03.2030'da"],
  ['2040-03-05', "05.03.2040'ta"],
  ['2023-03-05', "05.03.2023'te"],
])('%s becomes %s', (day, text) => {
  expect(dayInLocative(day)).toBe(text)
})
