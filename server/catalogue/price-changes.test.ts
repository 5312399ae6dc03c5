import { expect, test } from 'vitest'
import { kurus, MAX_PRICE } from '#contract/money.ts'
import { MAX_PRICE_CHANGES, type PriceChange, TOO_MANY_PRICES } from '#contract/price-changes.ts'
import { fillProducts } from '../testing/many-products.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { changedPrice } from './price-changes.ts'

const CHANGES = '/admin/products/price-changes'
const tenPercent = { kind: 'percent', value: 10, step: 5 }

const pricesOf = async (world: World, admin: TestUser): Promise<Record<string, number>> => {
  const products: { name: string; price: number }[] = (await world.get('/admin/products', admin)).json()
  return Object.fromEntries(products.map(({ name, price }) => [name, price]))
}

test.each<[string, number, PriceChange, number]>([
  ['a raise in percent', 10_00, { kind: 'percent', value: 10_00, step: 1 }, 11_00],
  ['half a kuruş, which is rounded up', 1_05, { kind: 'percent', value: 10_00, step: 1 }, 1_16],
  ['a cut in percent', 9_99, { kind: 'percent', value: -33_33, step: 1 }, 6_66],
  ['half a step, which is rounded up', 10_00, { kind: 'percent', value: 25, step: 5 }, 10_05],
  ['a price between steps, which is rounded once', 10_00, { kind: 'percent', value: 46, step: 10 }, 10_00],
  ['a raise to the nearest 10', 10_00, { kind: 'percent', value: 5_50, step: 10 }, 10_60],
  ['a cut by an amount', 10_00, { kind: 'amount', value: -2_48, step: 5 }, 7_50],
  ['a cut below 0', 1_00, { kind: 'amount', value: -1_50, step: 1 }, -50],
  ['the highest raise of the highest price', MAX_PRICE, { kind: 'percent', value: 1000_00, step: 1 }, 10_999_999_989],
])('the price after a change is exact to the kuruş: %s', (_, price, change, expected) => {
  expect(changedPrice(kurus(price), change)).toBe(expected)
})

test('the preview shows old and new prices of the filtered or selected products and changes nothing', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const first = { name: 'Ayran', brand: 'Sütaş', price: kurus(10_02) }
  const [ayran, beyaz, , free] = await world.products([
    first,
    { name: 'Beyaz peynir', category: 'Peynir', price: kurus(200_00) },
    { name: 'Zeytin', category: 'Zeytinler', price: kurus(300_00), is_active: false },
    { name: 'Numune', price: kurus(0) },
  ])
  const before = await pricesOf(world, admin)
  const preview = (rest: object) => world.post(`${CHANGES}/preview`, admin, { change: tenPercent, ...rest })
  expect((await preview({ filter: { category: 'Peynir', search: 'beyaz' } })).json()).toMatchObject([
    { product_id: beyaz, product_name: 'Beyaz peynir', price: 200, new_price: 220, fault: null },
  ])
  expect((await preview({ product_ids: [free, ayran] })).json()).toMatchObject([
    { product_id: ayran, brand: 'Sütaş', price: 10.02, new_price: 11, fault: null },
    { product_id: free, price: 0, new_price: null, fault: 'Yeni fiyat 0 veya altında olurdu (₺0,00)' },
  ])
  expect((await preview({})).json()).toHaveLength(4)
  expect((await preview({ filter: { is_active: 'false' } })).json()).toMatchObject([{ product_name: 'Zeytin' }])
  expect((await preview({ filter: { search: 'yok' } })).status).toBe(400)
  expect(await pricesOf(world, admin)).toEqual(before)
})

