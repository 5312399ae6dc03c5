import { isDeepStrictEqual } from 'node:util'
import * as xlsx from '@e965/xlsx'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { SESSION_IDLE_LIMIT } from '#contract/session-limits.ts'
import { deleteExpiredSessions } from '../auth/sessions.ts'
import { inTransaction } from '../db/transaction.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { deleteExpiredKeys } from './idempotency.ts'

const DAY = 24 * 60 * 60 * 1000

const ALI = { name: 'Ali', username: 'ali', password: 'gizli-sifre-1' }
const VELI = { name: 'Veli', username: 'veli', password: 'gizli-sifre-1' }

const loggedInAgain = async (world: World, admin: TestUser): Promise<TestUser> => {
  const { token } = (await world.post('/admin/login', undefined, admin)).json()
  return { ...admin, token }
}

test('a key is stored for a day and free afterwards', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const add = async (marketer: typeof ALI) =>
    world.post('/admin/marketers', await loggedInAgain(world, admin), marketer, { 'idempotency-key': 'k' })
  const first = await add(ALI)
  expect(first.status).toBe(201)
  world.pass(DAY - 1)
  const again = await add(ALI)
  expect([again.status, again.body]).toEqual([201, first.body])
  expect((await add(VELI)).json().code).toBe('idempotency_key_reused')
  world.pass(1)
  const other = await add(VELI)
  expect([other.status, other.json().marketer.name]).toEqual([201, 'Veli'])
})

test('a key belongs to one call: another call refuses it, whatever the payload', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const both = { ...ALI, company_name: 'Lezzet', email: 'ali@ornek.com.tr' }
  const add = (path: string) => world.post(path, admin, both, { 'idempotency-key': 'k' })
  expect((await add('/admin/marketers')).status).toBe(201)
  expect((await add('/admin/customers')).json().code).toBe('idempotency_key_reused')
  expect((await world.get('/admin/customers', admin)).json()).toEqual([])
})

test('the same file for another warehouse is another import', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const book = xlsx.utils.book_new(
    xlsx.utils.aoa_to_sheet([[...INVENTORY_COLUMNS], [null, 'Ezine Peyniri', null, null, null, 5]]),
  )
  const form = new FormData()
  form.set('file', new File([xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })], 'liste.xlsx'))
  const sent = new Request('http://localhost', { method: 'POST', body: form })
  const payload = Buffer.from(await sent.arrayBuffer())
  const type = { 'content-type': sent.headers.get('content-type') ?? '', 'idempotency-key': 'k' }
  const upload = (query: string) => world.post(`/admin/products/import-excel${query}`, admin, payload, type)
  const first = await upload('')
  expect(first.json()).toEqual({ created: 1, updated: 0, errors: [] })
  expect((await upload('')).body).toBe(first.body)
  const other = await upload('?warehouse=Gecici%20Depo')
  expect([other.status, other.json().code]).toEqual([409, 'idempotency_key_reused'])
})

test('a key is 1 to 200 visible ASCII characters', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const add = (key: string) => world.post('/admin/marketers', admin, ALI, { 'idempotency-key': key })
  for (const key of ['', 'a b', 'ş', 'a'.repeat(201)]) {
    const reply = await add(key)
    expect([key, reply.status, reply.json().detail]).toEqual([key, 400, 'Idempotency-Key geçersiz'])
  }
  expect((await add('~'.repeat(200))).status).toBe(201)
})

test('thirty duplicates of a slow order do not block other requests', async () => {
  const world = await makeWorld({ connections: 4 })
  const [customer, other] = [await world.customer(), await world.customer()]
  const product_id = await world.product()
  const order = { items: [{ product_id, quantity: 1 }] }
  const { duplicates, status } = await inTransaction(world.db, async tx => {
    await tx.selectFrom('stock').select('on_hand').where('product_id', '=', product_id).forUpdate().execute()
    const duplicates = Array.from({ length: 30 }, () =>
      world.post('/orders', customer, order, { 'idempotency-key': 'k' }),
    )
    // Without a free connection it is refused after 8 seconds.
    const { status } = await world.get('/products?limit=1', other)
    return { duplicates, status }
  })
  expect(status).toBe(200)
  const replies = await Promise.all(duplicates)
  expect(new Set(replies.map(reply => `${reply.status} ${reply.body}`)).size).toBe(1)
  expect(replies[0]?.status).toBe(201)
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 1 })
})

