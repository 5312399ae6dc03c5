import { expect, test } from 'vitest'
import {
  ARCHIVED_STATUSES,
  AWAITING_STATUSES,
  CANCELLED_STATUS,
  countedStatuses,
  INITIAL_STATUS,
  isPending,
  OPEN_STATUSES,
  ORDER_STATUS,
  ORDER_STATUSES,
  type OrderStatus,
  REVENUE_STATUSES,
} from './order-status.ts'

test('the statuses are pending, preparing, completed and cancelled, with their rules', () => {
  expect(ORDER_STATUSES).toEqual(['beklemede', 'hazirlaniyor', 'tamamlandi', 'iptal'])
  expect(ORDER_STATUSES.map(status => ORDER_STATUS[status].progress)).toEqual([25, 50, 100, 0])
  expect(ORDER_STATUSES.map(status => ORDER_STATUS[status].next)).toEqual(['hazirlaniyor', 'tamamlandi', null, null])
  expect(ORDER_STATUSES.filter(status => isPending({ status }))).toEqual(['beklemede'])
  expect(OPEN_STATUSES).toEqual(['beklemede', 'hazirlaniyor'])
  expect(AWAITING_STATUSES).toEqual(['beklemede', 'hazirlaniyor'])
  expect(REVENUE_STATUSES).toEqual(['beklemede', 'hazirlaniyor', 'tamamlandi'])
  expect(ARCHIVED_STATUSES).toEqual(['beklemede', 'hazirlaniyor', 'tamamlandi'])
})

test('an order whose status is unknown to an older client is not pending', () => {
  const order: { status: OrderStatus } = JSON.parse('{ "status": "kargoda" }')
  expect(isPending(order)).toBe(false)
})

test('the statistics count pending, preparing and completed orders, one status each: their figures filter by it', () => {
  expect(countedStatuses('pending')).toEqual(['beklemede'])
  expect(countedStatuses('preparing')).toEqual(['hazirlaniyor'])
  expect(countedStatuses('completed')).toEqual(['tamamlandi'])
})

test('a new order is pending, so its goods are reserved', () => {
  expect(ORDER_STATUS[INITIAL_STATUS]).toMatchObject({ goods: 'reserved', isPending: true })
})

test('a cancelled order holds no goods and is no revenue', () => {
  expect(ORDER_STATUS[CANCELLED_STATUS]).toMatchObject({ goods: 'none', isCancellation: true, isRevenue: false })
})
