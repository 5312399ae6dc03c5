import { expect, test } from 'vitest'
import { makeWorld } from '../testing/world.ts'

/** Ezine of lots that have 10, 40 and 100 days left, and of one without an expiry; 5 of each. */
async function stockedLots() {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer()]
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 0 })
  const expiries = { ON: '2026-03-20', KIRK: '2026-04-19', YÜZ: '2026-06-18', SÜRESİZ: null }
  const items = Object.entries(expiries).map(([code, expires_on]) => ({
    product_id,
    quantity: 5,
    lot: { code, expires_on },
  }))
  expect((await world.post('/admin/stock/receipts', admin, { items })).status).toBe(201)
  const stored = (await world.get(`/admin/lots?product_id=${product_id}`, admin)).json()
  const demand = async (ofProduct: number | null, ofCustomer: number | null) => {
    for (const [path, min_remaining_days] of [
      [`/admin/products/${product_id}`, ofProduct],
      [`/admin/customers/${customer.id}`, ofCustomer],
    ] as const)
      expect((await world.put(path, admin, { min_remaining_days })).status).toBe(200)
  }
  const order = async (quantity: number, delivery_date: string | null = null): Promise<string> => {
    const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity }] })).json()
    await world.db.updateTable('orders').set({ delivery_date }).where('id', '=', id).execute()
    return id
  }
  const set = async (id: string, status: string) =>
    expect((await world.put(`/admin/orders/${id}/status`, admin, { status })).status).toBe(200)
  const picks = async (id: string) => {
    const [line] = (await world.get(`/admin/orders/${id}/lots`, admin)).json()
    return line.lots.map((lot: { code: string; quantity: number }) => `${lot.code} ${lot.quantity}`).sort()
  }
  const prepared = async (quantity: number, delivery_date: string | null = null) => {
    const id = await order(quantity, delivery_date)
    await set(id, 'hazirlaniyor')
    return id
  }
  const idOf = (code: string): string => stored.find((lot: { code: string }) => lot.code === code).id
  return { world, admin, customer, product_id, demand, prepared, set, picks, idOf }
}

