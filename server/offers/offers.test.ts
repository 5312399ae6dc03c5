import { expect, test } from 'vitest'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { kurus } from '#contract/money.ts'
import { inTransaction } from '../db/transaction.ts'
import { blockExpired } from '../lots/expiry-blocks.ts'
import { withArrivalNotifications } from '../orders/arrivals.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { readPdf } from '../testing/pdf.ts'
import { upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld, type TestUser } from '../testing/world.ts'
import { endOffers } from './offer-endings.ts'

const DAY = 24 * 60 * 60_000
const BARCODE = '8690000000017'

/** A product with 20 on hand in lot L1, which expires on 1 April (today is 10 March), where offers are allowed. */
async function offering() {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const customer = await world.customer()
  const fields = { name: 'Ezine', unit: 'KG', barcode: BARCODE, min_remaining_days: 60 }
  const source = await world.product({ ...fields, price: kurus(10_000), lot_tracking: 'asked', on_hand: 0 })
  const receipt = { items: [{ product_id: source, quantity: 20, lot: { code: 'L1', expires_on: '2026-04-01' } }] }
  const { id: receipt_id } = (await world.post('/admin/stock/receipts', admin, receipt)).json()
  const lotsOf = async (product_id: string) => (await world.get(`/admin/lots?product_id=${product_id}`, admin)).json()
  const [{ id: lot_id }] = await lotsOf(source)
  await world.put('/admin/offers/settings', admin, { is_allowed: true })
  const offer = (price: number | undefined, quantity: number, key?: string, user: TestUser = admin) =>
    world.post(`/admin/lots/${lot_id}/offer`, user, { price, quantity }, key ? { 'idempotency-key': key } : {})
  const end = () => world.post(`/admin/lots/${lot_id}/offer/end`, admin, {})
  const order = async (product_id: string, quantity: number) =>
    world.post('/orders', customer, { items: [{ product_id, quantity }] })
  const setStatus = async (id: string, status: string) =>
    expect((await world.put(`/admin/orders/${id}/status`, admin, { status })).status).toBe(200)
  const shown = async (id: string) => (await world.get(`/products/${id}`, customer)).json()
  const job = () => endOffers({ db: world.db, log: world.app.log, withArrivals: withArrivalNotifications }, world.now())
  return { world, admin, customer, source, lot_id, receipt_id, lotsOf, offer, end, order, setStatus, shown, job }
}

