import { expect, test } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import { lockStock } from '../stock/ledger.ts'
import { requireSuccess } from '../testing/callers.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { makeWorld } from '../testing/world.ts'

async function shop() {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const [flour, rice] = [
    await world.product({ name: 'Un', on_hand: 2000 }),
    await world.product({ name: 'Pirinç', on_hand: 100 }),
  ]
  const order = async (quantities: Record<string, number>) => {
    const items = Object.entries(quantities).map(([product_id, quantity]) => ({ product_id, quantity }))
    const { id } = requireSuccess(await world.post('/orders', customer, { items })).json()
    return id as string
  }
  const change = async (id: string, fields: object) =>
    requireSuccess(await world.put(`/admin/products/${id}`, admin, fields)).json()
  const setStatus = async (id: string, status: string) =>
    requireSuccess(await world.put(`/admin/orders/${id}/status`, admin, { status })).json()
  const newUnits = async (id: string) => (await world.get(`/admin/orders/${id}`, admin)).json().new_units
  return { world, admin, customer, flour, rice, order, change, setStatus, newUnits }
}

test('the reply to a new unit names the open orders in the former one, also if it is sent again', async () => {
  const { world, flour, order, change, setStatus } = await shop()
  const [first, done] = [await order({ [flour]: 1000 }), await order({ [flour]: 5 })]
  world.pass(1000)
  await setStatus(done, 'tamamlandi')
  expect((await change(flour, { price: 20 })).unit_warning).toBeUndefined()
  expect((await change(flour, { unit: 'ADET' })).unit_warning).toBeUndefined()
  const warning = `Ürünün 1 açık siparişi eski birimde: 1.000 ADET. Tamamlanınca stoktan 1.000 PAKET düşülür; önce (hazırlanmakta olanları beklemeye alıp) revize edin: ${first.slice(0, 8)}`
  expect((await change(flour, { unit: 'PAKET' })).unit_warning).toBe(warning)
  expect((await change(flour, { unit: 'PAKET' })).unit_warning).toBe(warning)
  expect((await change(flour, { price: 30 })).unit_warning).toBeUndefined()

  // Orders in two former units, more than the warning names; one in preparation is still open.
  await setStatus(first, 'hazirlaniyor')
  for (let i = 0; i < 11; i++) await order({ [flour]: 2 })
  const { unit_warning } = await change(flour, { unit: 'KG' })
  expect(unit_warning).toContain(
    'Ürünün 12 açık siparişi eski birimde: 1.000 ADET, 22 PAKET. Tamamlanınca stoktan 1.022 KG düşülür; önce (hazırlanmakta olanları beklemeye alıp) revize edin: ',
  )
  expect(unit_warning).toContain(first.slice(0, 8))
  expect(unit_warning).toMatch(/, ve 2 sipariş daha$/)
  // The orders in the present unit are not among them.
  expect((await change(flour, { unit: 'PAKET' })).unit_warning).toContain('Ürünün 1 açık siparişi')
})

