import { toast } from '../ui/toaster.tsx'
import { PUSH_MARK } from './push-mark.ts'

const EVERY_HOUR = 60 * 60 * 1000
/** How long a new version may take to become active before it is offered again, in milliseconds. */
const ACTIVATION_TIMEOUT = 5000

/**
 * Registers the service worker, which makes the app installable and caches its shell. A newer version waits until the
 * user accepts it; then this tab reloads immediately, and other tabs when they need code that only the new version has.
 */
export async function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if (!registration) return
  if (localStorage.getItem(PUSH_MARK)) void keepPushRegistered()
  let lastCheck = Date.now()
  const offer = () => {
    // The first service worker is not an update.
    if (registration.waiting && navigator.serviceWorker.controller) offerUpdate(registration.waiting)
  }
  const watchInstalling = () => registration.installing?.addEventListener('statechange', offer)
  offer()
  watchInstalling()
  registration.addEventListener('updatefound', watchInstalling)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lastCheck < EVERY_HOUR) return
    lastCheck = Date.now()
    registration.update().catch(() => {
      // Offline, updates cannot be checked.
    })
  })
}

async function keepPushRegistered() {
  const loaded = await import('./push-subscription.ts').catch(() => undefined)
  loaded?.keepPushRegistered()
}

function offerUpdate(waiting: ServiceWorker) {
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
