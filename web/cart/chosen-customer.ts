import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { CartCustomer } from '../pwa/order-draft.ts'
import { onStoredTextChange, storedText, storeText } from '../pwa/stored-text.ts'

/** `known`: the customers that have, or had, a cart in this browser. */
const Stored = z.object({ chosen: z.nullable(z.string()), known: z.array(CartCustomer) })
type Stored = z.output<typeof Stored>

const TEXT_NAME = 'cart-customers'
const NONE: Stored = { chosen: null, known: [] }
let cached: { text: string; stored: Stored } = { text: '', stored: NONE }

/** The customer that the signed-in marketer has chosen; null for a customer, who has a single cart. */
export const chosenCustomer = (): CartCustomer | null => {
  const { chosen, known } = stored()
  return known.find(({ id }) => id === chosen) ?? null
}

/** The chosen customer, in sync between tabs. */
export const useChosenCustomer = () => useSyncExternalStore(onStoredTextChange, chosenCustomer)

/** The customers whose carts this browser may hold. */
export const knownCustomers = (): readonly CartCustomer[] => stored().known

/** Stores a customer's current data, and drops the other customers for which `stays` returns false. */
export function rememberCustomer(customer: CartCustomer, stays: (id: string) => boolean) {
  const { chosen, known } = stored()
  const others = known.filter(({ id }) => id !== customer.id && (id === chosen || stays(id)))
  save({ chosen, known: [...others, customer] })
}

/** Sets the chosen customer to a stored one, or to none. */
export const setChosenCustomer = (id: string | null) => save({ ...stored(), chosen: id })

function save(changed: Stored) {
  storeText(TEXT_NAME, JSON.stringify(changed))
}

function stored(): Stored {
  const text = storedText(TEXT_NAME)
  if (text !== cached.text) cached = { text, stored: parse(text) }
  return cached.stored
}

function parse(text: string): Stored {
  try {
    return z.catch(Stored, NONE).parse(JSON.parse(text || 'null'))
  } catch {
    return NONE
  }
}
