import { ArrowRight } from 'lucide-react'
import type { Ref } from 'react'
import type { PreviewedPrice } from '#contract/price-changes.ts'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

/** How many prices change, stay, and are refused. */
export function countsOf(products: readonly PreviewedPrice[]) {
  const refused = products.filter(({ fault }) => fault !== null).length
  const unchanged = products.filter(({ price, new_price }) => new_price === price).length
  return { refused, unchanged, changing: products.length - refused - unchanged }
}

type PricePreviewProps = { ref: Ref<HTMLElement>; products: readonly PreviewedPrice[] }

/** The old and the new price of every product, those that are refused first; the unchanged ones are only counted. */
export function PricePreview({ ref, products }: PricePreviewProps) {
  const { refused, unchanged, changing } = countsOf(products)
  const changed = products.filter(({ fault, price, new_price }) => fault === null && new_price !== price)
  const rows = [...products.filter(({ fault }) => fault !== null), ...changed]
  const sentences = [
    `${wholeText(changing)} ürünün fiyatı değişecek`,
    ...(unchanged > 0 ? [`${wholeText(unchanged)} ürününki aynı kalacak`] : []),
    ...(refused > 0 ? [`${wholeText(refused)} ürününki değiştirilemeyecek`] : []),
  ]
  return (
    <section ref={ref} aria-label="Önizleme" tabIndex={-1} className="grid min-w-0 grid-cols-1 gap-2">
      <output className="font-medium">{sentences.join(' · ')}</output>
      {rows.length > 0 && (
        <ScrollList
          label="Eski ve yeni fiyatlar"
          count={rows.length}
          estimate={57}
          row={index => <Row product={rows[index]} />}
          className="max-h-[40dvh]"
        />
      )}
    </section>
  )
}

function Row({ product }: { product: PreviewedPrice | undefined }) {
  if (!product) return null
  const { product_name, brand, warehouse, unit, price, new_price, fault } = product
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="min-w-40 flex-1">
        <span className="block break-words font-medium">{product_name}</span>
        <span className="block truncate text-ink-soft">{[brand, warehouse, unit].filter(Boolean).join(' · ')}</span>
      </span>
      {new_price === null ? (
        <span className="text-right">
          <Money amount={price} className="block text-ink-soft" />
          <span className="font-medium text-danger-ink">{fault}</span>
        </span>
      ) : (
        <span className="flex items-center gap-2 whitespace-nowrap">
          <VisuallyHidden>eski fiyat</VisuallyHidden>
          <Money amount={price} className="text-ink-soft" />
          <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-soft" />
          <VisuallyHidden>yeni fiyat</VisuallyHidden>
          <Money amount={new_price} className="font-semibold" />
        </span>
      )}
    </div>
  )
}