test('a filter leaves offers out, and is refused if it has no other products; chosen offers are changed', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const source = await world.product({ name: 'Ezine', price: kurus(100_00), lot_tracking: 'asked', on_hand: 0 })
  const items = [{ product_id: source, quantity: 20, lot: { code: 'L1', expires_on: '2026-04-01' } }]
  await world.post('/admin/stock/receipts', admin, { items })
  const [{ id: lot }] = (await world.get(`/admin/lots?product_id=${source}`, admin)).json()
  await world.put('/admin/offers/settings', admin, { is_allowed: true })
  const made = await world.post(`/admin/lots/${lot}/offer`, admin, { price: 80, quantity: 5 })
  const { product_id: offer } = made.json().lot_offer.offer
  const preview = (rest: object) => world.post(`${CHANGES}/preview`, admin, { change: tenPercent, ...rest })
  expect((await preview({ filter: { search: 'ezine' } })).json()).toMatchObject([{ product_id: source }])
  expect((await preview({ product_ids: [offer] })).json()).toMatchObject([{ product_id: offer, new_price: 88 }])
  const only = await preview({ filter: { search: 'fırsat' } })
  expect([only.status, only.json()]).toEqual([
    400,
    {
      code: 'only_offers_match',
      detail: 'Fırsatlardan başka ürün bulunamadı; fırsatların fiyatını değiştirmek için onları seçin',
    },
  ])
  expect((await preview({ product_ids: [] })).json().errors).toEqual([
    { field: 'product_ids', message: 'En az bir ürün seçin' },
  ])
})

test('a change applies only to prices that were shown, and is recorded, announced and undone product by product', async () => {
  const world = await makeWorld()
  const [admin, other] = [await world.admin(), await world.admin('Can Yönetici')]
  const named = (name: string, price: number) => ({ name, price: kurus(price) })
  const ids = await world.products([
    named('Ayran', 10_02),
    named('Bal', 100_00),
    named('Ceviz', 1_00),
    named('Dut', 9_999_999_99),
    named('Elma', 50_00),
  ])
  const products = [10.02, 90, 1, 9_999_999.99, 50].map((price, i) => ({ product_id: ids[i], price }))
  const [gone] = await world.products([named('Fındık', 5_00)])
  await world.request('DELETE', `/admin/products/${gone}`, admin)
  world.pass(1000)
  const body = { change: tenPercent, products: [...products, { product_id: gone, price: 5 }] }
  const changed = await world.post(CHANGES, admin, body)
  expect([changed.status, changed.json()]).toEqual([
    200,
    {
      id: expect.any(String),
      changed_count: 3,
      refused: [
        { product_id: ids[1], product_name: 'Bal', reason: 'Fiyatı bu arada ₺100,00 oldu' },
        { product_id: ids[3], product_name: 'Dut', reason: 'Yeni fiyat en fazla ₺9.999.999,99 olabilir' },
        { product_id: gone, product_name: null, reason: 'Ürün silinmiş' },
      ],
    },
  ])
  expect(await pricesOf(world, admin)).toEqual({ Ayran: 11, Bal: 100, Ceviz: 1.1, Dut: 9_999_999.99, Elma: 55 })
  const trail = (await world.get(`/admin/audit?entity=product&entity_id=${ids[0]}`, admin)).json()
  expect(trail[0]).toMatchObject({ actor_name: 'Ayşe Yönetici', before: { price: 10.02 }, after: { price: 11 } })
  // A form that was opened before is refused, as after any other edit.
  const seen = { price: 12, updated_at: new Date(world.now().getTime() - 1000).toISOString() }
  expect((await world.put(`/admin/products/${ids[0]}`, admin, seen)).json().code).toBe('changed_meanwhile')

  await world.put(`/admin/products/${ids[4]}`, admin, { price: 60 })
  world.pass(1000)
  const { id } = changed.json()
  const undone = (await world.post(`${CHANGES}/${id}/undo`, other)).json()
  expect(undone).toEqual({
    id: expect.any(String),
    changed_count: 2,
    refused: [{ product_id: ids[4], product_name: 'Elma', reason: 'Fiyatı bu arada ₺60,00 oldu' }],
  })
  expect(await pricesOf(world, admin)).toMatchObject({ Ayran: 10.02, Ceviz: 1, Elma: 60 })
  const again = (await world.post(`${CHANGES}/${id}/undo`, other)).json()
  const reason = 'Bu değişiklik daha önce geri alındı'
  expect(again).toMatchObject({ id: null, changed_count: 0, refused: [{ reason }, { reason }, { reason }] })
  expect((await world.get(CHANGES, admin)).json()).toEqual([
    {
      id: undone.id,
      created_at: world.now().toISOString(),
      actor_name: 'Can Yönetici',
      change: null,
      undoes: id,
      undone_at: null,
      changed_count: 2,
    },
    {
      id,
      created_at: new Date(world.now().getTime() - 1000).toISOString(),
      actor_name: 'Ayşe Yönetici',
      change: tenPercent,
      undoes: null,
      undone_at: world.now().toISOString(),
      changed_count: 3,
    },
  ])
})

