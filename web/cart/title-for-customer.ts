import { knownCustomers } from './chosen-customer.ts'

/** The title of a stored form, with the name of the customer for whom a marketer or an admin fills it in, if known. */
export function titleForCustomer(title: string, customer_id: string | null): string {
  const customer = knownCustomers().find(({ id }) => id === customer_id)
  return customer ? `${title} · ${customer.company_name}` : title
}
