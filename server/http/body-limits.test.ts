import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Call, MAX_BODY_BYTES } from '#contract/call.ts'
import { makeWorld } from '../testing/world.ts'
import { MAX_ANONYMOUS_BODY_BYTES } from './serve.ts'

test('an order of 500 lines with a long note is accepted', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const ids = await world.products(Array.from({ length: 500 }, (_, i) => ({ name: `Ürün ${i}` })))
  const items = ids.map(product_id => ({ product_id, quantity: 1, price: 9_999_999.99, vat_rate: 10 }))
  expect((await world.post('/orders', customer, { items, notes: 'ş'.repeat(2000) })).status).toBe(201)
})

test('a JSON body of more than 256 kB is refused unless the call takes a picture', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const sent = (bytes: number) => world.post('/orders', customer, { notes: 'a'.repeat(bytes - '{"notes":""}'.length) })
  expect((await sent(MAX_BODY_BYTES)).status).toBe(400)
  const refused = await sent(MAX_BODY_BYTES + 1)
  expect([refused.status, refused.json()]).toEqual([413, { code: 'too_large', detail: 'Gönderilen veri çok büyük' }])
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#fff', noise } })
    .png()
    .toBuffer()
  expect(picture.length).toBeGreaterThan(2 * MAX_BODY_BYTES)
  const image_url = `data:image/png;base64,${picture.toString('base64')}`
  const product = { name: 'Bal', brand: 'Yayla', category: 'Bal', price: 1, stock_quantity: 4, image_url }
  expect((await world.post('/admin/products', admin, product)).status).toBe(201)
})

test('the largest valid body of each call fits into its limit', async () => {
  const world = await makeWorld()
  for (const call of world.app.context.endpoints.filter(({ takesFile }) => !takesFile)) {
    const most = call.roles.includes('anyone') ? MAX_ANONYMOUS_BODY_BYTES : (call.maxBodyBytes ?? MAX_BODY_BYTES)
    expect([call.path, largestBody(call) <= most]).toEqual([call.path, true])
  }
})

/** Bytes of the largest JSON of a call's body in UTF-8; texts without a limit are short. */
const largestBody = ({ body }: Call) => largest(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))

function largest(schema: z.core.JSONSchema._JSONSchema): number {
  if (typeof schema === 'boolean') return 20
  const { anyOf, items, maxItems = 100, properties, maxLength = 40, pattern } = schema
  if (anyOf) return Math.max(...anyOf.map(largest))
  if (properties)
    return Object.entries(properties).reduce((sum, [name, field]) => sum + name.length + 4 + largest(field), 2)
  if (items && typeof items === 'object' && !Array.isArray(items)) return 2 + maxItems * (1 + largest(items))
  // Texts are mostly Turkish, whose letters have up to two bytes; data URLs are ASCII.
  if (schema.type === 'string') return 2 + maxLength * (maxLength > 10_000 || pattern || schema.format ? 1 : 2)
  return 20
}
