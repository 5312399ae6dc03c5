import { CATEGORIES } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { NEW_PRODUCT } from '#contract/products.ts'
import { insertProducts } from '../catalogue/products.ts'
import { inTransaction, type Pool } from '../db/transaction.ts'

const KINDS = [
  'Beyaz Peynir',
  'Kaşar Peyniri',
  'Yeşil Zeytin',
  'Salatalık Turşusu',
  'Domates Salçası',
  'Pirinç',
  'Nohut',
]
const KINDS_MORE = [
  'Filtre Kahve',
  'Vişne Şurubu',
  'Acı Sos',
  'Mango Püresi',
  'Maden Suyu',
  'Tereyağı',
  'Bulgur',
  'Tahin',
]
const BRANDS = ['Ege', 'Toros', 'Marmara', 'Anadolu', 'Karadeniz', 'Trakya', 'Akdeniz', 'Pınarbaşı', 'Hasat', 'Bereket']

/** Inserts that many products with plenty of stock, under names as a price list has them; returns their ids. */
export async function fillProducts(db: Pool, count: number): Promise<string[]> {
  const kinds = [...KINDS, ...KINDS_MORE]
  const ids: string[] = []
  const now = new Date()
  for (let from = 0; from < count; from += 1000) {
    const products = Array.from({ length: Math.min(1000, count - from) }, (_, i) => {
      const n = from + i
      return {
        ...NEW_PRODUCT,
        name: `${kinds[n % kinds.length]!} No ${n} ${(1 + (n % 20)) * 100} g`,
        brand: BRANDS[(n >> 4) % BRANDS.length]!,
        category: CATEGORIES[n % CATEGORIES.length]!,
        price: kurus(1000 + (n % 500) * 25),
        vat_rate: 10,
        barcode: `869${String(n).padStart(10, '0')}`,
        description: n % 3 ? '' : 'Soğuk zincirde taşınır, koli içi on iki adet',
        expected_stock_date: null,
        image_url: null,
        on_hand: 100_000_000,
      }
    })
    const added = inTransaction(db.invalidating([]), tx =>
      insertProducts(tx, products, { reason: 'created', actor: undefined, now }),
    )
    ids.push(...(await added))
  }
  return ids
}
