import { useEffect, useRef, useState } from 'react'
import { type Order, placeOrder } from '#contract/orders.ts'
import { orderForCustomer } from '#contract/staff-orders.ts'
import { isRequestError } from '../api.ts'
// Imported statically, so that it is loaded with the code that stores orders: offline it could not be loaded, and the
// stored orders would never be sent.
import '../orders/outbox-notifications.tsx'
import { session } from '../current-session.ts'
import { isOfTheDay } from '../delivery/day-refusals.ts'
import { isOnline } from '../pwa/connectivity.ts'
import { notifyWaiting, type WaitingResult } from '../pwa/notify-waiting.ts'
import { type OrderDraft } from '../pwa/order-draft.ts'
import { submitOrder, WAITING_ORDER_TOAST } from '../pwa/outbox.ts'
import { bodyOf, type Refusal } from '../pwa/outbox-entry.ts'
import { appFault, type SendResult } from '../pwa/send-order.ts'
import { storedText, storeText, useStoredText } from '../pwa/stored-text.ts'
import { invalidate } from '../queries.ts'
import { useLocation } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { deleteAgreedPrices } from './agreed-prices.ts'
import { type CartOwner, cartLines, noteTextName, openCart, setCart } from './cart.ts'
import { cartChanges, type Products } from './cart-changes.ts'
import { withoutLines } from './cart-line.ts'
import { orderingCart, useIsBeingOrdered } from './carts-being-ordered.ts'
import { deliveryDayName } from './delivery-day-name.ts'
import { returnToCart } from './return-to-cart.ts'
import { noteTaken } from './synced-cart-store.ts'
import { withdrawUndoOf } from './whole-cart-toast.ts'

type Placing = OrderDraft & {
  /** Fetches current prices and stock. */
  check: () => Promise<{ data?: Products | undefined; error: Error | null }>
  /** Called with the content that left the cart to be sent, and without it once the order is placed or returned. */
  onInFlight: (sent: OrderDraft | undefined) => void
  onPlaced: (order: Order) => void
}

/** How long the check of prices may take, in ms; without it, the server refuses an order with other terms. */
const CHECK_TIMEOUT = 6_000

/**
 * Places the cart as an order, after a check of prices and stock, and refetches what the order changes. A refusal is
 * shown; without a response, or refused after its user has left the cart, the order waits in the outbox
 * (`outbox-notifications.tsx` refetches when it is placed later).
 */
export function usePlaceOrder(placing: Placing) {
  const { lines, notes, customer, delivery, check, onInFlight, onPlaced } = placing
  const [stage, setStage] = useState<'open' | 'busy' | 'placed'>('open')
  const hasLeft = useRef(false)
  const owner = customer?.id ?? null
  const isCartShown = useIsCartShown(owner)
  const isHeld = useIsBeingOrdered(owner)
  const [day] = useStoredText(deliveryDayName(owner))
  const { refused, setRefused } = useRefusal(JSON.stringify([bodyOf(lines, notes), customer?.id]), day, owner)

  const showRefusal = (refusal: Refusal) => {
    setRefused(refusal)
    toast.error(refusal.sentence, isCartShown() ? {} : { description: `${nameOf(customer)} verilmedi` })
  }

  /** Takes the lines from the cart; returns false if they are no longer in it. */
  const takeFromCart = (onTaken: () => void) => {
    // Another tab, or an earlier press, may have ordered them since the check.
    if (!isStillInCart(lines, customer)) return false
    hasLeft.current = true
    onInFlight({ lines, notes, customer, delivery })
    removeFromCart({ lines, notes, customer }, day)
    onTaken()
    return true
  }

  const takeBack = () => isCartShown() && returnContent(placing)

  const place = async (release: () => void) => {
    if (stage !== 'open' || lines.length === 0) return
    const user = session()?.user.id
    // Another user, who must not see this order, may log in in another tab at any moment.
    const isLoggedIn = () => user !== undefined && session()?.user.id === user
    setStage('busy')
    hasLeft.current = false
    setRefused(undefined)
    try {
      const isConfirmed = await isUnchanged({ lines, customer, check }, showRefusal)
      if (!isConfirmed || user === undefined || !isLoggedIn() || !isStillInCart(lines, customer))
        return setStage('open')
      const take = () => isLoggedIn() && takeFromCart(release)
      const sent = await submitOrder(user, { lines, notes, customer, delivery }, take, takeBack)
      if (sent.kind === 'session_over' && !session()) notifyOrderWaiting(customer, sent)
      if (!isLoggedIn()) return
      if (sent.kind === 'placed') {
        setStage('placed')
        void invalidate((customer ? orderForCustomer : placeOrder).invalidates)
        if (changesAddress(() => onPlaced(sent.order))) return
      }
      setStage('open')
      onInFlight(undefined)
      if (sent.kind === 'refused' || sent.kind === 'not_sent') {
        showRefusal(sent.refusal)
        // Current prices and stock explain most refusals better than the error message.
        if (sent.kind === 'refused' && sent.error.status === 409) void Promise.all([check(), invalidate(['delivery'])])
        return
      }
      notifyOutcome(customer, sent)
    } catch (error) {
      setStage('open')
      onInFlight(undefined)
      // An order that has left the cart is in the outbox, which shows its state.
      if (!hasLeft.current && isLoggedIn()) showRefusal(appFault(error))
    }
  }

  const busy = stage === 'busy' || isHeld
  return { place: () => orderingCart(owner, place), busy, placed: stage === 'placed', refused }
}

