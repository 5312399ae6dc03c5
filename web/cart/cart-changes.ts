import type { Product } from '#contract/catalogue.ts'
import { formatMoney, type Kurus } from '#contract/money.ts'
import { saleOf } from '#contract/sale.ts'
import { type CartLine } from '../pwa/order-draft.ts'
import { wholeText } from '../ui/number-text.ts'
import { lineOf } from './cart-line.ts'
import { promisedDayText } from './promised-day.ts'

/** How a product has changed since its line was put into the cart. */
export type LineChange =
  | { kind: 'gone' }
  | { kind: 'out' }
  | { kind: 'short'; most: number; unit: string }
  /** `list_price`: the line has an agreed price, which stays as long as the unit, but the list price has changed. */
  | { kind: 'price' | 'list_price'; before: Kurus; after: Kurus }
  | { kind: 'vat'; before: number; after: number }
  | { kind: 'unit'; before: string; after: string }
  | { kind: 'promised'; day: string }
  | { kind: 'on_shelf' }

export type Products = ReadonlyMap<string, Product>

/** The changes by product id, without unchanged lines. */
export function cartChanges(lines: readonly CartLine[], products: Products): Map<string, LineChange[]> {
  const changes = lines.map(line => [line.product_id, changesOf(line, products.get(line.product_id))] as const)
  return new Map(changes.filter(([, own]) => own.length > 0))
}

/** The cart with all changes accepted: unsellable lines are dropped, quantities are reduced to the stock. */
export function acceptedLines(lines: readonly CartLine[], products: Products): CartLine[] {
  return lines.flatMap(line => {
    const product = products.get(line.product_id)
    if (!product) return []
    const sale = saleNow(product, line.quantity)
    if (sale.sold) return [lineOf(product, line.quantity)]
    return sale.code === 'insufficient_stock' ? [lineOf(product, sale.most)] : []
  })
}

/** Whether accepting removes the line from the cart. */
export const isLost = (changes: readonly LineChange[]) => changes.some(({ kind }) => kind === 'gone' || kind === 'out')

/** A change as a sentence beside its line. */
export function sentenceOf(change: LineChange): string {
  switch (change.kind) {
    case 'gone':
      return 'Bu ürün artık satışta değil; sepetinizden çıkarılacak.'
    case 'out':
      return 'Stokta kalmadı ve beklenen stok tarihi belli değil; sepetinizden çıkarılacak.'
    case 'short':
      return `Stokta yalnızca ${wholeText(change.most)} ${change.unit} kaldı; miktar buna düşürülecek.`
    case 'price':
      return `Fiyatı ${formatMoney(change.before)} iken ${formatMoney(change.after)} oldu.`
    case 'list_price':
      return `Liste fiyatı ${formatMoney(change.before)} iken ${formatMoney(change.after)} oldu; anlaşılan fiyat değişmedi.`
    case 'vat':
      return `KDV oranı %${change.before} iken %${change.after} oldu.`
    case 'unit':
      return `Birimi ${change.before} iken ${change.after} oldu.`
    case 'promised':
      return `Şu anda stokta yok; beklenen tarih ${promisedDayText(change.day)}. İleri tarihli sipariş olacak.`
    case 'on_shelf':
      return 'Stoğa girdi; ileri tarihli olmadan gönderilecek.'
  }
}

function changesOf(line: CartLine, product: Product | undefined): LineChange[] {
  if (!product) return [{ kind: 'gone' }]
  const sale = saleNow(product, line.quantity)
  if (!sale.sold && sale.code === 'out_of_stock') return [{ kind: 'out' }]
  const changes: LineChange[] = []
  if (!sale.sold) changes.push({ kind: 'short', most: sale.most, unit: product.unit })
  const promised_for = sale.sold ? sale.promised_for : null
  if (promised_for !== line.promised_for)
    changes.push(promised_for ? { kind: 'promised', day: promised_for } : { kind: 'on_shelf' })
  // An agreed price does not apply to another unit.
  const list = product.unit === line.unit ? line.list_price : undefined
  const [kind, before] = list === undefined ? (['price', line.price] as const) : (['list_price', list] as const)
  if (product.price !== before) changes.push({ kind, before, after: product.price })
  if (product.vat_rate !== line.vat_rate) changes.push({ kind: 'vat', before: line.vat_rate, after: product.vat_rate })
  if (product.unit !== line.unit) changes.push({ kind: 'unit', before: line.unit, after: product.unit })
  return changes
}

const saleNow = (product: Product, quantity: number) =>
  saleOf({ available: product.stock_quantity, expected_stock_date: product.expected_stock_date }, quantity)
