import { lazy, Suspense } from 'react'
import type { toast as sonnerToast } from 'sonner'
import { announce } from './announce.ts'
import { createStore } from './store.ts'

const INFO_DURATION = 6000

type ToastOptions = {
  description?: string
  /** Replaces the visible toast with this id. For a toast that stays until it is handled. */
  id?: string | number
  /** The single action of the toast: 'Geri al'. */
  action?: { label: string; onClick: () => void }
  /** How long it stays, in milliseconds; 4 seconds by default. */
  duration?: number
  /** Whether the user's next action dismisses it; `false`: it stays for its duration. */
  dismissible?: boolean
}

/** Shows a brief message. Each function returns the toast's id. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  warning: (text: string, options?: ToastOptions) => show('warning', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, { duration: INFO_DURATION, ...options }),
  /** Stays until it is replaced by its outcome or dismissed. */
  loading: (text: string, options?: ToastOptions) => show('loading', text, options),
  dismiss: (id?: string | number) => withToasts(sonner => sonner.dismiss(id)),
}

type Sonner = typeof sonnerToast

function withToasts(action: (sonner: Sonner) => void, otherwise: () => void = () => undefined) {
  loadSonner().then(action, otherwise)
}

let count = 0

function show(kind: 'success' | 'error' | 'warning' | 'info' | 'loading', text: string, options: ToastOptions = {}) {
  const id = options.id ?? `toast-${++count}`
  withToasts(
    sonner => sonner[kind](text, { ...options, id }),
    () => announce(text),
  )
  return id
}

// The toast library is loaded on the first user action: before that there is nothing to show, and later the device may
// be offline.
const isLoaded = createStore(false)
let library: Promise<Sonner> | undefined
let ready: () => void = () => undefined

function loadSonner() {
  library ??= (async () => {
    const [{ toast: sonner }] = await Promise.all([import('sonner'), import('./toasts.tsx')])
    const mounted = new Promise<void>(resolve => (ready = resolve))
    isLoaded.set(true)
    await mounted
    return sonner
  })()
  // After a network failure, the next use tries again.
  library.catch(() => (library = undefined))
  return library
}

const prepare = () => void loadSonner().catch(() => undefined)
for (const begun of ['pointerdown', 'keydown']) addEventListener(begun, prepare, { once: true, capture: true })

// Rendered only once loaded, so that a failed load breaks nothing else.
const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }))

/** The container of all toasts. One per app. */
export function Toaster() {
  return (
    isLoaded.use() && (
      <Suspense>
        <Toasts onReady={() => ready()} />
      </Suspense>
    )
  )
}
