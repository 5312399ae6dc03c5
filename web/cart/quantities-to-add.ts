import { useSyncExternalStore } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { onSessionChange } from '../current-session.ts'
import { createListeners } from '../ui/store.ts'
import { openCart } from './cart.ts'

/** The quantity to add of a product, and the text in its field while that is being typed. */
type TypedQuantity = { quantity: number; typed?: string | undefined }

const ONE: TypedQuantity = { quantity: 1 }

// By cart, product and unit. Outside of components, because a list unmounts cards that are scrolled out of sight.
const quantities = new Map<string, TypedQuantity>()
const changes = createListeners()
onSessionChange(() => quantities.clear())

/**
 * The quantity of a product that the user wants to add to the open cart, the same wherever the product is shown. With
 * another unit it is 1 again.
 */
export function useQuantityToAdd({ id, unit }: Product) {
  const key = `${openCart()} ${id} ${unit}`
  const present = useSyncExternalStore(changes.subscribe, () => quantities.get(key) ?? ONE)
  const keep = (quantity: TypedQuantity) => {
    quantities.set(key, quantity)
    changes.notify()
  }
  return [present, keep] as const
}
