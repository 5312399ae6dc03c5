import { lazy, Suspense } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { isSoldOut } from '#contract/sale.ts'
import { AddToCart } from '../cart/add-to-cart.tsx'
import { useSession } from '../session.ts'

// Needed only for the few sold-out products. If it cannot be loaded, 'Sepete ekle' shows why it adds nothing.
const WatchButton = lazy(async () => ({
  default: await import('./watch-button.tsx').then(
    code => code.WatchButton,
    () => AddToCart,
  ),
}))

/** Whether a customer can only wait for the product: it is sold out and has no expected date. */
export const useIsAwaited = (product: Product) => useSession()?.role === 'customer' && isSoldOut(product)

/** The actions of a product's card: adding it to the cart, or requesting a notification of its arrival. */
export function ProductActions({ product }: { product: Product }) {
  if (!useIsAwaited(product)) return <AddToCart product={product} />
  return (
    <Suspense fallback={<div className="h-11" />}>
      <WatchButton product={product} />
    </Suspense>
  )
}
