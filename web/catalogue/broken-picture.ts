import { useEffect, useState } from 'react'

/**
 * Whether the picture of this URL could not be loaded, and the function that records it. It is tried again once there
 * is a network, and once a new service worker is active, because the old one has aborted its fetches.
 */
export function useBrokenPicture(url: string | null): [isBroken: boolean, setBroken: () => void] {
  const [broken, setBroken] = useState<string>()
  useEffect(() => {
    if (!broken) return
    const listening = new AbortController()
    const { signal } = listening
    const retry = () => setBroken(undefined)
    addEventListener('online', retry, { signal })
    navigator.serviceWorker?.addEventListener('controllerchange', retry, { signal })
    return () => listening.abort()
  }, [broken])
  return [url !== null && broken === url, () => setBroken(url ?? undefined)]
}
