import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { orderNumber } from '#contract/orders.ts'
import { MAX_RECALL_MESSAGE, type Recall } from '#contract/recalls.ts'
import { readPdf } from '../testing/pdf.ts'
import { pushBrowser, startPushService } from '../testing/push-service.ts'
import { readWorkbook } from '../testing/read-workbook.ts'
import { download } from '../testing/uploads.ts'
import { makeWorld, type TestUser } from '../testing/world.ts'

async function soldLots() {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const customers = [
    await world.customer({ company_name: 'Lezzet' }),
    await world.customer({ company_name: 'Deniz' }),
    await world.customer({ company_name: 'Başka' }),
  ] as const
  const product_id = await world.product({ name: 'Ezine', unit: 'KG', lot_tracking: 'asked', on_hand: 0 })
  const about = { supplier: 'Yörük Gıda', delivery_note: 'IRS-7' }
  const goods = (code: string, quantity: number, expires_on: string) => ({
    product_id,
    quantity,
    lot: { code, expires_on },
  })
  const items = [goods('A', 10, '2026-05-01'), goods('B', 10, '2026-06-01')]
  await world.post('/admin/stock/receipts', admin, { ...about, items })
  const order = async (customer: TestUser, quantity: number, status: string): Promise<string> => {
    world.pass(1000)
    const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity }] })).json()
    expect((await world.put(`/admin/orders/${id}/status`, admin, { status })).status).toBe(200)
    return id
  }
  const [lezzet, deniz, other] = customers
  await order(lezzet, 6, 'tamamlandi')
  await order(deniz, 5, 'hazirlaniyor')
  await order(lezzet, 1, 'tamamlandi')
  await order(other, 2, 'beklemede')
  const lots = (await world.get(`/admin/lots?product_id=${product_id}`, admin)).json()
  const idOf = (code: string): string => lots.find((lot: { code: string }) => lot.code === code).id
  const recall = async (query: string): Promise<Recall> => (await world.get(`/admin/recalls?${query}`, admin)).json()
  return { world, admin, lezzet, deniz, product_id, idOf, recall, order }
}

test('a recall finds the receipts of a lot, what is left of it, and all customers that got or get it', async () => {
  const { world, admin, lezzet, product_id, idOf, recall } = await soldLots()
  const found = await recall(`lot_id=${idOf('A')}`)
  expect(found.lots).toMatchObject([{ code: 'A', on_hand: 4, picked_quantity: 4 }])
  expect(found.receipts).toMatchObject([
    { supplier: 'Yörük Gıda', delivery_note: 'IRS-7', quantity: 10, unit: 'KG', is_reversed: false },
  ])
  const ordersOf = ({ orders }: Recall) =>
    orders.map(
      ({ company_name, code, quantity, is_open }) => `${company_name} ${code} ${quantity}${is_open ? ' open' : ''}`,
    )
  expect(ordersOf(found)).toEqual(['Lezzet A 6', 'Deniz A 4 open'])
  expect(
    found.customers.map(({ company_name, quantity, order_count }) => [company_name, quantity, order_count]),
  ).toEqual([
    ['Lezzet', 6, 1],
    ['Deniz', 4, 1],
  ])
  const all = await recall(`product_id=${product_id}&expires_from=2026-05-01&expires_to=2026-06-01`)
  expect(ordersOf(all).sort()).toEqual(['Deniz A 4 open', 'Deniz B 1 open', 'Lezzet A 6', 'Lezzet B 1'])
  expect((await world.get(`/admin/recalls?product_id=${product_id}&expires_from=2026-07-01`, admin)).status).toBe(404)
  expect((await world.get('/admin/recalls', admin)).json().errors).toEqual([
    { field: 'lot_id', message: 'Bir parti veya bir ürün seçin' },
  ])

  // A deleted customer's delivered orders are named from the archive.
  expect((await world.request('DELETE', `/admin/customers/${lezzet.actor.id}`, admin)).status).toBe(200)
  const archived = await recall(`lot_id=${idOf('A')}`)
  expect(ordersOf(archived)).toEqual(['Lezzet A 6', 'Deniz A 4 open'])
  expect(archived.customers[0]).toMatchObject({ company_name: 'Lezzet', customer_id: null, quantity: 6 })
})

