import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { afterFirstScreen } from '../pwa/after-first-screen.ts'
import { storedText } from '../pwa/stored-text.ts'
import { cartLines, SYNCED_CARTS } from './cart.ts'

// If its code cannot be loaded, carts are stored in this browser only.
const CartSync = afterFirstScreen(async () => (await import('./cart-sync.tsx')).CartSync)

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/**
 * Synchronizes the user's carts in the background. It starts immediately, except on the first visit to the catalogue,
 * which is to load little code: there it starts with the user's first movement.
 */
export function BackgroundCartSync(): ReactNode {
  const [isWanted, setWanted] = useState(
    () => location.pathname !== '/products' || storedText(SYNCED_CARTS) !== '' || cartLines().length > 0,
  )
  useEffect(() => {
    const start = () => setWanted(true)
    for (const sign of SIGNS) addEventListener(sign, start, { once: true, passive: true })
    return () => {
      for (const sign of SIGNS) removeEventListener(sign, start)
    }
  }, [])
  return (
    isWanted && (
      <Suspense>
        <CartSync />
      </Suspense>
    )
  )
}
