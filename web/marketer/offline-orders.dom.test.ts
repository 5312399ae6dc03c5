import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { readCustomersDeliveryDays } from '#contract/delivery.ts'
import { listCustomersLists, readCustomersGuide } from '#contract/order-lists.ts'
import { listCustomersOrderRevisions } from '#contract/order-revisions.ts'
import { Order } from '#contract/orders.ts'
import { readMarketerStats } from '#contract/reports.ts'
import { listCustomersOrders, readCustomersOrder } from '#contract/staff-orders.ts'
import { CUSTOMER, MARKETER, NO_DELIVERY, OTHER_CUSTOMER, WIRE_ORDER, WIRE_OWN_CUSTOMER } from '../testing/samples.ts'
import { startServer, until } from '../testing/scripted-server.ts'

test('stored orders are found by their number of 8 or 12 characters, also after #', async () => {
  const { ordersFound } = await import('./offline-orders.ts')
  const order = Order.parse(WIRE_ORDER)
  const isFound = (search: string) => ordersFound([order], { search }).length === 1
  const found = ['1a2b3c4d', '#1a2b3c4d', '1a2b3c4d-93c', '#1A2B3C4D-93C', '1a2b3c4d93c', order.id, 'lezzet #1a2b']
  expect(found.map(search => [search, isFound(search)])).toEqual(found.map(search => [search, true]))
  expect(['1a2b3c4d-93d', '#93c2', 'öteki'].map(isFound)).toEqual([false, false, false])
})

/** Logs a marketer in. `refreshCustomers` fetches the marketer's customers, of whom there is one now. */
async function openDevice() {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { readAll, updateStored } = await import('../pwa/database.ts')
  const { refreshOfflineCustomers } = await import('./offline-customers.ts')
  const refreshCustomers = async () => {
    const refreshed = refreshOfflineCustomers()
    ;(await server.next('GET /api/marketer/customers')).reply(200, [WIRE_OWN_CUSTOMER])
    return refreshed
  }
  return { readAll, updateStored, refreshCustomers }
}

test('what is stored about a customer who is no longer the marketer’s is deleted once the customers are fetched', async () => {
  const { readAll, updateStored, refreshCustomers } = await openDevice()
  const { queryKeyOf } = await import('../queries.ts')
  const { readOfflineOrders } = await import('./offline-orders.ts')
  const former = { ...WIRE_ORDER, id: '9a2b3c4d-93c2-4f3c-8f5d-6f4d1f0f8a12', user_id: OTHER_CUSTOMER.user.id }
  const user_id = MARKETER.user.id
  const nameOf = (call: Call, ...rest: unknown[]) => `${user_id} ${JSON.stringify([...queryKeyOf(call), ...rest])}`
  const store = (name: string, answer: unknown) => updateStored('answers', name, () => ({ user_id, at: 1, answer }))
  const of = (id: string) => ({ params: { id } })
  for (const { id } of [CUSTOMER.user, OTHER_CUSTOMER.user]) {
    await store(nameOf(readCustomersGuide, of(id)), { days: 90, items: [] })
    await store(nameOf(listCustomersLists, of(id)), [])
    await store(nameOf(readCustomersDeliveryDays, of(id)), NO_DELIVERY)
  }
  for (const order of [WIRE_ORDER, former]) {
    await store(nameOf(readCustomersOrder, of(order.id)), order)
    await store(nameOf(listCustomersOrderRevisions, of(order.id)), [])
  }
  await store(nameOf(listCustomersOrders, 'pages', { query: {} }), { items: [WIRE_ORDER, former], next: 'cursor' })
  await store(nameOf(listCustomersOrders, { query: { limit: 5 } }), [former, WIRE_ORDER])
  await store(nameOf(readMarketerStats, {}), {})
  await store(`${user_id} own customers`, '[]')
  expect((await readOfflineOrders())?.orders).toHaveLength(2)

  expect(await refreshCustomers()).toBe(true)
  expect((await readOfflineOrders())?.orders.map(({ id }) => id)).toEqual([WIRE_ORDER.id])
  const left = await readAll('answers')
  expect(JSON.stringify([...left])).not.toContain(former.id)
  expect(JSON.stringify([...left])).not.toContain(OTHER_CUSTOMER.user.id)
  expect([...left.keys()].sort()).toEqual(
    [
      nameOf(readCustomersGuide, of(CUSTOMER.user.id)),
      nameOf(listCustomersLists, of(CUSTOMER.user.id)),
      nameOf(readCustomersDeliveryDays, of(CUSTOMER.user.id)),
      nameOf(readCustomersOrder, of(WIRE_ORDER.id)),
      nameOf(listCustomersOrderRevisions, of(WIRE_ORDER.id)),
      nameOf(listCustomersOrders, 'pages', { query: {} }),
      nameOf(listCustomersOrders, { query: { limit: 5 } }),
      nameOf(readMarketerStats, {}),
      `${user_id} own customers`,
    ].sort(),
  )
})

