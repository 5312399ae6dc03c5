import { listOwnCustomers, type OwnCustomer, readOwnCustomer, updateOwnCustomer } from '#contract/customers.ts'
import { updateCustomerInCarts } from '../cart/carts.ts'
import { useCommand } from '../command.ts'
import { cacheRow } from '../queries.ts'
import { toast } from '../ui/toaster.tsx'

/** `updateOwnCustomer` with the fallback message of this action. */
const setActiveCall = { ...updateOwnCustomer, failure: 'Hata' }

/** Makes a customer passive, or active again. */
export function useActiveToggle({ id, is_active }: OwnCustomer) {
  const { run, pending } = useCommand(setActiveCall, {
    onReply: ({ customer }) => {
      updateCachedCustomer(customer)
      toast.success(customer.is_active ? 'Müşteri aktif yapıldı' : 'Müşteri pasif yapıldı')
    },
    showError: error => window.alert(`Durum değiştirilemedi: ${error.message}`),
  })
  return { toggle: () => run({ params: { id }, body: { is_active: !is_active } }), busy: pending }
}

/** Updates a changed customer in all cached lists. */
export function updateCachedCustomer(changed: OwnCustomer) {
  updateCustomerInCarts(changed)
  cacheRow({ read: readOwnCustomer, list: listOwnCustomers }, changed)
}
