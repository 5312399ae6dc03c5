import { createStore } from '../ui/store.ts'
import { readAll } from './database.ts'
import { outboxCount, setOutboxCounts } from './outbox-counts.ts'

const inUse = createStore(false)

/** Whether this browser has outbox entries, or this page can store some. Remains true until the page is left. */
export const useOutboxInUse = inUse.use

/** Marks the outbox as in use, so that it is started. */
export const setOutboxInUse = () => inUse.set(true)

/**
 * Checks for stored entries now and whenever another tab may have stored some, so that a page without any does not load
 * the outbox and the schema library. Returns a stop function.
 */
export function watchForStoredEntries(): () => void {
  // Not while the page is being left: WebKit then keeps the transaction open, and the next page waits for it.
  const look = () => !document.hidden && void lookForEntries()
  const otherTabs = 'BroadcastChannel' in window ? new BroadcastChannel('outbox') : undefined
  otherTabs?.addEventListener('message', look)
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    otherTabs?.close()
    document.removeEventListener('visibilitychange', look)
  }
}

async function lookForEntries() {
  const { size } = await readAll('outbox')
  if (size > 0) setOutboxInUse()
  else if (outboxCount() === undefined) setOutboxCounts({ all: 0, undecided: 0, text: '' })
}
