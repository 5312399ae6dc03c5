import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { BoughtProduct, ListLine, OrderList } from '#contract/order-lists.ts'
import { makeWorld, type TestUser } from '../testing/world.ts'

const DAY = 24 * 60 * 60 * 1000

/** A wholesaler with a customer, its marketer, and four products. */
async function shop() {
  const world = await makeWorld({ guideDays: 10 })
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const stock = { price: kurus(9_000), on_hand: 1000 }
  const names = ['Beyaz Peynir', 'Zeytin', 'Turşu', 'Bal']
  const [cheese = '', olives = '', pickles = '', honey = ''] = await world.products(
    names.map(name => ({ name, ...stock })),
  )
  const order = async (items: Record<string, number>, by: TestUser = customer): Promise<string> => {
    const lines = Object.entries(items).map(([product_id, quantity]) => ({ product_id, quantity }))
    return (await world.post('/orders', by, { items: lines })).json().id
  }
  const guide = async (as = customer, path = '/lists/guide') => {
    const { lines } = (await world.get(path, as)).json()
    return (lines as BoughtProduct[]).map(line => [line.product_name, line.orders, line.quantity, line.usual_quantity])
  }
  const lists = async (as = customer): Promise<OrderList[]> => (await world.get('/lists', as)).json()
  return { world, marketer, customer, cheese, olives, pickles, honey, order, guide, lists }
}

test('the guide lists products bought in the configured days, with their number of orders, last and usual quantity', async () => {
  const { world, customer, cheese, olives, pickles, honey, order, guide } = await shop()
  await order({ [honey]: 9 })
  world.pass(11 * DAY)
  await order({ [cheese]: 2, [olives]: 5 })
  world.pass(DAY)
  await order({ [cheese]: 30 })
  world.pass(DAY)
  const last = world.now()
  await order({ [cheese]: 4, [pickles]: 1 })
  expect(await guide()).toEqual([
    ['Beyaz Peynir', 3, 4, 4],
    ['Turşu', 1, 1, 1],
    ['Zeytin', 1, 5, 5],
  ])
  const { days, lines } = (await world.get('/lists/guide', customer)).json()
  expect([days, lines[0].ordered_at, lines[0].price, lines[0].unit]).toEqual([10, last.toISOString(), 90, 'ADET'])
})

test('the guide has the unit of the last order, and the usual quantity of the orders in that unit', async () => {
  const { world, customer, cheese, order } = await shop()
  for (const quantity of [24, 30]) await order({ [cheese]: quantity })
  world.pass(DAY)
  const bought = async () => {
    const { lines } = (await world.get('/lists/guide', customer)).json()
    return (lines as BoughtProduct[]).map(line => [line.unit, line.orders, line.quantity, line.usual_quantity])
  }
  expect((await world.put(`/admin/products/${cheese}`, await world.admin(), { unit: 'PAKET' })).status).toBe(200)
  expect(await bought()).toEqual([['ADET', 2, expect.any(Number), 24]])
  await order({ [cheese]: 3 })
  expect(await bought()).toEqual([['PAKET', 3, 3, 3]])
})

test('neither cancelled orders, nor products that are not on sale, nor others’ orders are in the guide', async () => {
  const { world, marketer, customer, cheese, olives, pickles, order, guide } = await shop()
  const admin = await world.admin()
  const cancelled = await order({ [cheese]: 2 })
  expect((await world.post(`/orders/${cancelled}/cancel`, customer, {})).status).toBe(200)
  await order({ [olives]: 2, [pickles]: 3 })
  await world.put(`/admin/products/${olives}`, admin, { is_active: false })
  const other = await world.customer({ company_name: 'Öteki Büfe' })
  await order({ [cheese]: 7 }, other)
  const path = `/marketer/customers/${customer.id}/guide`
  for (const lines of [await guide(), await guide(marketer, path), await guide(admin, path)])
    expect(lines).toEqual([['Turşu', 1, 3, 3]])
})

test('the customer and its marketer share lists, whose lines stay in their order', async () => {
  const { world, marketer, customer, cheese, olives, honey, lists } = await shop()
  const first = { name: 'Mutfak', lines: [{ product_id: olives, target: 12 }, { product_id: cheese }] }
  const created: OrderList = (await world.post('/lists', customer, first)).json()
  expect(created).toMatchObject({ name: 'Mutfak', version: 1, updated_by: customer.actor.name })
  expect(shown(created.lines)).toEqual([
    ['Zeytin', 12],
    ['Beyaz Peynir', null],
  ])
  const second = { name: 'Bar', lines: [{ product_id: honey, target: null }] }
  expect((await world.post(`/marketer/customers/${customer.id}/lists`, marketer, second)).status).toBe(201)
  expect((await lists()).map(({ name }) => name)).toEqual(['Bar', 'Mutfak'])

  const resorted = { version: 1, name: 'Mutfak', lines: [{ product_id: cheese }, { product_id: olives, target: 6 }] }
  const changed = await world.put(`/lists/${created.id}`, marketer, resorted)
  expect(changed.json()).toMatchObject({ version: 2, updated_by: marketer.actor.name })
  expect(shown((await lists())[1]!.lines)).toEqual([
    ['Beyaz Peynir', null],
    ['Zeytin', 6],
  ])
  const content = { version: 2, name: 'Mutfak', lines: [] }
  // Customers and marketers also read this, so no admin's own name is stored.
  expect((await world.put(`/lists/${created.id}`, await world.admin(), content)).json().updated_by).toBe('Yönetici')
  expect((await world.request('DELETE', `/lists/${created.id}`, marketer)).status).toBe(200)
  expect((await lists()).map(({ name }) => name)).toEqual(['Bar'])
  const stranger = await world.marketer('Başka Pazarlamacı')
  expect((await world.get(`/marketer/customers/${customer.id}/lists`, stranger)).json().code).toBe('not_found')
})

