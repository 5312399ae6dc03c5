import { listOwnCustomers, type OwnCustomer, readOwnCustomer } from '#contract/customers.ts'
import { updateCustomerInCarts } from '../cart/other-carts.ts'
import { cacheRow } from '../queries.ts'

/** Updates a changed customer in all cached lists, in the copy for offline use and in the carts. */
export function updateCachedCustomer(changed: OwnCustomer) {
  updateCustomerInCarts(changed)
  void import('../customers/update-stored-customer.ts').then(
    module => module.updateStoredCustomer(changed),
    () => undefined,
  )
  cacheRow({ read: readOwnCustomer, list: listOwnCustomers }, changed)
}
