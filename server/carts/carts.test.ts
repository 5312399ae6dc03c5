import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { MAX_CART_CHANGES, type StoredCart } from '#contract/carts.ts'
import { startLive } from '../notifications/live.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const UNKNOWN: Known = { version: 0, quantity: 0, taken: 0 }
const OWN = '/cart'
const SECOND = 1_000
const DAY = 24 * 60 * 60 * SECOND

type Known = { version: number; quantity: number; taken: number }

const put = (product_id: string, quantity: number, { known = UNKNOWN, age = 0, price = 90, unit = 'KG' } = {}) => ({
  product_id,
  known,
  put: { id: randomUUID(), quantity, age, price, vat_rate: 10, unit, promised_for: null },
})

/** A device of an account that sends changes and reads the cart. */
function device(world: World, user: TestUser, path = OWN) {
  return {
    send: async (...changes: object[]): Promise<StoredCart> => {
      const reply = await world.post(`${path}/changes`, user, { changes })
      expect([reply.status, reply.json().detail]).toEqual([200, undefined])
      return reply.json()
    },
    read: async (): Promise<StoredCart> => (await world.get(path, user)).json(),
  }
}

const shown = ({ lines }: StoredCart) => lines.map(({ product, quantity }) => `${quantity} ${product?.name}`)

async function shop() {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const [cheese = '', olives = ''] = await world.products([{ name: 'Peynir' }, { name: 'Zeytin' }])
  return { world, marketer, customer, cheese, olives, ...device(world, customer) }
}

const knownIn = (cart: StoredCart, product_id: string): Known => {
  const { version, quantity, taken } = cart.lines.find(line => line.product_id === product_id) ?? UNKNOWN
  return { version, quantity, taken }
}

test('products that two devices add are in the cart of both, in the order of their arrival', async () => {
  const { cheese, olives, send, read } = await shop()
  await send(put(cheese, 3))
  expect(shown(await send(put(olives, 2)))).toEqual(['3 Peynir', '2 Zeytin'])
  const cart = await read()
  expect(shown(cart)).toEqual(['3 Peynir', '2 Zeytin'])
  expect(cart.lines[0]).toMatchObject({ product_id: cheese, price: 90, vat_rate: 10, promised_for: null })
})

test('of two changes of the quantity of a line the later one applies, whichever arrives first', async () => {
  const { world, cheese, send, read } = await shop()
  await send(put(cheese, 3, { age: 5 * SECOND }))
  await send(put(cheese, 7, { age: 9 * SECOND }))
  expect(shown(await read())).toEqual(['3 Peynir'])
  world.pass(SECOND)
  expect(shown(await send(put(cheese, 8)))).toEqual(['8 Peynir'])
})

test('a line that was removed on one device is not restored by an earlier change of another device', async () => {
  const { world, cheese, send } = await shop()
  const known = knownIn(await send(put(cheese, 3)), cheese)
  world.pass(60 * SECOND)
  await send(put(cheese, 0, { known }))
  expect(shown(await send(put(cheese, 9, { known, age: 30 * SECOND })))).toEqual([])
  world.pass(60 * SECOND)
  expect(shown(await send(put(cheese, 4, { known })))).toEqual(['4 Peynir'])
})

test('an order leaves in the cart what another device has added since, and a repeated request changes nothing', async () => {
  const { cheese, olives, send } = await shop()
  const cart = await send(put(cheese, 5), put(olives, 1))
  const known = knownIn(cart, cheese)
  const raised = put(cheese, 7, { known })
  const ordered = [
    { product_id: cheese, known, take: { id: randomUUID(), quantity: 5 } },
    { product_id: olives, known: knownIn(cart, olives), take: { id: randomUUID(), quantity: 1 } },
  ]
  await send(...ordered)
  expect(shown(await send(...ordered))).toEqual([])
  expect(shown(await send(raised))).toEqual(['2 Peynir'])
  const after = await send(raised)
  expect(shown(after)).toEqual(['2 Peynir'])
  expect(shown(await send(...ordered))).toEqual(['2 Peynir'])
})

test('changes of one product in one request are merged one after the other', async () => {
  const { cheese, send } = await shop()
  const known = knownIn(await send(put(cheese, 5)), cheese)
  const take = () => ({ product_id: cheese, known, take: { id: randomUUID(), quantity: 2 } })
  expect(shown(await send(take(), take()))).toEqual(['1 Peynir'])
  expect(shown(await send(put(cheese, 4), put(cheese, 9, { age: SECOND })))).toEqual(['4 Peynir'])
})

test('the lines of a request keep their order, and a line that is added again is the last', async () => {
  const { cheese, olives, send } = await shop()
  const cart = await send(put(olives, 1), put(cheese, 1))
  expect(shown(cart)).toEqual(['1 Zeytin', '1 Peynir'])
  const removed = await send(put(olives, 0, { known: knownIn(cart, olives) }))
  expect(shown(removed)).toEqual(['1 Peynir'])
  expect(shown(await send(put(olives, 2)))).toEqual(['1 Peynir', '2 Zeytin'])
})

