import { useSyncExternalStore } from 'react'

const KEY = 'pwa-install-dismissed'
const SEVEN_DAYS = 7 * 24 * 60 * 60 * 1000
const IOS_AFTER = 3_000

/** How the app can be put onto this device, if it can be offered now. */
export type InstallOffer = 'button' | 'ios' | undefined

/** Chromium's event; the standard library does not know it. */
type InstallEvent = Event & { prompt: () => Promise<unknown> }

let kept: InstallEvent | undefined
let isIosTime = false
const listeners = new Set<() => void>()

// The browser says it once, perhaps before there is any screen to say it on.
addEventListener('beforeinstallprompt', event => {
  if (!canPrompt(event)) return
  event.preventDefault()
  kept = event
  tell()
})
addEventListener('appinstalled', () => {
  kept = undefined
  tell()
})

/** What can be offered now: not within seven days of a no, and never in the installed app. */
export function useInstallOffer(): InstallOffer {
  return useSyncExternalStore(listen, offer)
}

/** Lets the browser ask; it can do so once for each offer. */
export function install() {
  void kept?.prompt()
  kept = undefined
  tell()
}

/** Not now, nor within the next seven days. */
export function dismissInstall() {
  localStorage.setItem(KEY, String(Date.now()))
  tell()
}

function offer(): InstallOffer {
  if (isStandalone() || Date.now() - Number(localStorage.getItem(KEY) ?? 0) < SEVEN_DAYS) return undefined
  if (kept) return 'button'
  return isIosTime && isIosSafari() ? 'ios' : undefined
}

function listen(listener: () => void) {
  const timer = setTimeout(() => {
    isIosTime = true
    tell()
  }, IOS_AFTER)
  listeners.add(listener)
  return () => {
    clearTimeout(timer)
    listeners.delete(listener)
  }
}

function tell() {
  for (const listener of listeners) listener()
}

const canPrompt = (event: Event): event is InstallEvent => 'prompt' in event && typeof event.prompt === 'function'

const isStandalone = () =>
  matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true

function isIosSafari() {
  const { userAgent, maxTouchPoints } = navigator
  // An iPad says that it is a Mac, but Macs have no touch screen.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isIos && /Safari/.test(userAgent) && !/CriOS|FxiOS|EdgiOS/.test(userAgent)
}
