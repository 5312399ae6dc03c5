import { focusManager } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { readMarketerStats } from '#contract/reports.ts'
import { listCustomersOrders } from '#contract/staff-orders.ts'
import { BackgroundCartSync } from '../cart/background-cart-sync.tsx'
import { refreshOfflineCatalogue } from '../catalogue/offline-catalogue.ts'
import { BackgroundOutbox } from '../orders/background-outbox.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { prefetchCall, prefetchList } from '../queries.ts'
import { refreshOfflineCustomers } from './offline-customers.ts'

/** Background work while a marketer is logged in. */
export function BackgroundWork(): ReactNode {
  const isOnline = useOnline()
  useEffect(() => {
    // Again whenever the connection returns: it may have been lost before the replies.
    if (!isOnline) return
    // Makes everything needed for ordering, and the latest orders, available offline, whichever tabs are opened. The
    // query is the one with which the orders' tab opens.
    void prefetchList(listCustomersOrders, { query: { search: '' } })
    // The dashboard's data, in case another tab was opened first.
    void prefetchCall(readMarketerStats, {})
    void prefetchCall(listCustomersOrders, { query: { limit: 5 } })
    refreshCopies()
    // An installed app is often resumed instead of opened.
    return focusManager.subscribe(refreshCopies)
  }, [isOnline])
  return (
    <>
      <BackgroundCartSync />
      <BackgroundOutbox audience="marketer" />
    </>
  )
}

function refreshCopies(isVisible = true) {
  if (!isVisible) return
  void refreshOfflineCustomers().catch(() => undefined)
  void refreshOfflineCatalogue()
}
