import type { QueryKey } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listCategories } from '#contract/catalogue.ts'
import { listOrders, Order, readOrder } from '#contract/orders.ts'
import { listAllOrders } from '#contract/staff-orders.ts'
import { FRESH_FOR } from '../queries.ts'
import { ADMIN, CUSTOMER, ORDER_ID, OTHER_CUSTOMER, WIRE_ORDER } from '../testing/samples.ts'
import { until } from '../testing/scripted-server.ts'

const ORDER = z.decode(Order, z.parse(z.any(), WIRE_ORDER))
const ONE = { params: { id: ORDER_ID } }
const pages = (...items: Order[]) => ({
  pages: [
    { items, next: 'cursor' },
    { items, next: undefined },
  ],
  pageParams: [undefined, 'cursor'],
})

/** The app in a tab of its own, whose queries are persisted. */
async function openTab(user: typeof CUSTOMER | typeof OTHER_CUSTOMER | typeof ADMIN = CUSTOMER) {
  vi.resetModules()
  const { startSession, endSession } = await import('../current-session.ts')
  startSession(user)
  const { queryKeyOf } = await import('../queries.ts')
  const { readAll, updateStored } = await import('./database.ts')
  const { persistQueries } = await import('./persisted-queries.ts')
  const { QueryClient } = await import('@tanstack/react-query')
  const client = new QueryClient()
  for (const call of [listOrders, readOrder, listCategories, listAllOrders])
    client.setQueryDefaults(queryKeyOf(call), { meta: { call } })
  const keys = {
    list: [...queryKeyOf(listOrders), 'pages', {}],
    one: [...queryKeyOf(readOrder), ONE],
    categories: [...queryKeyOf(listCategories), {}],
    all: [...queryKeyOf(listAllOrders), 'pages', {}],
  }
  return {
    client,
    keys,
    startSession,
    endSession,
    updateStored,
    readAll,
    persist: () => persistQueries(client),
    stored: async () => [...(await readAll('answers'))],
    /** The stored data that a screen that opens gets, once it was read. */
    restored: async (queryKey: QueryKey) => {
      await until(() => client.getQueryData(queryKey) !== undefined)
      return client.getQueryData(queryKey)
    },
  }
}

/** Opens a screen's query, which has no data yet. */
const open = (client: Awaited<ReturnType<typeof openTab>>['client'], queryKey: QueryKey) =>
  client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey }))

type Tab = Awaited<ReturnType<typeof openTab>>
let tab: Tab
beforeEach(async () => {
  tab = await openTab()
  tab.persist()
})

/** Receives a response, and waits until it is stored. */
async function receive({ client, stored }: Tab, queryKey: QueryKey, data: unknown) {
  const before = (await stored()).length
  client.setQueryData(queryKey, data)
  await until(async () => (await stored()).length > before)
}

test('a response is restored after the app was closed, in the format of the contract', async () => {
  await receive(tab, tab.keys.one, ORDER)
  await receive(tab, tab.keys.categories, ['Peynir'])
  expect((await tab.stored()).map(([, value]) => value)).toContainEqual(
    expect.objectContaining({ user_id: CUSTOMER.user.id, answer: WIRE_ORDER }),
  )
  const next = await openTab()
  next.persist()
  open(next.client, next.keys.one)
  expect(await next.restored(next.keys.one)).toEqual(ORDER)
  const { dataUpdatedAt = 0 } = tab.client.getQueryState(tab.keys.one) ?? {}
  const { dataUpdatedAt: shownAt = 0 } = next.client.getQueryState(next.keys.one) ?? {}
  expect(shownAt).toBeGreaterThan(dataUpdatedAt - FRESH_FOR - 1)
  expect(shownAt).toBeLessThanOrEqual(Math.min(dataUpdatedAt, Date.now() - FRESH_FOR))
})

test('the first page of a paged list is stored', async () => {
  await receive(tab, tab.keys.list, pages(ORDER))
  const next = await openTab()
  open(next.client, next.keys.list)
  next.persist()
  expect(await next.restored(next.keys.list)).toEqual({
    pages: [{ items: [ORDER], next: 'cursor' }],
    pageParams: [undefined],
  })
})

test('an order that was never opened is found in a stored list', async () => {
  await receive(tab, tab.keys.list, pages(ORDER))
  const next = await openTab()
  next.persist()
  open(next.client, next.keys.one)
  expect(await next.restored(next.keys.one)).toEqual(ORDER)
})

test('of several stored copies of an order the newest is shown', async () => {
  const old = { ...ORDER, notes: 'eski' }
  const user_id = CUSTOMER.user.id
  const order = z.encode(Order, old)
  await tab.updateStored('answers', `${user_id} ${JSON.stringify(tab.keys.one)}`, () => ({
    user_id,
    at: 1,
    answer: order,
  }))
  await tab.updateStored('answers', `${user_id} a`, () => ({ user_id, at: 2, answer: { items: [order] } }))
  await receive(tab, tab.keys.list, pages(ORDER))
  const next = await openTab()
  next.persist()
  open(next.client, next.keys.one)
  expect(await next.restored(next.keys.one)).toEqual(ORDER)
})

