import { loadAhead } from '../ui/preload-on-intent.ts'
import { PUSH_MARK } from './push-mark.ts'

const EVERY_HOUR = 60 * 60 * 1000
/** How often an open app looks whether an hour has passed, in milliseconds. */
const LOOK_EVERY = 60 * 1000

/**
 * Offers each newer version once it waits, checks for one an hour after the last successful check, and keeps this browser
 * registered for pushes.
 */
export function followWorker(registration: ServiceWorkerRegistration) {
  if (localStorage.getItem(PUSH_MARK)) void keepPushRegistered()
  let lastCheck = Date.now()
  let offered: ServiceWorker | undefined
  const offer = () => {
    const { waiting } = registration
    // A page without a worker has the newest version.
    if (!waiting || waiting === offered || !navigator.serviceWorker.controller) return
    // Without this code, which an even newer version may have removed, the page works on; it is tried again.
    loadAhead(async () => {
      const { offerUpdate } = await import('./offer-update.ts')
      offerUpdate(waiting)
      offered = waiting
    })
  }
  const watchInstalling = () => registration.installing?.addEventListener('statechange', offer)
  offer()
  watchInstalling()
  registration.addEventListener('updatefound', watchInstalling)
  const check = () => {
    offer()
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
