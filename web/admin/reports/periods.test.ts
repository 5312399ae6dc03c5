import { expect, it } from 'vitest'
import { kurus } from '#contract/money.ts'
import { daysLater } from '#contract/turkish.ts'
import { periodsOf } from './periods.ts'

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ day: daysLater(first, i), orders: i % 3, revenue: kurus(100 * i) }))

it('shows each day for up to two months', () => {
  const periods = periodsOf(daysFrom('2026-10-01', 62))
  expect(periods).toHaveLength(62)
  expect(periods[0]).toMatchObject({ key: '2026-10-01', label: '01.10', name: '01.10.2026 Perşembe' })
})

it('shows months for longer periods, with the same totals', () => {
  const days = daysFrom('2025-12-15', 63)
  const periods = periodsOf(days)
  expect(periods).toHaveLength(3)
  expect(periods.reduce((total, { revenue }) => total + revenue, 0)).toBe(
    days.reduce((total, { revenue }) => total + revenue, 0),
  )
  expect(periods.reduce((total, { orders }) => total + orders, 0)).toBe(
    days.reduce((total, { orders }) => total + orders, 0),
  )
})

const textsOf = (first: string, count: number) =>
  periodsOf(daysFrom(first, count)).map(({ label, name }) => `${label} | ${name}`)

it('says which days of the first and the last month are in the period', () => {
  expect(textsOf('2025-12-11', 92)).toEqual([
    '11–31 Ara | Aralık 2025 (11.–31.)',
    'Oca 26 | Ocak 2026',
    'Şub 26 | Şubat 2026',
    '1–12 Mar | Mart 2026 (1.–12.)',
  ])
  expect(textsOf('2025-12-31', 64)).toEqual([
    '31 Ara | Aralık 2025 (31.)',
    'Oca 26 | Ocak 2026',
    'Şub 26 | Şubat 2026',
    '1–4 Mar | Mart 2026 (1.–4.)',
  ])
  expect(textsOf('2025-12-01', 90)).toEqual(['Ara 25 | Aralık 2025', 'Oca 26 | Ocak 2026', 'Şub 26 | Şubat 2026'])
})
