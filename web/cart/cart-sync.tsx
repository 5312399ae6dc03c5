import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { readCart } from '#contract/carts.ts'
import { readDeliveryDays } from '#contract/delivery.ts'
import { useSession } from '../current-session.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { onStoredTextChange } from '../pwa/stored-text.ts'
import { prefetchCall, queryKeyOf } from '../queries.ts'
import { useCart } from './cart.ts'
import { noteChanges, syncCarts } from './cart-exchange.ts'
import { type UserActivity, watchUserActivity } from './user-activity.ts'

/** How long a change waits for the next one, so that both are sent together, in milliseconds. */
const SEND_AFTER = 700
/** After how many milliseconds an exchange whose reply could not be shown is repeated. */
const RETRY_AFTER = 1_000

/**
 * Synchronizes the carts of this browser with those of the account while a user is logged in: after each change here,
 * after each live event about another device, and whenever the connection or the window's focus returns.
 */
export function CartSync(): ReactNode {
  const activity = useRef<UserActivity>(undefined)
  const isHeldBack = useRef(false)
  const isDue = useRef(false)
  const isBusy = () => activity.current?.isBusy() === true
  const sync = async () => {
    // A reply that could not be shown is not requested again while the user is still busy.
    if (isHeldBack.current && !isDue.current && isBusy()) return false
    isDue.current = false
    const isShown = await syncCarts({ isBusy })
    isHeldBack.current = !isShown
    return isShown
  }
  const { refetch } = useQuery({
    queryKey: [...queryKeyOf(readCart), 'sync'],
    meta: { call: readCart },
    queryFn: sync,
    refetchInterval: ({ state }) => (state.data === false ? RETRY_AFTER : false),
    gcTime: 0,
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      clearTimeout(timer)
      timer = undefined
      isDue.current = true
      void refetch()
    }
    const changed = () => {
      if (!noteChanges()) return
      clearTimeout(timer)
      timer = setTimeout(send, SEND_AFTER)
    }
    // The page may be closed before the timer fires.
    const hidden = () => document.hidden && timer !== undefined && send()
    const stop = onStoredTextChange(changed)
    document.addEventListener('visibilitychange', hidden)
    activity.current = watchUserActivity()
    return () => {
      stop()
      document.removeEventListener('visibilitychange', hidden)
      // An admin's order empties the cart and leaves this screen at once.
      if (timer !== undefined) send()
      activity.current?.stop()
    }
  }, [refetch])
  const hasGoods = useCart().length > 0
  const isOnline = useOnline()
  const needsFee = useSession()?.role === 'customer' && hasGoods && isOnline
  useEffect(() => {
    // An order that is placed offline is refused if the cart's total was without the delivery fee. Fetched again whenever
    // the connection returns: it may have been lost before the reply.
    if (needsFee) void prefetchCall(readDeliveryDays, {})
  }, [needsFee])
  return null
}
