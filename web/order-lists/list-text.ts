import { formatMoney } from '#contract/money.ts'
import type { OrderList } from '#contract/order-lists.ts'
import { lineTotal, orderTotals } from '#contract/order-totals.ts'
import type { Products } from '../cart/cart-changes.ts'
import { wholeText } from '../ui/number-text.ts'
import { orderable } from './orderable.ts'
import { quantityIn, type Shelves } from './shelf-counts.ts'
import type { Wanted } from './wanted-in-unit.ts'

type ListedLine = Pick<OrderList['lines'][number], 'product_id' | 'product_name' | 'unit'>

/**
 * A list as a text message: what can be ordered of the wanted quantities, at today's prices, or all of its products if
 * that is nothing.
 */
export function listText(
  { name, lines }: { name: string; lines: readonly ListedLine[] },
  wantedOf: (product_id: string) => Wanted,
  { products, shelves }: { products: Products; shelves: Shelves },
) {
  const wanted = lines.flatMap(({ product_id }) => {
    const product = products.get(product_id)
    if (!product) return []
    const quantity = orderable(product, quantityIn(wantedOf(product_id), product.unit, shelves.get(product_id)))
    return quantity > 0 ? [{ ...product, quantity }] : []
  })
  if (wanted.length === 0) return [name, '', ...lines.map(line => `• ${line.product_name}`)].join('\n')
  const totals = orderTotals(wanted)
  return [
    name,
    '',
    ...wanted.map(line => `${wholeText(line.quantity)} ${line.unit} ${line.name} – ${formatMoney(lineTotal(line))}`),
    '',
    `Ara toplam: ${formatMoney(totals.subtotal)}`,
    `KDV: ${formatMoney(totals.vat)}`,
    `Genel toplam: ${formatMoney(totals.grand)}`,
  ].join('\n')
}
