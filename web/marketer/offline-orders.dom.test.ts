import { expect, test } from 'vitest'
import { Order } from '#contract/orders.ts'
import { WIRE_ORDER } from '../testing/samples.ts'

test('stored orders are found by their number of 8 or 12 characters, also after #', async () => {
  const { ordersFound } = await import('./offline-orders.ts')
  const order = Order.parse(WIRE_ORDER)
  const isFound = (search: string) => ordersFound([order], { search }).length === 1
  const found = ['1a2b3c4d', '#1a2b3c4d', '1a2b3c4d-93c', '#1A2B3C4D-93C', '1a2b3c4d93c', order.id, 'lezzet #1a2b']
  expect(found.map(search => [search, isFound(search)])).toEqual(found.map(search => [search, true]))
  expect(['1a2b3c4d-93d', '#93c2', 'öteki'].map(isFound)).toEqual([false, false, false])
})
