import { focusManager } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { listOrders, readOrder } from '#contract/orders.ts'
import { BackgroundCartSync } from '../cart/background-cart-sync.tsx'
import { refreshOfflineCatalogue } from '../catalogue/offline-catalogue.ts'
import { BackgroundOutbox } from '../orders/background-outbox.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { cacheRow, prefetchList } from '../queries.ts'

/** Background work while a customer is logged in. */
export function BackgroundWork(): ReactNode {
  const isOnline = useOnline()
  useEffect(() => {
    // Again whenever the connection returns: it may have been lost before the replies.
    if (!isOnline) return
    // Makes the latest orders and the catalogue available offline, even if neither is opened.
    void prefetchList(listOrders, {})
    storeCatalogue()
    // An installed app is often resumed instead of opened.
    return focusManager.subscribe(storeCatalogue)
  }, [isOnline])
  return (
    <>
      <BackgroundCartSync />
      <BackgroundOutbox audience="customer" onPlaced={order => cacheRow({ read: readOrder }, order)} />
    </>
  )
}

const storeCatalogue = (isVisible = true) => void (isVisible && refreshOfflineCatalogue())
