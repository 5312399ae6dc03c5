import type { CountDifference, MovedSince } from '#contract/counts.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { wholeText } from '../../ui/number-text.ts'

type Counted = Pick<CountDifference, 'product_id' | 'product_name' | 'moved' | 'lots'>

/** Whether goods of a product, or of one of its lots, have arrived or left since it was counted. */
export const isMoved = ({ moved, lots = [] }: Counted) => moved !== undefined || lots.some(lot => lot.moved)

/** '100 geldi, 10 çıktı' */
export const movedText = ({ arrived, left }: MovedSince) =>
  [arrived > 0 && `${wholeText(arrived)} geldi`, left > 0 && `${wholeText(left)} çıktı`].filter(Boolean).join(', ')

const MAX_NAMED = 3

/** Warns of the products of an open count whose goods have moved since they were counted. */
export function MovedSinceCounted({ products }: { products: readonly Counted[] }) {
  const moved = products.filter(isMoved)
  if (moved.length === 0) return null
  const named = moved
    .slice(0, MAX_NAMED)
    .map(product => `${product.product_name} (${product.moved ? movedText(product.moved) : 'partileri değişti'})`)
  const more = moved.length - named.length
  return (
    <AlertStrip kind="warning" title={`${wholeText(moved.length)} üründe sayıldıktan sonra mal geldi ya da çıktı`}>
      Bitirince stok yine sayılan miktar olur: sonra gelen mal stoktan silinir, çıkan mal stokta kalır. Sayımda yoksa bu
      ürünleri düzeltin ya da çıkarıp yeniden sayın: {named.join(', ')}
      {more > 0 && ` ve ${wholeText(more)} ürün daha`}.
    </AlertStrip>
  )
}
