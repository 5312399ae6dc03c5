import { readOwnCustomer } from '#contract/customers.ts'
import { CartCustomer } from '../parts/cart-customer.ts'
import { useKeptText } from '../parts/kept-text.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { useCallQuery } from '../queries.ts'

/** For whom the signed-in marketer fills in a request for a quote; kept with what was filled in. */
export function useQuoteCustomer() {
  const [text, keep] = useKeptText('quote-customer')
  const kept = read(text)
  // It may have been renamed, or made passive, since it was chosen.
  const present = useCallQuery(readOwnCustomer, {
    params: { id: kept?.id ?? '' },
    enabled: useOnline() && kept !== null,
  }).data
  const choose = (customer: CartCustomer | null) => keep(customer ? JSON.stringify(customer) : '')
  return [present ?? kept, choose] as const
}

function read(text: string): CartCustomer | null {
  try {
    return CartCustomer.safeParse(JSON.parse(text || 'null')).data ?? null
  } catch {
    return null
  }
}
