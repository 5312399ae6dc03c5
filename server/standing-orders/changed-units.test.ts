import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requireSuccess } from '../testing/callers.ts'
import { content, createStandingOrder, ordersOf, passHours } from '../testing/due-standing-orders.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

// The clock of a test begins on Tuesday, 10 March 2026, at 10:00 in Istanbul.

type Item = { product_name: string; quantity: number; unit: string }

/** A customer and a product in ADET that is 'Kaşar', and a function that makes it PAKET. */
async function setUp() {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ name: 'Kaşar', unit: 'ADET', on_hand: 1000 })
  const pack = async () =>
    requireSuccess(await world.put(`/admin/products/${product_id}`, await world.admin(), { unit: 'PAKET', price: 240 }))
  return { world, customer, product_id, pack }
}

const orderedItems = async (world: World, as: TestUser) =>
  (await ordersOf(world, as)).map(({ items }: { items: Item[] }) =>
    items.map(({ product_name, quantity, unit }) => `${quantity} ${unit} ${product_name}`),
  )

test('a quantity is not ordered in a unit that the product got later, until that unit is chosen', async () => {
  const { world, customer, product_id, pack } = await setUp()
  await world.put('/notifications/preferences', customer, { topic: 'order_reminder', mail: true })
  const other = await world.product({ name: 'Lor', unit: 'KG', on_hand: 1000 })
  const items = [
    { product_id, quantity: 24 },
    { product_id: other, quantity: 3 },
  ]
  const { id, version } = await createStandingOrder(world, customer, content(product_id, { items }))
  await pack()
  await world.mails()
  await passHours(world, 24)
  expect(await orderedItems(world, customer)).toEqual([['3 KG Lor']])
  const { past, items: lines } = (await world.get(`/standing-orders/${id}`, customer)).json()
  expect(past[0].shortages).toEqual([
    { product_name: 'Kaşar', unit: 'ADET', wanted: 24, ordered: 0, why: 'unit_changed' },
  ])
  expect(lines).toMatchObject([
    { quantity: 24, unit: 'ADET', new_unit: 'PAKET' },
    { quantity: 3, unit: 'KG', new_unit: null },
  ])
  const mails = await world.mails()
  const textOf = (subject: RegExp) => mails.find(mail => subject.test(mail.subject))?.text
  expect(textOf(/alındı/)).toContain('- Kaşar: 24 ADET verilemedi (birimi değişti)')
  expect(textOf(/siparişi: /)).toContain(
    'Yeni birimleri seçilene kadar bu ürünler sipariş edilmez:\n\n- Kaşar: birimi ADET iken PAKET oldu',
  )
  const bells = (await world.get('/notifications', customer)).json()
  const reminder = bells.find(({ kind }: { kind: string }) => kind === 'order_reminder')
  expect(reminder.body).toContain('sipariş edilmez:\nKaşar: birimi ADET iken PAKET oldu')

  const chosen = { version, items: [{ product_id, quantity: 24, unit: 'PAKET' }, items[1]] }
  const saved = requireSuccess(await world.put(`/standing-orders/${id}`, customer, chosen)).json()
  expect(saved.items[0]).toMatchObject({ quantity: 24, unit: 'PAKET', new_unit: null })
  expect(requireSuccess(await world.put(`/standing-orders/${id}`, customer, chosen)).json().version).toBe(saved.version)
  await passHours(world, 24)
  expect((await orderedItems(world, customer))[0]).toEqual(['24 PAKET Kaşar', '3 KG Lor'])
  const trail = await world.get(`/admin/audit?entity=standing_order&entity_id=${id}`, await world.admin())
  const [entry] = trail.json()
  expect([entry.before.items[0], entry.after.items[0]]).toEqual(['24 ADET Kaşar', '24 PAKET Kaşar'])
})

test('a standing order without a product in its own unit is reported with that reason', async () => {
  const { world, customer, product_id, pack } = await setUp()
  await createStandingOrder(world, customer, content(product_id, { weekdays: [3] }))
  await pack()
  await passHours(world, 24)
  expect(await ordersOf(world, customer)).toEqual([])
  const [standing] = (await world.get('/standing-orders', customer)).json()
  expect(standing.past[0].failure).toBe('Kaşar: 3 ADET verilemedi (birimi değişti)')
})

test('the reason of an order that was not made names ten of its products at most', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const names = Array.from({ length: 12 }, (_, i) => `Ürün ${i + 1}`)
  const ids = await world.products(names.map(name => ({ name, on_hand: 5 })))
  const items = ids.map(product_id => ({ product_id, quantity: 3 }))
  await createStandingOrder(world, customer, content(ids[0] ?? '', { items, weekdays: [3] }))
  for (const id of ids) requireSuccess(await world.put(`/admin/products/${id}`, admin, { is_active: false }))
  await passHours(world, 24)
  const shown = names.slice(0, 10).map(name => `${name}: 3 ADET verilemedi (satışta değil)`)
  const failure = `${shown.join('; ')} ve 2 ürün daha`
  expect((await world.get('/standing-orders', customer)).json()[0].past[0].failure).toBe(failure)
  expect((await world.mails()).some(({ text }) => text?.replaceAll('\n', ' ').includes(failure))).toBe(true)
})

test('a change without units keeps that of each line, and gives a new line the unit of its product', async () => {
  const { world, customer, product_id, pack } = await setUp()
  const { id, version } = await createStandingOrder(world, customer, content(product_id))
  await pack()
  const added = await world.product({ unit: 'LT', on_hand: 1000 })
  const items = [
    { product_id, quantity: 30 },
    { product_id: added, quantity: 2 },
  ]
  const changed = requireSuccess(await world.put(`/standing-orders/${id}`, customer, { version, items })).json()
  const kept = [
    { quantity: 30, unit: 'ADET', new_unit: 'PAKET' },
    { quantity: 2, unit: 'LT', new_unit: null },
  ]
  expect(changed.items).toMatchObject(kept)
  const day = { due_on: '2026-03-11', items }
  const { coming } = requireSuccess(await world.put(`/standing-orders/${id}/day`, customer, day)).json()
  expect(coming[0].items).toMatchObject(kept)
})

test('an order in an earlier unit makes a standing order in that unit', async () => {
  const { world, customer, product_id, pack } = await setUp()
  await pack()
  const items = [{ product_id, quantity: 24, unit: 'ADET' }]
  const { items: lines } = await createStandingOrder(world, customer, content(product_id, { items }))
  expect(lines).toMatchObject([{ quantity: 24, unit: 'ADET', new_unit: 'PAKET' }])
})

test('the quantities of a single day have their own units', async () => {
  const { world, customer, product_id, pack } = await setUp()
  const other = await world.product({ name: 'Lor', unit: 'KG', on_hand: 1000 })
  const { id } = await createStandingOrder(world, customer, content(product_id))
  const change = async (due_on: string, line: object) => {
    const items = [
      { product_id, ...line },
      { product_id: other, quantity: 1 },
    ]
    requireSuccess(await world.put(`/standing-orders/${id}/day`, customer, { due_on, items }))
  }
  await change('2026-03-12', { quantity: 12 })
  await pack()
  await change('2026-03-11', { quantity: 2, unit: 'PAKET' })
  await change('2026-03-13', { quantity: 6 })
  // An earlier version has stored this day without its units.
  await sql`
    update standing_order_days set items = items #- '{0,unit}' where due_on = '2026-03-13'`.execute(world.db)
  await passHours(world, 24 * 3)
  expect(await orderedItems(world, customer)).toEqual([['1 KG Lor'], ['1 KG Lor'], ['2 PAKET Kaşar', '1 KG Lor']])
})
