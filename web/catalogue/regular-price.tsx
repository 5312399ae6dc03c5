import type { Product } from '#contract/catalogue.ts'
import { Money } from '../ui/money.tsx'

/** What the goods of an offer cost otherwise, crossed out. */
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