test('a recall names goods as they were sold, although their product has another name and unit now', async () => {
  const { world, admin, product_id, idOf, recall } = await soldLots()
  const change = { name: 'Ezine Kutu', unit: 'PAKET' }
  expect((await world.put(`/admin/products/${product_id}`, admin, change)).status).toBe(200)
  const { lots, orders } = await recall(`lot_id=${idOf('A')}`)
  expect(lots).toMatchObject([{ product_name: 'Ezine Kutu', unit: 'PAKET' }])
  expect(orders).toMatchObject([
    { product_name: 'Ezine', quantity: 6, unit: 'KG' },
    { product_name: 'Ezine', quantity: 4, unit: 'KG' },
  ])
  await world.post('/admin/recalls/letters', admin, { lot_id: idOf('A'), text: 'Kullanmayın' })
  const letters = (await world.mails()).filter(({ subject }) => subject === 'Geri çağırma: Ezine')
  expect(letters.map(({ text }) => /Ezine: (6|4) KG/.test(text ?? ''))).toEqual([true, true])
})

test('a recall is also mailed to a customer whose address was never confirmed, without the name that it entered', async () => {
  const { world, admin, deniz, idOf } = await soldLots()
  const unconfirmed = { confirmed_email: null, confirmed_email_key: null }
  await world.db.updateTable('accounts').set(unconfirmed).where('id', '=', deniz.id).execute()
  await world.post('/admin/recalls/letters', admin, { lot_id: idOf('A'), text: 'Kullanmayın' })
  const letters = (await world.mails()).filter(({ subject }) => subject === 'Geri çağırma: Ezine')
  const text = letters.find(({ to }) => to.address === `${deniz.username}@ornek.com.tr`)
  expect([letters.length, text?.to.name]).toEqual([2, ''])
  expect(`${text?.text}${text?.html}`).not.toContain('Deniz')
  expect(text?.text).toContain('Ezine: 4 KG')
})

test('a recall lists customers with their present name, telephone number and e-mail address', async () => {
  const { world, admin, lezzet, idOf, recall } = await soldLots()
  const change = { company_name: 'Lezzet Gıda', phone: '0216 111 22 33', email: 'yeni@ornek.com.tr' }
  expect((await world.put(`/admin/customers/${lezzet.actor.id}`, admin, change)).status).toBe(200)
  const { customers } = await recall(`lot_id=${idOf('A')}`)
  expect(customers[0]).toMatchObject({ customer_id: lezzet.actor.id, ...change })
  const workbook = await download(world, admin, `/admin/recalls/excel?lot_id=${idOf('A')}`)
  const [, first] = (await readWorkbook(workbook.bytes)).map(({ cells }) => cells.slice(0, 3))
  expect(first).toEqual(Object.values(change))
})

test('a recall can be downloaded as a workbook and as a list to print', async () => {
  const { world, admin, product_id } = await soldLots()
  const workbook = await download(world, admin, `/admin/recalls/excel?product_id=${product_id}`)
  const rows = (await readWorkbook(workbook.bytes)).map(({ cells }) => cells)
  expect(rows.map(cells => [cells[0], cells[6], cells[8], cells[10]])).toEqual([
    ['Firma', 'Parti', 'Miktar', 'Teslim'],
    ['Lezzet', 'A', 6, 'Teslim edildi'],
    ['Deniz', 'A', 4, 'Hazırlanıyor'],
    ['Deniz', 'B', 1, 'Hazırlanıyor'],
    ['Lezzet', 'B', 1, 'Teslim edildi'],
  ])
  // One lot more than the paper names.
  const items = Array.from({ length: 11 }, (_, n) => ({ product_id, quantity: 1, lot: { code: `C${n}` } }))
  await world.post('/admin/stock/receipts', admin, { items })
  const paper = await download(world, admin, `/admin/recalls/pdf?product_id=${product_id}`)
  const { pages } = await readPdf(paper.bytes)
  const figures = ['10 KG', '24 KG', 've 1 parti daha', 'Giriş']
  for (const text of ['Lezzet', 'Deniz', 'L A · SKT 01.05.2026', 'Yörük Gıda', 'IRS-7', ...figures])
    expect(pages[0]?.text).toContain(text)
  expect(pages[0]?.boxes).toBe(4)
})

