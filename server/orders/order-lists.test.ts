import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ORDER_SORTS } from '#contract/order-query.ts'
import type { Order } from '#contract/orders.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

type Listed = Pick<Order, 'id' | 'status' | 'created_at' | 'user_company' | 'grand_total' | 'items'>

/** Six orders of three companies, an hour apart, with 1 to 4 lines and 12 pieces; one is completed, one cancelled. */
async function severalOrders() {
  const world = await makeWorld()
  const admin = await world.admin()
  const customers = await Promise.all(
    ['çınar', 'Zümrüt', 'Ilgaz'].map(company_name => world.customer({ company_name })),
  )
  const goods = await world.products(Array.from({ length: 4 }, (_, i) => ({ name: `Ürün ${i}`, on_hand: 1000 })))
  const place = async (by: TestUser, lines: number) => {
    world.pass(60 * 60 * 1000)
    const items = goods.slice(0, lines).map(product_id => ({ product_id, quantity: 12 / lines }))
    return (await world.post('/orders', by, { items })).json().id
  }
  const ids: string[] = []
  for (const [index, lines] of [
    [0, 1],
    [1, 2],
    [2, 3],
    [0, 4],
    [1, 1],
    [2, 2],
  ] as const)
    ids.push(await place(customers[index]!, lines))
  await world.put(`/admin/orders/${ids[1]}/status`, admin, { status: 'tamamlandi' })
  await world.put(`/admin/orders/${ids[4]}/status`, admin, { status: 'iptal' })
  return { world, admin, customers, ids }
}

/** The orders of the admin's list, read in pages of `limit` orders. */
async function pagesOf(world: World, admin: TestUser, query: string, limit: number): Promise<Listed[]> {
  const orders: Listed[] = []
  let path: string | undefined = `/admin/orders?${query}&limit=${limit}`
  while (path) {
    const page = await world.get(path, admin)
    orders.push(...page.json())
    path = /<\/api([^>]+)>/.exec(String(page.headers['link'] ?? ''))?.[1]
  }
  return orders
}

const compare = new Intl.Collator('tr').compare
const COMPARED: Record<(typeof ORDER_SORTS)[number], (a: Listed, b: Listed) => number> = {
  id: (a, b) => (a.id < b.id ? -1 : 1),
  user_company: (a, b) => compare(a.user_company, b.user_company),
  created_at: () => 0,
  line_count: (a, b) => a.items.length - b.items.length,
  status: (a, b) => compare(a.status, b.status),
  grand_total: (a, b) => a.grand_total - b.grand_total,
}

test('the admin’s list is sorted by each of its columns, page by page, and an order’s neighbours follow its sorting', async () => {
  const { world, admin } = await severalOrders()
  const byDay = (await pagesOf(world, admin, '', 100)).toReversed()
  for (const sort of ORDER_SORTS)
    for (const order of ['asc', 'desc'] as const) {
      // Orders with equal values are sorted by their day.
      const sorted = byDay.toSorted(COMPARED[sort]).map(({ id }) => id)
      const expected = order === 'asc' ? sorted : sorted.toReversed()
      const query = `sort=${sort}&order=${order}`
      expect(
        (await pagesOf(world, admin, query, 4)).map(({ id }) => id),
        query,
      ).toEqual(expected)
      const third = await world.get(`/admin/orders/${expected[2]}/neighbours?${query}`, admin)
      expect(third.json(), query).toEqual({ previous: expected[1], next: expected[3] })
      const first = await world.get(`/admin/orders/${expected[0]}/neighbours?${query}`, admin)
      expect(first.json(), query).toEqual({ previous: null, next: expected[1] })
    }
  expect((await world.get('/admin/orders?sort=notes', admin)).json()).toMatchObject({ code: 'invalid_input' })
})

test('a revision changes the number of lines by which its order is sorted', async () => {
  const { world, admin, customers, ids } = await severalOrders()
  const [order] = (await pagesOf(world, admin, 'sort=line_count&order=desc', 1)) satisfies Listed[]
  expect(order?.id).toBe(ids[3])
  const { product_id } = order!.items[0]!
  const revised = await world.put(`/orders/${ids[3]}`, customers[0], { items: [{ product_id, quantity: 1 }] })
  expect(revised.status).toBe(200)
  expect((await pagesOf(world, admin, 'sort=line_count&order=desc', 3))[0]?.id).toBe(ids[2])
})

test('a filter’s orders are counted and summed without the cancelled ones, and selected in the list’s order', async () => {
  const { world, admin, customers } = await severalOrders()
  for (const query of [
    '',
    'status=beklemede',
    'status=iptal',
    `customer_id=${customers[1]!.id}`,
    'search=zumrut',
    'search=zumrut&status=tamamlandi',
    `from=${world.now().toISOString().slice(0, 10)}&sort=grand_total`,
    'to=2020-01-01',
  ]) {
    const listed = await pagesOf(world, admin, query, 100)
    const charged = listed.filter(({ status }) => status !== 'iptal')
    expect((await world.get(`/admin/order-totals?${query}`, admin)).json(), query).toEqual({
      orders: listed.length,
      cancelled_orders: listed.length - charged.length,
      amount: charged.reduce((sum, { grand_total }) => sum + grand_total, 0),
    })
    const selected = (await world.get(`/admin/order-selection?${query}`, admin)).json()
    expect(selected, query).toEqual(listed.map(({ id, status }) => ({ id, status })))
  }
})

test('totals, which may read all orders, are read over the connections of reports', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const read = vi.spyOn(world.app.context.reports, 'read')
  onTestFinished(() => read.mockRestore())
  expect((await world.get('/admin/order-totals?search=zumrut', admin)).status).toBe(200)
  expect(read).toHaveBeenCalledOnce()
})

test('a selection of too many orders is refused', async () => {
  const { world, admin } = await severalOrders()
  await sql`
    insert into orders select (jsonb_populate_record(null::orders, found.fields || jsonb_build_object('id', id))).*
    from (select to_jsonb(orders) as fields from orders where status = 'beklemede' limit 1) as found,
      (select lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000' as id from generate_series(1, 5000) as n) as ids`.execute(
    world.owner,
  )
  expect((await world.get('/admin/order-selection', admin)).json()).toMatchObject({
    code: 'selection_too_large',
    detail: 'Bir seferde en fazla 5.000 kayıt seçilebilir; listeyi filtrelerle daraltın',
  })
  expect((await world.get('/admin/order-selection?status=tamamlandi', admin)).json()).toHaveLength(1)
})

test('a status that the admin did not see is not overwritten; a repeated change succeeds', async () => {
  const { world, admin, ids } = await severalOrders()
  const set = async (id: string | undefined, status: string, expected_status: string) => {
    const response = await world.put(`/admin/orders/${id}/status`, admin, { status, expected_status })
    return [response.status, response.json().detail ?? response.json().order.status]
  }
  expect(await set(ids[0], 'hazirlaniyor', 'beklemede')).toEqual([200, 'hazirlaniyor'])
  expect(await set(ids[0], 'hazirlaniyor', 'beklemede')).toEqual([200, 'hazirlaniyor'])
  // The order has been cancelled since.
  expect(await set(ids[4], 'hazirlaniyor', 'beklemede')).toEqual([409, 'Siparişin durumu bu arada değişti: İptal'])
})