test('a copy of an order that was stored while the clock was ahead does not count as the newest', async () => {
  const old = z.encode(Order, { ...ORDER, notes: 'eski' })
  const user_id = CUSTOMER.user.id
  const at = Date.now() + 86_400_000
  await tab.updateStored('answers', `${user_id} a`, () => ({ user_id, at, answer: { items: [old] } }))
  await receive(tab, tab.keys.list, pages(ORDER))
  const next = await openTab()
  next.persist()
  open(next.client, next.keys.one)
  expect(await next.restored(next.keys.one)).toEqual(ORDER)
})

test('a response that arrived first is not replaced by the stored one', async () => {
  await receive(tab, tab.keys.categories, ['Peynir'])
  const next = await openTab()
  next.persist()
  open(next.client, next.keys.categories)
  next.client.setQueryData(next.keys.categories, ['Zeytin'])
  await until(async () => JSON.stringify(await next.stored()).includes('Zeytin'))
  expect(next.client.getQueryData(next.keys.categories)).toEqual(['Zeytin'])
})

test('a query that had failed before is fetched again once it is restored', async () => {
  await receive(tab, tab.keys.categories, ['Peynir'])
  const next = await openTab()
  await next.client
    .fetchQuery({ queryKey: next.keys.categories, queryFn: () => Promise.reject(new Error('lost')), retry: false })
    .catch(() => undefined)
  next.persist()
  expect(await next.restored(next.keys.categories)).toEqual(['Peynir'])
  expect(next.client.getQueryState(next.keys.categories)?.isInvalidated).toBe(true)
})

test('responses that no offline screen needs are not stored, nor are an admin’s', async () => {
  tab.client.setQueryData(tab.keys.all, pages(ORDER))
  await receive(tab, tab.keys.categories, ['Peynir'])
  expect(await tab.stored()).toHaveLength(1)
  const admin = await openTab(ADMIN)
  admin.persist()
  await until(async () => (await admin.stored()).length === 0)
  admin.client.setQueryData(admin.keys.categories, ['Zeytin'])
  admin.startSession(CUSTOMER)
  await receive(admin, admin.keys.list, pages(ORDER))
  expect(await admin.stored()).toHaveLength(1)
})

test('stored responses are not shown to another user, and are deleted when another user logs in', async () => {
  await receive(tab, tab.keys.one, ORDER)
  tab.startSession(OTHER_CUSTOMER)
  await until(async () => (await tab.stored()).length === 0)

  const own = await openTab()
  own.persist()
  await receive(own, own.keys.one, ORDER)
  const other = await openTab(OTHER_CUSTOMER)
  open(other.client, other.keys.one)
  other.persist()
  await until(async () => (await other.stored()).length === 0)
  expect(other.client.getQueryData(other.keys.one)).toBeUndefined()
})

test('a logout deletes stored responses but not waiting orders, and nothing is stored or restored after it', async () => {
  await receive(tab, tab.keys.one, ORDER)
  await tab.updateStored('catalogue', 'products', () => ({ at: '', text: '' }))
  await tab.updateStored('outbox', 'key', () => ({ user_id: CUSTOMER.user.id }))
  const deleted: string[] = []
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) })
  tab.endSession('left')
  await until(() => deleted.length > 0)
  expect([deleted, (await tab.readAll('catalogue')).size, (await tab.readAll('outbox')).size]).toEqual([
    ['pictures'],
    0,
    1,
  ])
  tab.client.setQueryData(tab.keys.categories, ['Peynir'])
  tab.client.removeQueries({ queryKey: tab.keys.one })
  open(tab.client, tab.keys.one)
  expect(await tab.stored()).toEqual([])
  expect(tab.client.getQueryData(tab.keys.one)).toBeUndefined()
})

test('what the next session stores while a logout still deletes replies stays', async () => {
  await receive(tab, tab.keys.categories, ['eski'])
  tab.endSession('left')
  tab.startSession(CUSTOMER)
  const updated = vi.spyOn(IDBObjectStore.prototype, 'get')
  tab.client.setQueryData(tab.keys.categories, ['yeni'])
  const name = `${CUSTOMER.user.id} ${JSON.stringify(tab.keys.categories)}`
  // Once to store it, and once for the deletion.
  await until(() => updated.mock.calls.filter(([key]) => key === name).length === 2)
  expect(await tab.stored()).toMatchObject([[name, { answer: ['yeni'] }]])
})

