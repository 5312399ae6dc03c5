import { ShoppingCart } from 'lucide-react'
import { useOtherCarts } from '../cart/other-carts.ts'
import { Card } from '../ui/card.tsx'
import { CutName } from '../ui/cut-name.tsx'
import { focusAfterRemoval } from '../ui/focus-after-removal.ts'
import { wholeText } from '../ui/number-text.ts'
import { openCart } from './open-cart.ts'

/** The other non-empty carts, by customer; a press opens one. */
export function OtherCarts({ onOpen }: { onOpen?: () => void }) {
  const carts = useOtherCarts()
  if (carts.length === 0) return null
  return (
    <Card title="Diğer sepetler" flush>
      <ul aria-label="Diğer sepetler" className="divide-y divide-line border-line border-t">
        {carts.map(({ customer, lines }) => (
          <li key={customer.id}>
            <button
              type="button"
              onClick={press => {
                // The opened cart is not among the others.
                if (!onOpen) focusAfterRemoval(press)
                openCart(customer)
                onOpen?.()
              }}
              className="ring-inside flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left hover:bg-surface-sunken"
            >
              <ShoppingCart aria-hidden className="size-4 shrink-0 text-ink-soft" />
              <CutName name={customer.company_name} />
              <span className="shrink-0 text-ink-soft">· {wholeText(lines)} kalem</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
