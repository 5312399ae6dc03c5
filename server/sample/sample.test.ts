import { expect, test } from 'vitest'
import { CATEGORIES, UNITS } from '#contract/catalogue.ts'
import { DEFAULT_VAT_RATES } from '#contract/money.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { fillSample, makeSample } from './fill.ts'
import { drawPicture } from './pictures.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
const WHOLE = makeSample(NOW)

test('the catalogue holds hundreds of goods, at least twenty in each category', () => {
  const { products } = WHOLE
  const perCategory = CATEGORIES.map(category => products.filter(product => product.category === category).length)
  expect(products.length).toBeGreaterThanOrEqual(300)
  expect(Math.min(...perCategory)).toBeGreaterThanOrEqual(20)
  expect(new Set(products.map(({ name, brand }) => `${name} ${brand}`)).size).toBe(products.length)
})

test.each(CATEGORIES)('every good of %s has a barcode, a price, a VAT rate, a unit and a picture', async category => {
  const products = WHOLE.products.filter(product => product.category === category)
  for (const { barcode, price, vat_rate, unit, description } of products) {
    expect(barcode).toMatch(/^86[89]\d{10}$/)
    const weighted = Array.from(barcode ?? '', (digit, i) => Number(digit) * (i % 2 ? 3 : 1))
    expect(weighted.reduce((sum, n) => sum + n) % 10).toBe(0)
    expect(price).toBeGreaterThan(0)
    expect(DEFAULT_VAT_RATES).toContain(vat_rate)
    expect(UNITS).toContain(unit)
    expect(description).not.toMatch(/undefined|^\. /)
  }
  const pictures = new Map(products.map(({ picture }) => [`${picture.packing}/${picture.look}`, picture]))
  for (const { packing, look } of pictures.values())
    expect((await drawPicture(packing, look)).length).toBeGreaterThan(1000)
})

test('no two products share a barcode', () => {
  const { products } = WHOLE
  expect(new Set(products.map(product => product.barcode)).size).toBe(products.length)
})

test('the same instant gives the same sample, and another instant another one', () => {
  expect(makeSample(NOW)).toEqual(WHOLE)
  const later = new Date(NOW.getTime() + 24 * 60 * 60 * 1000)
  expect(makeSample(later).trade.steps).not.toEqual(WHOLE.trade.steps)
})

test('half a year of trade follows the week: most on Monday and Thursday, nothing on Sunday, nothing after now', () => {
  const { steps } = WHOLE.trade
  const orders = steps.filter(step => step.kind === 'order')
  const perDay = [0, 1, 2, 3, 4, 5, 6].map(
    day => orders.filter(({ at }) => new Date(at.getTime() + 3 * 60 * 60 * 1000).getUTCDay() === day).length,
  )
  expect(orders.length).toBeGreaterThan(1200)
  expect(orders.length).toBeLessThan(1800)
  expect(perDay[0]).toBe(0)
  expect([...perDay.keys()].sort((a, b) => perDay[b]! - perDay[a]!).slice(0, 2)).toEqual([1, 4])
  expect(steps.every((step, i) => step.at <= NOW && (i === 0 || steps[i - 1]!.at <= step.at))).toBe(true)
})

test('a small sample is sold through the portal itself, and every figure agrees with the ledger', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const sample = makeSample(NOW, { weeks: 6, customers: 7, perCategory: 6 })
  await fillSample(
    world.db,
    { admin: { ...admin.actor, role: 'admin' }, companyName: 'Toptan', password: 'deneme-1' },
    sample,
  )

  expect(await world.ledgerDisagreements()).toEqual([])
  const products = await world.db.selectFrom('products').select('image_url').execute()
  expect(products).toHaveLength(72)
  expect(products.every(product => product.image_url?.startsWith('/api/images/'))).toBe(true)
  const orders = await world.db.selectFrom('orders').select(['status', 'created_at']).orderBy('created_at').execute()
  const planned = sample.trade.steps.filter(step => step.kind === 'order')
  expect(orders.map(order => order.created_at)).toEqual(planned.map(step => step.at.toISOString()))
  expect(new Set(orders.map(order => order.status))).toEqual(new Set(ORDER_STATUSES))
  const shortages = await world.db.selectFrom('stock_ledger').select('note').where('note', 'like', 'Eksik%').execute()
  expect(shortages).toEqual([])
  const quotes = await world.db.selectFrom('custom_orders').select('status').orderBy('created_at').execute()
  expect(quotes.map(({ status }) => status)).toEqual(['red', 'cevaplandi', 'yeni', 'yeni'])
  const counts = await world.db.selectFrom('stock_counts').select('finalized_at').orderBy('created_at').execute()
  expect(counts.map(({ finalized_at }) => finalized_at !== null)).toEqual([true, false])
  await expectDailyOrdering(world, admin)
  const lots = (await world.get('/admin/lots', admin)).json()
  expect(lots.length).toBeGreaterThan(5)
  const sold = await world.db.selectFrom('order_lots').select('taken').where('taken', '>', 0).execute()
  expect(sold.length).toBeGreaterThan(5)
})

async function expectDailyOrdering(world: World, admin: TestUser) {
  const { routes, exceptions } = (await world.get('/admin/delivery', admin)).json()
  const shown = routes.map(({ name, customer_count }: Record<string, unknown>) => [name, customer_count])
  expect(shown).toEqual([
    ['Ankara', 0],
    ['İstanbul Anadolu', 3],
    ['İstanbul Avrupa', 4],
    ['İzmir', 0],
  ])
  expect(exceptions).toMatchObject([{ kind: 'closed', note: 'Depo sayımı' }])
  const days = await world.db
    .selectFrom('orders')
    .select('delivery_date')
    .where('delivery_date', 'is not', null)
    .execute()
  expect(days.length).toBeGreaterThan(5)
  const standing = (await world.get('/standing-orders', admin)).json()
  expect(standing.map(({ name, is_paused }: Record<string, unknown>) => [name, is_paused]).sort()).toEqual([
    ['Kahvaltı büfesi', false],
    ['Mutfak', false],
    ['Reyon', true],
  ])
  const lists = await world.db.selectFrom('order_lists').select('name').execute()
  expect(lists).toHaveLength(5)
}

test('all users of the sample can log in with the printed password', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const sample = makeSample(NOW, { weeks: 1, customers: 2, perCategory: 1 })
  await fillSample(
    world.db,
    { admin: { ...admin.actor, role: 'admin' }, companyName: 'Toptan', password: 'deneme-1' },
    sample,
  )
  const { username } = sample.customers[0]!
  const customer = await world.post('/auth/login', undefined, { username, password: 'deneme-1' })
  const marketer = await world.post('/marketer/login', undefined, { username: 'zeynep', password: 'deneme-1' })
  expect([customer.status, marketer.status]).toEqual([200, 200])
})
