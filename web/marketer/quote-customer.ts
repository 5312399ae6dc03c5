import { readOwnCustomer } from '#contract/customers.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { CartCustomer } from '../pwa/order-draft.ts'
import { useStoredText } from '../pwa/stored-text.ts'
import { useCallQuery } from '../queries.ts'

/** The customer for whom the signed-in marketer drafts a quote request; stored with the draft. */
export function useQuoteCustomer() {
  const [text, store] = useStoredText('quote-customer')
  const stored = read(text)
  // The customer may have been renamed or made passive since.
  const present = useCallQuery(readOwnCustomer, {
    params: { id: stored?.id ?? '' },
    enabled: useOnline() && stored !== null,
  }).data
  const choose = (customer: CartCustomer | null) => store(customer ? JSON.stringify(customer) : '')
  return [present ?? stored, choose] as const
}

function read(text: string): CartCustomer | null {
  try {
    return CartCustomer.safeParse(JSON.parse(text || 'null')).data ?? null
  } catch {
    return null
  }
}
