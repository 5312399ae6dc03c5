import { expect, test } from 'vitest'
import { kurus, sum } from '#contract/money.ts'
import { orderTotals } from '#contract/order-totals.ts'
import { vatByRate } from './price-summary.tsx'

test('VAT is listed by rate, lowest first, without zero rates, and adds up to the order’s VAT', () => {
  const lines = [
    { price: kurus(333), quantity: 7, vat_rate: 10 },
    { price: kurus(5), quantity: 1, vat_rate: 10 },
    { price: kurus(9_999), quantity: 3, vat_rate: 0 },
    { price: kurus(101), quantity: 1, vat_rate: 5 },
    { price: kurus(100), quantity: 1, vat_rate: null },
  ]
  const shown = vatByRate(lines)
  expect(shown).toEqual([
    { rate: 5, vat: 5 },
    { rate: 10, vat: 234 },
    { rate: 18, vat: 18 },
  ])
  expect(sum(shown.map(({ vat }) => vat))).toBe(orderTotals(lines).vat)
})
