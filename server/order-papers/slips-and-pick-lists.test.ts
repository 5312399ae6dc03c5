import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { inTransaction } from '../db/transaction.ts'
import { blockExpired } from '../lots/expiry-blocks.ts'
import { requireSuccess } from '../testing/callers.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { readPdf } from '../testing/pdf.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

async function paper(world: World, admin: TestUser, path: string) {
  const response = await world.app.inject({
    url: `/api/admin/${path.startsWith('order-papers/') ? path : `orders/${path}`}`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  const pdf = await readPdf(response.rawPayload)
  return {
    ...pdf,
    name: String(response.headers['content-disposition']),
    text: pdf.pages.map(page => page.text).join('\n'),
  }
}

async function setUp({ notes = '' } = {}) {
  const world = await makeWorld({ companyName: 'Toptan Gıda A.Ş.', supportPhone: '0212 000 00 00' })
  const [admin, customer] = [await world.admin(), await world.customer({ company_name: 'Iğdır Şarküteri & Çiğ Köfte' })]
  const [cheese, sauce] = [
    await world.product({
      name: 'Ezine Peyniri',
      category: 'Peynir',
      price: kurus(28_797),
      on_hand: 100,
      barcode: '8690637012345',
    }),
    await world.product({
      name: 'Acı Sos',
      category: 'Sos',
      warehouse: 'Gecici Depo',
      on_hand: 0,
      expected_stock_date: '2026-05-01',
    }),
  ]
  const items = [
    { product_id: sauce, quantity: 1_250 },
    { product_id: cheese, quantity: 3 },
  ]
  const order = (await world.post('/orders', customer, { items, notes })).json()
  return { world, admin, order, cheese }
}

test('the slip shows the customer, every line with its price, the totals and the note, as text that can be copied', async () => {
  const { world, admin, order } = await setUp({ notes: 'Kapıda arayın.\nÖğleden sonra, güneş görmesin' })
  const slip = await paper(world, admin, `${order.id}/slip`)
  expect(slip.name).toContain(`filename="siparis-${order.id.slice(0, 8)}.pdf"`)
  expect(slip.about).toMatchObject({ language: 'tr', title: 'Sipariş Fişi – Toptan Gıda A.Ş.' })
  for (const phrase of [
    'Toptan Gıda A.Ş.',
    `Sipariş No ${order.id.slice(0, 8)}`,
    'Tarih 10.03.2026 10:00',
    'Firma Iğdır Şarküteri & Çiğ Köfte',
    'Adres İstanbul',
    'Durum Beklemede',
    'Not Kapıda arayın. Öğleden sonra, güneş görmesin',
    'Ezine Peyniri Yayla ADET 3 ₺287,97 %10 ₺863,91',
    'Acı Sos Yayla ADET 1.250 ₺100,00 %10 ₺125.000,00 İleri tarihli: 01.05.2026',
    'Ara Toplam ₺125.863,91 KDV ₺12.586,39 Genel Toplam ₺138.450,30',
    'Sayfa 1 / 1',
  ])
    expect(slip.text).toContain(phrase)
})

test('the totals of a slip are the sums of its lines, also if the order is revised while it is read', async () => {
  const { world, admin, order, cheese } = await setUp()
  const { slip } = await inTransaction(world.db, async tx => {
    // The lots are read after the order and before its lines.
    await sql`lock table order_lots in access exclusive mode`.execute(tx)
    const pending = { slip: paper(world, admin, `${order.id}/slip`) }
    await untilConnectionsWaitForLock(world, 1)
    const items = [{ product_id: cheese, quantity: 3, price: 287.97 }]
    requireSuccess(await world.put(`/marketer/orders/${order.id}`, admin, { items }))
    return pending
  })
  const { text } = await slip
  expect(text).toContain('Acı Sos Yayla ADET 1.250 ₺100,00 %10 ₺125.000,00')
  expect(text).toContain('Ara Toplam ₺125.863,91 KDV ₺12.586,39 Genel Toplam ₺138.450,30')
})

test('the pick list shows what to fetch from which warehouse, in shelf order, without prices', async () => {
  const { world, admin, order } = await setUp()
  const list = await paper(world, admin, `${order.id}/pick-list`)
  expect(list.name).toContain(`filename="toplama-listesi-${order.id.slice(0, 8)}.pdf"`)
  expect(list.text).toContain('Toplam 2 kalem: 1.253 ADET')
  expect(list.text).toMatch(/Ezine Peyniri Yayla Ana Depo 8690637012345 ADET 3 .*Acı Sos Yayla Gecici Depo ADET 1\.250/)
  expect(list.text).not.toContain('₺')
  expect(list.text).toContain('Durum Beklemede')
  await world.request('PUT', `/admin/orders/${order.id}/status`, admin, { status: 'iptal' })
  for (const path of [`${order.id}/pick-list`, `order-papers/pick-lists?ids=${order.id}`]) {
    const cancelled = await paper(world, admin, path)
    expect(cancelled.text).toContain('Durum İptal')
    expect(cancelled.text).toContain('Not İptal edildiği için listede yok')
    expect(cancelled.text).not.toContain('Ezine Peyniri')
  }
})

test('papers say when they were printed and how often the order had been revised by then', async () => {
  const { world, admin, order, cheese } = await setUp()
  const kinds = [`${order.id}/slip`, `${order.id}/pick-list`, `order-papers/pick-lists?ids=${order.id}`]
  for (const kind of kinds) {
    const { text } = await paper(world, admin, kind)
    expect(text).toContain('Yazdırılma 10.03.2026 10:00')
    expect(text).not.toContain('Revizyon')
  }
  world.pass(60_000)
  const items = [{ product_id: cheese, quantity: 2, price: 287.97 }]
  requireSuccess(await world.put(`/marketer/orders/${order.id}`, admin, { items }))
  for (const kind of kinds) {
    const { text } = await paper(world, admin, kind)
    expect(text).toContain('Yazdırılma 10.03.2026 10:01 Revizyon 1')
  }
})

test('printed orders show their lines as they were sold', async () => {
  const { world, admin, order, cheese } = await setUp()
  await world.put(`/admin/products/${cheese}`, admin, { name: 'Başka Ad', price: 1, is_active: false })
  const slip = await paper(world, admin, `${order.id}/slip`)
  expect(slip.text).toContain('Ezine Peyniri Yayla ADET 3 ₺287,97')
  expect(slip.text).not.toContain('Başka Ad')
})

test('the longest name is printed whole, as variants differ at its end', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const name = `${'KAŞAR PEYNİRİ '.repeat(14)}5 KG`.padStart(200, 'A')
  const items = [{ product_id: await world.product({ name }), quantity: 1 }]
  const { id } = (await world.post('/orders', customer, { items })).json()
  for (const kind of ['slip', 'pick-list']) {
    const { text } = await paper(world, admin, `${id}/${kind}`)
    expect(text.match(/PEYNİRİ/g)).toHaveLength(14)
    expect(text).toContain('5 KG')
  }
})

test('papers are black on white, with a box to tick for each of about 27 lines on the first page, the note on top and page numbers', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const ids = await world.products(Array.from({ length: 61 }, (_, i) => ({ name: `Ürün ${i}` })))
  const items = ids.map(product_id => ({ product_id, quantity: 1 }))
  const { id } = (await world.post('/orders', customer, { items, notes: 'Arka kapıya' })).json()
  for (const kind of ['slip', 'pick-list']) {
    const { pages } = await paper(world, admin, `${id}/${kind}`)
    expect(pages.map(({ boxes }) => boxes)).toEqual([27, 32, 2])
    expect(pages.flatMap(({ inks }) => inks)).toEqual(pages.map(() => '#000000'))
    expect(pages[0]?.text).toMatch(/Not Arka kapıya .*Ürün 0 /)
    expect(pages.map(({ text }) => /Sayfa \d \/ \d/.exec(text)?.[0])).toEqual([
      'Sayfa 1 / 3',
      'Sayfa 2 / 3',
      'Sayfa 3 / 3',
    ])
    for (const { text } of pages) expect(text).toContain(`Sipariş ${id.slice(0, 8)}`)
  }
})

