import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { CANCELLED_STATUSES, ORDER_STATUSES, REVENUE_STATUSES } from '#contract/order-status.ts'
import { totalsText } from './order-totals.ts'

test.each([
  [undefined, '…'],
  [{ orders: 0, cancelled_orders: 0, amount: kurus(0) }, '0 sipariş'],
  [{ orders: 1504, cancelled_orders: 0, amount: kurus(123_456_789) }, '1.504 sipariş · KDV dahil ₺1.234.567,89'],
  [{ orders: 3, cancelled_orders: 1, amount: kurus(12_000) }, '3 sipariş · KDV dahil ₺120,00 (1 iptal hariç)'],
  [{ orders: 1, cancelled_orders: 1, amount: kurus(0) }, '1 sipariş, iptal edilmiş'],
  [{ orders: 2, cancelled_orders: 2, amount: kurus(0) }, '2 sipariş, tümü iptal edilmiş'],
])('a filtered list shows how many orders it has and their sum: %j', (totals, text) => {
  expect(totalsText(totals)).toBe(text)
})

test('the sum leaves out cancelled orders and no others, as texts here and in the reports say', () => {
  expect(ORDER_STATUSES.filter(status => !REVENUE_STATUSES.includes(status))).toEqual(CANCELLED_STATUSES)
})
