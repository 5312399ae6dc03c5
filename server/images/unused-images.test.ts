import { expect, test } from 'vitest'
import { countProduct, startCount } from '../testing/counting.ts'
import { makeWorld } from '../testing/world.ts'
import { deleteUnusedImages } from './unused-images.ts'

const DAY = 24 * 60 * 60 * 1000

test('a picture is deleted when no product and no count has shown it for 30 days', async () => {
  const { world, product_id, show, isThere, sweepAfter } = await shop()
  const [first, second] = [await show(await picture('red')), await show(await picture('blue'))]
  const admin = await world.admin()
  const { id } = await startCount(world, admin)
  await countProduct(world, admin, id, { product_id, counted_quantity: 1, image_url: await picture('green') })
  const [counted] = (await world.get(`/admin/stock/counts/${id}`, admin)).json().products
  await sweepAfter(31)
  await sweepAfter(29)
  expect([await isThere(first), await isThere(second), await isThere(counted.image_url)]).toEqual([true, true, true])

  // In use again, and then unused for a new month.
  await show(first)
  await sweepAfter(1)
  await show(second)
  await sweepAfter(1)
  await sweepAfter(29)
  expect(await isThere(first)).toBe(true)
  await sweepAfter(1)
  expect([await isThere(first), await isThere(second), await isThere(counted.image_url)]).toEqual([false, true, true])
})

test('a picture that is saved again after a month is not deleted before its product is stored', async () => {
  const { show, isThere, sweepAfter } = await shop()
  const red = await picture('red')
  const url = await show(red)
  await show(null)
  await sweepAfter(0)
  await show(red)
  // The product does not show it at the time of the deletion, as before it is stored.
  await show(null)
  await sweepAfter(31)
  expect(await isThere(url)).toBe(true)
})

test('a picture whose full address another product was given stays as long as that product shows it', async () => {
  const { world, product_id, show, isThere, sweepAfter } = await shop()
  const url = await show(await picture('red'))
  const large = `https://portal.example${url}`
  const small = large.replace('.webp', '-400.webp')
  expect([await show(large), await show(`${small}?v=2`)]).toEqual([url, url])
  const unknown = large.replace(/[0-9a-f]{64}/, 'f'.repeat(64))
  expect([await show(unknown), await show(`https://x.example/${url}`)]).toEqual([unknown, `https://x.example/${url}`])

  // As earlier versions stored it.
  await world.db.updateTable('products').set({ image_url: small }).where('id', '=', product_id).execute()
  await sweepAfter(0)
  await sweepAfter(31)
  expect(await isThere(url)).toBe(true)
})

/**
 * `show` gives the product a picture, and resolves to its URL; `sweepAfter` deletes what is due that many days later.
 */
async function shop() {
  const world = await makeWorld()
  const product_id = await world.product()
  return {
    world,
    product_id,
    show: async (image_url: string | null): Promise<string> => {
      const response = await world.put(`/admin/products/${product_id}`, await world.admin(), { image_url })
      expect(response.status).toBe(200)
      return response.json().product.image_url
    },
    isThere: async (url: string) => (await world.app.inject(url)).statusCode === 200,
    sweepAfter: async (days: number) => {
      world.pass(days * DAY)
      await deleteUnusedImages(world.db, world.now())
    },
  }
}

async function picture(background: string): Promise<string> {
  const { default: sharp } = await import('sharp')
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}
