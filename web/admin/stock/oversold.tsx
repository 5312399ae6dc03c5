import { useEffect, useEffectEvent } from 'react'
import type { CountDifference } from '#contract/counts.ts'
import { listLots } from '#contract/lots.ts'
import type { AdminProduct } from '#contract/products.ts'
import { useListQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { quantityText } from '../../ui/signed-text.ts'

type Counted = Pick<CountDifference, 'product_id' | 'product_name' | 'counted_quantity' | 'reserved_quantity'>

/** The available quantity of a counted product after finalizing; null if it is finalized or the product deleted. */
export const availableAfter = ({ counted_quantity, reserved_quantity }: Counted) =>
  reserved_quantity === null ? null : counted_quantity - reserved_quantity

/** Whether the counted quantity of a product is less than the reserved one. */
export const isOversold = (product: Counted) => (availableAfter(product) ?? 0) < 0

const MAX_NAMED = 3

/** Warns of the products of an open count whose counted quantity is less than the reserved one. */
export function OversoldByCount({ products }: { products: readonly Counted[] }) {
  const oversold = products.filter(isOversold)
  if (oversold.length === 0) return null
  const named = oversold
    .slice(0, MAX_NAMED)
    .map(product => `${product.product_name} (${quantityText(availableAfter(product) ?? 0)})`)
  const more = oversold.length - named.length
  return (
    <AlertStrip kind="warning" title={`${wholeText(oversold.length)} üründe sayılan, ayrılandan az`}>
      Bitirince satılabilir miktar sıfırın altına düşer ve ürünler Envanter’de Tedarik altında görünür:{' '}
      {named.join(', ')}
      {more > 0 && ` ve ${wholeText(more)} ürün daha`}.
    </AlertStrip>
  )
}

type OversoldByEditProps = { typed: number | undefined; product: AdminProduct }

/** Warns that the typed stock does not cover open orders and the goods left in blocked lots. */
export function OversoldByEdit({ typed, product }: OversoldByEditProps) {
  const { id, reserved_quantity, unit } = product
  const isLess = typed !== undefined && typed < reserved_quantity
  const blocked = useBlocked(id, isLess)
  if (!isLess || blocked === undefined) return null
  const ordered = reserved_quantity - blocked
  // A correction takes goods from blocked lots last.
  const available = typed - Math.min(blocked, typed) - ordered
  if (available >= 0) return null
  return (
    <AlertStrip kind="warning" title={`Satılabilir ${quantityText(available)} ${unit} olur`}>
      Açık siparişlere {wholeText(ordered)} {unit} ayrıldı. Eksik kalan, Envanter’de Tedarik altında görünür.
    </AlertStrip>
  )
}

/**
 * The quantity in a product's blocked lots, which it may have although its lots are no longer tracked; undefined while
 * it is being loaded, and 0 if that fails.
 */
function useBlocked(product_id: string, enabled: boolean) {
  const lots = useListQuery(listLots, { query: { product_id, state: 'blocked' }, enabled })
  const { items, hasNextPage, fetchNextPage, error, isLoading, isPlaceholderData } = lots
  const fetchMore = useEffectEvent(() => void fetchNextPage())
  useEffect(() => {
    // Fetches the next page as well, until there is no further one.
    if (hasNextPage && !isPlaceholderData && items.length > 0) fetchMore()
  }, [hasNextPage, isPlaceholderData, items.length])
  if (error) return 0
  if (isLoading || isPlaceholderData || hasNextPage) return undefined
  return items.reduce((sum, { on_hand }) => sum + on_hand, 0)
}