test('each customer is notified once of each lot of an order, also by repeated and concurrent requests', async () => {
  const { world, admin, lezzet, deniz, product_id, idOf, recall } = await soldLots()
  const other = await world.admin('Zeynep')
  const send = (user: TestUser, query: object, text = 'Bu partiyi kullanmayın, iade alacağız.') =>
    world.post('/admin/recalls/letters', user, { ...query, text })
  const both = await Promise.all([send(admin, { lot_id: idOf('A') }), send(other, { lot_id: idOf('A') })])
  expect(both.map(reply => reply.json().told).sort()).toEqual([0, 2])
  const letters = async () => (await world.mails()).filter(({ subject }) => subject === 'Geri çağırma: Ezine')
  const first = await letters()
  expect(first).toHaveLength(2)
  const letter = first.find(({ text }) => text?.includes('6 KG'))
  for (const part of ['Bu partiyi kullanmayın, iade alacağız.', 'Ezine: 6 KG', 'L A · SKT 01.05.2026'])
    expect(letter?.text).toContain(part)
  // For all lots of the product, customers are notified only of those that they were not notified of yet.
  const notified = (await recall(`product_id=${product_id}`)).orders.map(got => [got.code, got.told_at !== null])
  expect(notified.sort()).toEqual([
    ['A', true],
    ['A', true],
    ['B', false],
    ['B', false],
  ])
  const workbook = await download(world, admin, `/admin/recalls/excel?product_id=${product_id}`)
  const written = (await readWorkbook(workbook.bytes)).slice(1).map(({ cells }) => [cells[6], Boolean(cells[11])])
  expect(written.sort()).toEqual(notified)
  expect((await send(admin, { product_id })).json().told).toBe(2)
  expect((await send(admin, { product_id })).json()).toEqual({ message: 'Bilgilendirilmemiş müşteri yok', told: 0 })
  const second = await letters()
  expect(second.map(({ text }) => [text?.includes('Ezine: 1 KG'), text?.includes('L A')])).toEqual([
    [true, false],
    [true, false],
  ])
  for (const customer of [lezzet, deniz]) {
    const bells = (await world.get('/notifications', customer)).json()
    expect(bells.filter((one: { kind: string }) => one.kind === 'recall')).toHaveLength(2)
  }
  const customers = (await recall(`product_id=${product_id}`)).customers
  expect(customers.map(({ told_at }) => told_at)).toEqual([expect.any(String), expect.any(String)])
  const trail = (await world.get('/admin/audit?entity=lot', admin)).json()
  expect(trail.map((entry: { after: { told: number } }) => entry.after.told)).toContain(2)
  expect((await send(admin, { lot_id: idOf('A') }, ' ')).status).toBe(400)
})

test('goods that a customer gets after a letter need another one, which lists only them', async () => {
  const { world, admin, lezzet, product_id, idOf, recall, order } = await soldLots()
  const query = `lot_id=${idOf('A')}`
  const send = async () =>
    (await world.post('/admin/recalls/letters', admin, { lot_id: idOf('A'), text: 'Kullanmayın' })).json().told
  expect(await send()).toBe(2)
  const items = [{ product_id, quantity: 2, lot: { code: 'A', expires_on: '2026-05-01' } }]
  expect((await world.post('/admin/stock/receipts', admin, { items })).status).toBe(201)
  const later = await order(lezzet, 2, 'tamamlandi')
  const untold = ({ customers, orders }: Recall) => [
    customers.filter(({ told_at }) => !told_at).map(({ company_name }) => company_name),
    orders.filter(({ told_at }) => !told_at).map(({ order_id }) => order_id),
  ]
  expect(untold(await recall(query))).toEqual([['Lezzet'], [later]])
  await world.mails()
  expect([await send(), await send()]).toEqual([1, 0])
  const letters = (await world.mails()).filter(({ subject }) => subject === 'Geri çağırma: Ezine')
  expect(letters.map(({ to }) => to.address)).toEqual([`${lezzet.username}@ornek.com.tr`])
  expect(letters[0]?.text).toContain(orderNumber(later))
  expect(letters[0]?.text).not.toContain('6 KG')
  expect(untold(await recall(query))).toEqual([[], []])
})

