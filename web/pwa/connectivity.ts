import { useSyncExternalStore } from 'react'

/** Whether the device has a connection, now and as that changes. */
export function useOnline() {
  return useSyncExternalStore(listen, () => navigator.onLine)
}

function listen(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
