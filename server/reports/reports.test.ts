import * as xlsx from '@e965/xlsx'
import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { TopProducts } from '#contract/reports.ts'
import { fillOrders } from '../testing/many-orders.ts'
import { readWorkbook } from '../testing/read-workbook.ts'
import { download } from '../testing/uploads.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

type Line = { product_id: string; quantity: number }
type Product = TopProducts['by_quantity'][number]

/** Places an order at the given instant. */
async function orderAt(world: World, customer: TestUser, at: string, items: Line[]): Promise<string> {
  const { id } = (await world.post('/orders', customer, { items })).json()
  await world.db
    .updateTable('orders')
    .set({ created_at: new Date(at) })
    .where('id', '=', id)
    .execute()
  return id
}

const cancel = (world: World, customer: TestUser, id: string) => world.post(`/orders/${id}/cancel`, customer)

test('revenue is compared with the previous period up to the same moment, in Istanbul’s time', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ price: kurus(100), vat_rate: 10, on_hand: 1_000_000 })
  const one = (quantity: number) => [{ product_id, quantity }]
  // It is Tuesday the 10th of March, 10:00 in Istanbul. Each quantity identifies its order in the sums.
  const sold: [string, number][] = [
    ['2026-03-09T21:00:00Z', 1], // today's first moment
    ['2026-03-10T07:00:00Z', 2], // now
    ['2026-03-09T20:59:59.999Z', 4], // yesterday, later than 10:00
    ['2026-03-09T07:00:00Z', 8], // yesterday, 10:00
    ['2026-03-08T21:00:00Z', 16], // Monday's first moment
    ['2026-03-08T20:59:59Z', 32], // Sunday: last week, later than Tuesday 10:00
    ['2026-03-03T07:00:00Z', 64], // last week's Tuesday, 10:00
    ['2026-02-28T21:00:00Z', 128], // the month's first moment
    ['2026-02-28T20:59:59Z', 256], // last month, later than the 10th
    ['2026-02-10T07:00:00Z', 512], // last month's 10th, 10:00
  ]
  for (const [at, quantity] of sold) await orderAt(world, customer, at, one(quantity))
  await cancel(world, customer, await orderAt(world, customer, '2026-03-10T06:00:00Z', one(100_000)))
  const revenue = (...quantities: number[]) => ({
    orders: quantities.length,
    revenue: quantities.reduce((sum, quantity) => sum + quantity * 1.1, 0),
  })
  const response = (await world.get('/admin/reports/revenue', admin)).json()
  const rounded = JSON.parse(JSON.stringify(response), (_, value) =>
    typeof value === 'number' ? Math.round(value * 100) : value,
  )
  const expected = JSON.parse(
    JSON.stringify({
      today: { ...revenue(1, 2), before: revenue(8, 16) },
      this_week: { ...revenue(1, 2, 4, 8, 16), before: revenue(64) },
      this_month: { ...revenue(1, 2, 4, 8, 16, 32, 64, 128), before: revenue(512) },
      total: revenue(1, 2, 4, 8, 16, 32, 64, 128, 256, 512),
    }),
    (_, value) => (typeof value === 'number' ? Math.round(value * 100) : value),
  )
  expect(rounded).toEqual(expected)
})

test('a month is compared with all of a shorter one before it, and a Monday belongs to its own week', async () => {
  const world = await makeWorld()
  world.pass(Date.parse('2026-03-30T21:30:00Z') - world.now().getTime())
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ price: kurus(100), vat_rate: 0 })
  // It is Tuesday the 31st, half past midnight; February ended on the 28th.
  await orderAt(world, customer, '2026-02-28T20:59:59Z', [{ product_id, quantity: 1 }])
  await orderAt(world, customer, '2026-02-28T21:00:00Z', [{ product_id, quantity: 2 }])
  await orderAt(world, customer, '2026-03-29T21:00:00Z', [{ product_id, quantity: 3 }])
  const { this_month, this_week, today } = (await world.get('/admin/reports/revenue', admin)).json()
  expect(this_month).toEqual({ orders: 2, revenue: 5, before: { orders: 1, revenue: 1 } })
  expect(this_week).toEqual({ orders: 1, revenue: 3, before: { orders: 0, revenue: 0 } })
  expect(today).toEqual({ orders: 0, revenue: 0, before: { orders: 1, revenue: 3 } })
})