test('the longest order fills pages, and its totals are printed together below the last line', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const ids = await world.products(Array.from({ length: 500 }, (_, i) => ({ name: `Ürün ${i}` })))
  const items = ids.map(product_id => ({ product_id, quantity: 1 }))
  const notes = Array.from({ length: 60 }, (_, i) => `${i}. satır`).join('\n')
  const { id } = (await world.post('/orders', customer, { items, notes })).json()
  const slip = await paper(world, admin, `${id}/slip`)
  for (let i = 0; i < 500; i++) expect(slip.text).toContain(`Ürün ${i} `)
  expect(slip.text).toContain('59. satır')
  expect(slip.pages.at(-1)!.text).toMatch(/Ara Toplam ₺50\.000,00 KDV ₺5\.000,00 Genel Toplam ₺55\.000,00/)
  const outside = slip.pages.flatMap(({ words }) => words.filter(word => word.y > 835 || word.x < 39.9))
  expect(outside).toEqual([])
})

test('no text of an order overflows the page, and the largest total is printed in full', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const customer = await world.customer({ company_name: 'Ş'.repeat(200) })
  await world.put('/auth/profile', customer, { address: Array.from({ length: 200 }, (_, i) => `${i}`).join('\n') })
  const gold = { price: kurus(90_000_000), vat_rate: 10, on_hand: 0, expected_stock_date: '2026-05-01' }
  const product_id = await world.product({
    ...gold,
    name: 'Ü'.repeat(200),
    brand: 'B'.repeat(200),
    barcode: '8'.repeat(64),
  })
  const items = [{ product_id, quantity: 1_000_000 }]
  const { id } = (await world.post('/orders', customer, { items, notes: '\n'.repeat(1000) + 'W'.repeat(900) })).json()
  for (const kind of ['slip', 'pick-list']) {
    const { pages, text } = await paper(world, admin, `${id}/${kind}`)
    const outside = pages.flatMap(({ words }) =>
      words.filter(word => word.x < 39.9 || word.x + word.width > 555.4 || word.y > 825),
    )
    expect(outside).toEqual([])
    if (kind === 'slip') expect(text).toContain('Genel Toplam ₺990.000.000.000,00')
  }
})

