import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Changes } from '../db/change-log.ts'
import { inTransaction } from '../db/transaction.ts'
import { makeWorld } from '../testing/world.ts'
import { OrderCache } from './order-cache.ts'

test('a list shows every order in its current state, whatever changed it, and like the reply for the single order', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ price: kurus(1000), on_hand: 1000 })
  const other = await world.product({ price: kurus(500), on_hand: 1000 })
  const place = async (quantity: number): Promise<string> =>
    (await world.post('/orders', customer, { items: [{ product_id, quantity }] })).json().id
  const ids = [await place(1), await place(2), await place(3)]
  const expectCurrent = async () => {
    const newestFirst = await world.db
      .selectFrom('orders')
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const one = async (id: string): Promise<Order> => (await world.get(`/admin/orders/${id}`, admin)).json()
    const orders = await Promise.all(newestFirst.map(({ id }) => one(id)))
    const lists = [
      '/orders?limit=20',
      '/marketer/orders?limit=20',
      '/admin/orders?limit=20',
      '/admin/orders',
      '/orders',
    ]
    const users = [customer, marketer, admin, admin, customer]
    for (const [i, path] of lists.entries()) expect((await world.get(path, users[i])).json()).toEqual(orders)
  }
  await expectCurrent()
  await world.put(`/admin/orders/${ids[0]}/status`, admin, { status: 'hazirlaniyor' })
  await expectCurrent()
  await world.put(`/marketer/orders/${ids[1]}`, marketer, {
    items: [
      { product_id, quantity: 5, price: 9 },
      { product_id: other, quantity: 1, price: 4 },
    ],
  })
  await expectCurrent()
  await world.post(`/orders/${ids[2]}/cancel`, customer)
  await place(4)
  await expectCurrent()
  await sql`update orders set notes = 'by another process' where id = ${ids[0]}`.execute(world.db)
  await expectCurrent()
  await world.request('DELETE', `/admin/customers/${customer.id}`, admin)
  expect((await world.get('/admin/orders?limit=20', admin)).json()).toEqual([])
})

test('pages of cached orders follow each other without gaps, and a customer sees none of another', async () => {
  const world = await makeWorld()
  const [admin, one, two] = [await world.admin(), await world.customer(), await world.customer()]
  const product_id = await world.product({ on_hand: 1000 })
  for (let i = 0; i < 5; i++)
    for (const customer of [one, two])
      await world.post('/orders', customer, { items: [{ product_id, quantity: i + 1 }] })
  const all: Order[] = (await world.get('/admin/orders', admin)).json()
  const found: Order[] = []
  for (let path: string | undefined = '/admin/orders?limit=3'; path; ) {
    const page = await world.get(path, admin)
    found.push(...page.json())
    path = /<\/api(.*)>/.exec(String(page.headers.link ?? ''))?.[1]
  }
  expect(found).toEqual(all)
  for (const customer of [one, two]) {
    const own: Order[] = (await world.get('/orders?limit=20', customer)).json()
    expect(own).toEqual(all.filter(order => order.user_id === customer.id))
  }
})

test('cached orders are discarded when the database server changes, as versions belong to one server', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product()
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json()
  let report: (changes: Changes) => void = () => undefined
  const cached = new OrderCache({ changes: { onChange: listener => void (report = listener) }, isStrict: true })
  // In one transaction different states have the same version.
  await inTransaction(world.db, async tx => {
    const notes = async () => {
      const { items } = await cached.list(tx, admin.actor).read(undefined, 20)
      return items.map((item): unknown => JSON.parse(Buffer.from(item).toString()).notes)
    }
    const write = (text: string) => tx.updateTable('orders').set({ notes: text }).where('id', '=', id).execute()
    await write('before')
    expect(await notes()).toEqual(['before'])
    await write('after')
    expect(await notes()).toEqual(['before'])
    report({ products: 'all', accounts: 'all' })
    expect(await notes()).toEqual(['after'])
  })
})
