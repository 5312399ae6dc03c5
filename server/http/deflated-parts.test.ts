import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { makeWorld } from '../testing/world.ts'
import { DeflatedParts, gzipOf, prefersGzip } from './deflated-parts.ts'

const items = (...texts: string[]) => texts.map(text => Buffer.from(JSON.stringify(text)))
const read = (pieces: Iterable<Buffer>): unknown => JSON.parse(gunzipSync(Buffer.concat([...pieces])).toString())

test('the parts together are the gzip of one array, even if parts are empty or missing', () => {
  const parts = new DeflatedParts()
  const cases = [[], [[]], [['Çay']], [['a', 'b'], [], ['c']], [[], ['ş'.repeat(70_000), 'x'], ['y']]]
  for (const [n, groups] of cases.entries())
    expect(read(gzipOf(groups.map((group, i) => parts.get(`${n} ${i}`, items(...group)))))).toEqual(groups.flat())
})

test('a part is compressed again only if one of its items differs', () => {
  const parts = new DeflatedParts()
  const [tea, coffee, salt] = items('Çay', 'Kahve', 'Tuz')
  const first = parts.get('page', [tea!, coffee!])
  expect(parts.get('page', [tea!, coffee!])).toBe(first)
  for (const changed of [[tea!, salt!], [tea!], [tea!, coffee!, salt!]]) {
    expect(read(gzipOf([parts.get('page', changed)]))).toEqual(changed.map(item => JSON.parse(item.toString())))
  }
  expect(parts.get('page', [tea!, coffee!])).not.toBe(first)
})

test('the parts used longest ago are forgotten when there are too many', () => {
  const parts = new DeflatedParts()
  const large = items('x'.repeat(10_000_000))
  const kept = Array.from({ length: 3 }, (_, i) => parts.get(`part ${i}`, large))
  // Compared here, as a matcher would print megabytes.
  const isKept = [2, 0].map(i => parts.get(`part ${i}`, large) === kept[i])
  expect(isKept).toEqual([true, false])
})

test('a kept part holds no more memory than its bytes', () => {
  const { text, blocks } = new DeflatedParts().get('page', items('Çay', 'Kahve'))
  for (const bytes of [text, blocks]) expect(bytes.buffer.byteLength).toBe(bytes.length)
})

test('many small parts and long keys are bounded too, and empty parts and those without a key are not kept', () => {
  const tea = items('Çay')
  const small = new DeflatedParts()
  const first = small.get('0', tea)
  for (let i = 1; i < 5_000; i++) small.get(`${i}`, tea)
  expect(small.get('0', tea)).toBe(first)
  for (let i = 1; i <= 5_000; i++) small.get(`other ${i}`, tea)
  expect(small.get('0', tea)).not.toBe(first)

  const named = new DeflatedParts()
  const keys = Array.from({ length: 60 }, (_, i) => `${i}`.padEnd(1_000_000))
  const kept = keys.map(key => named.get(key, tea))
  expect([59, 0].map(i => named.get(keys[i], tea) === kept[i])).toEqual([true, false])

  for (const [key, none] of [
    ['empty', []],
    [undefined, tea],
  ] as const)
    expect(named.get(key, none)).not.toBe(named.get(key, none))
})

test.each([
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, GZIP', true],
  ['GZIP;Q=0.5', true],
  ['gzip ; q=1.0, identity; q=0.5', true],
  ['*', true],
  ['br;q=0, *;q=0.1', true],
  ['identity;q=0, gzip', true],
  ['gzip;q=0.5, br;q=1', false],
  ['gzip;q=0.2, identity;q=1', false],
  ['gzip;q=0', false],
  ['gzip;q=0, *', false],
  ['br, gzip; q=0.0', false],
  ['gzip;q=most', false],
  ['*;q=0', false],
  ['br', false],
  ['identity', false],
  ['', false],
  [undefined, false],
])('Accept-Encoding %s: gzip is %s', (header, isPreferred) => {
  expect(prefersGzip(header)).toBe(isPreferred)
})

test('pages and the whole catalogue are the same with and without gzip, also after changes', async () => {
  const world = await makeWorld()
  const [admin, customer] = await Promise.all([world.admin(), world.customer()])
  const ids = await world.products(Array.from({ length: 230 }, (_, i) => ({ name: `Ürün ${i}`, category: 'Sos' })))
  const authorization = `Bearer ${customer.token}`
  const getEncoded = (url: string, encoding: string) =>
    world.app.inject({ url: `/api${url}`, headers: { authorization, 'accept-encoding': encoding } })
  const compare = async () => {
    for (const url of ['/products', '/products?limit=24', '/products?search=7', '/products?search=yok&limit=5']) {
      const [plain, compressed] = [await getEncoded(url, 'identity'), await getEncoded(url, 'gzip, br')]
      expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
      expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body)
      for (const name of ['link', 'etag', 'content-type', 'vary'])
        expect(compressed.headers[name]).toBe(plain.headers[name])
    }
    return JSON.parse(gunzipSync((await getEncoded('/products', 'gzip')).rawPayload).toString()) as Product[]
  }
  // The first request is served from the database, and loads the read model.
  await expect
    .poll(async () => (await getEncoded('/products?limit=1', 'gzip')).headers['content-encoding'])
    .toBe('gzip')
  expect(await compare()).toHaveLength(230)
  await world.post('/orders', customer, { items: [{ product_id: ids[7], quantity: 2 }] })
  const { stock_quantity } = (await compare()).find(({ id }) => id === ids[7])!
  expect(stock_quantity).toBe(8)
  await world.put(`/admin/products/${ids[3]}`, admin, { is_active: false })
  expect(await compare()).toHaveLength(229)

  const page = await getEncoded('/products?limit=200', 'gzip')
  const next = /<(.+)>; rel="next"/.exec(String(page.headers.link))?.[1]
  const rest = await world.app.inject({ url: next!, headers: { authorization, 'accept-encoding': 'gzip' } })
  expect(JSON.parse(gunzipSync(rest.rawPayload).toString())).toHaveLength(29)
})