test('lots with fewer days left than customer or product demand are not proposed; the greater demand counts', async () => {
  const { world, demand, prepared, set, picks } = await stockedLots()
  const cases: [ofProduct: number | null, ofCustomer: number | null, lots: string[]][] = [
    [null, null, ['KIRK 5', 'ON 5', 'YÜZ 2']],
    [10, 0, ['KIRK 5', 'ON 5', 'YÜZ 2']],
    [11, null, ['KIRK 5', 'SÜRESİZ 2', 'YÜZ 5']],
    [11, 40, ['KIRK 5', 'SÜRESİZ 2', 'YÜZ 5']],
    [null, 41, ['SÜRESİZ 5', 'YÜZ 5']],
    [3650, 41, ['SÜRESİZ 5']],
  ]
  for (const [ofProduct, ofCustomer, lots] of cases) {
    await demand(ofProduct, ofCustomer)
    const id = await prepared(12)
    expect([ofProduct, ofCustomer, await picks(id)]).toEqual([ofProduct, ofCustomer, lots])
    await set(id, 'iptal')
  }
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('the days are those that are left on the day of delivery', async () => {
  const { demand, prepared, picks, set } = await stockedLots()
  await demand(10, null)
  const soon = await prepared(6, '2026-03-11')
  expect(await picks(soon)).toEqual(['KIRK 5', 'YÜZ 1'])
  await set(soon, 'iptal')
  const late = await prepared(6, '2026-04-10')
  expect(await picks(late)).toEqual(['SÜRESİZ 1', 'YÜZ 5'])
})

test('goods that an order lacks when it is completed are not taken from lots below the demand', async () => {
  const { world, demand, prepared, picks, set, product_id } = await stockedLots()
  await demand(null, 30)
  const id = await prepared(18)
  await set(id, 'tamamlandi')
  expect(await picks(id)).toEqual(['KIRK 5', 'SÜRESİZ 5', 'YÜZ 5'])
  expect(await world.figures(product_id)).toEqual({ on_hand: 5, reserved: 0 })
})

test('a lot below the demand can be chosen by hand, with a reason, and then leaves with the order', async () => {
  const { world, admin, demand, prepared, picks, set, idOf, product_id } = await stockedLots()
  await demand(20, 30)
  const id = await prepared(4)
  const lots = [{ lot_id: idOf('ON'), quantity: 4 }]
  const pick = (body: object) => world.put(`/admin/orders/${id}/lots`, admin, { product_id, ...body })
  const withoutReason = await pick({ lots })
  const message = '“ON” için neden yazılmalıdır: kalan gün 10, istenen 30'
  expect([withoutReason.status, withoutReason.json().errors]).toEqual([400, [{ field: 'reason', message }]])
  const chosen = await pick({ lots, reason: 'Müşteri bugün kullanacak' })
  expect(chosen.json().lots[0]).toMatchObject({
    leaves_on: '2026-03-10',
    min_remaining_days: 30,
    lots: [{ code: 'ON', quantity: 4, reason: 'Müşteri bugün kullanacak' }],
  })
  // A lot that would be proposed needs no reason.
  expect((await pick({ lots: [{ lot_id: idOf('KIRK'), quantity: 4 }] })).status).toBe(200)
  await pick({ lots, reason: 'Müşteri bugün kullanacak' })
  await set(id, 'tamamlandi')
  expect(await picks(id)).toEqual(['ON 4'])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a lot that expires before the delivery cannot be chosen', async () => {
  const { world, admin, prepared, idOf, product_id } = await stockedLots()
  const id = await prepared(4, '2026-03-21')
  const body = { product_id, lots: [{ lot_id: idOf('ON'), quantity: 1 }], reason: 'Deneme' }
  expect((await world.put(`/admin/orders/${id}/lots`, admin, body)).json().code).toBe('lot_unusable')
})

test('the days of product and customer are whole numbers up to ten years or none, and recorded in the audit trail', async () => {
  const { world, admin, customer, product_id, demand } = await stockedLots()
  await demand(30, 45)
  await demand(30, null)
  for (const path of [`/admin/products/${product_id}`, `/admin/customers/${customer.id}`])
    for (const min_remaining_days of [-1, 3651, 1.5, '30']) {
      const { status, ...refused } = await world.put(path, admin, { min_remaining_days })
      const [fault] = refused.json().errors
      expect([status, fault.field, fault.message]).toEqual([
        400,
        'min_remaining_days',
        'En az kalan gün 0 ile 3.650 arasında bir tam sayı olmalıdır',
      ])
    }
  const trail = async (entity: string, id: string) => {
    const entries = (await world.get(`/admin/audit?entity=${entity}&entity_id=${id}&action=updated`, admin)).json()
    return entries.map(({ before, after }: { before: object; after: object }) => [before, after])
  }
  const [none, days] = [{ min_remaining_days: null }, (n: number) => ({ min_remaining_days: n })]
  expect(await trail('product', product_id)).toEqual([[none, days(30)]])
  expect(await trail('customer', customer.id)).toEqual([
    [days(45), none],
    [none, days(45)],
  ])
  const { id } = (await world.get(`/admin/customers/${customer.id}`, admin)).json()
  const stale = { min_remaining_days: 5, seen: { min_remaining_days: 45 } }
  expect((await world.put(`/admin/customers/${id}`, admin, stale)).json().code).toBe('customer_changed')
  const tulum = { name: 'Tulum', brand: 'B', category: 'Peynir', stock_quantity: 1, vat_rate: 10 }
  const added = await world.post('/admin/products', admin, { ...tulum, min_remaining_days: 14 })
  expect(added.json().product.min_remaining_days).toBe(14)
})
