import { useEffect, useState } from 'react'
import { isOnline, onConnectionChange } from '../pwa/connectivity.ts'

/**
 * Whether the picture of this URL could not be loaded, and the function that records it. It is tried again once the
 * server can be reached, and once a new service worker is active, because the old one has aborted its fetches.
 */
export function useBrokenPicture(url: string | null): [isBroken: boolean, setBroken: () => void] {
  const [broken, setBroken] = useState<string>()
  useEffect(() => {
    if (!broken) return
    const retry = () => setBroken(undefined)
    navigator.serviceWorker?.addEventListener('controllerchange', retry)
    const stop = onConnectionChange(() => isOnline() && retry())
    return () => {
      navigator.serviceWorker?.removeEventListener('controllerchange', retry)
      stop()
    }
  }, [broken])
  return [url !== null && broken === url, () => setBroken(url ?? undefined)]
}
