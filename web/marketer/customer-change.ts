import { listOwnCustomers, type OwnCustomer, readOwnCustomer, updateOwnCustomer } from '#contract/customers.ts'
import { updateCustomerInCarts } from '../cart/other-carts.ts'
import { useCommand } from '../command.ts'
import { cacheRow } from '../queries.ts'
import { toast } from '../ui/toaster.tsx'

/** `updateOwnCustomer` with the fallback message of this action. */
const setActiveCall = { ...updateOwnCustomer, failure: 'Hata' }

/** Makes a customer passive, or active again. */
export function useActiveToggle({ id, is_active }: OwnCustomer) {
  const showError = ({ message }: { message: string }) => window.alert(`Durum değiştirilemedi: ${message}`)
  const activation = useCommand(setActiveCall, {
    refetchWhenLost: true,
    onReply: ({ customer }) => {
      updateCachedCustomer(customer)
      toast.success('Müşteri aktif yapıldı')
    },
    showError,
  })
  const { run, pending } = useCommand(setActiveCall, {
    refetchWhenLost: true,
    onReply: ({ customer }) => {
      updateCachedCustomer(customer)
      if (customer.is_active) return toast.success('Müşteri aktif yapıldı')
      const undo = () => void activation.run({ params: { id }, body: { is_active: true } })
      return toast.success('Müşteri pasif yapıldı', { action: { label: 'Geri al', onClick: undo } })
    },
    showError,
  })
  return { toggle: () => run({ params: { id }, body: { is_active: !is_active } }), busy: pending || activation.pending }
}

/** Updates a changed customer in all cached lists. */
export function updateCachedCustomer(changed: OwnCustomer) {
  updateCustomerInCarts(changed)
  cacheRow({ read: readOwnCustomer, list: listOwnCustomers }, changed)
}