test('only expired keys are deleted, and never an order’s', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product()
  const storedKeys = async () =>
    (await world.db.selectFrom('idempotency_keys').select('key').orderBy('key').execute()).map(row => row.key)
  await world.post('/admin/marketers', admin, ALI, { 'idempotency-key': 'marketer' })
  await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] }, { 'idempotency-key': 'order' })
  world.pass(DAY - 1)
  await deleteExpiredKeys(world.db, world.now())
  expect(await storedKeys()).toEqual(['marketer', 'order'])
  world.pass(1)
  await deleteExpiredKeys(world.db, world.now())
  expect(await storedKeys()).toEqual(['order'])
})

const storedRows = (world: World) =>
  world.db.selectFrom('idempotency_keys').select(['key', 'answer', 'result_id', 'expires_at']).orderBy('key').execute()

const CANCELLED = { status: 'iptal', cancelled_by: 'customer', cancelled_by_name: 'Lezzet Lokantası' }

test('a repeated order gets the first reply for a day, and the order’s current state afterwards', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const items = [{ product_id: await world.product(), quantity: 1 }]
  const order = (quantity = 1) =>
    world.post('/orders', customer, { items: [{ ...items[0], quantity }] }, { 'idempotency-key': 'k' })
  const first = await order()
  const { id } = first.json()
  await world.post(`/orders/${id}/cancel`, customer)
  world.pass(DAY - 1)
  expect((await order()).body).toBe(first.body)
  world.pass(1)
  for (const _ of ['before the stored reply is deleted', 'and after']) {
    const late = await order()
    expect([late.status, late.json()]).toEqual([201, { ...first.json(), ...CANCELLED }])
    expect((await order(2)).json().code).toBe('idempotency_key_reused')
    await deleteExpiredKeys(world.db, world.now())
    expect(await storedRows(world)).toEqual([{ key: 'k', answer: null, result_id: id, expires_at: null }])
  }
  expect((await world.get('/orders', customer)).json()).toHaveLength(1)
})

test('keys of orders with a reply stored by an earlier version are reduced to the order’s id', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 2000 })
  const order = () =>
    world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] }, { 'idempotency-key': 'k' })
  const first = await order()
  const whole = world.db.updateTable('idempotency_keys').set({ result_id: null, expires_at: null })
  await whole.where('key', '=', 'k').execute()
  await sql`
    insert into idempotency_keys (account_id, key, request_hash, status, answer)
    select account_id, 'k' || n, request_hash, status, answer from idempotency_keys, generate_series(1, 1500) as n
  `.execute(world.db)
  expect((await order()).body).toBe(first.body)
  await deleteExpiredKeys(world.db, world.now())
  const small = { answer: null, result_id: first.json().id, expires_at: null }
  expect((await storedRows(world)).filter(({ key: _, ...rest }) => !isDeepStrictEqual(rest, small))).toEqual([])
  expect((await order()).body).toBe(first.body)
  expect(await world.figures(product_id)).toEqual({ on_hand: 2000, reserved: 1 })
})

test('a late repetition shows a marketer no order of a customer that was reassigned or deleted', async () => {
  const world = await makeWorld()
  const [marketer, admin] = [await world.marketer(), await world.admin()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const body = { customer_id: customer.id, items: [{ product_id: await world.product(), quantity: 1 }] }
  const order = () => world.post('/marketer/orders/create-for-customer', marketer, body, { 'idempotency-key': 'k' })
  expect((await order()).status).toBe(201)
  world.pass(DAY)
  expect((await order()).status).toBe(201)
  const again = await loggedInAgain(world, admin)
  await world.put(`/admin/customers/${customer.id}`, again, { assigned_marketer_id: null })
  for (const _ of ['handed over', 'deleted']) {
    const late = await order()
    expect([late.status, late.json().code]).toEqual([403, 'order_not_visible'])
    await world.request('DELETE', `/admin/customers/${customer.id}`, again)
  }
  expect((await world.get('/admin/orders', again)).json()).toEqual([])
})

test('only sessions that have expired are deleted', async () => {
  const world = await makeWorld()
  const [used, unused] = [await world.customer(), await world.customer()]
  world.pass(SESSION_IDLE_LIMIT.customer)
  expect((await world.get('/orders', used)).status).toBe(200)
  const left = () => world.db.selectFrom('sessions').select('account_id').execute()
  await deleteExpiredSessions(world.db, world.now())
  expect(await left()).toHaveLength(2)
  expect((await world.get('/orders', unused)).status).toBe(200)
  world.pass(SESSION_IDLE_LIMIT.customer)
  await world.get('/orders', used)
  world.pass(1)
  await deleteExpiredSessions(world.db, world.now())
  expect(await left()).toEqual([{ account_id: used.id }])
})
