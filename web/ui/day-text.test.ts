import { expect, test } from 'vitest'
import { dayFault, dayFrom, dayText, isWholeDay } from './day-text.ts'

test.each([
  ['1.3.26', '2026-03-01'],
  ['01.03.2026', '2026-03-01'],
  [' 1 / 3 / 2026 ', '2026-03-01'],
  ['1-3-26', '2026-03-01'],
  ['1,3,26', '2026-03-01'],
  ['1 3 26', '2026-03-01'],
  ['010326', '2026-03-01'],
  ['01032026', '2026-03-01'],
  ['2026-03-01', '2026-03-01'],
  ['29.2.28', '2028-02-29'],
  ['31.12.2199', '2199-12-31'],
  ['', ''],
  ['  ', ''],
])('%j means %j', (text, day) => {
  expect(dayFrom(text)).toBe(day)
  expect(dayFault(dayFrom(text))).toBeUndefined()
})

test.each([
  ['31.2.26', '31.02.2026 diye bir gün yok; o ay 28 gün çeker'],
  ['29.2.2027', '29.02.2027 diye bir gün yok; o ay 28 gün çeker'],
  ['31.04.2026', '31.04.2026 diye bir gün yok; o ay 30 gün çeker'],
  ['0.1.26', '00.01.2026 diye bir gün yok; o ay 31 gün çeker'],
  ['3.13.26', '13. ay yok; tarihi gün.ay.yıl olarak yazın: 01.03.2026'],
  ['2026-02-31', '31.02.2026 diye bir gün yok; o ay 28 gün çeker'],
  ['1.1.1899', 'Yıl 1900 ile 2199 arasında olmalıdır'],
  ['1.1.2200', 'Yıl 1900 ile 2199 arasında olmalıdır'],
  ['1.3', 'Tarihi gün.ay.yıl olarak yazın: 01.03.2026'],
  ['1.3.202', 'Tarihi gün.ay.yıl olarak yazın: 01.03.2026'],
  ['yarın', 'Tarihi gün.ay.yıl olarak yazın: 01.03.2026'],
])('%j remains as typed, with the reason', (text, fault) => {
  expect(dayFrom(text)).toBe(text)
  expect(dayText(text)).toBe(text)
  expect(dayFault(text)).toBe(fault)
})

test('a day is shown as day, month and year', () => expect(dayText('2026-03-01')).toBe('01.03.2026'))

test('a year of two digits may still become one of four', () => {
  expect(['1.3.20', '010320', '0103202'].filter(isWholeDay)).toEqual([])
  const whole = ['1.3.2026', ' 1 / 3 / 2026 ', '2026-03-01', '01032026']
  expect(whole.filter(isWholeDay)).toEqual(whole)
})