test('sales are reported by day, status, category, marketer and customer, and all dimensions add up', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer('Mehmet')]
  const [own, other] = [
    await world.customer({ company_name: 'Lezzet', assigned_marketer_id: marketer.id }),
    await world.customer({ company_name: 'Deniz' }),
  ]
  const [cheese, sauce] = [
    await world.product({ category: 'Peynir', price: kurus(333), vat_rate: 5, on_hand: 1000 }),
    await world.product({ category: 'Sos', price: kurus(1001), vat_rate: 16, on_hand: 1000 }),
  ]
  await orderAt(world, own, '2026-03-08T21:00:00Z', [
    { product_id: cheese, quantity: 1 },
    { product_id: sauce, quantity: 1 },
  ])
  await orderAt(world, other, '2026-03-08T20:59:59Z', [{ product_id: cheese, quantity: 7 }])
  const done = await orderAt(world, other, '2026-03-10T06:00:00Z', [{ product_id: sauce, quantity: 3 }])
  await world.put(`/admin/orders/${done}/status`, admin, { status: 'tamamlandi' })
  const gone = await orderAt(world, own, '2026-03-10T06:00:00Z', [{ product_id: sauce, quantity: 100 }])
  await cancel(world, own, gone)
  await orderAt(world, own, '2026-03-07T20:59:59Z', [{ product_id: sauce, quantity: 50 }])

  const report = (await world.get('/admin/reports/sales?from=2026-03-08&to=2026-03-10', admin)).json()
  // 3.33 + 5 % = 3.50 (0.1665 is rounded up); 10.01 + 16 % = 11.61
  expect(report).toEqual({
    from: '2026-03-08',
    to: '2026-03-10',
    total: { orders: 3, revenue: 74.42 },
    before: { from: '2026-03-05', to: '2026-03-07', until: '2026-03-07T07:00:00.000Z', orders: 0, revenue: 0 },
    by_day: [
      { day: '2026-03-08', orders: 1, revenue: 24.48 },
      { day: '2026-03-09', orders: 1, revenue: 15.11 },
      { day: '2026-03-10', orders: 1, revenue: 34.83 },
    ],
    by_status: [
      { status: 'beklemede', orders: 2, revenue: 39.59 },
      { status: 'hazirlaniyor', orders: 0, revenue: 0 },
      { status: 'tamamlandi', orders: 1, revenue: 34.83 },
      { status: 'iptal', orders: 1, revenue: 1161.16 },
    ],
    by_category: [
      { category: 'Sos', quantity: 4, revenue: 46.44 },
      { category: 'Peynir', quantity: 8, revenue: 27.98 },
    ],
    by_marketer: [
      { marketer_id: null, marketer_name: null, orders: 2, revenue: 59.31 },
      { marketer_id: marketer.id, marketer_name: 'Mehmet', orders: 1, revenue: 15.11 },
    ],
    top_customers: [
      { customer_id: other.id, company_name: 'Deniz', orders: 2, revenue: 59.31 },
      { customer_id: own.id, company_name: 'Lezzet', orders: 1, revenue: 15.11 },
    ],
  })
  const over = (await world.get('/admin/reports/sales?from=2026-03-08&to=2026-03-09', admin)).json()
  expect(over.before).toEqual({ from: '2026-03-06', to: '2026-03-07', until: null, orders: 1, revenue: 580.58 })
  const whole = (await world.get('/admin/reports/sales', admin)).json()
  expect([whole.from, whole.to, whole.by_day.length]).toEqual(['2026-02-09', '2026-03-10', 30])
  expect((await world.get('/admin/reports/sales?from=2026-05-01', admin)).json().by_day).toHaveLength(1)
})

test.each([
  ['from=2026-03-11&to=2026-03-10', 'Başlangıç tarihi bitiş tarihinden sonra olamaz'],
  ['from=2000-01-01', 'Rapor en fazla 10 yılı kapsayabilir'],
  ['from=2026-02-30', 'Tarih YYYY-AA-GG biçiminde olmalıdır'],
])('a report of %s is refused', async (query, detail) => {
  const world = await makeWorld()
  const response = await world.get(`/admin/reports/sales?${query}`, await world.admin())
  expect([response.status, response.json().detail]).toEqual([400, detail])
})

// More rows than an import accepts, so the exported workbook is read with the library directly.
const EXPORTED_ORDERS = Number(process.env.EXPORTED_ORDERS ?? 1_201)

