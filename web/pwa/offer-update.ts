import { toast } from '../ui/toaster.tsx'

/** How long a new version may take to become active before it is offered again, in milliseconds. */
const ACTIVATION_TIMEOUT = 5000

/** Offers a new version that waits. */
export function offerUpdate(waiting: ServiceWorker) {
  toast.info('Yeni sürüm hazır', {
    id: 'update',
    duration: Number.POSITIVE_INFINITY,
    action: { label: 'Yenile', onClick: () => activate(waiting) },
  })
}

function activate(waiting: ServiceWorker) {
  const { serviceWorker } = navigator
  // Another tab may have activated it already.
  if (waiting.state !== 'installed') return location.reload()
  const listening = new AbortController()
  serviceWorker.addEventListener('controllerchange', () => location.reload(), { signal: listening.signal })
  serviceWorker.controller?.postMessage('abort-fetches')
  waiting.postMessage('activate')
  setTimeout(() => {
    listening.abort()
    // A redundant one has been replaced by an even newer version, which was offered when it was installed.
    if (waiting.state !== 'redundant') offerUpdate(waiting)
  }, ACTIVATION_TIMEOUT)
}
