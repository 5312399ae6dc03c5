import { lazy, type ReactNode, Suspense } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { isSoldOut } from '#contract/sale.ts'
import { AddToCart } from '../cart/add-to-cart.tsx'
import { useSession } from '../current-session.ts'
import { useReplacementGuard } from '../ui/accepts-press.ts'

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
  const isAwaited = useIsAwaited(product)
  return (
    <ProductControl product={product}>
      {isAwaited ? (
        <Suspense fallback={<div className="h-11" />}>
          <WatchButton product={product} />
        </Suspense>
      ) : (
        <AddToCart product={product} />
      )}
    </ProductControl>
  )
}

/**
 * Contains the control of a product's card or row. When the product arrives or is sold out and another control appears
 * there, presses that were meant for the former one are ignored.
 */
export function ProductControl({ product, children }: { product: Product; children: ReactNode }) {
  const guard = useReplacementGuard(`${product.stock_quantity > 0} ${isSoldOut(product)}`)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only drops clicks on the control inside
    <div className="contents" onClickCapture={guard}>
      {children}
    </div>
  )
}