test('many pages of orders become one workbook, each order exactly once', { timeout: 300_000 }, async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await fillOrders(world.owner, EXPORTED_ORDERS)
  const { bytes } = await download(world, admin, '/admin/reports/orders-excel')
  const [sheet] = Object.values(xlsx.read(bytes, { dense: true }).Sheets)
  if (!sheet) throw new Error('the workbook has no sheet')
  const [, ...rows] = xlsx.utils.sheet_to_json<unknown[]>(sheet, { header: 1 })
  expect(rows).toHaveLength(EXPORTED_ORDERS)
  expect(new Set(rows.map(([number]) => number)).size).toBe(EXPORTED_ORDERS)
  const times = rows.map(([, at]) => Number(at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(rows.every(cells => cells[8] === 5 && cells[9] === '10 ADET' && cells[12] === 1100)).toBe(true)
})

test('a top product has no unit in a period in which it was sold in another one than it has now', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const fields = { unit: 'ADET', price: kurus(100), vat_rate: 0, on_hand: 1000 }
  const [changed, same] = [
    await world.product({ ...fields, name: 'Ayran' }),
    await world.product({ ...fields, name: 'Su' }),
  ]
  const sell = (at: string, product_id: string, quantity: number) =>
    orderAt(world, customer, at, [{ product_id, quantity }])
  await sell('2026-02-20T07:00:00Z', changed, 100)
  const cancelled = await sell('2026-03-03T07:00:00Z', changed, 50)
  await cancel(world, customer, cancelled)
  await sell('2026-03-03T07:00:00Z', same, 30)
  expect((await world.put(`/admin/products/${changed}`, admin, { unit: 'PAKET' })).status).toBe(200)
  await sell('2026-03-09T07:00:00Z', changed, 4)
  const top = async (period: string) => {
    const { by_quantity, by_revenue } = (await world.get(`/admin/reports/products?${period}`, admin)).json()
    const shown = by_quantity.map(({ name, quantity, unit }: Product) => [name, quantity, unit])
    expect(by_revenue.map(({ name, quantity, unit }: Product) => [name, quantity, unit])).toEqual(shown)
    return shown
  }
  // A sum of 100 pieces and 4 packets.
  expect(await top('from=2026-02-01&to=2026-03-10')).toEqual([
    ['Ayran', 104, null],
    ['Su', 30, 'ADET'],
  ])
  expect(await top('from=2026-02-20&to=2026-02-20')).toEqual([['Ayran', 100, null]])
  expect(await top('from=2026-03-01&to=2026-03-10')).toEqual([
    ['Su', 30, 'ADET'],
    ['Ayran', 4, 'PAKET'],
  ])
})

test('the orders’ workbook holds what the list shows by the same filters, typed', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [one, two] = [
    await world.customer({ company_name: '=1+1 Şarküteri' }),
    await world.customer({ company_name: 'Deniz' }),
  ]
  const product_id = await world.product({ price: kurus(1001), vat_rate: 16, on_hand: 10_000 })
  const other = await world.product({ on_hand: 10_000, unit: 'PAKET' })
  const first = await orderAt(world, one, '2026-03-08T21:30:00Z', [
    { product_id, quantity: 3 },
    { product_id: other, quantity: 2 },
  ])
  const second = await orderAt(world, two, '2026-03-10T06:00:00Z', [{ product_id, quantity: 1 }])
  await cancel(world, two, second)

  const read = async (query = '') => {
    const response = await world.app.inject({
      url: `/api/admin/reports/orders-excel${query}`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(response.headers['content-disposition']).toContain('filename="siparisler-2026-03-10.xlsx"')
    return (await readWorkbook(response.rawPayload)).map(({ cells }) => cells)
  }
  const [header, ...rows] = await read()
  expect(header!.slice(0, 4)).toEqual(['Sipariş No', 'Tarih', 'Durum', 'Firma'])
  expect(rows.map(([number, at, status, company]) => [number, at, status, company])).toEqual([
    [second.slice(0, 8), new Date('2026-03-10T09:00:00Z'), 'İptal', 'Deniz'],
    [first.slice(0, 8), new Date('2026-03-09T00:30:00Z'), 'Beklemede', '=1+1 Şarküteri'],
  ])
  // Quantities in different units are not added up.
  expect(rows[1]!.slice(8, 14)).toEqual([2, '3 ADET, 2 PAKET', 230.03, 24.8, 254.83, 0])
  const numbers = async (query: string) => (await read(query)).slice(1).map(([number]) => number)
  expect(await numbers('?status=iptal')).toEqual([second.slice(0, 8)])
  expect(await numbers('?search=sarkuteri')).toEqual([first.slice(0, 8)])
  expect(await numbers('?from=2026-03-10')).toEqual([second.slice(0, 8)])
  expect(await numbers('?to=2026-03-09')).toEqual([first.slice(0, 8)])
  expect(await numbers(`?customer_id=${two.id}`)).toEqual([second.slice(0, 8)])
  expect(await numbers('?search=yok')).toEqual([])
})
