import { readOwnCustomer } from '#contract/customers.ts'
import { useCallQuery } from '../queries.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { passiveText } from './passive-customer.ts'

/** Warns a marketer or an admin before anything is ordered for a passive customer. */
export function PassiveWarning({ customer_id }: { customer_id: string }) {
  const text = passiveText(useCallQuery(readOwnCustomer, { params: { id: customer_id } }).data)
  return text && <AlertStrip kind="warning">{text}</AlertStrip>
}
