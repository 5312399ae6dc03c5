import { expect, test } from 'vitest'
import type { UsualProduct } from '#contract/customers.ts'
import { makeWorld } from '../testing/world.ts'

const DAY = 24 * 60 * 60 * 1000

test('the usual products are those of 90 days, most often ordered first, without cancelled orders', async () => {
  const world = await makeWorld()
  const [marketer, other] = [await world.marketer(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const [cheese, olives, tea] = [
    await world.product({ name: 'Kaşar', on_hand: 500 }),
    await world.product({ name: 'Zeytin', on_hand: 500 }),
    await world.product({ name: 'Çay', on_hand: 500 }),
  ]
  const order = async (...lines: [product_id: string, quantity: number][]): Promise<string> => {
    const items = lines.map(([product_id, quantity]) => ({ product_id, quantity }))
    return (await world.post('/orders', customer, { items })).json().id
  }
  await order([tea, 100])
  world.pass(90 * DAY + 1)
  const again = (await world.post('/auth/login', undefined, customer)).json().token
  customer.token = again
  const staff = (await world.post('/marketer/login', undefined, marketer)).json().token
  marketer.token = staff
  await order([cheese, 2], [olives, 40])
  world.pass(DAY)
  await order([cheese, 3])
  const cancelled = await order([tea, 1])
  await world.post(`/orders/${cancelled}/cancel`, customer)
  const path = `/marketer/customers/${customer.id}/usual-products`
  const found: UsualProduct[] = (await world.get(path, marketer)).json()
  expect(found.map(({ product_name, order_count, quantity }) => [product_name, order_count, quantity])).toEqual([
    ['Kaşar', 2, 5],
    ['Zeytin', 1, 40],
  ])
  expect(found[0]).toMatchObject({ product_id: cheese, last_ordered_at: world.now().toISOString() })
  other.token = (await world.post('/marketer/login', undefined, other)).json().token
  expect((await world.get(path, other)).status).toBe(404)
})

test('a usual product has the quantity that was ordered in its present unit, not that of a former one', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ unit: 'ADET', on_hand: 500 })
  const order = (quantity: number) => world.post('/orders', customer, { items: [{ product_id, quantity }] })
  await order(100)
  await world.put(`/admin/products/${product_id}`, admin, { unit: 'PAKET' })
  const found = async () => (await world.get(`/marketer/customers/${customer.id}/usual-products`, marketer)).json()
  expect(await found()).toMatchObject([{ unit: 'ADET', order_count: 1, quantity: 100 }])
  world.pass(1000)
  await order(4)
  expect(await found()).toMatchObject([{ unit: 'PAKET', order_count: 2, quantity: 4 }])
})

test('a marketer can filter orders by customer and by day', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const [first, second] = [
    await world.customer({ assigned_marketer_id: marketer.id }),
    await world.customer({ assigned_marketer_id: marketer.id }),
  ]
  const stranger = await world.customer()
  const product_id = await world.product({ on_hand: 500 })
  const order = async (customer: typeof first): Promise<string> =>
    (await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json().id
  const earlier = await order(first)
  await order(stranger)
  world.pass(2 * DAY)
  const [later, others] = [await order(first), await order(second)]
  const found = async (query: string): Promise<string[]> =>
    (await world.get(`/marketer/orders?${query}`, marketer)).json().map(({ id }: { id: string }) => id)
  const day = (days: number) => new Date(world.now().getTime() - days * DAY).toISOString().slice(0, 10)
  expect((await found(`customer_id=${first.id}`)).sort()).toEqual([earlier, later].sort())
  expect(await found(`customer_id=${stranger.id}`)).toEqual([])
  expect((await found(`from=${day(1)}`)).sort()).toEqual([later, others].sort())
  expect(await found(`to=${day(1)}&customer_id=${first.id}`)).toEqual([earlier])
})
