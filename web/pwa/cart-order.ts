import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { noteName, setCart, useCart } from '../parts/cart.ts'
import { acceptedLines } from '../parts/cart-changes.ts'
import { useCartCheck } from '../parts/cart-check.ts'
import type { CartCustomer } from '../parts/cart-customer.ts'
import { useKeptText } from '../parts/kept-text.ts'
import { toast } from '../ui/toaster.tsx'
import type { Refusal, Wanted } from './outbox-entry.ts'
import { usePlaceOrder } from './place-order.ts'

type Ordering = {
  /** Whom a marketer has chosen; nobody where a customer orders for itself. */
  chosen: CartCustomer | null
  onPlaced: (order: Order) => void
  onRefused?: (refusal: Refusal) => void
}

/** The open cart on its way to an order: what is in it, what of it changed since, and how it is placed. */
export function useCartOrder({ chosen, ...told }: Ordering) {
  const cart = useCart()
  // What is being sent has left the cart already, and stays to be seen until its answer is there.
  const [underWay, setUnderWay] = useState<Wanted>()
  const lines = underWay?.lines ?? cart
  const customer = underWay ? underWay.customer : chosen
  const [typed, setNotes] = useKeptText(noteName(customer?.id ?? null))
  const notes = underWay?.notes ?? typed
  const { query, products, changes } = useCartCheck(lines)
  const placing = usePlaceOrder({
    lines,
    notes,
    customer,
    check: () => query.refetch(),
    onUnderWay: setUnderWay,
    ...told,
  })
  const changed = changes?.size ?? 0
  const accepted = changed > 0 && products ? acceptedLines(lines, products) : lines
  const accept = () => {
    setCart(accepted)
    toast.info('Sepetiniz güncel fiyat ve stokla yenilendi')
  }
  return {
    lines,
    notes,
    customer,
    setNotes,
    error: query.error,
    products,
    changes,
    changed,
    accepted,
    accept,
    ...placing,
  }
}

export type CartOrder = ReturnType<typeof useCartOrder>
