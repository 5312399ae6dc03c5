import { type Customer, listCustomers, readCustomer } from '#contract/customers.ts'
import { cacheRow } from '../../queries.ts'

/** Replaces a customer in the query cache: the customer's entry and every cached list. */
export function updateCachedCustomer(changed: Customer) {
  cacheRow({ read: readCustomer, list: listCustomers }, changed)
}
