import { type Customer, listCustomers, readCustomer } from '#contract/customers.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { cacheRow } from '../../queries.ts'

/** Replaces a customer in the query cache: the customer's entry and every cached list. */
export function updateCachedCustomer(changed: Customer) {
  cacheRow({ read: readCustomer, list: listCustomers }, changed)
}

/** Shows a customer as the user has changed it, in its row at once and in its place when the list is refetched. */
export function showChangedCustomer(changed: Customer) {
  updateCachedCustomer(changed)
  showNextResults('customers')
}