test('a line has the unit in which it was set, until a device sets it in another', async () => {
  const { world, cheese, send, read } = await shop()
  const admin = await world.admin()
  const unitsIn = ({ lines }: StoredCart) => lines.map(line => [line.unit, line.product?.unit])
  const added = await send(put(cheese, 24, { unit: 'ADET' }))
  await world.put(`/admin/products/${cheese}`, admin, { unit: 'PAKET' })
  expect(unitsIn(await read())).toEqual([['ADET', 'PAKET']])
  const taken = { id: randomUUID(), quantity: 20 }
  const left = await send({ product_id: cheese, known: knownIn(added, cheese), take: taken })
  expect(unitsIn(left)).toEqual([['ADET', 'PAKET']])
  expect(unitsIn(await send(put(cheese, 4, { known: knownIn(left, cheese), unit: 'PAKET' })))).toEqual([
    ['PAKET', 'PAKET'],
  ])
})

test('a line has no unit once a device with an earlier version has set it', async () => {
  const { cheese, send } = await shop()
  await send(put(cheese, 3))
  const { unit: _, ...earlier } = put(cheese, 5).put
  const cart = await send({ product_id: cheese, known: UNKNOWN, put: earlier })
  expect(cart.lines).toMatchObject([{ quantity: 5, unit: null }])
})

test('the line of a deleted product stays, without a description', async () => {
  const { world, cheese, send } = await shop()
  const admin = await world.admin()
  await send(put(cheese, 1))
  await world.request('DELETE', `/admin/products/${cheese}`, admin)
  expect((await send()).lines).toMatchObject([{ product_id: cheese, quantity: 1, product: null }])
})

test('only existing products can be added to a cart of many lines', async () => {
  const { cheese, olives, send } = await shop()
  const unknown = Array.from({ length: MAX_CART_CHANGES - 1 }, () => put(randomUUID(), 1))
  expect((await send(...unknown, put(cheese, 1))).lines).toHaveLength(MAX_CART_CHANGES)
  const { lines } = await send(put(randomUUID(), 1), put(olives, 1), put(cheese, 4))
  expect(lines.flatMap(({ product, quantity }) => (product ? [`${quantity} ${product.name}`] : []))).toEqual([
    '4 Peynir',
    '1 Zeytin',
  ])
  expect(lines).toHaveLength(MAX_CART_CHANGES + 1)
})

test('a change of any age is accepted', async () => {
  const { cheese, send } = await shop()
  expect(shown(await send(put(cheese, 2, { age: Number.MAX_SAFE_INTEGER })))).toEqual(['2 Peynir'])
})

test('removed lines are forgotten after 90 days', async () => {
  const { world, customer, cheese, olives, send } = await shop()
  const cart = await send(put(cheese, 1), put(olives, 1))
  await send(put(cheese, 0, { known: knownIn(cart, cheese) }))
  world.pass(91 * DAY)
  const token = (await world.post('/auth/login', undefined, customer)).json().token
  await world.post('/cart/changes', { ...customer, token }, { changes: [put(randomUUID(), 1)] })
  const rows = await world.db.selectFrom('cart_lines').select('quantity').orderBy('position').execute()
  expect(rows).toEqual([{ quantity: 1 }, { quantity: 1 }])
})

test('a marketer has one cart for each of their customers, and no other user sees them', async () => {
  const { world, marketer, customer, cheese, send } = await shop()
  const path = `/marketer/carts/${customer.id}`
  const mine = device(world, marketer, path)
  await mine.send(put(cheese, 4))
  await send(put(cheese, 1))
  expect(shown(await mine.read())).toEqual(['4 Peynir'])
  const listed = async (of: TestUser) => (await world.get('/marketer/carts', of)).json()
  const cart = { customer_id: customer.id, company_name: 'Lezzet Lokantası', is_active: true, version: 1, lines: 1 }
  expect(await listed(marketer)).toEqual([cart])

  const [other, admin] = [await world.marketer(), await world.admin()]
  const body = { to_marketer_id: other.id }
  await world.post(`/admin/marketers/${marketer.id}/hand-over`, admin, body)
  expect(await listed(other)).toEqual([])
  expect(shown(await device(world, other, path).read())).toEqual([])
  expect(await listed(marketer)).toEqual([])
  expect((await world.get(path, marketer)).status).toBe(404)
})

test('no change is lost when ten devices change the cart concurrently', async () => {
  const { world, send, read } = await shop()
  const products = await world.products(Array.from({ length: 10 }, (_, i) => ({ name: `Ürün ${i}` })))
  await Promise.all(products.map(id => send(put(id, 1))))
  const { version, lines } = await read()
  expect([version, new Set(lines.map(line => line.product_id)).size]).toEqual([10, 10])
})

test('with a customer its carts are deleted, including those of its marketer', async () => {
  const { world, marketer, customer, cheese, send } = await shop()
  await send(put(cheese, 1))
  await device(world, marketer, `/marketer/carts/${customer.id}`).send(put(cheese, 1))
  expect((await world.request('DELETE', `/admin/customers/${customer.id}`, await world.admin())).status).toBe(200)
  const { rows } = await sql`select 1 from carts union all select 1 from cart_lines`.execute(world.db)
  expect(rows).toEqual([])
})

test('a change notifies open screens of the same account only, and a change without effect notifies none', async () => {
  const { world, marketer, customer, cheese, send } = await shop()
  const live = startLive(world.database)
  onTestFinished(() => live.close())
  const events: string[] = []
  const follow = ({ actor }: TestUser) => live.subscribe(actor, topic => events.push(`${topic} of ${actor.role}`))
  await Promise.all([customer, marketer].map(follow))
  const change = put(cheese, 1)
  await send(change)
  await expect.poll(() => events).toEqual(['carts of customer'])
  await send(change)
  await device(world, marketer, `/marketer/carts/${customer.id}`).send(put(cheese, 1))
  await expect.poll(() => events).toEqual(['carts of customer', 'carts of marketer'])
})