test('an open order names the new unit of a line, and its completion what it took in that unit', async () => {
  const { world, admin, customer, flour, rice, order, change, setStatus, newUnits } = await shop()
  const id = await order({ [flour]: 24, [rice]: 3 })
  expect(await newUnits(id)).toBeUndefined()
  await change(flour, { unit: 'PAKET', stock_quantity: 10 })
  expect(await newUnits(id)).toEqual([{ product_id: flour, unit: 'PAKET' }])
  // Only admins read it, as only they can do something about it.
  expect((await world.get(`/orders/${id}`, customer)).body).not.toContain('new_units')

  const completed = await setStatus(id, 'tamamlandi')
  expect(completed).toMatchObject({ unit_warning: 'Un (24 ADET → 10 PAKET)', order: { status: 'tamamlandi' } })
  // The number of the former unit says nothing about a shortage in the new one, unless nothing is left at all.
  expect(completed).not.toHaveProperty('shortage_warning')
  expect(await world.figures(flour)).toEqual({ on_hand: 0, reserved: 0 })
  expect(await newUnits(id)).toBeUndefined()
  expect(await setStatus(id, 'beklemede')).not.toHaveProperty('unit_warning')
  const key = { 'idempotency-key': 'again' }
  const complete = () => world.request('PUT', `/admin/orders/${id}/status`, admin, { status: 'tamamlandi' }, key)
  const lost = await complete()
  expect(lost.json().unit_warning).toBe('Un (24 ADET → 10 PAKET)')
  expect((await complete()).json()).toEqual(lost.json())

  await setStatus(id, 'beklemede')
  await change(flour, { stock_quantity: 0, expected_stock_date: '2026-04-01' })
  expect(await setStatus(id, 'tamamlandi')).toMatchObject({ shortage_warning: 'Un (24 istendi, 0 çıktı)' })

  const other = await order({ [rice]: 2 })
  expect(await setStatus(other, 'tamamlandi')).not.toHaveProperty('unit_warning')
})

test('an order that is completed while a unit changes names what it took in the new unit', async () => {
  const { world, flour, order, change, setStatus } = await shop()
  const id = await order({ [flour]: 24 })
  const { sent } = await inTransaction(world.db.invalidating([]), async tx => {
    await lockStock(tx, [flour])
    const changed = change(flour, { unit: 'PAKET', stock_quantity: 10 })
    await untilConnectionsWaitForLock(world, 1)
    const completed = setStatus(id, 'tamamlandi')
    await untilConnectionsWaitForLock(world, 2)
    return { sent: Promise.all([changed, completed]) }
  })
  const [, completed] = await sent
  expect(completed).toMatchObject({ unit_warning: 'Un (24 ADET → 10 PAKET)' })
})

test('a completed order that is cancelled or set back names what returned in another unit than it left in', async () => {
  const { world, flour, rice, order, change, setStatus } = await shop()
  const [first, second] = [await order({ [flour]: 24, [rice]: 3 }), await order({ [flour]: 6 })]
  await setStatus(first, 'tamamlandi')
  world.pass(1000)
  await change(flour, { unit: 'PAKET', stock_quantity: 10 })
  world.pass(1000)
  // Completed in the new unit, from which it returns.
  expect(await setStatus(second, 'tamamlandi')).toMatchObject({ unit_warning: 'Un (6 ADET → 6 PAKET)' })
  expect(await setStatus(second, 'beklemede')).not.toHaveProperty('unit_warning')
  expect(await setStatus(first, 'iptal')).toMatchObject({ unit_warning: 'Un (24 ADET → 24 PAKET)' })
  expect(await world.figures(flour)).toEqual({ on_hand: 34, reserved: 6 })

  await setStatus(second, 'tamamlandi')
  world.pass(1000)
  await change(flour, { unit: 'KG' })
  expect(await setStatus(second, 'hazirlaniyor')).toMatchObject({ unit_warning: 'Un (6 PAKET → 6 KG)' })
})

test('the unit in which goods left is that of their leaving, even if the change of the unit began before it', async () => {
  const { world, flour, order, change, setStatus } = await shop()
  const id = await order({ [flour]: 24 })
  const { sent } = await inTransaction(world.db.invalidating([]), async tx => {
    await lockStock(tx, [flour])
    const completed = setStatus(id, 'tamamlandi')
    await untilConnectionsWaitForLock(world, 1)
    world.pass(-1000)
    const changed = change(flour, { unit: 'PAKET' })
    await untilConnectionsWaitForLock(world, 2)
    return { sent: Promise.all([completed, changed]) }
  })
  const [completed] = await sent
  expect(completed).not.toHaveProperty('unit_warning')
  expect(await setStatus(id, 'iptal')).toMatchObject({ unit_warning: 'Un (24 ADET → 24 PAKET)' })
})