/** Why the last order of a cart was refused, as long as that applies to its content and its chosen day. */
function useRefusal(content: string, day: string, owner: CartOwner) {
  const [last, setLast] = useState<{ content: string; day: string; refusal: Refusal }>()
  const setRefused = (refusal: Refusal | undefined) =>
    setLast(refusal && { content, day: storedText(deliveryDayName(owner)), refusal })
  // An error applies only to the content that was sent, and one of the day to the day that was chosen: a day that
  // replaces that by itself does so because of the error.
  const isShown = last?.content === content && (last.day === day || !isOfTheDay(last.refusal))
  return { refused: isShown ? last.refusal : undefined, setRefused }
}

/** A function that returns whether the user has neither left the cart nor opened another one, in another tab. */
function useIsCartShown(owner: CartOwner) {
  const { pathname, search } = useLocation()
  const shownAt = useRef('')
  useEffect(() => {
    shownAt.current = pathname + search
    return () => {
      shownAt.current = ''
    }
  }, [pathname, search])
  // The cart remains mounted while the code of the next screen is loading.
  return () => shownAt.current === location.pathname + location.search && openCart() === owner
}

/** Whether an action navigates: a user who has unsaved text in a form of the screen may stay. */
function changesAddress(action: () => void) {
  const { href } = location
  action()
  return location.href !== href
}

/** Removes the lines of an order from the cart, and its note and the chosen delivery day, unless they have changed. */
function removeFromCart({ lines, notes, customer }: OrderDraft, day: string) {
  const owner = customer?.id ?? null
  // Lines may have been added, or the note or the day changed, in another tab since the press.
  noteTaken(owner, lines)
  withdrawUndoOf(owner)
  setCart(withoutLines(cartLines(owner), lines), owner)
  if (owner) deleteAgreedPrices(owner, lines)
  if (storedText(noteTextName(owner)) === notes) storeText(noteTextName(owner), '')
  if (storedText(deliveryDayName(owner)) === day) storeText(deliveryDayName(owner), '')
}

/** Returns the content of an order to its cart. */
function returnContent({ lines, notes, customer, delivery }: OrderDraft) {
  returnToCart({ lines, notes, day: delivery?.date }, customer?.id ?? null)
  return true
}

/** Whether the lines have current prices and stock, as far as that can be checked. If not, shows why. */
async function isUnchanged(
  { lines, customer, check }: Pick<Placing, 'lines' | 'customer' | 'check'>,
  showRefusal: (refusal: Refusal) => void,
): Promise<boolean> {
  if (!isOnline()) return true
  const late = new Promise<'late'>(resolve => setTimeout(resolve, CHECK_TIMEOUT, 'late'))
  const checked = await Promise.race([check(), late])
  if (checked === 'late' || isInconclusive(checked.error)) return true
  if (isRequestError(checked.error)) {
    const { codeText: code, message } = checked.error
    showRefusal({ code, sentence: message, by_product: {} })
    return false
  }
  if (checked.error) throw checked.error
  if (checked.data && cartChanges(lines, checked.data).size === 0) return true
  toast.warning(`${cartOf(customer)} bazı ürünler değişti; lütfen gözden geçirin`)
  return false
}

/** Whether the lines are still in the cart: another device or tab may have ordered or removed them. If so, says so. */
function isStillInCart(lines: OrderDraft['lines'], customer: OrderDraft['customer']) {
  if (withoutLines(lines, cartLines(customer?.id ?? null)).length === 0) return true
  toast.warning(`${cartOf(customer)} ürünler bu sırada ${TAKEN}`)
  return false
}

const cartOf = (customer: OrderDraft['customer']) =>
  customer ? `${customer.company_name} sepetindeki` : 'Sepetinizdeki'

const TAKEN = 'başka bir sekmede veya cihazda sipariş edilmiş veya çıkarılmış; sipariş verilmedi'

const isInconclusive = (error: Error | null) => isRequestError(error) && !error.isDecision

const nameOf = (customer: OrderDraft['customer']) => (customer ? `${customer.company_name} siparişi` : 'Siparişiniz')

/** Shows what became of an order that was neither placed nor refused. */
function notifyOutcome(customer: OrderDraft['customer'], sent: SendResult) {
  if (sent.kind === 'arrived_unidentified')
    toast.success(`${nameOf(customer)} ulaştı; sipariş listesinde görebilirsiniz`)
  if (sent.kind === 'not_visible') toast.info(`${nameOf(customer)} ulaştı; artık görüntülenemiyor`)
  if (sent.kind === 'unanswered') notifyOrderWaiting(customer, sent)
}

function notifyOrderWaiting(customer: OrderDraft['customer'], sent: WaitingResult) {
  const what = nameOf(customer)
  notifyWaiting(WAITING_ORDER_TOAST, what, sent, () =>
    toast.warning(`${what} bekliyor`, {
      id: WAITING_ORDER_TOAST,
      description: 'Cevap alınamadı; kendiliğinden yeniden gönderilecek ve iki kez sipariş verilmeyecek.',
    }),
  )
  if (sent.kind === 'unanswered') scrollTo({ top: 0 })
}
