import { useEffect, useState } from 'react'
import { kurus } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { CartCustomer, OrderDraft } from '../pwa/order-draft.ts'
import { useStoredText } from '../pwa/stored-text.ts'
import { toast } from '../ui/toaster.tsx'
import { applyAgreedPrices, atListPrice, deleteAgreedPrices, useAgreedPrices } from './agreed-prices.ts'
import { cartTotals, noteTextName, setCart, setCheckedTotal, useCart } from './cart.ts'
import { acceptedLines } from './cart-changes.ts'
import { useCartCheck } from './cart-check.ts'
import { useCartDelivery } from './cart-delivery.ts'
import { takeNoteAndDay } from './note-and-day.ts'
import { usePlaceOrder } from './place-order.ts'

type Ordering = {
  /** The customer that a marketer or admin has chosen; null for a customer's own order. */
  chosen: CartCustomer | null
  onPlaced: (order: Order) => void
}

/** The state of ordering the open cart: its lines, the changes of their products, the totals, and placing the order. */
export function useCartOrder({ chosen, onPlaced }: Ordering) {
  const cart = useCart()
  // Lines being sent have already left the cart; they remain visible until the response.
  const [inFlight, setInFlight] = useState<OrderDraft>()
  const agreed = useAgreedPrices(chosen?.id)
  const lines = inFlight?.lines ?? applyAgreedPrices(cart, agreed)
  const customer = inFlight ? inFlight.customer : chosen
  const [typed, setNotes] = useStoredText(noteTextName(customer?.id ?? null))
  const notes = inFlight?.notes ?? typed
  const { products, error, changes, check } = useCartCheck(lines)
  const changed = changes?.size ?? 0
  const accepted = changed > 0 && products ? applyAgreedPrices(acceptedLines(lines, products), agreed) : lines
  const goods = cartTotals(accepted).grand
  const delivery = useCartDelivery(customer?.id ?? null, goods)
  // An order in flight keeps the delivery that it was sent with.
  const sent = inFlight ? inFlight.delivery : delivery.draft
  const placing = usePlaceOrder({
    lines,
    notes,
    customer,
    delivery: sent,
    check,
    onInFlight: setInFlight,
    onPlaced,
  })
  // Without goods there is no fee. A marketer also sees the total of an empty cart, and all products of a cart may have
  // been taken off sale.
  const fee = accepted.length > 0 && sent ? sent.fee : kurus(0)
  const stored = cartTotals(lines).grand
  useEffect(() => {
    if (!inFlight) setCheckedTotal({ cart, stored, current: goods })
  }, [inFlight, cart, stored, goods])
  const acceptChanges = () => {
    setCart(accepted.map(atListPrice))
    // All products were taken off sale.
    if (accepted.length === 0) takeNoteAndDay(chosen?.id ?? null)
    // Prices that were agreed for a former unit.
    if (chosen)
      deleteAgreedPrices(
        chosen.id,
        accepted.filter(line => line.list_price === undefined),
      )
    toast.info('Sepetiniz güncel fiyat ve stokla yenilendi')
  }
  return {
    lines,
    notes,
    customer,
    setNotes,
    error,
    products,
    changes,
    changed,
    accepted,
    acceptChanges,
    /** The delivery of the order, and its fee in kuruş. */
    delivery: { ...delivery, draft: sent && { ...sent, fee } },
    fee,
    ...placing,
  }
}

export type CartOrder = ReturnType<typeof useCartOrder>
