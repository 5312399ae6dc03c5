import { CATEGORIES } from '#contract/catalogue.ts'
import { hasValidCheckDigit } from '#contract/check-digit.ts'
import { kurusOf } from '#contract/money.ts'
import { NEW_PRODUCT, WAREHOUSES } from '#contract/products.ts'
import { daysLater, istanbulDay } from '#contract/turkish.ts'
import type { ProductFields } from '../catalogue/products.ts'
import { type Category, SHELVES } from './goods.ts'
import type { Random } from './random.ts'

/**
 * A product before it is stored. `picture` is what to draw, `demand` its relative sales, `finalStock` its stock at the
 * end: sufficient, low, none, or none with a delivery expected.
 */
export type SampleProduct = Omit<ProductFields, 'image_url' | 'category'> & {
  category: Category
  picture: { packing: string; look: string }
  demand: number
  finalStock: 'enough' | 'low' | 'gone' | 'awaited' | 'inactive'
}

const PACKING = /^(?:(?<size>.+?) )?(?<packing>\p{Lu}\p{L}+(?: kutu| içecek)?) (?<lira>[\d,]+)$/u

// Packings whose name in a product differs from that of their drawing.
const SPOKEN: Record<string, string> = {
  Sıkma: 'Sıkma Şişe',
  Pet: 'Pet Şişe',
  'Kutu içecek': 'Kutu',
  'Yassı kutu': 'Kutu',
}

/** Generates the sample's catalogue, with a limited number of products per category. */
export function sampleProducts(random: Random, { now, perCategory = 100 }: { now: Date; perCategory?: number }) {
  const products = CATEGORIES.flatMap(category => productsOf(category, random).slice(0, perCategory))
  const barcodes = products.map((_, i) => barcode(i))
  return products.map((product, i): SampleProduct => {
    const finalStock = finalStockOf(i, product.demand)
    const awaited = finalStock === 'awaited' ? daysLater(istanbulDay(now), random.between(2, 16)) : null
    const { stock_quantity: _, ...usual } = NEW_PRODUCT
    const own = { barcode: barcodes[i]!, expected_stock_date: awaited, is_active: finalStock !== 'inactive' }
    return { ...usual, ...product, ...own, finalStock }
  })
}

function productsOf(category: Category, random: Random) {
  const { goods, brands, vat, keeping } = SHELVES[category]
  return goods
    .trim()
    .split('\n')
    .flatMap((line, i) => {
      const [name, look = '', what, packings = ''] = line.split(' | ')
      const brand = brands[i % brands.length]!
      return packings.split('; ').map(text => {
        const { size = '', packing = '', lira = '' } = PACKING.exec(text)?.groups ?? {}
        const price = kurusOf(Number(lira.replace(',', '.')))
        const soldBy = size === 'kg' ? 'KG' : packing === 'Paket' || /[’×]/.test(size) ? 'PAKET' : 'ADET'
        const shown = [name, size === 'kg' ? '' : size, SPOKEN[packing] ?? packing].filter(Boolean).join(' ')
        // Expensive products are bought rarely and in small quantities.
        const demand = (0.3 + random.next() ** 2 * 3) * (price > 200_000 ? 0.4 : 1)
        return {
          name: shown,
          brand,
          category,
          price,
          unit: soldBy,
          vat_rate: vat,
          description: `${what}. ${keeping}`,
          warehouse: WAREHOUSES[random.chance(0.1) ? 1 : 0],
          picture: { packing, look },
          demand,
        }
      })
    })
}

// Spread over the catalogue; only products in demand run out.
function finalStockOf(place: number, demand: number): SampleProduct['finalStock'] {
  if (place % 41 === 20) return 'inactive'
  if (demand < 0.6) return 'enough'
  if (place % 31 === 7) return 'gone'
  if (place % 23 === 11) return 'awaited'
  return place % 13 === 5 ? 'low' : 'enough'
}

/** Generates an EAN-13 of the Turkish range 868–869 with its check digit. */
function barcode(place: number): string {
  const digits = `${868 + (place % 2)}0${String(70_000 + place * 37).padStart(6, '0')}${String(place % 100).padStart(2, '0')}`
  return digits + Array.from('0123456789').find(last => hasValidCheckDigit(digits + last))
}
