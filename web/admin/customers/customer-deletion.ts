import { type Customer, deleteCustomer, readCustomer } from '#contract/customers.ts'
import { useAction } from '../../action.ts'
import { isNotFound, isRequestError, request } from '../../api.ts'
import { refreshIfGone } from '../../lists/row-command.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { invalidate } from '../../queries.ts'
import { withRecentLogin } from '../../session/recent-login.ts'
import { wholeText } from '../../ui/number-text.ts'
import { toast } from '../../ui/toaster.tsx'

// The same call with this action's fallback message, shown when the server gives no reason.
const readBeforeDeleting = { ...readCustomer, failure: deleteCustomer.failure }

/** Deletes a customer with all their orders and quotes, after the user confirmed. */
export function useCustomerDeletion(onDeleted: (id: string) => void) {
  const { run } = useAction(
    async ({ id }: Pick<Customer, 'id'>) => {
      // Fetched again: the customer may have placed orders since the list was loaded.
      const customer = await request(readBeforeDeleting, { params: { id } }).catch(error => {
        refreshIfGone(deleteCustomer, error)
        throw error
      })
      if (!window.confirm(questionOf(customer))) return undefined
      try {
        const reply = await withRecentLogin(deleteCustomer, () => request(deleteCustomer, { params: { id } }))
        return reply && { customer, deleted_orders: reply.deleted_orders }
      } catch (error) {
        // Not found: browsers also repeat a request whose connection broke, and the first attempt may have succeeded.
        const isDeleted = isNotFound(error) || (isLost(error) && (await isGone(id)))
        if (isDeleted) return { customer, deleted_orders: customer.total_orders }
        if (isDeleted === false) throw error
        // The list will show whether it is.
        showNextResults('customers')
        window.alert(UNKNOWN)
        return undefined
      }
    },
    {
      showError: 'alert',
      onReply: deleted => {
        if (!deleted) return
        onDeleted(deleted.customer.id)
        showNextResults('customers')
        toast.success(`${deleted.customer.company_name} silindi`, {
          description: `${wholeText(deleted.deleted_orders)} sipariş silindi`,
        })
      },
      onSettled: () => void invalidate(deleteCustomer.invalidates),
      targetOf: ({ id }) => id,
    },
  )
  return run
}

const UNKNOWN = 'Cevap alınamadı: müşterinin silinip silinmediği bilinmiyor; bağlantı gelince listeden kontrol edin'

const isLost = (error: unknown) => isRequestError(error) && error.isUnanswered

/** Whether a customer is deleted; `undefined` if the server could not be reached. */
const isGone = (id: string): Promise<boolean | undefined> =>
  request(readCustomer, { params: { id } }).then(
    () => false,
    error => (isNotFound(error) ? true : undefined),
  )

function questionOf({ company_name, total_orders }: Customer) {
  const orders = total_orders ? `${wholeText(total_orders)} siparişi, ` : ''
  const all = `${orders}teklif talepleri, düzenli siparişleri ve listeleri`
  return `${company_name} silinsin mi?\n\nMüşterinin ${all} de silinecek. Bu işlem geri alınamaz.`
}
