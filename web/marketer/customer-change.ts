import { type InfiniteData, useMutation } from '@tanstack/react-query'
import { listOwnCustomers, type OwnCustomer, readOwnCustomer, updateOwnCustomer } from '#contract/customers.ts'
import { isNotFound, type Page, request } from '../api.ts'
import { updateCustomer } from '../cart/carts.ts'
import { queryClient, queryKeyOf } from '../queries.ts'
import { useSingleFlight } from '../ui/single-flight.ts'
import { toast } from '../ui/toaster.tsx'

/** `updateOwnCustomer` with the fallback message of this action. */
const setActive = { ...updateOwnCustomer, failure: 'Hata' }

/** Makes a customer passive, or active again. */
export function useActiveToggle({ id, is_active }: OwnCustomer) {
  const change = useMutation({
    mutationFn: () => request(setActive, { params: { id }, body: { is_active: !is_active } }),
    onSuccess: ({ customer }) => {
      updateCachedCustomer(customer)
      toast.success(customer.is_active ? 'Müşteri aktif yapıldı' : 'Müşteri pasif yapıldı')
    },
    onError: error => {
      refetchIfCustomerGone(error)
      window.alert(`Durum değiştirilemedi: ${error.message}`)
    },
  })
  return { toggle: useSingleFlight(() => change.mutateAsync().catch(() => undefined)), busy: change.isPending }
}

/** Updates a changed customer in all cached lists. */
export function updateCachedCustomer(changed: OwnCustomer) {
  updateCustomer(changed)
  queryClient.setQueryData([...queryKeyOf(readOwnCustomer), { params: { id: changed.id } }], changed)
  queryClient.setQueriesData<InfiniteData<Page<OwnCustomer>>>({ queryKey: queryKeyOf(listOwnCustomers) }, data => {
    if (!data) return undefined
    const shown = (customer: OwnCustomer) => (customer.id === changed.id ? changed : customer)
    return { ...data, pages: data.pages.map(page => ({ ...page, items: page.items.map(shown) })) }
  })
}

/** Refetches the customers after a 404: the customer was reassigned or deleted. */
export function refetchIfCustomerGone(error: Error) {
  if (isNotFound(error)) void queryClient.invalidateQueries({ queryKey: queryKeyOf(listOwnCustomers) })
}
