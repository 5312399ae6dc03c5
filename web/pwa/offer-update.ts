import { confirmLeave, confirmLoss } from '../ui/leave-guard.ts'
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
  // Before the time limit begins, as the user may take longer to answer.
  const isAgreed = mayReload()
  const listening = new AbortController()
  setTimeout(() => {
    listening.abort()
    // A redundant one has been replaced by an even newer version, which was offered when it was installed.
    if (waiting.state !== 'redundant') offerUpdate(waiting)
  }, ACTIVATION_TIMEOUT)
  if (!isAgreed) return
  // The user was asked already.
  const silence = (event: Event) => event.stopImmediatePropagation()
  addEventListener('beforeunload', silence, { capture: true, signal: listening.signal })
  // Another tab may have activated it already.
  if (waiting.state !== 'installed') return location.reload()
  serviceWorker.addEventListener('controllerchange', () => location.reload(), { signal: listening.signal })
  // Only once: a message that reaches the worker after it was stopped for the newer version starts it again.
  serviceWorker.controller?.postMessage('abort-fetches')
  waiting.postMessage('activate')
}

/** Asks if input could be lost, as browsers on iOS reload such a page without a question. */
const mayReload = () =>
  dispatchEvent(new Event('beforeunload', { cancelable: true }))
    ? confirmLeave()
    : confirmLoss('Bu sayfada kaydedilmemiş bilgiler var; yenilenirse kaybolabilir.')