test('bell and push of a recall begin with its lots, products and orders, however long the text is', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const service = await startPushService()
  onTestFinished(() => service.stop())
  const browser = pushBrowser(service, '/phone')
  expect((await world.post('/notifications/push', customer, browser.subscription)).status).toBe(200)
  const products = await world.products(
    [
      { name: 'Ezine', barcode: '036000291452' },
      { name: 'Ezine koli', barcode: '0036000291452' },
    ].map(product => ({ ...product, unit: 'ADET' as const, lot_tracking: 'asked' as const, on_hand: 0 })),
  )
  const items = products.map((product_id, i) => ({ product_id, quantity: i + 2 }))
  const lot = { code: 'L1', expires_on: '2026-05-01' }
  await world.post('/admin/stock/receipts', admin, { items: items.map(item => ({ ...item, lot })) })
  const { id } = (await world.post('/orders', customer, { items })).json()
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'tamamlandi' })
  await world.pushes()
  service.received.length = 0

  const text = 'Satmayın. '.repeat(MAX_RECALL_MESSAGE / 10).trim()
  const letters = { product_id: products[0], text }
  expect((await world.post('/admin/recalls/letters', admin, letters)).json().told).toBe(1)
  const lines = ['Ezine: 2 ADET', 'Ezine koli: 3 ADET'].map(
    goods => `L1 · SKT 01.05.2026 · ${goods} · Sipariş ${orderNumber(id)}`,
  )
  const bell: Notification[] = (await world.get('/notifications', customer)).json()
  const shown = bell.find(({ kind }) => kind === 'recall')?.body.split('\n') ?? []
  expect([shown.slice(0, 2).sort(), shown.slice(2)]).toEqual([lines.toSorted(), [text]])
  await world.pushes()
  const [push] = service.received
  expect(push?.headers).toMatchObject({ urgency: 'high' })
  for (const line of lines) expect(browser.decrypt(push!).body).toContain(line)
  // A press shows the lots in the bell.
  expect(browser.decrypt(push!).link).toBe('/orders?bildirim=zil')
})

/**
 * Lot A of 20 in Ana Depo, of which 12 went to Gecici Depo and 5 of these came back, with an order in each warehouse.
 */
async function movedLots() {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const [here, there] = [
    await world.customer({ company_name: 'Burada' }),
    await world.customer({ company_name: 'Orada' }),
  ]
  const barcode = '8690000000017'
  const main = await world.product({ name: 'Ezine', unit: 'KG', barcode, lot_tracking: 'asked', on_hand: 0 })
  const spare = await world.product({ name: 'Ezine', unit: 'KG', barcode, warehouse: 'Gecici Depo', on_hand: 0 })
  const receive = (code: string, quantity: number, supplier: string) => {
    const lot = { code, expires_on: '2026-05-01' }
    return world.post('/admin/stock/receipts', admin, { supplier, items: [{ product_id: main, quantity, lot }] })
  }
  await receive('A', 20, 'Yörük Gıda')
  const transfer = async (product_id: string, quantity: number) => {
    world.pass(1000)
    return (await world.post('/admin/stock/transfers', admin, { items: [{ product_id, quantity }] })).status
  }
  await transfer(main, 12)
  await transfer(spare, 5)
  const order = async (customer: TestUser, product_id: string, quantity: number, status: string) => {
    world.pass(1000)
    const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity }] })).json()
    expect((await world.put(`/admin/orders/${id}/status`, admin, { status })).status).toBe(200)
  }
  await order(here, main, 3, 'tamamlandi')
  await order(there, spare, 2, 'hazirlaniyor')
  await receive('B', 4, 'Başkası')
  const lotOf = async (product_id: string, code: string): Promise<{ id: string }> =>
    (await world.get(`/admin/lots?product_id=${product_id}`, admin))
      .json()
      .find((lot: { code: string }) => lot.code === code)
  const recall = async (query: string): Promise<Recall> => (await world.get(`/admin/recalls?${query}`, admin)).json()
  const lots = { main: (await lotOf(main, 'A')).id, spare: (await lotOf(spare, 'A')).id }
  return { world, admin, main, spare, transfer, lots, recall }
}

