import { expect, test } from 'vitest'
import { requireSuccess } from '../testing/callers.ts'
import { makeWorld } from '../testing/world.ts'

const HOUR = 60 * 60 * 1000

/** A product with 120 ADET in each of two lots, and how to change it. */
async function tracked() {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ name: 'Ezine', unit: 'ADET', lot_tracking: 'asked', on_hand: 0 })
  const receive = async (code: string, expires_on: string, quantity: number) =>
    requireSuccess(
      await world.post('/admin/stock/receipts', admin, { product_id, quantity, lot: { code, expires_on } }),
    )
  await receive('A', '2026-04-01', 120)
  await receive('B', '2026-09-01', 120)
  world.pass(1000)
  const warningOf = async (fields: object) =>
    requireSuccess(await world.put(`/admin/products/${product_id}`, admin, fields)).json().unit_warning
  return { world, admin, product_id, receive, warningOf }
}

test('the reply to a new unit names the lots that were entered in the former one, and what a new stock left', async () => {
  const { world, admin, product_id, receive, warningOf } = await tracked()
  expect(await warningOf({ unit: 'ADET', stock_quantity: 240 })).toBeUndefined()
  const warning =
    'Ürünün partileri eski birimle girilmişti (L A · SKT 01.04.2026: 120 ADET, L B · SKT 01.09.2026: 120 ADET). Artık PAKET olarak sayılıyor (L A · SKT 01.04.2026: 0, L B · SKT 01.09.2026: 10); ürünü partileriyle sayın.'
  expect(await warningOf({ unit: 'PAKET', stock_quantity: 10 })).toBe(warning)
  // Sent again after a lost reply.
  expect(await warningOf({ unit: 'PAKET', stock_quantity: 10 })).toBe(warning)

  // What has moved since is in the new unit.
  world.pass(1000)
  await receive('A', '2026-04-01', 3)
  expect(await warningOf({ unit: 'PAKET' })).toContain('girilmişti (L B · SKT 01.09.2026: 120 ADET)')
  const lots = (await world.get(`/admin/lots?product_id=${product_id}&state=all`, admin)).json()
  const late = lots.find(({ code }: { code: string }) => code === 'B')
  const correction = { quantity: 5, old_quantity: 10, reason: 'Sayıldı' }
  requireSuccess(await world.put(`/admin/lots/${late.id}/quantity`, admin, correction))
  expect(await warningOf({ unit: 'PAKET' })).toBeUndefined()
})

test('a unit that is changed back is no former one, unless a lot has moved in between', async () => {
  const { world, receive, warningOf } = await tracked()
  expect(await warningOf({ unit: 'PAKET' })).toContain('L A · SKT 01.04.2026: 120 ADET, L B')
  world.pass(1000)
  expect(await warningOf({ unit: 'ADET' })).toBeUndefined()
  world.pass(1000)
  await warningOf({ unit: 'PAKET' })
  world.pass(1000)
  await receive('A', '2026-04-01', 3)
  world.pass(1000)
  expect(await warningOf({ unit: 'ADET' })).toContain('girilmişti (L A · SKT 01.04.2026: 123 PAKET). Artık ADET olarak')
  world.pass(1000)
  // Each in the unit that it moved in.
  expect(await warningOf({ unit: 'KG' })).toContain('(L A · SKT 01.04.2026: 123 PAKET, L B · SKT 01.09.2026: 120 ADET)')
})

test('a change of other fields has no warning, and its repetition has none for another admin', async () => {
  const { world, product_id, warningOf } = await tracked()
  expect(await warningOf({ unit: 'PAKET' })).toContain('Artık PAKET')
  const other = await world.admin()
  const repeated = await world.put(`/admin/products/${product_id}`, other, { unit: 'PAKET' })
  expect(requireSuccess(repeated).json()).not.toHaveProperty('unit_warning')
  expect(await warningOf({ unit: 'PAKET', price: 20 })).toBeUndefined()
  expect(await warningOf({ unit: 'PAKET', price: 20 })).toBeUndefined()
})

test('the reply to a new unit names the answers with the former one that wait for a decision', async () => {
  const { world, admin, product_id, warningOf } = await tracked()
  const customer = await world.customer()
  const answered = async (quantity: number, valid_until: string) => {
    const request = { items: [{ product_name: 'Tulum', unit: 'KG', quantity: 1, price: 0 }] }
    const { id } = requireSuccess(await world.post('/custom-orders', customer, request)).json()
    const answer = { items: [{ product_id, quantity, price: 10 }], valid_until }
    requireSuccess(await world.put(`/admin/custom-orders/${id}/answer`, admin, answer))
    world.pass(1000)
    return id
  }
  const [first, second] = [await answered(24, '2026-03-12'), await answered(2, '2026-03-10')]
  for (const decision of ['accept', 'decline'])
    requireSuccess(await world.post(`/custom-orders/${await answered(5, '2026-03-12')}/${decision}`, customer))
  const [quotes, advice] = ['Ürünün karar bekleyen', 'kabul edilince bu ürün sipariş edilmez, yeniden cevaplayın:']
  const numbers = `${first.slice(0, 8)} (24 ADET), ${second.slice(0, 8)} (2 ADET)`
  expect(await warningOf({ unit: 'PAKET' })).toMatch(/^Ürünün 1 açık siparişi eski birimde: 5 ADET.*\n\nÜrünün karar/)
  const both = `\n\n${quotes} 2 teklifi eski birimde; ${advice} ${numbers}\n\n`
  world.pass(8 * HOUR)
  expect(await warningOf({ unit: 'PAKET' })).toContain(both)
  // After midnight in Istanbul, when the second has expired.
  world.pass(8 * HOUR)
  expect(await warningOf({ unit: 'PAKET' })).toContain(
    `\n\n${quotes} 1 teklifi eski birimde; ${advice} ${first.slice(0, 8)} (24 ADET)\n\n`,
  )
  const answer = { items: [{ product_id, quantity: 2, price: 10 }], valid_until: '2026-03-12' }
  requireSuccess(await world.put(`/admin/custom-orders/${first}/answer`, admin, answer))
  expect(await warningOf({ unit: 'PAKET' })).not.toContain('teklifi')
})

test('at most ten lots are named, after the open orders', async () => {
  const { world, product_id, receive, warningOf } = await tracked()
  for (let i = 0; i < 10; i++) await receive(`C${i}`, '2026-12-01', 1)
  requireSuccess(await world.post('/orders', await world.customer(), { items: [{ product_id, quantity: 2 }] }))
  world.pass(1000)
  const warning = await warningOf({ unit: 'KG' })
  expect(warning).toMatch(/^Ürünün 1 açık siparişi eski birimde: 2 ADET.*\n\nÜrünün partileri/)
  expect(warning.match(/, ve 2 parti daha\)/g)).toHaveLength(2)
})
