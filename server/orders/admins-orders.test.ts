import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const PLACE = '/marketer/orders/create-for-customer'

async function makeScene() {
  const world = await makeWorld({ companyName: 'Toptan Gıda' })
  const [admin, marketer] = [await world.admin('Ayşe'), await world.marketer('Mehmet')]
  const customer = await world.customer({ company_name: 'Deniz', assigned_marketer_id: marketer.id })
  const product_id = await world.product({ name: 'Tulum', price: kurus(100_00), vat_rate: 10, on_hand: 50 })
  return { world, admin, marketer, customer, product_id }
}

const bellOf = async (world: World, user: TestUser): Promise<{ title: string; body: string }[]> =>
  (await world.get('/notifications', user)).json()

test('an admin can order for any customer; customer and marketer see that an admin placed the order', async () => {
  const { world, admin, marketer, customer, product_id } = await makeScene()
  const body = { customer_id: customer.id, items: [{ product_id, quantity: 2, agreed_price: 90 }], notes: 'Telefonla' }
  const send = () => world.post(PLACE, admin, body, { 'idempotency-key': 'one' })
  const [placed, repeated] = await Promise.all([send(), send()])
  const order = placed.json()
  expect([placed.status, repeated.json().id]).toEqual([201, order.id])
  expect(order).toMatchObject({
    grand_total: 198,
    user_id: customer.id,
    placed_by: 'admin',
    placed_by_name: null,
    created_by_marketer_id: null,
  })
  expect((await world.get(`/marketer/orders/by-key/one`, admin)).json().id).toBe(order.id)
  expect((await world.get(`/orders/${order.id}`, customer)).json().placed_by).toBe('admin')
  expect((await world.get('/marketer/orders', marketer)).json()).toMatchObject([{ id: order.id, placed_by: 'admin' }])
  expect(await world.figures(product_id)).toEqual({ on_hand: 50, reserved: 2 })
  const mail = (await world.mails()).find(({ subject }) => subject.startsWith('Siparişiniz alındı'))
  expect(mail?.text).toContain(`tarihinde Toptan Gıda sizin adınıza ${order.id.slice(0, 8)} numaralı siparişi verdi.`)
  expect(mail?.text).not.toContain('Ayşe')
  expect((await bellOf(world, marketer)).map(({ title }) => title)).toEqual(['Deniz sipariş verdi'])
  expect(await bellOf(world, admin)).toEqual([])
  const trail = (await world.get(`/admin/audit?entity=order&entity_id=${order.id}`, admin)).json()
  expect(trail).toMatchObject([
    { actor_name: 'Ayşe', action: 'created', after: { status: 'beklemede', grand_total: 198 } },
  ])
})

test('an admin’s order for a customer is checked like a marketer’s', async () => {
  const { world, admin, customer, product_id } = await makeScene()
  const place = (rest: object) =>
    world.post(PLACE, admin, { customer_id: customer.id, items: [{ product_id, quantity: 1 }], ...rest })
  expect((await place({ items: [{ product_id, quantity: 51 }] })).json().code).toBe('insufficient_stock')
  expect((await place({ expected_total: 1 })).json().code).toBe('price_changed')
  expect((await place({ items: [{ product_id, quantity: 1, agreed_price: -1 }] })).status).toBe(400)
  const twice = [90, 80].map(agreed_price => ({ product_id, quantity: 1, agreed_price }))
  expect((await place({ items: twice })).status).toBe(400)
  await world.put(`/admin/customers/${customer.id}`, admin, { is_active: false })
  const passive = await place({})
  expect([passive.status, passive.json().detail]).toEqual([403, 'Müşteri pasif durumda; sipariş verilemez'])
  expect(await world.figures(product_id)).toEqual({ on_hand: 50, reserved: 0 })
})