test('an offer is a product of its own with goods of the lot, and no more than these are sold at its price', async () => {
  const { world, admin, customer, source, lot_id, lotsOf, offer, order, setStatus, shown } = await offering()
  expect((await offer(80, 21)).json().detail).toBe('Fırsata en fazla 20 KG ayrılabilir')
  expect((await offer(0, 5)).status).toBe(400)
  expect((await offer(undefined, 5)).json().errors).toEqual([{ field: 'price', message: 'Fiyat bir sayı olmalıdır' }])
  const made = await offer(80, 5)
  expect(made.json()).toMatchObject({
    message: 'Fırsat kaydedildi',
    lot_offer: {
      is_allowed: true,
      most: 15,
      offer: { product_name: 'Ezine 01.04.2026 (Fırsat)', price: 80, on_hand: 5 },
    },
  })
  const { product_id } = made.json().lot_offer.offer
  expect(await shown(product_id)).toMatchObject({
    name: 'Ezine 01.04.2026 (Fırsat)',
    price: 80,
    regular_price: 100,
    shown_expiry: 'SKT 01.04.2026',
    stock_quantity: 5,
    barcode: null,
  })
  expect(await shown(source)).not.toHaveProperty('regular_price')
  // A search shows it next to its source.
  const search = (await world.get('/products?search=ezine', customer)).json()
  expect(search.map(({ id }: { id: string }) => id)).toEqual([source, product_id])
  expect((await order(product_id, 6)).status).toBe(409)
  const { id } = (await order(product_id, 5)).json()
  await setStatus(id, 'hazirlaniyor')
  // The lot is proposed although the product demands more days, and the package is scanned by the source's barcode.
  const [line] = (await world.get(`/admin/orders/${id}/picking`, admin)).json()
  expect(line).toMatchObject({ barcode: BARCODE, lots: [{ code: 'L1', quantity: 5 }], without_lot: 0 })
  await setStatus(id, 'tamamlandi')
  expect((await lotsOf(source)).map(({ on_hand }: { on_hand: number }) => on_hand)).toEqual([15])
  const recall = (await world.get(`/admin/recalls?lot_id=${lot_id}`, admin)).json()
  expect(recall.orders).toMatchObject([{ product_name: 'Ezine 01.04.2026 (Fırsat)', quantity: 5 }])
  // The catalogue follows the price of the source.
  await world.put(`/admin/products/${source}`, admin, { price: 70 })
  expect(await shown(product_id)).not.toHaveProperty('regular_price')
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('two offers of one product have different names, which the papers of an order show', async () => {
  const { world, admin, customer, source } = await offering()
  const rename = await world.put(`/admin/products/${source}`, admin, { name: `Ezine ${'y'.repeat(194)}` })
  expect(rename.status).toBe(200)
  const lots = [
    { code: 'L2', expires_on: '2026-05-02' },
    { code: 'L3', expires_on: '2026-05-02' },
  ]
  const received = { items: lots.map(lot => ({ product_id: source, quantity: 5, lot })) }
  expect((await world.post('/admin/stock/receipts', admin, received)).status).toBe(201)
  const stored = await world.db.selectFrom('lots').select('id').orderBy('code').execute()
  const offers: { product_id: string; product_name: string }[] = []
  for (const { id } of stored)
    offers.push((await world.post(`/admin/lots/${id}/offer`, admin, { price: 80, quantity: 2 })).json().lot_offer.offer)
  const names = offers.map(({ product_name }) => product_name)
  expect(names.map(name => name.replace(/y+/, '…'))).toEqual([
    'Ezine … 01.04.2026 (Fırsat)',
    'Ezine … 02.05.2026 (Fırsat)',
    'Ezine … L3 02.05.2026 (Fırsat)',
  ])
  expect(names.map(name => name.length)).toEqual([200, 200, 200])
  const items = offers.map(({ product_id }) => ({ product_id, quantity: 1 }))
  const { id } = (await world.post('/orders', customer, { items })).json()
  const slip = await world.app.inject({
    url: `/api/admin/orders/${id}/slip`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const text = (await readPdf(slip.rawPayload)).pages.map(page => page.text).join(' ')
  for (const end of ['01.04.2026 (Fırsat)', 'y 02.05.2026 (Fırsat)', 'L3 02.05.2026 (Fırsat)'])
    expect(text).toContain(end)
})

test('an offer is one whatever its name is, and its goods stay in their warehouse', async () => {
  const { world, admin, source, lot_id, lotsOf, offer } = await offering()
  const { product_id } = (await offer(80, 5)).json().lot_offer.offer
  expect((await world.put(`/admin/products/${product_id}`, admin, { name: 'Ezine indirimli' })).status).toBe(200)
  expect((await world.put(`/admin/products/${source}`, admin, { name: 'Ezine (Fırsat)' })).status).toBe(200)
  const [offered] = await lotsOf(product_id)
  expect(offered).toMatchObject({ product_name: 'Ezine indirimli', is_offer: true })
  expect(await lotsOf(source)).toMatchObject([{ product_name: 'Ezine (Fırsat)', is_offer: false }])
  const transfer = (items: object) => world.post('/admin/stock/transfers', admin, { items: [items] })
  const refused = await transfer({ product_id, quantity: 1, lot_id: offered.id })
  expect(refused.json().errors[0].message).toBe('Fırsat ürünü aktarılamaz; önce fırsatı bitirin')
  expect((await transfer({ product_id: source, quantity: 1, lot_id })).status).toBe(201)
})

test('repeated and concurrent requests make one offer, and goods of the lot are moved to it only once', async () => {
  const { world, source, lotsOf, offer } = await offering()
  const zeynep = await world.admin('Zeynep')
  const [first, again, other] = await Promise.all([offer(80, 8, 'a'), offer(80, 8, 'a'), offer(75, 6, 'b', zeynep)])
  expect(again.body).toBe(first.body)
  expect([first.status, other.status]).toEqual([200, 200])
  const { offer: known } = other.json().lot_offer
  expect(first.json().lot_offer.offer.product_id).toBe(known.product_id)
  // Of the remaining six, four can be offered only once more.
  const rivals = await Promise.all([offer(75, 4, 'c', zeynep), offer(75, 4, 'd')])
  expect(rivals.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await world.figures(known.product_id)).toMatchObject({ on_hand: 18 })
  expect((await lotsOf(source))[0]).toMatchObject({ on_hand: 2 })
  // Changes only the price.
  expect((await offer(60, 0)).json().lot_offer.offer).toMatchObject({ price: 60, on_hand: 18 })
  // Changes only the quantity: the price, which another admin may have changed, stays.
  expect((await offer(undefined, 1)).json().lot_offer.offer).toMatchObject({ price: 60, on_hand: 19 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('an ended offer returns goods that no order has, and the rest when orders give them back', async () => {
  const { world, admin, source, lot_id, lotsOf, offer, end, order, shown, job, setStatus } = await offering()
  const { product_id } = (await offer(80, 6)).json().lot_offer.offer
  const { id } = (await order(product_id, 2)).json()
  expect((await end()).json()).toMatchObject({ lot_offer: { offer: { is_active: false, on_hand: 2 }, most: 18 } })
  expect((await shown(product_id)).code).toBe('not_found')
  await job()
  expect(await world.figures(product_id)).toEqual({ on_hand: 2, reserved: 2 })
  await setStatus(id, 'iptal')
  await job()
  expect(await world.figures(product_id)).toEqual({ on_hand: 0, reserved: 0 })
  expect((await lotsOf(source))[0]).toMatchObject({ id: lot_id, on_hand: 20 })
  // Offered again, it is the same product; when it is sold out, the portal ends it.
  const { offer: renewed } = (await offer(70, 3)).json().lot_offer
  expect(renewed).toMatchObject({ product_id, is_active: true, price: 70 })
  await setStatus((await order(product_id, 3)).json().id, 'tamamlandi')
  await job()
  expect((await world.get(`/admin/lots/${lot_id}/offer`, admin)).json().offer).toMatchObject({ is_active: false })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a lot that must not be sold is not offered, and an offer ends when its lot is blocked', async () => {
  const { world, admin, source, lot_id, receipt_id, lotsOf, offer, shown, job } = await offering()
  const { product_id } = (await offer(80, 6)).json().lot_offer.offer
  // A reversal of the receipt is no unexpected error; the offer keeps the goods that have left the lot.
  expect((await world.post(`/admin/stock/receipts/${receipt_id}/reverse`, admin, {})).status).not.toBe(500)
  const [{ id: offer_lot }] = await lotsOf(product_id)
  await world.post(`/admin/lots/${lot_id}/block`, admin, { reason: 'Küf', with_connected: true })
  expect((await offer(80, 1)).json().code).toBe('lot_not_offered')
  await job()
  expect((await shown(product_id)).code).toBe('not_found')
  await world.put('/admin/offers/settings', admin, { is_allowed: false })
  expect((await offer(80, 1)).json().code).toBe('offers_off')
  expect((await world.put(`/admin/lots/${offer_lot}/catalogue`, admin, { in_catalogue: false })).status).toBe(400)
  for (const id of [source, product_id]) {
    const removed = await world.request('DELETE', `/admin/products/${id}`, admin)
    expect(removed.status).toBe(200)
    expect((await world.get(`/admin/products/${id}`, admin)).json()).toMatchObject({ is_active: false })
  }
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('the price of an offer can be changed while only the lot is blocked that its goods came from', async () => {
  const { world, admin, lot_id, lotsOf, offer } = await offering()
  const { product_id } = (await offer(80, 6)).json().lot_offer.offer
  const [{ id: offer_lot }] = await lotsOf(product_id)
  const block = (id: string) => world.post(`/admin/lots/${id}/block`, admin, { reason: 'Küf' })
  const read = async (id: string) => (await world.get(`/admin/lots/${id}/offer`, admin)).json()
  expect(await read(lot_id)).toMatchObject({ is_changeable: true, most: 14 })
  await block(lot_id)
  for (const id of [lot_id, offer_lot]) expect(await read(id)).toMatchObject({ is_changeable: true, most: 0 })
  expect((await offer(80, 1)).json().code).toBe('lot_not_offered')
  expect((await offer(75, 0)).json()).toMatchObject({
    lot_offer: { offer: { price: 75, on_hand: 6, is_active: true } },
  })
  // Its own lot can also be blocked: then its goods cannot be sold, and none can be added.
  await world.post(`/admin/lots/${lot_id}/release`, admin, { reason: 'Temiz' })
  await block(offer_lot)
  for (const id of [lot_id, offer_lot]) expect(await read(id)).toMatchObject({ is_changeable: false, most: 14 })
  for (const quantity of [0, 1]) expect((await offer(70, quantity)).json().code).toBe('lot_not_offered')
})

test('an offer of which nothing is left can be made again only while there is more of its lot', async () => {
  const { world, admin, lot_id, offer, end } = await offering()
  await offer(80, 6)
  await end()
  const read = async () => (await world.get(`/admin/lots/${lot_id}/offer`, admin)).json()
  expect(await read()).toMatchObject({ is_changeable: true, most: 20 })
  await world.post(`/admin/lots/${lot_id}/block`, admin, { reason: 'Küf' })
  expect(await read()).toMatchObject({ is_changeable: false, most: 0 })
})

test.each(['an admin', 'the portal'])('goods past their use-by date stay blocked if %s ends their offer', async who => {
  const { world, customer, source, lot_id, offer, order, setStatus, job } = await offering()
  const { product_id } = (await offer(80, 20)).json().lot_offer.offer
  expect((await world.post(`/products/${source}/watch`, customer)).status).toBe(200)
  const { id } = (await order(product_id, 2)).json()
  await setStatus(id, 'hazirlaniyor')
  // The job that blocks expired lots has not run yet.
  world.pass(23 * DAY)
  const today = await world.admin('Ali')
  if (who === 'the portal') await job()
  else expect((await world.post(`/admin/lots/${lot_id}/offer/end`, today, {})).status).toBe(200)
  expect(await world.figures(source)).toEqual({ on_hand: 0, reserved: 0 })
  expect(await world.figures(product_id)).toEqual({ on_hand: 20, reserved: 22 })
  expect(
    await world.db.selectFrom('notifications').select('title').where('kind', '=', 'product_arrived').execute(),
  ).toEqual([])
  expect(await world.db.selectFrom('order_lots').selectAll().execute()).toEqual([])
  const { json } = await world.get(`/admin/lots?product_id=${product_id}&state=blocked`, today)
  expect(json()).toMatchObject([{ block_reason: 'Tarihi geçti', picked_quantity: 0 }])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('goods of an offer that an admin has released past their date stay released when it ends', async () => {
  const { world, source, offer, job, lotsOf } = await offering()
  const { product_id } = (await offer(80, 20)).json().lot_offer.offer
  const [{ id: offer_lot }] = await lotsOf(product_id)
  world.pass(23 * DAY)
  const today = await world.admin('Ali')
  const change = (what: string) => world.post(`/admin/lots/${offer_lot}/${what}`, today, { reason: 'Analiz temiz' })
  expect((await change('block')).status).toBe(200)
  expect((await change('release')).status).toBe(200)
  await job()
  expect(await world.figures(source)).toEqual({ on_hand: 20, reserved: 0 })
  await blockExpired({ db: world.db, log: world.app.log }, world.now())
  expect(await world.figures(source)).toEqual({ on_hand: 20, reserved: 0 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('goods of an offer that are blocked are not counted as ordered', async () => {
  const { world, admin, lot_id, lotsOf, offer, end, order } = await offering()
  const { product_id } = (await offer(80, 6)).json().lot_offer.offer
  await order(product_id, 2)
  const read = async () => (await world.get(`/admin/lots/${lot_id}/offer`, admin)).json().offer
  expect(await read()).toMatchObject({ on_hand: 6, reserved_quantity: 2, ordered_quantity: 2 })
  const [{ id: offer_lot }] = await lotsOf(product_id)
  await world.post(`/admin/lots/${offer_lot}/block`, admin, { reason: 'Küf' })
  expect(await read()).toMatchObject({ on_hand: 6, reserved_quantity: 8, ordered_quantity: 2 })
  expect((await end()).json().lot_offer.offer).toMatchObject({ on_hand: 6, ordered_quantity: 2, is_active: false })
})

test('blocked goods of an offer stay in it when it ends, even if its product has goods beside the lot', async () => {
  const { world, admin, source, lotsOf, offer, end, job } = await offering()
  const { product_id } = (await offer(80, 6)).json().lot_offer.offer
  expect((await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 9 })).status).toBe(200)
  const [{ id: offer_lot }] = await lotsOf(product_id)
  await world.post(`/admin/lots/${offer_lot}/block`, admin, { reason: 'Küf' })
  expect((await end()).status).toBe(200)
  for (const ending of [job, job]) await ending()
  expect(await world.figures(source)).toEqual({ on_hand: 14, reserved: 0 })
  expect(await world.figures(product_id)).toEqual({ on_hand: 9, reserved: 6 })
  // The job does not end it again and again.
  const ended = (await world.get('/admin/audit?action=offer_ended', admin)).json()
  expect(ended).toHaveLength(1)
  await world.post(`/admin/lots/${offer_lot}/release`, admin, { reason: 'Temiz' })
  await job()
  expect(await world.figures(source)).toEqual({ on_hand: 20, reserved: 0 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('an offer gets goods from its lot only, and price changes leave it out unless it is chosen', async () => {
  const { world, admin, source, offer } = await offering()
  const { product_id } = (await offer(80, 6)).json().lot_offer.offer
  const lot = { code: 'L9', expires_on: '2026-09-01' }
  const received = await world.post('/admin/stock/receipts', admin, { items: [{ product_id, quantity: 1, lot }] })
  expect(received.json().detail).toBe('Fırsat ürünü için mal kabul yapılmaz; asıl ürünü seçin')
  const moved = await world.post('/admin/stock/transfers', admin, { items: [{ product_id, quantity: 1 }] })
  expect(moved.json().detail).toBe('Fırsat ürünü aktarılamaz; önce fırsatı bitirin')
  // Neither is to be reordered: of the source 14 are left, and the offer with 6 is not bought from a supplier.
  expect((await world.get('/admin/inventory/low-stock', admin)).json()).toEqual([])
  const change = { kind: 'percent', value: 10, step: 1 }
  const preview = async (chosen: object) => {
    const reply = await world.post('/admin/products/price-changes/preview', admin, { change, ...chosen })
    return reply.json().map((one: { product_id: string }) => one.product_id)
  }
  expect(await preview({ filter: {} })).toEqual([source])
  expect(await preview({ product_ids: [product_id] })).toEqual([product_id])
  // A scan of the package finds the source.
  expect((await world.get(`/admin/products/by-barcode/${BARCODE}`, admin)).json().id).toBe(source)
})

test('goods move between a product and its offer in one unit only, and the offer has the VAT rate of its source', async () => {
  const { world, admin, source, lotsOf, offer, end, shown, job } = await offering()
  const { product_id } = (await offer(80, 5)).json().lot_offer.offer
  const change = async (id: string, fields: object) =>
    expect((await world.put(`/admin/products/${id}`, admin, fields)).status).toBe(200)
  await change(source, { unit: 'PAKET', vat_rate: 16 })
  const message = /^Fırsat ürününün birimi asıl ürününkinden farklı/
  for (const refused of [await offer(80, 1), await end()])
    expect([refused.status, refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'offer_unit_differs', detail: expect.stringMatching(message) }),
    ])
  // The VAT rate follows at once; a new price moves no goods.
  expect(await shown(product_id)).toMatchObject({ unit: 'KG', vat_rate: 16 })
  expect((await offer(75, 0)).status).toBe(200)
  expect(await shown(product_id)).toMatchObject({ price: 75, unit: 'KG', vat_rate: 16 })
  await change(product_id, { unit: 'PAKET' })
  expect((await offer(75, 1)).status).toBe(200)
  expect((await end()).status).toBe(200)
  expect((await lotsOf(source))[0]).toMatchObject({ on_hand: 20 })
  // The offer is empty, so that the unit of what is added is its own.
  await change(source, { unit: 'LT', vat_rate: 5 })
  expect((await offer(70, 2)).status).toBe(200)
  expect(await shown(product_id)).toMatchObject({ price: 70, unit: 'LT', vat_rate: 5, stock_quantity: 2 })
  await job()
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a quantity that was typed in another unit than the source has now is not offered', async () => {
  const { world, admin, source, lot_id } = await offering()
  expect((await world.put(`/admin/products/${source}`, admin, { unit: 'PAKET' })).status).toBe(200)
  const offerIn = (unit: string) => world.post(`/admin/lots/${lot_id}/offer`, admin, { price: 80, quantity: 5, unit })
  const refused = await offerIn('KG')
  const message = 'Ürünün birimi artık PAKET; pencereyi kapatıp yeniden açın'
  expect([refused.status, refused.json().errors]).toEqual([400, [{ field: 'unit', message }]])
  expect(await world.figures(source)).toEqual({ on_hand: 20, reserved: 0 })
  expect((await offerIn('PAKET')).status).toBe(200)
})

test('the price of a product is not the regular price of its offer while they have different units', async () => {
  const { world, admin, customer, source, lot_id, offer, order, setStatus, shown } = await offering()
  const { product_id } = (await offer(80, 5)).json().lot_offer.offer
  const change = async (fields: object) =>
    expect((await world.put(`/admin/products/${source}`, admin, fields)).status).toBe(200)
  const regularPrices = async () => {
    const list: { id: string; regular_price?: number }[] = (await world.get('/products?search=ezine', customer)).json()
    const lot = (await world.get(`/admin/lots/${lot_id}/offer`, admin)).json()
    const inList = list.find(({ id }) => id === product_id)?.regular_price
    return [(await shown(product_id)).regular_price, inList, lot.offer.regular_price, lot.regular_price]
  }
  expect(await regularPrices()).toEqual([100, 100, 100, 100])
  await change({ unit: 'PAKET', price: 1000 })
  expect(await regularPrices()).toEqual([undefined, undefined, null, null])
  await change({ unit: 'KG' })
  expect(await regularPrices()).toEqual([1000, 1000, 1000, 1000])
  await change({ unit: 'PAKET' })
  // Once it is sold out, its next goods are in the unit of the source, whose price is then compared with the typed one.
  await setStatus((await order(product_id, 5)).json().id, 'tamamlandi')
  expect((await regularPrices()).slice(2)).toEqual([null, 1000])
})

test('the VAT rate of an offer is always that of its source, in orders and after an import, too', async () => {
  const { world, admin, customer, source, offer, shown } = await offering()
  const { product_id } = (await offer(80, 5)).json().lot_offer.offer
  expect((await world.put(`/admin/products/${source}`, admin, { vat_rate: 16 })).status).toBe(200)
  const ordered = { items: [{ product_id, quantity: 1, vat_rate: 16 }], expected_total: 92.8 }
  expect((await world.post('/orders', customer, ordered)).json().items).toMatchObject([{ vat_rate: 16 }])
  const [entry] = (await world.get(`/admin/audit?entity=product&entity_id=${product_id}`, admin)).json()
  expect(entry).toMatchObject({ action: 'updated', before: { vat_rate: 10 }, after: { vat_rate: 16 } })
  const own = await world.put(`/admin/products/${product_id}`, admin, { vat_rate: 10 })
  const message = 'Fırsatın KDV oranı asıl ürününkidir; oradan değiştirin'
  expect([own.status, own.json()]).toMatchObject([
    400,
    { code: 'offer_vat_fixed', errors: [{ field: 'vat_rate', message }] },
  ])
  const row = (id: string, rate: number) =>
    INVENTORY_COLUMNS.map(heading => (heading === 'ID' ? id : heading === 'KDV Oranı' ? rate : null))
  const importWorkbook = async (of: number, ofOffer: number) => {
    const rows = workbookOf([[...INVENTORY_COLUMNS], row(source, of), row(product_id, ofOffer)])
    return (await upload(world, admin, '/admin/products/import-excel', rows)).json()
  }
  expect(await importWorkbook(16, 5)).toMatchObject({ updated: 0, errors: [] })
  expect(await shown(product_id)).toMatchObject({ vat_rate: 16 })
  expect(await importWorkbook(5, 16)).toMatchObject({ updated: 1, errors: [] })
  expect(await shown(product_id)).toMatchObject({ vat_rate: 5 })
})

test('an offer whose source got another VAT rate from a program that does not pass it on gets it when it is saved', async () => {
  const { world, admin, source, offer, shown } = await offering()
  const { product_id } = (await offer(80, 5)).json().lot_offer.offer
  await world.db.updateTable('products').set({ vat_rate: 5 }).where('id', '=', source).execute()
  expect(await shown(product_id)).toMatchObject({ vat_rate: 10 })
  expect((await offer(undefined, 0)).status).toBe(200)
  expect(await shown(product_id)).toMatchObject({ price: 80, vat_rate: 5 })
  const [entry] = (await world.get(`/admin/audit?entity=product&entity_id=${product_id}`, admin)).json()
  expect(entry).toMatchObject({ action: 'updated', before: { vat_rate: 10 }, after: { vat_rate: 5 } })
})

test('an offer gets the unit to which its source is being changed at the same moment', async () => {
  const { world, admin, source, offer, shown } = await offering()
  const requests = await inTransaction(world.db, async tx => {
    await tx.selectFrom('products').select('id').where('id', '=', source).forNoKeyUpdate().execute()
    const changed = world.put(`/admin/products/${source}`, admin, { unit: 'PAKET' })
    await untilConnectionsWaitForLock(world, 1)
    const made = offer(80, 5)
    await untilConnectionsWaitForLock(world, 2)
    return [changed, made]
  })
  const [changed, made] = await Promise.all(requests)
  expect([changed?.status, made?.status]).toEqual([200, 200])
  expect(await shown(made?.json().lot_offer.offer.product_id)).toMatchObject({ unit: 'PAKET', stock_quantity: 5 })
})

test('goods of another unit stay in an offer that the portal ends, and return once an admin has corrected the unit', async () => {
  const { world, source, lotsOf, offer, job } = await offering()
  const { product_id } = (await offer(80, 5)).json().lot_offer.offer
  const [{ id: offer_lot }] = await lotsOf(product_id)
  const onHand = async () => [(await world.figures(source)).on_hand, (await world.figures(product_id)).on_hand]
  world.pass(23 * DAY)
  const today = await world.admin('Ali')
  // Blocked after its expiry and released: the goods may return.
  for (const what of ['block', 'release'])
    expect((await world.post(`/admin/lots/${offer_lot}/${what}`, today, { reason: 'Analiz' })).status).toBe(200)
  const setUnit = async (id: string) =>
    expect((await world.put(`/admin/products/${id}`, today, { unit: 'PAKET' })).status).toBe(200)
  await setUnit(source)
  for (const ending of [job, job]) await ending()
  expect((await world.get(`/admin/lots/${offer_lot}/offer`, today)).json().offer).toMatchObject({ is_active: false })
  expect(await onHand()).toEqual([15, 5])
  expect((await world.get('/admin/audit?action=offer_ended', today)).json()).toHaveLength(1)
  await setUnit(product_id)
  await job()
  expect(await onHand()).toEqual([20, 0])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('an offer gets no expected date, with which more could be ordered at its price than there is', async () => {
  const { world, admin, source, offer, order } = await offering()
  const { product_id } = (await offer(80, 5)).json().lot_offer.offer
  expect((await order(product_id, 5)).status).toBe(201)
  expect((await order(source, 15)).status).toBe(201)
  const undated = (await world.get('/admin/products?level=undated', admin)).json()
  expect(undated).toMatchObject([{ id: source, is_offer: false }])
  const date = (product_ids: string[]) =>
    world.post('/admin/products/bulk-update-expected-date', admin, { product_ids, expected_stock_date: '2026-05-01' })
  expect((await date([source, product_id])).json()).toEqual({ updated_count: 1 })
  const message = 'Fırsat ürününe beklenen stok tarihi verilemez; malı yalnızca kendi partisinden gelir'
  const refused = (field: string) => ({ code: 'offer_not_expected', errors: [{ field, message }] })
  expect((await date([product_id])).json()).toMatchObject(refused('product_ids'))
  const change = (fields: object) => world.put(`/admin/products/${product_id}`, admin, fields)
  const dated = await change({ expected_stock_date: '2026-05-01' })
  expect([dated.status, dated.json()]).toEqual([400, expect.objectContaining(refused('expected_stock_date'))])
  const emptied = await change({ expected_stock_date: null, stock_quantity: 0 })
  expect(emptied.json().product).toMatchObject({ is_offer: true, stock_quantity: 0, expected_stock_date: null })
  expect((await order(product_id, 1)).json().code).toBe('out_of_stock')
  expect((await order(source, 1)).status).toBe(201)
})

test('a product with an offer and the offer itself are only deactivated, even if never ordered, and the reply says why', async () => {
  const { world, admin, source, offer } = await offering()
  const { product_id } = (await offer(80, 5)).json().lot_offer.offer
  for (const id of [source, product_id])
    expect((await world.request('DELETE', `/admin/products/${id}`, admin)).json()).toEqual({
      success: true,
      action: 'deactivated',
      message: 'Ürünün fırsat kaydı olduğu için silinmedi, pasife alındı',
    })
})

test('a change of prices names the offers on sale that are no longer cheaper than their products', async () => {
  const { world, admin, source, offer, end } = await offering()
  const { product_id } = (await offer(80, 5)).json().lot_offer.offer
  const set = async (id: string, price: number) =>
    (await world.put(`/admin/products/${id}`, admin, { price })).json().offer_warning
  const warning = (price: string, usual: string) =>
    `Artık ürününden ucuz olmayan fırsatlar: Ezine 01.04.2026 (Fırsat) ${price} (ürün ${usual})`
  expect(await set(source, 90)).toBeUndefined()
  expect(await set(source, 80)).toBe(warning('₺80,00', '₺80,00'))
  expect(await set(product_id, 70)).toBeUndefined()
  expect(await set(product_id, 85)).toBe(warning('₺85,00', '₺80,00'))
  await set(source, 100)
  const products = [{ product_id: source, price: 100 }]
  const change = { kind: 'percent', value: -20, step: 1 }
  const changed = (await world.post('/admin/products/price-changes', admin, { change, products })).json()
  expect(changed).toMatchObject({ changed_count: 1, offer_warning: warning('₺85,00', '₺80,00') })
  const undone = (await world.post(`/admin/products/price-changes/${changed.id}/undo`, admin)).json()
  expect([undone.changed_count, undone.offer_warning]).toEqual([1, undefined])
  expect((await end()).status).toBe(200)
  expect(await set(source, 60)).toBeUndefined()
})