test('stored data that this version cannot decode is not shown', async () => {
  await receive(tab, tab.keys.one, ORDER)
  const [[name] = ['']] = await tab.stored()
  await tab.updateStored('answers', name, stored => ({ ...z.parse(z.looseObject({}), stored), answer: { id: 7 } }))
  const next = await openTab()
  next.persist()
  open(next.client, next.keys.one)
  await receive(next, next.keys.categories, ['Peynir'])
  expect(next.client.getQueryData(next.keys.one)).toBeUndefined()
})

test('a stored response is deleted when the server no longer knows what it is about, but not after another error', async () => {
  await receive(tab, tab.keys.one, ORDER)
  await receive(tab, tab.keys.categories, ['Peynir'])
  const { ApiError } = await import('../api.ts')
  const fail = (queryKey: QueryKey, status: number) =>
    tab.client
      .fetchQuery({ queryKey, queryFn: () => Promise.reject(new ApiError(status, 'x', '')), retry: false })
      .catch(() => undefined)
  await fail(tab.keys.categories, 503)
  await fail(tab.keys.one, 404)
  await until(async () => (await tab.stored()).length === 1)
  expect(JSON.stringify(await tab.stored())).toContain('Peynir')
})

test('an order that the server no longer knows is not shown from a stored list either', async () => {
  const other = { ...ORDER, id: ORDER_ID.replace(/.$/, end => (end === '0' ? '1' : '0')) }
  await receive(tab, tab.keys.list, pages(ORDER, other))
  const { ApiError } = await import('../api.ts')
  const error = new ApiError(404, 'x', '')
  const query = { queryKey: tab.keys.one, queryFn: () => Promise.reject(error), retry: false }
  await tab.client.fetchQuery(query).catch(() => undefined)
  await until(async () => !JSON.stringify(await tab.stored()).includes(ORDER_ID))
  const next = await openTab()
  open(next.client, next.keys.one)
  open(next.client, next.keys.list)
  next.persist()
  expect(await next.restored(next.keys.list)).toMatchObject({ pages: [{ items: [other], next: 'cursor' }] })
  expect(next.client.getQueryData(next.keys.one)).toBeUndefined()
})

/** Stores numbered replies for the customer, each a millisecond newer than the one before, and returns their names. */
async function storeNumbered({ updateStored }: Tab, count: number) {
  const user_id = CUSTOMER.user.id
  const names = Array.from({ length: count }, (_, n) => `${user_id} ${JSON.stringify(['GET /numbers', n])}`)
  for (const [n, name] of names.entries())
    await updateStored('answers', name, () => ({ user_id, at: n + 1, answer: n }))
  return names
}

test('the latest hundred responses of the user are kept', async () => {
  const user_id = CUSTOMER.user.id
  const at = Date.now() + 86_400_000
  // Stored while the clock was ahead.
  await tab.updateStored('answers', `${user_id} ${JSON.stringify(['GET /numbers'])}`, () => ({
    user_id,
    at,
    answer: 0,
  }))
  const names = await storeNumbered(tab, 105)
  const next = await openTab()
  next.persist()
  await until(async () => (await next.stored()).length === 100)
  expect((await next.stored()).map(([name]) => name).sort()).toEqual(names.slice(5).sort())
})

test('what is no response to a query stays, however old it is, until another user logs in', async () => {
  const name = `${CUSTOMER.user.id} own customers`
  await tab.updateStored('answers', name, () => ({ user_id: CUSTOMER.user.id, at: 2.5, answer: '[]' }))
  await storeNumbered(tab, 102)
  const next = await openTab()
  next.persist()
  await until(async () => (await next.stored()).length <= 101)
  expect((await next.stored()).map(([stored]) => stored)).toContain(name)
  next.startSession(OTHER_CUSTOMER)
  await until(async () => (await next.stored()).length === 0)
})

test('stored responses are limited while the app stays open', async () => {
  for (let n = 0; n < 300; n++)
    tab.client.setQueryData([...tab.keys.categories, n], [`Peynir ${n}`], { updatedAt: n + 1 })
  await until(async () => JSON.stringify(await tab.stored()).includes('Peynir 299'))
  await until(async () => (await tab.stored()).length <= 150)
})

test('an old response that is stored again while others are being deleted stays', async () => {
  const [oldest = '', second] = await storeNumbered(tab, 102)
  const next = await openTab()
  const remove = Reflect.get(IDBObjectStore.prototype, 'delete')
  // The deletion of the second oldest, which is the first, is followed by another tab's storing of the oldest.
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, name) {
    if (name === second) this.put({ user_id: CUSTOMER.user.id, at: Date.now(), answer: 'again' }, oldest)
    return remove.call(this, name)
  })
  next.persist()
  await until(async () => (await next.stored()).length <= 101)
  await receive(next, next.keys.categories, ['Peynir'])
  expect((await next.stored()).map(([name]) => name)).toContain(oldest)
})
