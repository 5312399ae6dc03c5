import { useSyncExternalStore } from 'react'
import { type CartCustomer, cartCustomerIn } from '../pwa/order-draft.ts'
import { onStoredTextChange, storedText, storeText } from '../pwa/stored-text.ts'
import { fieldsOf, isTextOrNull, parseJson } from '../stored-values.ts'

/** `known` are the customers that have, or had, a cart in this browser. */
type Stored = { chosen: string | null; known: readonly CartCustomer[] }

const TEXT_NAME = 'cart-customers'
const NONE: Stored = { chosen: null, known: [] }
let cached: { text: string; stored: Stored } = { text: '', stored: NONE }

/** The customer that the logged-in marketer or admin has chosen, if any; null for a customer, who has a single cart. */
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
  const { chosen, known } = fieldsOf(parseJson(text))
  if (!isTextOrNull(chosen) || !Array.isArray(known)) return NONE
  const customers = known.flatMap(customer => cartCustomerIn(customer) ?? [])
  return customers.length === known.length ? { chosen, known: customers } : NONE
}
