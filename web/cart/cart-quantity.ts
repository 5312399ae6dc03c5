import { useEffectEvent, useLayoutEffect, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { MAX_QUANTITY } from '#contract/quantity.ts'
import { insufficientStockMessage } from '#contract/sale.ts'
import { session } from '../current-session.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { useJustReplaced } from '../ui/just-replaced.ts'
import { numberFrom, quantityFault } from '../ui/number-text.ts'
import { createStore } from '../ui/store.ts'
import { toast } from '../ui/toaster.tsx'
import { openCart } from './cart.ts'
import { setCartQuantity } from './cart-edits.ts'

/** How many typed quantities of cart lines have been replaced: by the stock or the minimum, or as no number. */
const replaced = createStore(0)

/** Whether a typed quantity of the cart has just been replaced. A press now was meant for the typed one. */
export const useQuantityJustReplaced = () => useJustReplaced(String(replaced.use()))

type Limits = {
  /** The minimum quantity: with 0, setting it to 0 removes the line. */
  minQuantity: 0 | 1
  product: Product | undefined
  remove: () => void
}

/** The props of the field with a line's quantity, and why the typed text is invalid. */
export function useCartQuantity({ product_id, quantity }: CartLine, { minQuantity, product, remove }: Limits) {
  const [typed, setTyped] = useState<string>()
  const [fault, onFault] = useState<string>()
  const stock = product?.stock_quantity ?? 0
  const max = stock > 0 ? Math.max(stock, quantity) : MAX_QUANTITY
  const replace = () => replaced.set(replaced.get() + 1)
  const reportTooMany = () => {
    replace()
    toast.warning(insufficientStockMessage(stock))
  }
  useOnLeave(() => {
    const wanted = numberFrom(typed ?? '') ?? 0
    if (wanted < 1 || quantityFault(wanted, MAX_QUANTITY)) return
    if (wanted > max) reportTooMany()
    setCartQuantity(product_id, Math.min(wanted, max))
  })
  const stepper = {
    min: minQuantity,
    value: quantity,
    typed,
    onTyped: (text: string | undefined) => {
      if (text === undefined && typed !== undefined && (numberFrom(typed) ?? -1) < minQuantity) replace()
      setTyped(text)
    },
    onCommit: (wanted: number) => (wanted > 0 ? setCartQuantity(product_id, wanted) : remove()),
    onFault,
    ...(stock > 0 && { max, onTooMany: reportTooMany }),
  }
  return { stepper, fault }
}

/**
 * Calls back when the cart's screen is left while its cart is still open, as with the phone's Back, which ends no
 * typing by a blur.
 */
function useOnLeave(callback: () => void) {
  const leave = useEffectEvent(callback)
  useLayoutEffect(() => {
    const owner = userAndCart()
    return () => {
      if (userAndCart() === owner) leave()
    }
  }, [])
}

const userAndCart = () => `${session()?.user.id} ${openCart()}`
