import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CUSTOMER_COLUMNS } from '#contract/customer-import.ts'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { ORDER_STATUS, ORDER_STATUSES } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { deleteCustomer, lockForDeletion } from '../customers/deletion.ts'
import { inTransaction } from '../db/transaction.ts'
import { lockStock } from '../stock/ledger.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { upload as bringFile, workbookOf } from '../testing/uploads.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { deleteOrdersOf } from './deletion.ts'

const times = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i))

/** The figures that result from one order of a product with 100 on hand. */
function follow({ status, items }: Order) {
  const { quantity = 0 } = items[0] ?? {}
  return {
    on_hand: status === 'tamamlandi' ? 100 - quantity : 100,
    reserved: ORDER_STATUS[status].goods === 'reserved' ? quantity : 0,
  }
}

test('twenty concurrent status changes of one order leave it in one of the statuses', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ on_hand: 100 })
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 3 }] })).json()
  const responses = await Promise.all(
    times(20, i =>
      world.put(`/admin/orders/${id}/status`, admin, { status: ORDER_STATUSES[(i + 1) % ORDER_STATUSES.length] }),
    ),
  )
  expect(responses.map(response => response.status)).toEqual(times(20, () => 200))
  expect(await world.figures(product_id)).toEqual(follow((await world.get(`/orders/${id}`, customer)).json()))
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('an order revised, cancelled and started concurrently ends in one consistent state', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  for (let round = 0; round < 8; round++) {
    const product_id = await world.product({ on_hand: 100 })
    const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 3 }] })).json()
    const revise = (quantity: number) =>
      world.put(`/marketer/orders/${id}`, marketer, { items: [{ product_id, quantity, price: 1 }], revision_count: 0 })
    const operations = [
      () => revise(7),
      () => world.put(`/orders/${id}`, customer, { items: [{ product_id, quantity: 8 }], revision_count: 0 }),
      () => world.post(`/orders/${id}/cancel`, customer),
      () => world.post(`/marketer/orders/${id}/cancel`, marketer),
      () => world.put(`/admin/orders/${id}/status`, admin, { status: 'tamamlandi' }),
    ]
    const responses = await Promise.all(times(operations.length, i => operations[(i + round) % operations.length]!()))
    for (const { status } of responses) expect([200, 409]).toContain(status)

    const order: Order = (await world.get(`/orders/${id}`, customer)).json()
    const revisions = (await world.get(`/orders/${id}/revisions`, customer)).json()
    expect(await world.figures(product_id)).toEqual(follow(order))
    expect(revisions).toHaveLength(order.revision_count)
    expect(order.revision_count).toBeLessThanOrEqual(1)
    expect(order.items[0]?.quantity).toBe(revisions[0]?.lines[0].quantity_after ?? 3)
  }
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('an import sets the quantity on hand, whatever is ordered and received concurrently', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const products = await Promise.all(times(6, () => world.product({ on_hand: 100_000 })))
  for (let round = 1; round <= 5; round++) {
    const turned = [...products.slice(round), ...products.slice(0, round)]
    const lines = (list: string[]) => ({ items: list.map(product_id => ({ product_id, quantity: round })) })
    const counted = round * 200_000
    const importing = importWorkbook(world, admin, workbook(turned, counted))
    let isUnderWay = true
    const meanwhile = [
      () => world.post('/admin/stock/receipts', admin, lines(turned)),
      () => world.post('/orders', customer, lines(turned.toReversed())),
      () => world.post('/admin/stock/receipts', admin, lines(products.toReversed())),
      () => world.post('/orders', customer, lines(products)),
    ].map(async operation => {
      while (isUnderWay) expect((await operation()).status).toBe(201)
    })
    const imported = await importing.finally(() => (isUnderWay = false))
    await Promise.all(meanwhile)
    expect(imported.json()).toEqual({ created: 0, updated: 6, errors: [] })
    expect(await lastImported(world, products.length)).toEqual(products.map(() => counted))
  }
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('an import waits for the delivery before it', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product()
  const operations = await inTransaction(world.db, async tx => {
    await tx.selectFrom('stock').select('on_hand').where('product_id', '=', product_id).forUpdate().execute()
    const received = world.post('/admin/stock/receipts', admin, { product_id, quantity: 5 })
    await untilConnectionsWaitForLock(world, 1)
    const imported = importWorkbook(world, admin, workbook([product_id], 40))
    await untilConnectionsWaitForLock(world, 2)
    return [received, imported]
  })
  expect((await Promise.all(operations)).map(response => response.status)).toEqual([201, 200])
  expect(await world.figures(product_id)).toEqual({ on_hand: 40, reserved: 0 })
  expect(await lastImported(world, 1)).toEqual([40])
})

test('a workbook that changes prices does not overwrite a concurrent edit', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ name: 'Beyaz Peynir' })
  const priceList = workbookOf([[...INVENTORY_COLUMNS], [product_id, null, null, null, null, 120]])
  const operations = await inTransaction(world.db, async tx => {
    await tx.selectFrom('products').select('id').where('id', '=', product_id).forNoKeyUpdate().execute()
    const renamed = world.put(`/admin/products/${product_id}`, admin, { name: 'Ezine Peyniri' })
    await untilConnectionsWaitForLock(world, 1)
    const imported = importWorkbook(world, admin, priceList)
    await untilConnectionsWaitForLock(world, 2)
    return [renamed, imported]
  })
  expect((await Promise.all(operations)).map(response => response.status)).toEqual([200, 200])
  const product = (await world.get(`/admin/products/${product_id}`, admin)).json()
  expect(product).toMatchObject({ name: 'Ezine Peyniri', price: 120 })
})

