import type { CountDifference, MovedSince } from '#contract/counts.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { wholeText } from '../../ui/number-text.ts'

type Counted = Pick<CountDifference, 'product_id' | 'product_name' | 'moved' | 'lots'>

/** Whether goods of a product, or of one of its lots, have arrived or left since it was counted. */
export const isMoved = ({ moved, lots = [] }: Counted) => moved !== undefined || lots.some(lot => lot.moved)

/** '100 geldi, 10 çıktı' */
export const movedText = ({ arrived, left }: MovedSince) =>
  [arrived > 0 && `${wholeText(arrived)} geldi`, left > 0 && `${wholeText(left)} çıktı`].filter(Boolean).join(', ')

/** Warns of the products of an open count whose goods have moved since they were counted. */
export function MovedSinceCounted({ products }: { products: readonly Counted[] }) {
  const moved = products.filter(isMoved)
  if (moved.length === 0) return null
  const byLot = moved.filter(({ lots }) => lots)
  const others = moved.filter(({ lots }) => !lots)
  return (
    <AlertStrip kind="warning" title={`${wholeText(moved.length)} üründe sayıldıktan sonra mal geldi ya da çıktı`}>
      Bitirince stok yine sayılan miktar olur: sonra gelen mal stoktan silinir, çıkan mal stokta kalır. Gelen mal
      sayımda yoksa ya da çıkan mal sayıldıysa:
      <ul className="list-disc pl-5">
        {others.length > 0 && <li>Miktarı düzeltin ya da ürünü çıkarıp yeniden sayın: {namesOf(others)}.</li>}
        {/* A corrected total would give the goods that came in no lot. */}
        {byLot.length > 0 && (
          <li>Gelen malı partisiyle sayıma ekleyin ya da ürünü çıkarıp yeniden sayın: {namesOf(byLot)}.</li>
        )}
      </ul>
    </AlertStrip>
  )
}

const MAX_NAMED = 3

/** The first products with what has moved, and the number of the others. */
function namesOf(moved: readonly Counted[]) {
  const named = moved
    .slice(0, MAX_NAMED)
    .map(product => `${product.product_name} (${product.moved ? movedText(product.moved) : 'partileri değişti'})`)
  const more = moved.length - named.length
  return named.join(', ') + (more > 0 ? ` ve ${wholeText(more)} ürün daha` : '')
}
