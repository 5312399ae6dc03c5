import type { Product } from '#contract/catalogue.ts'
import { Money } from '../ui/money.tsx'

/** The regular price of an offer's goods, crossed out; nothing for other products. */
export function RegularPrice({ product: { regular_price } }: { product: Product }) {
  return (
    regular_price && (
      <s className="text-ink-soft">
        <span className="sr-only">Normal fiyatı </span>
        <Money amount={regular_price} />
      </s>
    )
  )
}