/** Three pending orders for the same cheese; the second one was placed while it was sold by the packet. */
async function severalOrders() {
  const { world, admin, order, cheese } = await setUp({ notes: 'Kapıda arayın' })
  const customer = await world.customer({ company_name: 'Öteki Büfe' })
  const place = async (quantity: number) =>
    requireSuccess(await world.post('/orders', customer, { items: [{ product_id: cheese, quantity }] })).json()
  await world.put(`/admin/products/${cheese}`, admin, { unit: 'PAKET' })
  const inPackets = await place(5)
  await world.put(`/admin/products/${cheese}`, admin, { unit: 'ADET' })
  const orders = [order, inPackets, await place(4)]
  return { world, admin, orders, ids: orders.map(({ id }) => id).join(',') }
}

test('the pick lists of several orders are one file, each on pages of its own in the requested order', async () => {
  const { world, admin, orders, ids } = await severalOrders()
  const { pages, name } = await paper(world, admin, `order-papers/pick-lists?ids=${ids}`)
  expect(name).toContain('filename="toplama-listeleri-3-siparis.pdf"')
  expect(pages.map(({ text }) => /Sipariş ([0-9a-f]{8})/.exec(text)?.[1])).toEqual(
    orders.map(({ id }) => id.slice(0, 8)),
  )
  expect(pages.map(({ text }) => text.includes('Sayfa 1 / 1'))).toEqual([true, true, true])
  expect(pages.map(({ text }) => text.includes('Not Kapıda arayın'))).toEqual([true, false, false])
  expect(pages.map(({ boxes }) => boxes)).toEqual([2, 1, 1])
})

test('the combined list has one line for each product and unit, and leaves cancelled orders out', async () => {
  const { world, admin, orders, ids } = await severalOrders()
  const combined = async () => paper(world, admin, `order-papers/combined-pick-list?ids=${ids}`)
  const first = (await combined()).text
  expect(first).toContain('Toplam 3 kalem: 1.257 ADET, 5 PAKET')
  expect(first).toMatch(/Ezine Peyniri Yayla · 2 siparişte Ana Depo 8690637012345 ADET 7 /)
  expect(first).toMatch(/Ezine Peyniri Yayla · 1 siparişte Ana Depo 8690637012345 PAKET 5 /)
  const numbers = orders.map(({ id }) => id.slice(0, 8))
  expect(first).toContain(`Not Siparişler: ${numbers.join(', ')} ${numbers[0]}: Kapıda arayın`)

  await world.put(`/admin/orders/${orders[2].id}/status`, admin, { status: 'iptal' })
  const second = (await combined()).text
  expect(second).toContain('Toplam 3 kalem: 1.253 ADET, 5 PAKET')
  expect(second).toContain(`İptal edildiği için listede yok: ${orders[2].id.slice(0, 8)}`)
})

