import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { toast as sonnerToast } from 'sonner'
import { announce } from './announce.ts'

const INFO_STAYS = 6000

type ToastOptions = {
  description?: string
  /** Takes the place of the standing toast with this id. For one that stays until it is dealt with. */
  id?: string | number
  /** The one thing that can be done about it: 'Geri al'. */
  action?: { label: string; onClick: () => void }
  /** How long it stays, in milliseconds; 4 seconds unless said otherwise. */
  duration?: number
}

/** Says briefly what happened. Each answers the toast's id. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  warning: (text: string, options?: ToastOptions) => show('warning', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, { duration: INFO_STAYS, ...options }),
  /** Stays until its outcome takes its place, or `dismiss`. */
  loading: (text: string, options?: ToastOptions) => show('loading', text, options),
  dismiss: (id?: string | number) => withToasts(sonner => sonner.dismiss(id)),
}

type Sonner = typeof sonnerToast

function withToasts(deed: (sonner: Sonner) => void, otherwise: () => void = () => undefined) {
  fetched().then(deed, otherwise)
}

let made = 0

function show(kind: 'success' | 'error' | 'warning' | 'info' | 'loading', text: string, options: ToastOptions = {}) {
  const id = options.id ?? `toast-${++made}`
  withToasts(
    sonner => sonner[kind](text, { ...options, id }),
    () => announce(text),
  )
  return id
}

// What shows them is fetched when somebody begins to do something: there is nothing to say before, and the network may
// be gone when there is.
let isHere = false
let library: Promise<Sonner> | undefined
let ready: () => void = () => undefined
const waiting = new Set<() => void>()

function fetched() {
  library ??= (async () => {
    const [{ toast: sonner }] = await Promise.all([import('sonner'), import('./toasts.tsx')])
    const standing = new Promise<void>(resolve => (ready = resolve))
    isHere = true
    for (const wake of waiting) wake()
    await standing
    return sonner
  })()
  // Without a network it is tried again with the next one.
  library.catch(() => (library = undefined))
  return library
}

const prepare = () => void fetched().catch(() => undefined)
for (const begun of ['pointerdown', 'keydown']) addEventListener(begun, prepare, { once: true, capture: true })

function listen(wake: () => void) {
  waiting.add(wake)
  return () => {
    waiting.delete(wake)
  }
}

// Shown only once it is here, so that a broken network breaks nothing else.
const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }))

/** Where toasts appear. One per app. */
export function Toaster() {
  const shown = useSyncExternalStore(listen, () => isHere)
  return (
    shown && (
      <Suspense>
        <Toasts onReady={() => ready()} />
      </Suspense>
    )
  )
}
