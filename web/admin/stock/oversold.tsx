import type { CountDifference } from '#contract/counts.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { quantityText } from '../../ui/signed-text.ts'

type Counted = Pick<CountDifference, 'product_id' | 'product_name' | 'counted_quantity' | 'reserved_quantity'>

/** What finalizing would leave available of a counted product; null if it is finalized or deleted. */
export const availableAfter = ({ counted_quantity, reserved_quantity }: Counted) =>
  reserved_quantity === null ? null : counted_quantity - reserved_quantity

/** Whether less was counted of a product than open orders hold. */
export const isOversold = (product: Counted) => (availableAfter(product) ?? 0) < 0

const MAX_NAMED = 3

/** Warns of the products of an open count of which less was counted than is reserved. */
export function OversoldByCount({ products }: { products: readonly Counted[] }) {
  const oversold = products.filter(isOversold)
  if (oversold.length === 0) return null
  const named = oversold
    .slice(0, MAX_NAMED)
    .map(product => `${product.product_name} (${quantityText(availableAfter(product) ?? 0)})`)
  const more = oversold.length - named.length
  return (
    <AlertStrip kind="warning" title={`${wholeText(oversold.length)} üründe sayılan, siparişlere ayrılandan az`}>
      Bitirince satılabilir miktar sıfırın altına düşer ve ürünler Envanter’de Tedarik altında görünür:{' '}
      {named.join(', ')}
      {more > 0 && ` ve ${wholeText(more)} ürün daha`}.
    </AlertStrip>
  )
}

type OversoldByEditProps = { typed: number | undefined; reserved: number; unit: string }

/** Warns that a stock about to be set is less than what is reserved. */
export function OversoldByEdit({ typed, reserved, unit }: OversoldByEditProps) {
  if (typed === undefined || typed >= reserved) return null
  return (
    <AlertStrip kind="warning" title={`Satılabilir ${quantityText(typed - reserved)} ${unit} olur`}>
      Açık siparişlere {wholeText(reserved)} {unit} ayrıldı. Eksik kalan, Envanter’de Tedarik altında görünür.
    </AlertStrip>
  )
}
