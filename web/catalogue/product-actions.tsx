import { lazy, Suspense } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { AddToCart } from '../cart/add-to-cart.tsx'
import { useSession } from '../session.ts'

// Needed for the few products that are sold out only. If it cannot be loaded, 'Sepete ekle' says why it adds nothing.
const WatchButton = lazy(async () => ({
  default: await import('./watch-button.tsx').then(
    code => code.WatchButton,
    () => AddToCart,
  ),
}))

/** Whether a customer can only wait for the product: it is sold out, and no day is known on which it comes. */
export const useIsAwaited = ({ stock_quantity, expected_stock_date }: Product) =>
  useSession()?.role === 'customer' && stock_quantity <= 0 && expected_stock_date === null

/** What can be done with a product in a card: add it to the cart, or ask to be notified of its arrival. */
export function ProductActions({ product }: { product: Product }) {
  if (!useIsAwaited(product)) return <AddToCart product={product} />
  return (
    <Suspense fallback={<div className="h-11" />}>
      <WatchButton product={product} />
    </Suspense>
  )
}
