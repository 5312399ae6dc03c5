import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { Product } from '#contract/catalogue.ts'
import { replyWithList } from '../http/lists.ts'
import { type HeldProduct, HeldProducts } from './held-products.ts'

const held = (id: string, name: string, price = 1): HeldProduct => ({
  id,
  name,
  category: 'Gıda',
  searchText: `${name.toLowerCase()}\ngida`,
  bytes: Buffer.from(JSON.stringify({ id, name, price })),
  position: 0,
})

/** A model that has loaded these products, each array as a page. */
function modelOf(...pages: HeldProduct[][]) {
  const model = new HeldProducts()
  for (const page of pages)
    model.replace(
      page.map(({ id }) => id),
      page,
    )
  return model
}

const idOf = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`

test.each(['identity', 'gzip'])(
  'the whole list matches its version even if products change while it is sent: %s',
  async encoding => {
    const products = Array.from({ length: 250 }, (_, i) => held(idOf(i), `Mal ${String(i).padStart(3, '0')}`))
    const model = modelOf(products)
    const app = Fastify()
    app.get('/', (request, reply) => replyWithList(request, reply, Product, {}, model.list({})))
    // The first byte is read only after this hook.
    let isChanged = false
    app.addHook('onSend', async () => {
      if (isChanged) return
      isChanged = true
      model.replace([idOf(3), idOf(7), idOf(249)], [held(idOf(3), 'Mal 003', 2), held(idOf(249), 'Ayran')])
    })
    const send = (etag = '') =>
      app.inject({ url: '/', headers: { 'accept-encoding': encoding, 'if-none-match': etag } })
    const text = ({ rawPayload }: { rawPayload: Buffer }) =>
      (encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString()
    const before = await send()
    expect(JSON.parse(text(before))).toEqual(products.map(({ id, name }) => ({ id, name, price: 1 })))
    const after = await send(String(before.headers.etag))
    expect(after.statusCode).toBe(200)
    expect(JSON.parse(text(after))).toHaveLength(249)
    const unchanged = await send(String(after.headers.etag))
    expect([unchanged.statusCode, unchanged.headers.vary]).toEqual([304, 'accept-encoding'])
    expect(unchanged.headers.etag).toMatch(/^W\/"/)
  },
)

test('a product that was read twice is held once, with the data that was read last', () => {
  const others = [held(idOf(1), 'Bal'), held(idOf(2), 'Zeytin')]
  const model = modelOf([held(idOf(3), 'Domates'), ...others], [held(idOf(3), 'Yer Domatesi')])
  const expectToHold = (...products: HeldProduct[]) => {
    const rebuilt = modelOf(products)
    expect(model.list({}).version()).toBe(rebuilt.list({}).version())
    for (const search of ['', 'domates', 'yer', 'bal', 'biber']) {
      const namesIn = (one: HeldProducts) => one.list({ search }).read(undefined, 10).items.map(String)
      expect(namesIn(model), search).toEqual(namesIn(rebuilt))
    }
  }
  expectToHold(...others, held(idOf(3), 'Yer Domatesi'))
  model.replace([idOf(3)], [held(idOf(3), 'Yer Biberi')])
  expectToHold(...others, held(idOf(3), 'Yer Biberi'))
  model.replace([idOf(3)], [])
  expectToHold(...others)
})

test('a remembered search keeps only its results in memory, and the memory of many searches is limited', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const heap = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const model = modelOf(Array.from({ length: 5_000 }, (_, i) => held(idOf(i), `Mal ${i}`)))
  const search = (from: number, count: number) => {
    for (let i = from; i < from + count; i++) model.list({ category: 'Gıda', search: `mal ${i}` }).read(undefined, 24)
  }
  search(0, 10)
  const before = heap()
  // Searches of a list of 5,000 products with few results each.
  search(3_000, 400)
  expect(heap() - before).toBeLessThan(8e6)
  // Searches with 5,000 results each: those of a hundred are remembered.
  for (let i = 0; i < 400; i++) model.list({ search: `mal${' mal'.repeat(i)}` }).read(undefined, 24)
  expect(heap() - before).toBeLessThan(12e6)
})
