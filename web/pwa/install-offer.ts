import { useSyncExternalStore } from 'react'
import { store } from '../ui/storage.ts'
import { createListeners } from '../ui/store.ts'

const STORAGE_KEY = 'pwa-install-dismissed'
const SEVEN_DAYS = 7 * 24 * 60 * 60 * 1000
const IOS_DELAY = 3_000

/** How installation can currently be offered on this device, if at all. */
type InstallOffer = 'button' | 'ios' | undefined

/** Chromium's event, which is missing in the DOM types. */
type InstallEvent = Event & { prompt: () => Promise<unknown> }

let installEvent: InstallEvent | undefined
let isIosTime = false
/** The instant of a dismissal that could not be stored. */
let dismissedAt = 0
const changes = createListeners()

// Fired once, perhaps before any screen is rendered.
addEventListener('beforeinstallprompt', event => {
  if (!canPrompt(event)) return
  event.preventDefault()
  installEvent = event
  changes.notify()
})
addEventListener('appinstalled', () => {
  installEvent = undefined
  changes.notify()
})

/** The current install offer: none within seven days of a dismissal, and none in the installed app. */
export function useInstallOffer(): InstallOffer {
  return useSyncExternalStore(subscribe, offer)
}

/** Shows the browser's install prompt, which is possible once per event. */
export function showInstallPrompt() {
  void installEvent?.prompt()
  installEvent = undefined
  changes.notify()
}

/** Hides the offer for seven days; on a device whose storage is full, only until the page is loaded again. */
export function dismissInstall() {
  const now = Date.now()
  if (!store(STORAGE_KEY, String(now))) dismissedAt = now
  changes.notify()
}

function offer(): InstallOffer {
  const hiddenSince = Math.max(dismissedAt, Number(localStorage.getItem(STORAGE_KEY)))
  if (isStandalone() || Date.now() - hiddenSince < SEVEN_DAYS) return undefined
  if (installEvent) return 'button'
  return isIosTime && isIosSafari() ? 'ios' : undefined
}

function subscribe(listener: () => void) {
  const timer = setTimeout(() => {
    isIosTime = true
    changes.notify()
  }, IOS_DELAY)
  const unsubscribe = changes.subscribe(listener)
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

const canPrompt = (event: Event): event is InstallEvent => 'prompt' in event && typeof event.prompt === 'function'

const isStandalone = () =>
  matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true

function isIosSafari() {
  return isIos() && /Safari/.test(navigator.userAgent) && !/CriOS|FxiOS|EdgiOS/.test(navigator.userAgent)
}

/** Whether this is an iPhone or an iPad. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  // An iPad reports itself as a Mac, but Macs have no touch screen.
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
