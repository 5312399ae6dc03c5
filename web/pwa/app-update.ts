import { toast } from '../ui/toaster.tsx'

const EVERY_HOUR = 60 * 60 * 1000

/**
 * Makes the app installable and keeps its shell here. A newer version waits until the person asks for it; then this tab
 * loads it at once, and others when they need something that only it has.
 */
export async function keepShell() {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if (!registration) return
  let looked = Date.now()
  const offer = () => {
    // The very first one takes nobody's place.
    if (registration.waiting && navigator.serviceWorker.controller) offerUpdate(registration.waiting)
  }
  const follow = () => registration.installing?.addEventListener('statechange', offer)
  offer()
  follow()
  registration.addEventListener('updatefound', follow)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < EVERY_HOUR) return
    looked = Date.now()
    registration.update().catch(() => {
      // Without a network there is nothing newer to be had.
    })
  })
}

function offerUpdate(waiting: ServiceWorker) {
  toast.info('Yeni sürüm hazır', {
    id: 'update',
    duration: Number.POSITIVE_INFINITY,
    action: { label: 'Yenile', onClick: () => activate(waiting) },
  })
}

function activate(waiting: ServiceWorker) {
  // Another tab may have been quicker.
  if (waiting.state === 'activated' || waiting.state === 'redundant') return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.postMessage('activate')
}
