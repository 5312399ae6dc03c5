import { readOwnCustomer } from '#contract/customers.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { type CartCustomer, cartCustomerIn } from '../pwa/order-draft.ts'
import { storedText, storeText, useStoredText } from '../pwa/stored-text.ts'
import { useCallQuery } from '../queries.ts'
import { parseJson } from '../stored-values.ts'

/** The customer for whom the logged-in marketer drafts a quote request; stored with the draft. */
export function useQuoteCustomer() {
  const [text, store] = useStoredText(NAME)
  const stored = customerIn(text)
  // The customer may have been renamed or made passive since.
  const present = useCallQuery(readOwnCustomer, {
    params: { id: stored?.id ?? '' },
    enabled: useOnline() && stored !== null,
  }).data
  const choose = (customer: CartCustomer | null) => store(customer ? JSON.stringify(customer) : '')
  return [present ?? stored, choose] as const
}

/** Clears the chosen customer after a request was sent, unless another one has been chosen since. */
export function forgetQuoteCustomer(id: string) {
  if (customerIn(storedText(NAME))?.id === id) storeText(NAME, '')
}

const NAME = 'quote-customer'

const customerIn = (text: string) => cartCustomerIn(parseJson(text)) ?? null
