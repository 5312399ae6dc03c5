import type { AnyOrder } from '#contract/any-order.ts'
import { isPending } from '#contract/order-status.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { wholeText } from '../../ui/number-text.ts'

/** Warns of the lines of an open order whose products have another unit now: what completing it will take. */
export function ChangedUnits({ order }: { order: AnyOrder }) {
  const changed = linesOf(order).filter(({ newUnit }) => newUnit)
  if (changed.length === 0) return null
  return (
    <AlertStrip kind="warning" title="Siparişten sonra birimi değişen ürünler" className="mt-4">
      <ul className="wrap-anywhere grid gap-1">
        {changed.map(({ product_id, product_name, quantity, unit, newUnit }) => (
          <li key={product_id}>
            {`${product_name}: ${wholeText(quantity)} ${unit} sipariş edildi, tamamlanınca stoktan ${wholeText(quantity)} ${newUnit} düşülür.`}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        {isPending(order) ? 'Önce siparişi revize edin.' : 'Önce siparişi beklemeye alıp revize edin.'}
      </p>
    </AlertStrip>
  )
}

/** The lines of an order, with the present unit of a product beside another one in which it was ordered. */
export const linesWithBothUnits = (order: AnyOrder) =>
  linesOf(order).map(line => (line.newUnit ? { ...line, unit: `${line.unit} (şimdi ${line.newUnit})` } : line))

/** The lines of an order, with the unit that their product has now if that is another one. */
function linesOf({ items, new_units = [] }: AnyOrder) {
  const units = new Map(new_units.map(({ product_id, unit }) => [product_id, unit]))
  return items.map(item => ({ ...item, newUnit: units.get(item.product_id) }))
}
