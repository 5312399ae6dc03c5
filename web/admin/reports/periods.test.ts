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
  expect(periods.map(({ name }) => name)).toEqual(['Aralık 2025', 'Ocak 2026', 'Şubat 2026'])
  expect(periods.reduce((total, { revenue }) => total + revenue, 0)).toBe(
    days.reduce((total, { revenue }) => total + revenue, 0),
  )
  expect(periods.reduce((total, { orders }) => total + orders, 0)).toBe(
    days.reduce((total, { orders }) => total + orders, 0),
  )
})
