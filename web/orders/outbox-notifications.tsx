import { useEffect, useEffectEvent } from 'react'
import { type Order, orderNumber, placeOrder } from '#contract/orders.ts'
import { orderForCustomer } from '#contract/staff-orders.ts'
import { returnToCartOf, updateCustomerInCarts } from '../cart/other-carts.ts'
import { takeOutAgain } from '../cart/take-out-again.ts'
import { showNextResults } from '../lists/steady-list.ts'
import type { Change, ChangeReply } from '../pwa/change-draft.ts'
import { customerGoneText } from '../pwa/customer-gone.ts'
import { startOutbox, WAITING_CHANGE_TOAST, WAITING_ORDER_TOAST } from '../pwa/outbox.ts'
import type { OrderEntry } from '../pwa/outbox-entry.ts'
import type { OutboxEvent } from '../pwa/outbox-events.ts'
import { invalidate } from '../queries.ts'
import { useNavigate } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { changeTitle } from './change-title.ts'
import { CART_PATH, ORDER_PATH } from './order-paths.ts'
import { totalText } from './total-text.ts'

export type OutboxNotificationsProps = {
  audience: keyof typeof CART_PATH
  /** Called with each order that the outbox has placed. */
  onPlaced?: (order: Order) => void
}

/** What waiting changes change. Not read from their calls, as these would load the outbox with every first visit. */
const CHANGED = ['orders', 'products', 'quotes', 'customers'] as const

/** What the user has changed by an entry that was sent: an order, not the products whose stock it takes. */
function changedBy(event: OutboxEvent) {
  switch (event.kind) {
    case 'refused':
    case 'change_refused':
      return undefined
    case 'changed':
      return LISTS[event.reply.kind]
    case 'change_arrived':
    case 'change_unknown':
      return LISTS[event.change.is]
    default:
      return 'orders'
  }
}

const LISTS = { revision: 'orders', quote: 'quotes', customer: 'customers' } as const

function showSaved(reply: ChangeReply, isStaff: boolean) {
  switch (reply.kind) {
    case 'revision':
      return toast.success('Bekleyen değişiklik kaydedildi', {
        description: `Revizyon ${orderNumber(reply.order.id)}: ${reply.order.user_company} · ${totalText(reply.order)}`,
      })
    case 'customer':
      updateCustomerInCarts(reply.customer)
      void import('../customers/update-stored-customer.ts').then(
        module => module.updateStoredCustomer(reply.customer),
        () => undefined,
      )
      return toast.success('Bekleyen değişiklik kaydedildi', {
        description: `Müşteri bilgileri: ${reply.customer.company_name}`,
      })
    case 'quote':
      return isStaff
        ? toast.success('Bekleyen teklif talebi gönderildi', { description: reply.quote.user_company })
        : toast.success('Bekleyen teklif talebiniz gönderildi')
  }
}

/** Shows what became of a change that this attempt has not saved. */
function showUnsaved(event: Extract<OutboxEvent, { change: Change }>, action: { label: string; onClick: () => void }) {
  const title = changeTitle(event.change)
  switch (event.kind) {
    case 'change_refused':
      return toast.warning(`Kaydedilmedi. ${title}`, { description: event.sentence, action })
    case 'change_arrived':
      return toast.info(`Daha önce ulaşmış ve kaydedilmiş. ${title}`)
    case 'change_unknown':
      return toast.warning(`Ulaşıp ulaşmadığı bilinmiyor. ${title}`, { description: customerGoneText() })
  }
}

/** Takes the goods of a placed order, which its withdrawal had returned, out of the cart again; a toast's text and undo. */
function takenOut({ lines, body, customer }: OrderEntry) {
  const taken = takeOutAgain({ lines, notes: body.notes ?? '', day: body.delivery_date }, customer?.id ?? null)
  return (
    taken && {
      description: 'Sepete geri konan ürünler yeniden çıkarıldı.',
      action: { label: 'Geri al', onClick: () => returnToCartOf(customer, taken) },
    }
  )
}

/** Runs the outbox while a user is logged in, and shows toasts about its orders. */
export function OutboxNotifications({ audience, onPlaced }: OutboxNotificationsProps) {
  const navigate = useNavigate()
  const isStaff = audience !== 'customer'
  const waiting = isStaff ? 'Bekleyen sipariş' : 'Bekleyen siparişiniz'
  const notify = useEffectEvent((event: OutboxEvent) => {
    const isChange = event.kind === 'changed' || 'change' in event
    // The order or change no longer waits.
    toast.dismiss(isChange ? WAITING_CHANGE_TOAST : WAITING_ORDER_TOAST)
    const changed = changedBy(event)
    if (changed) showNextResults(changed)
    void invalidate(isChange ? CHANGED : (isStaff ? orderForCustomer : placeOrder).invalidates)
    const show = { label: 'Göster', onClick: () => navigate(CART_PATH[audience]) }
    switch (event.kind) {
      case 'changed':
        showSaved(event.reply, isStaff)
        break
      case 'change_refused':
      case 'change_arrived':
      case 'change_unknown':
        showUnsaved(event, show)
        break
      case 'placed': {
        const { order } = event
        toast.success(`${waiting} gönderildi: ${orderNumber(order.id)}`, {
          ...(isStaff && { description: order.user_company }),
          action: { label: 'Siparişe git', onClick: () => navigate(ORDER_PATH[audience](order.id)) },
        })
        onPlaced?.(order)
        break
      }
      case 'refused':
        toast.warning(`${waiting} verilmedi`, {
          description: event.company_name ? `${event.company_name}: ${event.sentence}` : event.sentence,
          action: show,
        })
        break
      case 'cancelled':
        toast.info(`Geri aldığınız sipariş ulaşmıştı ve iptal edildi: ${event.number}`)
        break
      case 'too_late':
        toast.warning(`Geri aldığınız sipariş ulaşmıştı, iptal edilemedi: ${event.number}`, takenOut(event.returned))
        break
      case 'not_visible':
        if (event.returned) toast.warning('Geri aldığınız sipariş ulaşmıştı, iptal edilemedi', takenOut(event.returned))
        else
          toast.info(`${waiting} daha önce ulaşmış; artık görüntülenemiyor`, {
            description: event.company_name && `${event.company_name}: ${customerGoneText()}`,
          })
        break
      case 'arrived_unidentified':
        toast.info(
          `${waiting} daha önce ulaşmış; ${isStaff ? 'Siparişler sekmesinde' : 'Sipariş Geçmişi’nde'} görebilirsiniz`,
          event.returned && takenOut(event.returned),
        )
    }
  })
  useEffect(() => startOutbox(event => notify(event)), [])
  return null
}
