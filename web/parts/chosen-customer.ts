import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { CartCustomer } from './cart-customer.ts'
import { keepText, keptText, whenKeptChanges } from './kept-text.ts'

/** `known`: those who have a cart, or had one here. */
const Kept = z.object({ chosen: z.nullable(z.string()), known: z.array(CartCustomer) })
type Kept = z.output<typeof Kept>

const NAME = 'cart-customers'
const NOBODY: Kept = { chosen: null, known: [] }
let read: { text: string; kept: Kept } = { text: '', kept: NOBODY }

/** The customer that the signed-in marketer has chosen; nobody for a customer, who has one cart of its own. */
export const chosenCustomer = (): CartCustomer | null => {
  const { chosen, known } = kept()
  return known.find(({ id }) => id === chosen) ?? null
}

/** The chosen customer; every open tab shows the same. */
export const useChosenCustomer = () => useSyncExternalStore(whenKeptChanges, chosenCustomer)

/** Those whose carts this browser may hold. */
export const knownCustomers = (): readonly CartCustomer[] => kept().known

/** Remembers a customer as it is now, and forgets those that `stays` does not name. */
export function rememberCustomer(customer: CartCustomer, stays: (id: string) => boolean) {
  const { chosen, known } = kept()
  const others = known.filter(({ id }) => id !== customer.id && (id === chosen || stays(id)))
  keep({ chosen, known: [...others, customer] })
}

/** Marks one of the remembered customers, or nobody, as the chosen one. */
export const markChosen = (id: string | null) => keep({ ...kept(), chosen: id })

function keep(changed: Kept) {
  keepText(NAME, JSON.stringify(changed))
}

function kept(): Kept {
  const text = keptText(NAME)
  if (text !== read.text) read = { text, kept: parsed(text) }
  return read.kept
}

function parsed(text: string): Kept {
  try {
    return z.catch(Kept, NOBODY).parse(JSON.parse(text || 'null'))
  } catch {
    return NOBODY
  }
}