test('each line of a product in several units on the combined list has the lots of its own orders only', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 0 })
  const items = [
    { product_id, quantity: 3, lot: { code: 'L1', expires_on: '2026-06-01' } },
    { product_id, quantity: 5, lot: { code: 'L2', expires_on: '2026-07-01' } },
  ]
  requireSuccess(await world.post('/admin/stock/receipts', admin, { items }))
  const ids: string[] = []
  for (const [quantity, unit] of [
    [3, 'ADET'],
    [2, 'PAKET'],
  ] as const) {
    requireSuccess(await world.put(`/admin/products/${product_id}`, admin, { unit }))
    const placed = await world.post('/orders', customer, { items: [{ product_id, quantity }] })
    const { id } = requireSuccess(placed).json()
    requireSuccess(await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' }))
    ids.push(id)
  }
  const { text } = await paper(world, admin, `order-papers/combined-pick-list?ids=${ids.join()}`)
  expect(text).toMatch(/Ezine Yayla · 1 siparişte · L1 · SKT 01\.06\.2026 Ana Depo ADET 3 /)
  expect(text).toMatch(/Ezine Yayla · 1 siparişte · L2 · SKT 01\.07\.2026 Ana Depo PAKET 2 /)
})

test('pick lists mark lots that have been blocked or have expired since they were picked; slips do not', async () => {
  const world = await makeWorld()
  const [today, customer] = [await world.admin(), await world.customer()]
  const ids: string[] = []
  for (const [name, expiry_kind] of [
    ['Ezine', 'skt'],
    ['Makarna', 'tett'],
  ] as const) {
    const product_id = await world.product({ name, lot_tracking: 'asked', on_hand: 0 })
    const lot = { code: 'L1', expires_on: '2026-03-10', expiry_kind }
    requireSuccess(await world.post('/admin/stock/receipts', today, { items: [{ product_id, quantity: 3, lot }] }))
    const placed = await world.post('/orders', customer, { items: [{ product_id, quantity: 2 }] })
    ids.push(requireSuccess(placed).json().id)
  }
  await world.db.updateTable('orders').set({ delivery_date: '2026-03-10' }).execute()
  for (const id of ids) requireSuccess(await world.put(`/admin/orders/${id}/status`, today, { status: 'hazirlaniyor' }))
  world.pass(24 * 60 * 60_000)
  await blockExpired({ db: world.db, log: { error: (error: unknown) => expect(error).toBe(undefined) } }, world.now())
  const admin = await world.admin('Ali')
  const marks = [/L1 · SKT 10\.03\.2026 · ENGELLENDİ/, /L1 · TETT 10\.03\.2026 · TETT GEÇTİ/]
  const together = (await paper(world, admin, `order-papers/combined-pick-list?ids=${ids.join()}`)).text
  for (const [at, id] of ids.entries()) {
    expect((await paper(world, admin, `${id}/pick-list`)).text).toMatch(marks[at]!)
    expect(together).toMatch(marks[at]!)
    expect((await paper(world, admin, `${id}/slip`)).text).not.toMatch(/ENGELLENDİ|GEÇTİ/)
  }
  // Chosen anew, with a reason.
  const { product_id, lots } = (await world.get(`/admin/orders/${ids[1]}/picking`, admin)).json()[0]
  const shares = [{ lot_id: lots[0].lot_id, quantity: 2 }]
  const pick = (body: object) => world.put(`/admin/orders/${ids[1]}/lots`, admin, { product_id, ...body })
  requireSuccess(await pick({ lots: [] }))
  requireSuccess(await pick({ lots: shares, reason: 'Müşteri istedi' }))
  for (const path of [`${ids[1]}/pick-list`, `order-papers/combined-pick-list?ids=${ids.join()}`]) {
    const { text } = await paper(world, admin, path)
    expect(text).toMatch(/L1 · TETT 10\.03\.2026/)
    expect(text).not.toMatch(/TETT GEÇTİ/)
  }
})

