import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { Kurus } from '#contract/money.ts'
import { FOOT_ID } from '../shell/frame.tsx'
import { useMedia } from '../ui/media.ts'
import { Money } from '../ui/money.tsx'
import { SINGLE_COLUMN } from '../ui/widths.ts'

/**
 * Whether the order button sticks to the window's foot: where the cart has a single column, but not in a window so low
 * that it probably has an open keyboard, where the button would hide the field. A phone in landscape is low as well,
 * and is recognized by its width.
 */
export const useCartFoot = () => useMedia(`${SINGLE_COLUMN} and (min-height: 30rem), ${LANDSCAPE}`)

const LANDSCAPE = `${SINGLE_COLUMN} and (min-width: 35rem) and (min-height: 18rem)`

type CartFootProps = {
  /** The label of the total. */
  label?: string
  total: Kurus
  children: ReactNode
}

/** A cart's total and its button, above the bottom bar, which low windows hide while this is shown. */
export function CartFoot({ label = 'Sepet toplamı', total, children }: CartFootProps) {
  // Checked again after the first render, when the layout may not have been in the page yet.
  const place = useSyncExternalStore(subscribeToNothing, () => document.getElementById(FOOT_ID))
  return (
    place &&
    createPortal(
      <section
        aria-label={label}
        className="border-line border-t bg-surface [:last-child>&]:pb-[env(safe-area-inset-bottom)] [@media(max-height:29.99rem)]:pb-[env(safe-area-inset-bottom)]"
      >
        <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-2 px-gutter py-2 [@media(max-height:29.99rem)]:py-1 [&>[role=alert]]:order-first [&>button]:w-auto [&>button]:grow">
          <p className="grid leading-tight">
            <span className="text-ink-soft text-sm">KDV dahil</span>
            <Money amount={total} className="font-semibold text-base" />
          </p>
          {children}
        </div>
      </section>,
      place,
    )
  )
}

const subscribeToNothing = () => () => undefined