test('a recall follows goods to the other warehouse and back, from either side', async () => {
  const { world, admin, main, spare, lots, recall } = await movedLots()
  for (const [query, first] of [
    [`lot_id=${lots.main}`, 'Ana Depo'],
    [`lot_id=${lots.spare}`, 'Gecici Depo'],
    [`product_id=${spare}`, 'Gecici Depo'],
  ] as const) {
    const found = await recall(query)
    expect(found.lots.map(lot => [lot.warehouse, lot.on_hand, lot.is_related])).toEqual(
      first === 'Ana Depo'
        ? [
            ['Ana Depo', 10, false],
            ['Gecici Depo', 7, true],
          ]
        : [
            ['Gecici Depo', 7, false],
            ['Ana Depo', 10, true],
          ],
    )
    // The receipt of another lot of the same product is not included.
    expect(found.receipts.map(one => [one.supplier, one.warehouse, one.quantity])).toEqual([
      ['Yörük Gıda', 'Ana Depo', 20],
    ])
    expect(found.orders.map(one => [one.company_name, one.warehouse, one.quantity, one.is_open])).toEqual([
      ['Burada', 'Ana Depo', 3, false],
      ['Orada', 'Gecici Depo', 2, true],
    ])
    expect(found.customers.map(one => one.company_name).sort()).toEqual(['Burada', 'Orada'])
  }
  const connected = (await world.get(`/admin/lots/${lots.main}/connected`, admin)).json()
  expect(connected).toMatchObject([{ id: lots.spare, came_from: true, went_to: true, on_hand: 7 }])
  const workbook = await download(world, admin, `/admin/recalls/excel?lot_id=${lots.main}`)
  const rows = (await readWorkbook(workbook.bytes)).map(({ cells }) => [cells[0], cells[12]])
  expect(rows).toEqual([
    ['Firma', 'Depo'],
    ['Burada', 'Ana Depo'],
    ['Orada', 'Gecici Depo'],
  ])
  const paper = await download(world, admin, `/admin/recalls/pdf?lot_id=${lots.spare}`)
  const text = (await readPdf(paper.bytes)).pages[0]?.text
  for (const part of ['Burada', 'Orada', 'Gecici Depo', 'Yörük Gıda']) expect(text).toContain(part)
  const letters = { lot_id: lots.main, text: 'Kullanmayın' }
  expect((await world.post('/admin/recalls/letters', admin, letters)).json().told).toBe(2)
  // With a range of expiries, only lots within it are chosen.
  expect((await recall(`product_id=${main}&expires_to=2026-05-01`)).lots).toHaveLength(3)
})