test('the combined list has the notes of all its orders, however many lines they take', async () => {
  const { world, admin, cheese } = await setUp()
  const customer = await world.customer()
  const notes = Array.from({ length: 12 }, (_, i) => `${i + 1}. kapı: ${'öğleden önce '.repeat(60).trim()}.`)
  const ids: string[] = []
  for (const note of notes) {
    const items = [{ product_id: cheese, quantity: 1 }]
    ids.push(requireSuccess(await world.post('/orders', customer, { items, notes: note })).json().id)
  }
  const { text, pages } = await paper(world, admin, `order-papers/combined-pick-list?ids=${ids.join()}`)
  const ends = text.match(/önce\./g)
  expect([ends?.length, pages.length]).toEqual([notes.length, 3])
  for (const [i, id] of ids.entries()) expect(text).toContain(`${id.slice(0, 8)}: ${i + 1}. kapı: öğleden`)
  expect(pages.at(-1)?.text).toMatch(/Ezine Peyniri Yayla · 12 siparişte .* ADET 12 /)
})

test('the combined list names each of its orders, however many there are', async () => {
  const { world, admin, cheese } = await setUp()
  const customer = await world.customer()
  const place = async () =>
    requireSuccess(await world.post('/orders', customer, { items: [{ product_id: cheese, quantity: 1 }] })).json().id
  const ids: string[] = []
  for (let i = 0; i < 60; i++) ids.push(await place())
  const { text } = await paper(world, admin, `order-papers/combined-pick-list?ids=${ids.join()}`)
  for (const id of ids) expect(text).toContain(id.slice(0, 8))
})

test('several orders are printed only if all exist and they are not too many', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const refusalOf = async (ids: string) => {
    const response = await world.get(`/admin/order-papers/pick-lists?ids=${ids}`, admin)
    const { code, detail, errors } = response.json()
    return [response.status, code, errors?.[0]?.message ?? detail]
  }
  const unknown = '00000000-0000-4000-8000-000000000000'
  const product_id = await world.product({ on_hand: 5 })
  const items = [{ product_id, quantity: 1 }]
  const { id } = requireSuccess(await world.post('/orders', await world.customer(), { items })).json()
  expect(await refusalOf(`${id},${unknown}`)).toEqual([
    404,
    'order_not_found',
    'Silinmiş siparişler var: 00000000. Seçimden çıkarıp yeniden deneyin.',
  ])
  expect(await refusalOf('1,2')).toEqual([400, 'invalid_input', 'ids sipariş kimlikleri olmalıdır'])
  const many = Array.from({ length: 201 }, () => unknown).join(',')
  expect(await refusalOf(many)).toEqual([400, 'invalid_input', 'Bir dosyada en fazla 200 sipariş olabilir'])
})

test('a pick list has the barcode of an offer’s packages', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ on_hand: 0, lot_tracking: 'asked', barcode: '8690637012345' })
  const lot = { code: 'L1', expires_on: '2026-04-01' }
  requireSuccess(await world.post('/admin/stock/receipts', admin, { items: [{ product_id, quantity: 5, lot }] }))
  const [{ id: lot_id }] = (await world.get('/admin/lots', admin)).json()
  await world.put('/admin/offers/settings', admin, { is_allowed: true })
  const offered = requireSuccess(
    await world.post(`/admin/lots/${lot_id}/offer`, admin, { price: 80, quantity: 5 }),
  ).json()
  const items = [{ product_id: offered.lot_offer.offer.product_id, quantity: 1 }]
  const order = requireSuccess(await world.post('/orders', customer, { items })).json()
  for (const path of [`${order.id}/pick-list`, `order-papers/combined-pick-list?ids=${order.id}`])
    expect((await paper(world, admin, path)).text).toContain('8690637012345')
})

const KADIKOY = { name: 'Kadıköy', weekdays: [1, 2, 3, 4, 5], cutoff_time: '16:00', days_before: 1 }