test('the marketer’s customers stay stored when there are a hundred newer replies', async () => {
  const { readAll, updateStored, refreshCustomers } = await openDevice()
  const { queryClient } = await import('../queries.ts')
  const { persistQueries } = await import('../pwa/persisted-queries.ts')
  const { readOfflineCustomers } = await import('./offline-customers.ts')
  await refreshCustomers()
  const user_id = MARKETER.user.id
  const later = Date.now() + 1000
  for (let n = 0; n < 101; n++)
    await updateStored('answers', `${user_id} ${JSON.stringify(['GET /numbers', n])}`, () => ({
      user_id,
      at: n ? later : 1,
      answer: n,
    }))
  persistQueries(queryClient)
  await until(async () => (await readAll('answers')).size <= 101)
  expect((await readOfflineCustomers())?.customers.map(({ id }) => id)).toEqual([CUSTOMER.user.id])
})

test('what is stored about a former customer is deleted even if no customers are stored', async () => {
  const { readAll, updateStored, refreshCustomers } = await openDevice()
  const { queryKeyOf } = await import('../queries.ts')
  const user_id = MARKETER.user.id
  const answer = { ...WIRE_ORDER, user_id: OTHER_CUSTOMER.user.id }
  const name = `${user_id} ${JSON.stringify([...queryKeyOf(readCustomersOrder), { params: { id: answer.id } }])}`
  await updateStored('answers', name, () => ({ user_id, at: 1, answer }))
  const { storedText, storeText } = await import('../pwa/stored-text.ts')
  const { choicesName } = await import('../order-lists/stored-choices.ts')
  for (const { id } of [CUSTOMER.user, OTHER_CUSTOMER.user]) storeText(choicesName(id), '{"incir":"1"}')
  await refreshCustomers()
  expect([...(await readAll('answers')).keys()]).toEqual([`${user_id} own customers`])
  const choicesOf = (id: string) => storedText(choicesName(id))
  expect([CUSTOMER.user.id, OTHER_CUSTOMER.user.id].map(choicesOf)).toEqual(['{"incir":"1"}', ''])
})

test('a stored copy of an order from a time when the clock was ahead does not replace later ones', async () => {
  const { updateStored } = await openDevice()
  const { queryKeyOf } = await import('../queries.ts')
  const { readOfflineOrders } = await import('./offline-orders.ts')
  const user_id = MARKETER.user.id
  const store = (limit: number, at: number, notes: string) =>
    updateStored(
      'answers',
      `${user_id} ${JSON.stringify([...queryKeyOf(listCustomersOrders), { query: { limit } }])}`,
      () => ({ user_id, at, answer: [{ ...WIRE_ORDER, notes }] }),
    )
  await store(1, Date.now() + 86_400_000, 'eski')
  const storedAt = Date.parse((await readOfflineOrders())?.at ?? '')
  expect(Math.abs(Date.now() - storedAt)).toBeLessThan(60 * 60_000)
  await store(2, 5, 'yeni')
  expect(await readOfflineOrders()).toMatchObject({ at: new Date(5).toISOString(), orders: [{ notes: 'yeni' }] })
})

test('the stored orders are dated with the list of all of them, not with newer lists of a few', async () => {
  const { updateStored } = await openDevice()
  const { queryKeyOf } = await import('../queries.ts')
  const { readOfflineOrders } = await import('./offline-orders.ts')
  const user_id = MARKETER.user.id
  const store = (at: string, answer: unknown, ...key: unknown[]) =>
    updateStored('answers', `${user_id} ${JSON.stringify([...queryKeyOf(listCustomersOrders), ...key])}`, () => ({
      user_id,
      at: Date.parse(at),
      answer,
    }))
  await store('2026-03-10T11:00:00Z', [WIRE_ORDER], { query: { limit: 5 } })
  await store('2026-03-10T10:00:00Z', { items: [WIRE_ORDER] }, 'pages', { query: { search: 'lezzet' } })
  expect((await readOfflineOrders())?.at).toBe('2026-03-10T11:00:00.000Z')
  await store('2026-03-10T08:00:00Z', { items: [WIRE_ORDER] }, 'pages', { query: { search: '' } })
  expect((await readOfflineOrders())?.at).toBe('2026-03-10T08:00:00.000Z')
})