test('transfers from before origins were recorded are found in the ledgers', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const products = await world.products(
    ['Ezine', 'Gemlik'].map(name => ({ name, lot_tracking: 'asked' as const, on_hand: 0 })),
  )
  // The same label and quantity of two products in one receipt and one transfer.
  const lot = { code: 'A', expires_on: '2026-05-01' }
  const items = products.map(product_id => ({ product_id, quantity: 4 }))
  await world.post('/admin/stock/receipts', admin, { items: items.map(item => ({ ...item, lot })) })
  await world.post('/admin/stock/transfers', admin, { items })
  const origins = () => world.db.selectFrom('lot_origins').selectAll().orderBy('lot_id').execute()
  const recorded = await origins()
  expect(recorded).toHaveLength(2)
  await sql`delete from lot_origins`.execute(world.db)
  const migration = readFileSync('server/db/migrations/060-lot-origins.sql', 'utf8')
  const fill = migration.slice(migration.indexOf('insert into'))
  await sql.raw(fill).execute(world.db)
  expect(await origins()).toEqual(recorded)
  // Again, as after an update during which the previous version made a transfer (docs/deployment.md).
  await sql`delete from lot_origins where lot_id = ${recorded[0]!.lot_id}`.execute(world.db)
  await sql.raw(fill.replace(/;\s*$/, ' on conflict do nothing')).execute(world.db)
  expect(await origins()).toEqual(recorded)
})

test('a lot is blocked together with the lots that its goods were moved to, once', async () => {
  const { world, admin, transfer, main, spare, lots } = await movedLots()
  const block = (key: string) =>
    world.post(
      `/admin/lots/${lots.main}/block`,
      admin,
      { reason: 'Küf', with_connected: true },
      { 'idempotency-key': key },
    )
  // The goods of a concurrent transfer are also blocked, or the transfer is refused.
  const [first, again, moved] = await Promise.all([block('a'), block('a'), transfer(spare, 1)])
  const back = moved === 201 ? 1 : 0
  expect([first.status, again.body]).toEqual([200, first.body])
  expect(first.json().message).toBe('Parti, aktarılan malıyla birlikte engellendi')
  for (const id of Object.values(lots))
    expect((await world.get(`/admin/lots/${id}`, admin)).json()).toMatchObject({ block_reason: 'Küf' })
  expect((await world.figures(main)).reserved).toBe(10 + back)
  // The order of 2 stays; the lot's other goods are also reserved.
  expect(await world.figures(spare)).toEqual({ on_hand: 7 - back, reserved: 9 - back })
  expect((await block('b')).status).toBe(409)
  const trail = (await world.get('/admin/audit?entity=lot', admin)).json()
  expect(trail.filter(({ action }: { action: string }) => action === 'blocked')).toHaveLength(2)
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a lot that was received in both warehouses is recalled in both', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const barcode = '8690000000017'
  const here = await world.product({ name: 'Ezine', barcode, lot_tracking: 'asked', on_hand: 0 })
  const there = await world.product({ barcode, warehouse: 'Gecici Depo', lot_tracking: 'asked', on_hand: 0 })
  const receive = (product_id: string, code: string, expires_on: string) => {
    const items = [{ product_id, quantity: 1, lot: { code, expires_on } }]
    return world.post('/admin/stock/receipts', admin, { items })
  }
  await receive(here, 'L24a', '2026-05-01')
  await receive(there, 'l24A', '2026-05-01')
  await receive(there, 'L24A', '2026-06-01')
  await receive(there, 'L25', '2026-05-01')
  const { lots }: Recall = (await world.get(`/admin/recalls?product_id=${here}`, admin)).json()
  expect(lots.map(lot => [lot.warehouse, lot.code, lot.is_related])).toEqual([
    ['Ana Depo', 'L24a', false],
    ['Gecici Depo', 'l24A', true],
  ])
})