test('a change is undone only once, also if the same prices were set again since', async () => {
  const world = await makeWorld()
  const [admin, other] = [await world.admin(), await world.admin('Can Yönetici')]
  const product_id = await world.product({ name: 'Bal', price: kurus(100_00) })
  const raise = async () =>
    (await world.post(CHANGES, admin, { change: tenPercent, products: [{ product_id, price: 100 }] })).json()
  const undo = async (id: string, key: string) =>
    (await world.post(`${CHANGES}/${id}/undo`, other, {}, { 'idempotency-key': key })).json()
  const { id: first } = await raise()
  expect(await undo(first, 'one')).toMatchObject({ changed_count: 1 })
  const { id: second } = await raise()
  expect(await undo(first, 'two')).toEqual({
    id: null,
    changed_count: 0,
    refused: [{ product_id, product_name: 'Bal', reason: 'Bu değişiklik daha önce geri alındı' }],
  })
  expect(await pricesOf(world, admin)).toEqual({ Bal: 110 })
  expect(await undo(second, 'three')).toMatchObject({ changed_count: 1, refused: [] })
  expect(await pricesOf(world, admin)).toEqual({ Bal: 100 })
})

test('prices are raised only once if a request is repeated with its idempotency key or two admins send it', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ name: 'Bal', price: kurus(100_00) })
  const body = { change: tenPercent, products: [{ product_id, price: 100 }] }
  const send = (key: string) => world.post(CHANGES, admin, body, { 'idempotency-key': key })
  const replies = await Promise.all([send('one'), send('one'), send('two')])
  expect(await pricesOf(world, admin)).toEqual({ Bal: 110 })
  expect(replies[0].json()).toEqual(replies[1].json())
  const counts = [replies[0], replies[2]].map(reply => reply.json().changed_count)
  expect(counts.sort()).toEqual([0, 1])
})

test.each<[string, object, string]>([
  ['no change', { kind: 'percent', value: 0, step: 1 }, 'Değişiklik 0 olamaz'],
  ['everything taken off', { kind: 'percent', value: -100, step: 1 }, 'İndirim %100’den az olmalıdır'],
  ['a raise above the limit', { kind: 'percent', value: 1000.01, step: 1 }, 'Artış en fazla %1.000 olabilir'],
  ['three decimals', { kind: 'amount', value: 0.125, step: 1 }, 'Değişiklik en fazla iki ondalık basamaklı olabilir'],
  ['another step', { kind: 'amount', value: 1, step: 25 }, 'step şunlardan biri olmalıdır: 1, 5, 10'],
])('%s is refused', async (_, change, message) => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product()
  const response = await world.post(`${CHANGES}/preview`, admin, { change, product_ids: [product_id] })
  expect([response.status, response.json().detail]).toEqual([400, message])
})

test('a change of a whole price list of 1,204 products can be previewed, applied and undone', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await fillProducts(world.db, 1204)
  const preview: { product_id: string; price: number; new_price: number }[] = (
    await world.post(`${CHANGES}/preview`, admin, { change: tenPercent })
  ).json()
  expect(preview).toHaveLength(1204)
  const products = preview.map(({ product_id, price }) => ({ product_id, price }))
  const changed = (await world.post(CHANGES, admin, { change: tenPercent, products })).json()
  expect(changed).toMatchObject({ changed_count: 1204, refused: [] })
  const now: { id: string; price: number }[] = (await world.get('/admin/products', admin)).json()
  expect(new Map(now.map(({ id, price }) => [id, price]))).toEqual(
    new Map(preview.map(({ product_id, new_price }) => [product_id, new_price])),
  )
  expect((await world.post(`${CHANGES}/${changed.id}/undo`, admin)).json()).toMatchObject({ changed_count: 1204 })
  const tooMany = Array.from({ length: MAX_PRICE_CHANGES + 1 }, () => products[0])
  const refused = await world.post(CHANGES, admin, { change: tenPercent, products: tooMany })
  expect([refused.status, refused.json().detail]).toEqual([400, TOO_MANY_PRICES])
})
