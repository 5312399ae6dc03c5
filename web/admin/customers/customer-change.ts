import type { InfiniteData } from '@tanstack/react-query'
import { type Customer, deleteCustomer, listCustomers, readCustomer, updateCustomer } from '#contract/customers.ts'
import { listMarketers } from '#contract/marketers.ts'
import { formatNumber } from '#contract/money.ts'
import { readAdminStats } from '#contract/reports.ts'
import { type Page, request } from '../../api.ts'
import { queryClient, queryKeyOf } from '../../queries.ts'
import { useSingleFlight } from '../../ui/single-flight.ts'
import { toast } from '../../ui/toaster.tsx'

// The same calls with this action's fallback message, shown when the server gives no reason.
const setActive = { ...updateCustomer, failure: 'Hata' }
const readBeforeDeleting = { ...readCustomer, failure: deleteCustomer.failure }

/** Makes a customer passive, or active again. */
export function useToggle() {
  return useSingleFlight(async ({ id, is_active }: Customer) => {
    try {
      const { customer } = await request(setActive, { params: { id }, body: { is_active: !is_active } })
      updateCachedCustomer(customer)
      toast.success(customer.is_active ? 'Müşteri aktif yapıldı' : 'Müşteri pasif yapıldı', {
        description: customer.company_name,
      })
      invalidateCustomers()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      window.alert(`Durum değiştirilemedi: ${error.message}`)
      invalidateCustomers()
    }
  }, idOf)
}

/** Deletes a customer with all its orders and quotes, after the user confirmed. */
export function useDeletion(onDeleted: (id: string) => void) {
  return useSingleFlight(async ({ id }: Customer) => {
    try {
      // Fetched again: the customer may have placed orders since the list was loaded.
      const customer = await request(readBeforeDeleting, { params: { id } })
      if (!window.confirm(questionOf(customer))) return
      const { deleted_orders } = await request(deleteCustomer, { params: { id } })
      onDeleted(id)
      toast.success(`${customer.company_name} silindi`, {
        description: `${formatNumber(deleted_orders)} sipariş silindi`,
      })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      window.alert(error.message)
    }
    invalidateCustomers()
  }, idOf)
}

const idOf = ({ id }: Customer) => id

function questionOf({ company_name, total_orders }: Customer) {
  const orders = total_orders ? `${formatNumber(total_orders)} siparişi ve ` : ''
  return `${company_name} silinsin mi?\n\nMüşterinin ${orders}teklif talepleri de silinecek. Bu işlem geri alınamaz.`
}

/** Replaces a customer in the query cache, in its own entry and in every cached list. */
export function updateCachedCustomer(changed: Customer) {
  queryClient.setQueryData([...queryKeyOf(readCustomer), { params: { id: changed.id } }], changed)
  queryClient.setQueriesData<InfiniteData<Page<Customer>>>({ queryKey: queryKeyOf(listCustomers) }, data => {
    if (!data) return undefined
    const shown = (customer: Customer) => (customer.id === changed.id ? changed : customer)
    return { ...data, pages: data.pages.map(page => ({ ...page, items: page.items.map(shown) })) }
  })
}

/** Invalidates every query that shows or counts customers. */
export function invalidateCustomers() {
  for (const call of [listCustomers, readCustomer, listMarketers, readAdminStats])
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(call) })
}
