import { readOwnCustomer } from '#contract/customers.ts'
import type { Quote } from '#contract/quotes.ts'
import { useCallQuery } from '../queries.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { passiveText } from './passive-customer.ts'

/** Warns before the quote of a passive customer is accepted. */
export function PassiveWarning({ quote: { customer_id } }: { quote: Quote }) {
  const text = passiveText(useCallQuery(readOwnCustomer, { params: { id: customer_id } }).data)
  return text && <AlertStrip kind="warning">{text}</AlertStrip>
}
