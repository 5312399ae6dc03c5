import { type ReactNode, useEffect } from 'react'
import { listOrders, readOrder } from '#contract/orders.ts'
import { BackgroundCartSync } from '../cart/background-cart-sync.tsx'
import { BackgroundOutbox } from '../orders/background-outbox.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { cacheRow, prefetchList } from '../queries.ts'

/** Background work while a customer is logged in. */
export function BackgroundWork(): ReactNode {
  const isOnline = useOnline()
  useEffect(() => {
    // Makes the latest orders available offline, even if their list is not opened; again whenever the connection returns,
    // as it may have been lost before the reply.
    if (isOnline) void prefetchList(listOrders, {})
  }, [isOnline])
  return (
    <>
      <BackgroundCartSync />
      <BackgroundOutbox audience="customer" onPlaced={order => cacheRow({ read: readOrder }, order)} />
    </>
  )
}
