import { PUSH_MARK } from './push-mark.ts'

const EVERY_HOUR = 60 * 60 * 1000
/** How often an open app looks whether an hour has passed, in milliseconds. */
const LOOK_EVERY = 60 * 1000

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
    if (registration.waiting && navigator.serviceWorker.controller) void offerUpdate(registration.waiting)
  }
  const watchInstalling = () => registration.installing?.addEventListener('statechange', offer)
  offer()
  watchInstalling()
  registration.addEventListener('updatefound', watchInstalling)
  const check = () => {
    const now = Date.now()
    if (document.hidden || now - lastCheck < EVERY_HOUR) return
    registration.update().then(
      () => {
        lastCheck = now
      },
      () => {
        // Offline, updates cannot be checked; the next look tries again.
      },
    )
  }
  document.addEventListener('visibilitychange', check)
  setInterval(check, LOOK_EVERY)
}

async function keepPushRegistered() {
  const loaded = await import('./push-subscription.ts').catch(() => undefined)
  loaded?.keepPushRegistered()
}

async function offerUpdate(waiting: ServiceWorker) {
  const loaded = await import('./offer-update.ts').catch(() => undefined)
  loaded?.offerUpdate(waiting)
}
