import { expect, test } from 'vitest'
import { FEE_LABEL } from '#contract/delivery-days.ts'
import { kurus } from '#contract/money.ts'
import { fillOrders } from '../testing/many-orders.ts'
import { readWorkbook } from '../testing/read-workbook.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

async function rowsOf(world: World, admin: TestUser, path: string, file: string) {
  const headers = { authorization: `Bearer ${admin.token}` }
  const response = await world.app.inject({ url: `/api/admin/reports/${path}`, headers })
  expect(response.headers['content-disposition']).toContain(`filename="${file}"`)
  return (await readWorkbook(response.rawPayload)).map(({ cells }) => cells)
}

test('the workbook of order lines has one row a line, of the filtered orders, with amounts that add up', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [one, two] = [
    await world.customer({ company_name: '=1+1 Şarküteri' }),
    await world.customer({ company_name: 'Deniz' }),
  ]
  const cheese = await world.product({ name: 'Ezine', brand: 'Yayla', unit: 'KG', price: kurus(1001), vat_rate: 16 })
  const later = { name: 'Zeytin', on_hand: 0, expected_stock_date: '2026-05-01' }
  const olives = await world.product({ ...later, price: kurus(500), vat_rate: 0 })
  const items = [
    { product_id: cheese, quantity: 3 },
    { product_id: olives, quantity: 2 },
  ]
  const { id } = (await world.post('/orders', one, { items })).json()
  world.pass(60_000)
  const other = (await world.post('/orders', two, { items: [{ product_id: cheese, quantity: 1 }] })).json()

  const read = (query = '') => rowsOf(world, admin, `order-lines-excel${query}`, 'siparis-satirlari-2026-03-10.xlsx')
  const [header, ...rows] = await read()
  expect(header?.slice(3, 7)).toEqual(['Firma', 'Ürün', 'Marka', 'Miktar'])
  const at = new Date('2026-03-10T10:00:00Z')
  expect(rows.slice(1).map(row => row.slice(0, 13))).toEqual([
    [id.slice(0, 8), at, 'Beklemede', '=1+1 Şarküteri', 'Ezine', 'Yayla', 3, 'KG', 10.01, 30.03, 16, 4.8, 34.83],
    [id.slice(0, 8), at, 'Beklemede', '=1+1 Şarküteri', 'Zeytin', 'Yayla', 2, 'ADET', 5, 10, 0, 0, 10],
  ])
  expect(rows[2]?.[13]).toEqual(new Date('2026-05-01T00:00:00Z'))
  expect(rows.map(([number]) => number)).toEqual([other.id.slice(0, 8), id.slice(0, 8), id.slice(0, 8)])
  expect((await read('?search=sarkuteri')).slice(1)).toHaveLength(2)
  expect((await read('?status=iptal')).slice(1)).toEqual([])
})

test.each(['reports/orders-excel', 'reports/order-lines-excel', 'lots/write-offs/excel'])(
  'the workbook %s of a period that ends before it begins is refused',
  async path => {
    const world = await makeWorld()
    const admin = await world.admin()
    const reversed = await world.get(`/admin/${path}?from=2026-03-11&to=2026-03-10`, admin)
    const message = 'Başlangıç tarihi bitiş tarihinden sonra olamaz'
    expect([reversed.status, reversed.json().errors]).toEqual([400, [{ field: 'from', message }]])
    expect((await world.get(`/admin/${path}?from=2026-03-10&to=2026-03-10`, admin)).status).toBe(200)
  },
)

test('the workbook of orders says who revised each order last', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer('Ayşe Şen')]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ on_hand: 100 })
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json()
  const read = async () => {
    const [head = [], row = []] = await rowsOf(world, admin, 'orders-excel', 'siparisler-2026-03-10.xlsx')
    return ['Revizyon', 'Son Revize Eden'].map(label => row[head.indexOf(label)])
  }
  const revisers = []
  for (const [path, by, fields] of [
    ['/orders', customer, {}],
    ['/marketer/orders', marketer, { price: 10 }],
    ['/marketer/orders', admin, { price: 10 }],
    ['/orders', customer, {}],
  ] as const) {
    const items = [{ product_id, quantity: 2 + revisers.length, ...fields }]
    expect((await world.put(`${path}/${id}`, by, { items })).status).toBe(200)
    revisers.push(await read())
  }
  expect(revisers).toEqual([
    [1, 'Müşteri'],
    [2, 'Ayşe Şen'],
    [3, 'Yönetici'],
    [4, 'Müşteri'],
  ])
})

test('the workbook of orders has the fee as long as an order has one, also without routes and a fee set now', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const items = [{ product_id: await world.product({ price: kurus(100_00), vat_rate: 10 }), quantity: 1 }]
  await world.put('/admin/delivery', admin, { minimum: 200, fee: 25 })
  await world.post('/orders', customer, { items })
  await world.put('/admin/delivery', admin, { minimum: null, fee: null })
  const [header = [], row = []] = await rowsOf(world, admin, 'orders-excel', 'siparisler-2026-03-10.xlsx')
  const shown = Object.fromEntries(header.map((label, i) => [label, row[i]]))
  expect(shown).toMatchObject({ 'Ara Toplam': 100, KDV: 10, 'Genel Toplam': 135, [FEE_LABEL]: 25 })
})

test('the workbook of many pages of orders has each line once', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await fillOrders(world.owner, 600)
  const [, ...rows] = await rowsOf(world, admin, 'order-lines-excel', 'siparis-satirlari-2026-03-10.xlsx')
  expect([rows.length, new Set(rows.map(([number]) => number)).size]).toEqual([3000, 600])
})

test('the workbook of customers has their figures, by the filters of the list', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer('Zeynep')]
  const ours = await world.customer({ company_name: 'Çınar Lokantası', assigned_marketer_id: marketer.id })
  const other = await world.customer({ company_name: 'Ada Büfe' })
  const product_id = await world.product({ price: kurus(10_00), vat_rate: 10 })
  await world.post('/orders', ours, { items: [{ product_id, quantity: 3 }] })
  await world.put(`/admin/customers/${other.id}`, admin, { is_active: false })

  const read = (query = '') => rowsOf(world, admin, `customers-excel${query}`, 'musteriler-2026-03-10.xlsx')
  const [header, ...rows] = await read()
  expect(header?.slice(0, 3)).toEqual(['Firma', 'Kullanıcı Adı', 'E-posta'])
  const at = new Date('2026-03-10T10:00:00Z')
  const mail = (user: TestUser) => `${user.username}@ornek.com.tr`
  const contact = ['0212 000 00 00', 'İstanbul']
  expect(rows).toEqual([
    ['Ada Büfe', other.username, mail(other), ...contact, 'Pasif', null, 0, 0, 0, null, at],
    ['Çınar Lokantası', ours.username, mail(ours), ...contact, 'Aktif', 'Zeynep', 1, 33, 33, at, at],
  ])
  expect((await read(`?marketer_id=${marketer.id}`)).slice(1)).toHaveLength(1)
  expect((await read('?is_active=false')).slice(1).map(([name]) => name)).toEqual(['Ada Büfe'])
})

test('both workbooks are recorded as exports of personal data', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await world.get('/admin/reports/order-lines-excel', admin)
  await world.get('/admin/reports/customers-excel', admin)
  const events: { event: string; detail: unknown }[] = (await world.get('/admin/security-log?limit=10', admin)).json()
  expect(events.filter(({ event }) => event === 'exported')).toHaveLength(2)
})