test('a recall finds a lot in products with another spelling of the barcode, or without one of the same name', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const spare = 'Gecici Depo' as const
  const tracked = { brand: 'Yayla', unit: 'KG', lot_tracking: 'asked', on_hand: 0 } as const
  const [short, , , gemlik, , coded] = await world.products(
    [
      { name: 'Ezine', barcode: '036000291452' },
      { name: 'Ezine koli', barcode: '0036000291452' },
      { name: 'Ezine peyniri', barcode: '0036000291452', warehouse: spare },
      { name: 'Gemlik', brand: 'Ege' },
      { name: 'GEMLİK', brand: 'ege', warehouse: spare },
      { name: 'Gemlik', brand: 'Ege', barcode: '8690000000017', warehouse: spare },
      { name: 'Gemlik', brand: 'Ege', barcode: '8690000000024' },
      { name: 'Gemlik', brand: 'Marmara', warehouse: spare },
      { name: 'Gemlik', brand: 'Ege', warehouse: spare, unit: 'PAKET' },
    ].map(product => ({ ...tracked, ...product })),
  )
  const products = await world.db.selectFrom('products').select('id').execute()
  for (const lot of [{ code: 'L1', expires_on: '2026-05-01' }, { code: 'L1' }]) {
    const items = products.map(({ id }) => ({ product_id: id, quantity: 1, lot }))
    expect((await world.post('/admin/stock/receipts', admin, { items })).status).toBe(201)
  }
  const recalled = async (product_id: string | undefined) => {
    const { lots }: Recall = (
      await world.get(`/admin/recalls?product_id=${product_id}&expires_from=2026-05-01`, admin)
    ).json()
    expect(lots.every(({ expires_on }) => expires_on === '2026-05-01')).toBe(true)
    return lots.map(lot => `${lot.warehouse} ${lot.product_name} ${lot.brand}`).sort()
  }
  expect(await recalled(short)).toEqual([
    'Ana Depo Ezine Yayla',
    'Ana Depo Ezine koli Yayla',
    'Gecici Depo Ezine peyniri Yayla',
  ])
  // With and without a barcode they may be the same goods; with two different ones they are not.
  expect(await recalled(gemlik)).toEqual([
    'Ana Depo Gemlik Ege',
    'Ana Depo Gemlik Ege',
    'Gecici Depo GEMLİK ege',
    'Gecici Depo Gemlik Ege',
  ])
  expect(await recalled(coded)).toEqual(['Ana Depo Gemlik Ege', 'Gecici Depo GEMLİK ege', 'Gecici Depo Gemlik Ege'])
})

test('a recall does not take offers of the same name for the same goods', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const sources = await world.products(
    ['8690000000017', '8690000000024'].map(barcode => ({
      name: 'Gemlik',
      barcode,
      lot_tracking: 'asked' as const,
      on_hand: 0,
    })),
  )
  await world.put('/admin/offers/settings', admin, { is_allowed: true })
  const lot = { code: 'L1', expires_on: '2026-05-01' }
  const items = sources.map(product_id => ({ product_id, quantity: 5, lot }))
  await world.post('/admin/stock/receipts', admin, { items })
  for (const { id } of await world.db.selectFrom('lots').select('id').execute())
    expect((await world.post(`/admin/lots/${id}/offer`, admin, { price: 1, quantity: 2 })).status).toBe(200)
  const { lots }: Recall = (await world.get(`/admin/recalls?product_id=${sources[0]}`, admin)).json()
  expect(lots.map(({ product_name, on_hand }) => [product_name, on_hand])).toEqual([
    ['Gemlik', 3],
    ['Gemlik 01.05.2026 (Fırsat)', 2],
  ])
})

test('a recall includes the receipts of a product that was deleted after its goods were moved', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ name: 'Gemlik', lot_tracking: 'asked', on_hand: 0 })
  const lot = { code: 'A', expires_on: '2026-05-01' }
  await world.post('/admin/stock/receipts', admin, { supplier: 'Ege', items: [{ product_id, quantity: 3, lot }] })
  const sent = await world.post('/admin/stock/transfers', admin, { items: [{ product_id, quantity: 3 }] })
  const { to_product_id } = sent.json().items[0]
  expect((await world.request('DELETE', `/admin/products/${product_id}`, admin)).json().message).toContain('sil')
  const found: Recall = (await world.get(`/admin/recalls?product_id=${to_product_id}`, admin)).json()
  expect(found.lots).toMatchObject([{ warehouse: 'Gecici Depo', on_hand: 3 }])
  expect(found.receipts).toMatchObject([{ supplier: 'Ege', warehouse: 'Ana Depo', product_name: 'Gemlik' }])
})
