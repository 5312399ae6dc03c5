import { loadAhead } from '../ui/preload-on-intent.ts'
import { PUSH_MARK } from './push-mark.ts'

const EVERY_HOUR = 60 * 60 * 1000
/** How often an installation that has failed is tried again, in milliseconds. */
const EVERY_10_MINUTES = 10 * 60 * 1000
/** How often an open app looks whether an hour has passed, in milliseconds. */
const LOOK_EVERY = 60 * 1000

/**
 * Registers the service worker, which makes the app installable and caches its shell. A newer version waits until the
 * user accepts it; then this tab reloads immediately, and other tabs when they need code that only the new version has.
 */
export async function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  let registration: ServiceWorkerRegistration | undefined
  let lastCheck = Date.now()
  let offered: ServiceWorker | undefined
  const offer = () => {
    const waiting = registration?.waiting
    // The first service worker is not an update.
    if (!waiting || waiting === offered || !navigator.serviceWorker.controller) return
    // Without this code, which an even newer version may have removed, the page works on; it is tried again.
    loadAhead(async () => {
      const { offerUpdate } = await import('./offer-update.ts')
      offerUpdate(waiting)
      offered = waiting
    })
  }
  const watchInstalling = () => registration?.installing?.addEventListener('statechange', offer)
  const register = async () => {
    registration = await navigator.serviceWorker.register('/sw.js')
    offer()
    watchInstalling()
    registration.addEventListener('updatefound', watchInstalling)
  }
  await register().catch(() => undefined)
  if (localStorage.getItem(PUSH_MARK)) void keepPushRegistered()
  const check = () => {
    offer()
    const now = Date.now()
    // Without an active worker, the first installation has failed, as on a connection that broke.
    if (document.hidden || now - lastCheck < (registration?.active ? EVERY_HOUR : EVERY_10_MINUTES)) return
    const checked = registration?.active ? registration.update() : register()
    checked.then(
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
