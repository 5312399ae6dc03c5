import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { type AdminProduct, NEW_PRODUCT } from '#contract/products.ts'
import { fold } from '#contract/turkish.ts'
import { inTransaction } from '../db/transaction.ts'
import { createStock } from '../stock/ledger.ts'
import { upload } from '../testing/uploads.ts'
import { makeWorld, type World } from '../testing/world.ts'

/** The export before LibreOffice edited it; see fixtures/README.md. */
const PRODUCTS = [
  {
    name: 'Ezine Peyniri',
    brand: 'Yayla',
    category: 'Peynir',
    unit: 'KG',
    price: 287_97,
    on_hand: 41,
    barcode: '8690637012345',
  },
  { name: 'Iğdır Kayısısı', brand: '', category: 'Kuru Gıda', unit: 'PAKET', price: 95_50, on_hand: 0, barcode: null },
  {
    name: 'Çiğ köftelik bulgur "özel"',
    brand: 'Ünal',
    category: 'Kuru Gıda',
    unit: 'KG',
    price: 40_00,
    on_hand: 1250,
    barcode: '08690637',
  },
  {
    name: '=Şalgam <acılı> & turşu',
    brand: "Ali'nin",
    category: 'Turşu',
    unit: 'LT',
    price: 1_234_50,
    on_hand: 7,
    barcode: 'ABC-1',
  },
  {
    name: 'Vişne Şurubu',
    brand: 'Öz',
    category: 'Şurup',
    unit: 'ADET',
    price: 10,
    on_hand: 1_000_000,
    barcode: '8690637012352',
  },
].map((product, i) => ({ ...product, id: `3f2504e0-4f89-41d3-9a0c-0305e82c330${i}` }))

async function stocked(world: World) {
  const now = world.now()
  await inTransaction(world.db.invalidating([]), async tx => {
    const { stock_quantity: _, ...rest } = { ...NEW_PRODUCT, vat_rate: 10 }
    const rows = PRODUCTS.map(({ on_hand: _, price, ...product }) => {
      const times = { created_at: now, updated_at: now, search_text: fold(product.name) }
      return { ...rest, ...product, ...times, price: kurus(price) }
    })
    await tx.insertInto('products').values(rows).execute()
    const opening = PRODUCTS.map(({ id: product_id, on_hand }) => ({ product_id, on_hand }))
    await createStock(tx, opening, { reason: 'created', actor: undefined, now })
  })
}

test.each(['xlsx', 'xls'])('a .%s in which LibreOffice changed prices changes exactly those', async ending => {
  const world = await makeWorld()
  const admin = await world.admin()
  await stocked(world)
  const all = async (): Promise<AdminProduct[]> => (await world.get('/admin/products', admin)).json()
  const before = await all()
  world.pass(1000)

  const file = await readFile(new URL(`./fixtures/libreoffice.${ending}`, import.meta.url))
  const response = await upload(world, admin, '/admin/products/import-excel', file, { name: `liste.${ending}` })
  expect(response.json()).toEqual({ created: 0, updated: 3, errors: [] })
  const prices = new Map([
    ['Ezine Peyniri', 312.5],
    ['Çiğ köftelik bulgur "özel"', 44.9],
    ['=Şalgam <acılı> & turşu', 1350.75],
  ])
  expect(await all()).toEqual(
    before.map(product => {
      const price = prices.get(product.name)
      return price ? { ...product, price, updated_at: world.now().toISOString() } : product
    }),
  )
})
