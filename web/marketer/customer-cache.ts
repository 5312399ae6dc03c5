import { listOwnCustomers, type OwnCustomer, readOwnCustomer } from '#contract/customers.ts'
import { updateCustomerInCarts } from '../cart/other-carts.ts'
import { cacheRow } from '../queries.ts'

/** Updates a changed customer in all cached lists and in the carts. */
export function updateCachedCustomer(changed: OwnCustomer) {
  updateCustomerInCarts(changed)
  cacheRow({ read: readOwnCustomer, list: listOwnCustomers }, changed)
}
