import { orderNumber } from '#contract/orders.ts'
import type { Change } from '../pwa/change-draft.ts'

/** The title of a change in lists and toasts: 'Revizyon 1a2b3c4d: Lezzet Lokantası'. */
export function changeTitle(change: Change): string {
  switch (change.is) {
    case 'revision':
      return `Revizyon ${orderNumber(change.order_id)}: ${change.company_name}`
    case 'quote':
      return change.customer ? `Teklif talebi: ${change.customer.company_name}` : 'Teklif talebi'
    case 'customer':
      return `Müşteri bilgileri: ${change.customer.company_name}`
  }
}
