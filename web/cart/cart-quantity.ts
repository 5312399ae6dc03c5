import { useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { insufficientStockMessage } from '#contract/sale.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { useJustReplaced } from '../ui/just-replaced.ts'
import { numberFrom } from '../ui/number-text.ts'
import { createStore } from '../ui/store.ts'
import { toast } from '../ui/toaster.tsx'
import { setCartQuantity } from './cart-edits.ts'

/** How many typed quantities of cart lines have been replaced: by the stock, or because the text was no number. */
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
  const replace = () => replaced.set(replaced.get() + 1)
  const stepper = {
    min: minQuantity,
    value: quantity,
    typed,
    onTyped: (text: string | undefined) => {
      if (text === undefined && typed !== undefined && numberFrom(typed) === undefined) replace()
      setTyped(text)
    },
    onCommit: (wanted: number) => (wanted > 0 ? setCartQuantity(product_id, wanted) : remove()),
    onFault,
    ...(stock > 0 && {
      max: Math.max(stock, quantity),
      onTooMany: () => {
        replace()
        toast.warning(insufficientStockMessage(stock))
      },
    }),
  }
  return { stepper, fault }
}