test('a change of a list that another user has changed is refused and changes nothing', async () => {
  const { world, marketer, customer, cheese, olives, lists } = await shop()
  const { id }: OrderList = (await world.post('/lists', customer, { name: 'Mutfak', lines: [] })).json()
  const both = await Promise.all([
    world.put(`/lists/${id}`, customer, { version: 1, name: 'Mutfak', lines: [{ product_id: cheese }] }),
    world.put(`/lists/${id}`, marketer, { version: 1, name: 'Mutfak', lines: [{ product_id: olives }] }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.json().code).toBe('list_changed')
  const [list] = await lists()
  expect([list!.version, list!.lines.length]).toEqual([2, 1])
})

test('a list has a name of its own, at most 300 different products, and a customer at most 30 lists', async () => {
  const { world, customer, cheese, lists } = await shop()
  await world.post('/lists', customer, { name: 'ILIK', lines: [] })
  expect((await world.post('/lists', customer, { name: 'ılık', lines: [] })).json().code).toBe('list_name_taken')
  const twice = { name: 'Çift', lines: [{ product_id: cheese }, { product_id: cheese }] }
  expect((await world.post('/lists', customer, twice)).json().detail).toContain('Bir ürün listede bir kez olabilir')
  const many = Array.from({ length: 301 }, () => ({ product_id: randomUUID() }))
  expect((await world.post('/lists', customer, { name: 'Uzun', lines: many })).status).toBe(400)
  const at = await Promise.all(
    Array.from({ length: 31 }, (_, i) => world.post('/lists', customer, { name: `Liste ${i}`, lines: [] })),
  )
  expect(at.map(({ status }) => status).filter(status => status === 201)).toHaveLength(29)
  expect(at.find(({ status }) => status === 409)!.json().detail).toBe('En fazla 30 liste yapılabilir')
  expect(await lists()).toHaveLength(30)
})

test('the line of a deleted product keeps its name, and an unknown product is left out', async () => {
  const { world, customer, cheese, honey, lists } = await shop()
  const content = {
    name: 'Mutfak',
    lines: [{ product_id: honey }, { product_id: randomUUID() }, { product_id: cheese }],
  }
  const { id }: OrderList = (await world.post('/lists', customer, content)).json()
  const admin = await world.admin()
  expect((await world.request('DELETE', `/admin/products/${honey}`, admin)).status).toBe(200)
  const kept = { version: 1, name: 'Mutfak', lines: [{ product_id: cheese }, { product_id: honey, target: 2 }] }
  expect((await world.put(`/lists/${id}`, customer, kept)).status).toBe(200)
  expect(shown((await lists())[0]!.lines)).toEqual([
    ['Beyaz Peynir', null],
    ['Bal', 2],
  ])
})

test('a target keeps the unit in which it was set until it is set in the product’s new one', async () => {
  const { world, customer, cheese, olives, lists } = await shop()
  const lines = [{ product_id: cheese, target: 24 }, { product_id: olives }]
  const { id }: OrderList = (await world.post('/lists', customer, { name: 'Mutfak', lines })).json()
  const admin = await world.admin()
  for (const product of [cheese, olives])
    expect((await world.put(`/admin/products/${product}`, admin, { unit: 'PAKET' })).status).toBe(200)
  const units = async () =>
    (await lists())[0]!.lines.map(({ target, unit, target_unit }) => [target, unit, target_unit])
  const change = async (version: number, line: object) =>
    expect(
      (await world.put(`/lists/${id}`, customer, { name: 'Mutfak', version, lines: [line, { product_id: olives }] }))
        .status,
    ).toBe(200)
  const former = [
    [24, 'PAKET', 'ADET'],
    [null, 'PAKET', null],
  ]
  expect(await units()).toEqual(former)
  // An older app sends no unit.
  await change(1, { product_id: cheese, target: 24 })
  expect(await units()).toEqual(former)
  // From a form that was opened before the unit changed.
  await change(2, { product_id: cheese, target: 30, unit: 'ADET' })
  expect((await units())[0]).toEqual([30, 'PAKET', 'ADET'])
  await change(3, { product_id: cheese, target: 30, unit: 'PAKET' })
  expect((await units())[0]).toEqual([30, 'PAKET', null])
  await change(4, { product_id: cheese, target: 5 })
  expect((await units())[0]).toEqual([5, 'PAKET', null])
})

const shown = (lines: readonly ListLine[]) => lines.map(({ product_name, target }) => [product_name, target])