test('all lots of a line are printed, and the whole address of a customer for the driver', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const address = `${'Atatürk Mahallesi, Cumhuriyet Caddesi, '.repeat(4)}Kat 2, Kadıköy/İstanbul`
  await world.put('/auth/profile', customer, { address })
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 0 })
  const lots = Array.from({ length: 12 }, (_, i) => ({ code: `L24${10 + i}`, expires_on: `2026-06-${10 + i}` }))
  const received = lots.map(lot => ({ product_id, quantity: 1, lot }))
  requireSuccess(await world.post('/admin/stock/receipts', admin, { items: received }))
  const { id: route_id } = requireSuccess(await world.post('/admin/delivery/routes', admin, KADIKOY)).json()
  requireSuccess(await world.put(`/admin/customers/${customer.id}/delivery`, admin, { route_id }))
  const order = requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 12 }] })).json()
  requireSuccess(await world.put(`/admin/orders/${order.id}/status`, admin, { status: 'hazirlaniyor' }))

  const combined = `order-papers/combined-pick-list?ids=${order.id.toUpperCase()}`
  for (const path of [`${order.id}/pick-list`, `${order.id}/slip`, combined]) {
    const { text } = await paper(world, admin, path)
    for (const { code } of lots) expect(text).toContain(code)
  }
  const query = `delivery_date=${order.delivery_date}&route_id=${route_id}`
  expect((await paper(world, admin, `order-papers/route-sheet?${query}`)).text).toContain(address)
})

test('slip and pick list have the longest address to its end, also in capitals', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const address = `${'ATATÜRK MAHALLESİ, CUMHURİYET CADDESİ, '.repeat(13)}KADIKÖY`.slice(-500)
  expect((await world.put('/auth/profile', customer, { address })).status).toBe(200)
  const items = [{ product_id: await world.product({ on_hand: 10 }), quantity: 1 }]
  const order = requireSuccess(await world.post('/orders', customer, { items })).json()
  for (const path of [`${order.id}/slip`, `${order.id}/pick-list`])
    expect((await paper(world, admin, path)).text).toContain('CADDESİ, KADIKÖY')
})

test('the driver’s list has the present address and telephone number, the slip those of the order', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const { id: route_id } = requireSuccess(await world.post('/admin/delivery/routes', admin, KADIKOY)).json()
  requireSuccess(await world.put(`/admin/customers/${customer.id}/delivery`, admin, { route_id }))
  const move = async (phone: string, address: string) =>
    requireSuccess(await world.put('/auth/profile', customer, { phone, address }))
  await move('0212 111 11 11', 'Eski Sokak 1')
  const items = [{ product_id: await world.product({ on_hand: 10 }), quantity: 1 }]
  const order = requireSuccess(await world.post('/orders', customer, { items })).json()
  const [stored, present] = [/0212 111 11 11[^]*Eski Sokak 1/, /Yeni Sokak 2[^]*0212 222 22 22/]
  await move('0212 222 22 22', 'Yeni Sokak 2')
  const list = async () =>
    (await paper(world, admin, `order-papers/route-sheet?delivery_date=${order.delivery_date}&route_id=${route_id}`))
      .text
  expect(await list()).toMatch(present)
  expect(await list()).not.toContain('Eski')
  expect((await paper(world, admin, `${order.id}/slip`)).text).toMatch(stored)
  // Without a present one, the driver has at least that of the order.
  await world.db.updateTable('customers').set({ phone: '', address: '' }).where('id', '=', customer.id).execute()
  expect(await list()).toMatch(/Eski Sokak 1[^]*0212 111 11 11/)
})

test('the driver reads the note of every order of a route beside its customer', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer({ company_name: 'Lezzet' })]
  const { id: route_id } = requireSuccess(await world.post('/admin/delivery/routes', admin, KADIKOY)).json()
  requireSuccess(await world.put(`/admin/customers/${customer.id}/delivery`, admin, { route_id }))
  const items = [{ product_id: await world.product({ on_hand: 100 }), quantity: 1 }]
  const numbers = Array.from({ length: 26 }, (_, i) => i + 1)
  for (const number of numbers)
    requireSuccess(await world.post('/orders', customer, { items, notes: `${number}. kapı\nZil bozuk` }))
  const query = `delivery_date=2026-03-11&route_id=${route_id}`
  const { text } = await paper(world, admin, `order-papers/route-sheet?${query}`)
  for (const number of numbers) expect(text).toContain(`Lezzet İstanbul Not: ${number}. kapı / Zil bozuk`)
})