test('of two concurrent imports of the same new products the second gets an error for each row', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const goods = times(5, i => [null, `Zeytin ${i}`, null, null, null, 5, null, null, `869000000000${i}`])
  const [first, second] = await bothAtOnce(world, 'products', [
    () => importWorkbook(world, admin, workbookOf([[...INVENTORY_COLUMNS], ...goods])),
    () => importWorkbook(world, admin, workbookOf([[...INVENTORY_COLUMNS], ...goods.toReversed()])),
  ])
  const taken = [first, second].sort((a, b) => b.created - a.created)
  expect(taken).toEqual([
    { created: 5, updated: 0, errors: [] },
    {
      created: 0,
      updated: 0,
      errors: times(5, i => expect.stringMatching(`^Satır ${i + 2}: Barkod .* kullanılıyor$`)),
    },
  ])
})

test('of two concurrent imports of the same new customers the second updates those of the first', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const customerRows = (phone: string) =>
    times(3, i => [`lokanta${i}`, `Lokanta ${i}`, `lokanta${i}@ornek.com.tr`, phone])
  const lists = [customerRows('1'), customerRows('2').toReversed()].map(rows =>
    workbookOf([[...CUSTOMER_COLUMNS], ...rows]),
  )
  const responses = await bothAtOnce(
    world,
    'accounts',
    lists.map(file => () => bringFile(world, admin, '/admin/customers/import', file)),
  )
  const [first, second] = responses.sort((a, b) => b.created_count - a.created_count)
  expect([first.created_count, first.updated_count, first.error_count]).toEqual([3, 0, 0])
  expect([second.created_count, second.updated_count, second.error_count]).toEqual([0, 3, 0])

  // Passwords were generated for both imports; the shown ones are valid.
  expect(second.imported_customers.map(({ password }: { password: unknown }) => password)).toEqual([null, null, null])
  const [{ username, password }] = first.imported_customers
  expect((await world.post('/auth/login', undefined, { username, password })).status).toBe(200)
})

/** The replies to concurrent requests that are all held at a table lock until each waits for it. */
async function bothAtOnce(
  world: World,
  table: 'products' | 'accounts',
  operations: (() => ReturnType<typeof importWorkbook>)[],
) {
  const responses = await inTransaction(world.db, async tx => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
    const pending = operations.map(operation => operation())
    await untilConnectionsWaitForLock(world, pending.length)
    return pending
  })
  return (await Promise.all(responses)).map(response => response.json())
}

/** The quantity on hand after the last import of each product. */
async function lastImported(world: World, moves: number) {
  const rows = await world.db
    .selectFrom('stock_ledger')
    .select('on_hand_after')
    .where('reason', '=', 'import')
    .orderBy('id', 'desc')
    .limit(moves)
    .execute()
  return rows.map(row => row.on_hand_after)
}

/** A workbook that sets each product to this quantity. */
const workbook = (productIds: string[], counted: number) =>
  workbookOf([[...INVENTORY_COLUMNS], ...productIds.map(id => [id, ...times(6, () => null), counted])])

const importWorkbook = (world: World, admin: TestUser, file: Buffer) =>
  bringFile(world, admin, '/admin/products/import-excel', file, { name: 'sayim.xlsx' })

test('the database itself refuses a second order with the same number', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product()
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json()
  const copyAs = (other: string) =>
    sql`insert into orders select (jsonb_populate_record(orders, ${JSON.stringify({ id: other })}::jsonb)).* from orders
      where id = ${id}`.execute(world.db)
  const [first] = id.split('-')
  await expect(copyAs(randomUUID().replace(/^.{8}/, first))).rejects.toThrow('orders_number')
  await copyAs(randomUUID())
  expect((await world.get('/orders', customer)).json()).toHaveLength(2)
})

test('an order of a customer who is being deleted is refused without waiting for locks, and may be repeated', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product()
  const place = () =>
    world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] }, { 'idempotency-key': 'k' })
  const failing = inTransaction(world.db, async tx => {
    await lockForDeletion(tx, admin.actor, customer.id)
    await lockStock(tx, [product_id])
    const refused = await place()
    expect([refused.status, refused.json().code]).toEqual([503, 'not_ready'])
    throw new Error('not deleted')
  })
  await expect(failing).rejects.toThrow('not deleted')
  expect((await place()).status).toBe(201)
})

test.each(['cancellation', 'revision', 'standing order'])(
  'a keyed %s of a customer waits for its deletion',
  async what => {
    const world = await makeWorld()
    const [admin, customer] = [await world.admin(), await world.customer()]
    const items = [{ product_id: await world.product(), quantity: 1 }]
    const { id } = (await world.post('/orders', customer, { items })).json()
    const [method, path, body] = {
      cancellation: ['POST', `/orders/${id}/cancel`, {}],
      revision: ['PUT', `/orders/${id}`, { items: [{ ...items[0], quantity: 2 }] }],
      'standing order': ['POST', '/standing-orders', { name: 'Hafta içi', weekdays: [1], items }],
    }[what] as ['POST', string, object]
    const { sent } = await inTransaction(world.db.invalidating([]), async tx => {
      const by = { actor: admin.actor, now: world.now() }
      await lockForDeletion(tx, admin.actor, customer.id)
      const orders = await deleteOrdersOf(tx, customer.id, by)
      const requested = world.request(method, path, customer, body, { 'idempotency-key': 'k' })
      await untilConnectionsWaitForLock(world, 1)
      await deleteCustomer(tx, by, customer.id, orders)
      return { sent: requested }
    })
    const refused = await sent
    expect([refused.status, refused.json().code]).toEqual([401, 'session_ended'])
  },
)
