import { useState } from 'react'
import type { CartDelivery } from './cart-delivery.ts'

/** Places an order, after an admin has confirmed what the order overrides, if anything. */
export function useOverrideQuestion(delivery: CartDelivery, place: () => void) {
  const [isOpen, setOpen] = useState(false)
  return {
    isOpen,
    ask: () => (delivery.draft?.overrides.length ? setOpen(true) : place()),
    onCancel: () => setOpen(false),
    onConfirm: () => {
      setOpen(false)
      place()
    },
  }
}
