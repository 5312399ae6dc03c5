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

const idOf = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`

test.each(['identity', 'gzip'])(
  'the whole list is that of its version, whatever changes while it is sent: %s',
  async encoding => {
    const products = Array.from({ length: 250 }, (_, i) => held(idOf(i), `Mal ${String(i).padStart(3, '0')}`))
    const model = new HeldProducts(products)
    const app = Fastify()
    app.get('/', (request, reply) => replyWithList(request, reply, Product, {}, model.list({})))
    // The first byte is not read before this is over.
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
    expect((await send(String(after.headers.etag))).statusCode).toBe(304)
  },
)