test('a marketer’s order names the marketer, a customer’s own no user, and older ones the role', async () => {
  const { world, marketer, customer, product_id } = await makeScene()
  const items = [{ product_id, quantity: 1 }]
  const own = (await world.post('/orders', customer, { items })).json()
  const theirs = (await world.post(PLACE, marketer, { customer_id: customer.id, items })).json()
  expect([own, theirs].map(({ placed_by, placed_by_name }) => [placed_by, placed_by_name])).toEqual([
    [null, null],
    ['marketer', 'Mehmet'],
  ])
  await world.db.updateTable('orders').set({ placed_by: null, placed_by_name: null }).execute()
  const read = async (id: string) => (await world.get(`/orders/${id}`, customer)).json().placed_by
  expect(await Promise.all([own.id, theirs.id].map(read))).toEqual([null, 'marketer'])
})

test('an admin corrects the lines of a pending order; customer and marketer are notified, without the admin’s name', async () => {
  const { world, admin, marketer, customer, product_id } = await makeScene()
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json()
  await world.mails()
  world.pass(1000)
  const revision = { items: [{ product_id, quantity: 3, price: 95.5 }], revision_count: 0 }
  const revised = await world.put(`/marketer/orders/${id}`, admin, revision)
  expect(revised.json()).toMatchObject({
    grand_total: 315.15,
    revision_count: 1,
    revised_by_marketer_id: null,
    revised_by_marketer_name: 'Yönetici',
  })
  expect((await world.put(`/marketer/orders/${id}`, marketer, { ...revision, items: [] })).status).toBe(400)
  const stale = { items: [{ product_id, quantity: 9, price: 95.5 }], revision_count: 0 }
  expect((await world.put(`/marketer/orders/${id}`, marketer, stale)).json().code).toBe('revised_meanwhile')

  const reviser = async (path: string, user: TestUser) => {
    const [{ actor_role, marketer_name }] = (await world.get(`${path}/${id}/revisions`, user)).json()
    return [actor_role, marketer_name]
  }
  expect(await reviser('/admin/orders', admin)).toEqual(['admin', 'Ayşe'])
  expect(await reviser('/marketer/orders', marketer)).toEqual(['admin', 'Yönetici'])
  expect(await reviser('/orders', customer)).toEqual(['admin', 'Yönetici'])
  const number = id.slice(0, 8)
  const [mail] = await world.mails()
  expect(mail?.text).toContain(`Toptan Gıda, ${number} numaralı siparişinizde değişiklik yaptı.`)
  expect((await bellOf(world, customer))[0]).toMatchObject({
    title: `Toptan Gıda, ${number} numaralı siparişinizi güncelledi`,
    body: expect.stringContaining('Yeni tutar: ₺315,15'),
  })
  expect((await bellOf(world, marketer))[0]).toMatchObject({
    title: `Deniz: ${number} numaralı siparişi Toptan Gıda güncelledi`,
    body: expect.stringContaining('Yeni tutar: ₺315,15'),
  })
  const trail = (await world.get(`/admin/audit?entity=order&entity_id=${id}`, admin)).json()
  expect(trail[0]).toMatchObject({
    actor_name: 'Ayşe',
    action: 'updated',
    before: { grand_total: 110, revision_count: 0 },
    after: { grand_total: 315.15, revision_count: 1 },
  })
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' })
  expect((await world.put(`/marketer/orders/${id}`, admin, stale)).json().code).toBe('order_not_pending')
})

test('an admin’s cart for a customer is separate from the marketer’s', async () => {
  const { world, admin, marketer, customer, product_id } = await makeScene()
  const known = { version: 0, quantity: 0, taken: 0 }
  const put = { id: crypto.randomUUID(), quantity: 2, age: 0, price: 100, vat_rate: 10, promised_for: null }
  const path = `/marketer/carts/${customer.id}`
  await world.post(`${path}/changes`, admin, { changes: [{ product_id, known, put }] })
  expect((await world.get(path, admin)).json().lines).toMatchObject([{ product_id, quantity: 2 }])
  expect((await world.get(path, marketer)).json().lines).toEqual([])
  expect((await world.get('/marketer/carts', admin)).json()).toMatchObject([{ company_name: 'Deniz', lines: 1 }])
})
