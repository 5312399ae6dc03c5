import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Toaster as Sonner, toast as sonner, type ToastT, useSonner } from 'sonner'
// Loaded here because, like the toasts, they are needed from the first user action on.
import './focus-memory.ts'
import './lost-focus.ts'
import { Spinner } from './spinner.tsx'
import { keepClearOfControls, TOASTS } from './toast-positioning.ts'

/** How long a toast stays by default, in milliseconds. */
const DEFAULT_DURATION = 4000
const GAP = 14
/** How long after a toast appeared an action may be the second press of the action that it reports, in milliseconds. */
const SECOND_PRESS = 800

/**
 * Renders the toasts: on the right, at the highest position where they cover no control, at most three. Presses pass
 * through them, except on their own buttons, and the next user action dismisses them. `onReady` is called once mounted.
 */
export function Toasts({ onReady }: { onReady: () => void }) {
  const { toasts } = useSonner()
  const isEmpty = toasts.length === 0
  useEffect(onReady)
  useEffect(() => (isEmpty ? undefined : keepClearOfControls(GAP)), [isEmpty])
  useDismissal(toasts)
  return (
    <Sonner
      className="pointer-events-none!"
      position="top-right"
      visibleToasts={3}
      gap={GAP}
      duration={DEFAULT_DURATION}
      expand
      offset={{ top: 'var(--toasts-top, calc(var(--sticky-top) + 1rem))', right: '1rem' }}
      mobileOffset={{
        top: 'var(--toasts-top, calc(var(--sticky-top) + 0.5rem))',
        left: '0.75rem',
        right: '0.75rem',
      }}
      containerAriaLabel="Bildirimler"
      icons={ICONS}
      style={LOOKS}
      toastOptions={{
        classNames: {
          toast: 'pointer-events-none! items-center! gap-3! p-4! shadow-float! border-0! font-sans!',
          title: 'text-sm! font-medium!',
          description: 'text-sm! text-ink-soft!',
          icon: 'mx-0!',
          actionButton:
            'pointer-events-auto in-data-[removed=true]:pointer-events-none in-data-[visible=false]:pointer-events-none h-8! px-3! max-sm:h-11! max-sm:-my-1.5! rounded-md! text-sm! font-semibold! bg-transparent! text-brand-ink! hover:bg-surface-sunken!',
        },
      }}
    />
  )
}

/**
 * Dismisses toasts that have a time limit when a user action begins. A toast with an action remains after an unintended
 * second press, so that its 'Geri al' is not lost; others do not, so that repeated refused presses do not pile them up.
 */
function useDismissal(toasts: readonly ToastT[]) {
  const shownAt = useRef<ReadonlyMap<ToastT['id'], number>>(new Map())
  useEffect(() => {
    const before = shownAt.current
    shownAt.current = new Map(toasts.map(({ id }) => [id, before.get(id) ?? performance.now()]))
  }, [toasts])
  useEffect(
    () =>
      onUserAction(() => {
        const now = performance.now()
        for (const shown of sonner.getToasts()) {
          if ('dismiss' in shown || !endsWithNextAction(shown)) continue
          const age = now - (shownAt.current.get(shown.id) ?? now)
          if (!shown.action || age >= SECOND_PRESS) sonner.dismiss(shown.id)
        }
      }),
    [],
  )
}

const endsWithNextAction = ({ duration, type, dismissible }: ToastT) =>
  duration !== Number.POSITIVE_INFINITY && type !== 'loading' && dismissible !== false

/**
 * Calls back when a user action begins, before the action can show a toast of its own, and not while a finger only
 * scrolls. A press on a toast's button does not count.
 */
function onUserAction(callback: () => void) {
  const begin = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest(TOASTS))) callback()
  }
  const mouse = (event: PointerEvent) => event.pointerType !== 'touch' && begin(event)
  // A scrolling touch ends in `pointercancel`, never in `pointerup`.
  const finger = (event: PointerEvent) => event.pointerType === 'touch' && begin(event)
  // A click without pointer events: a button pressed by a key.
  const key = (event: MouseEvent) => event.isTrusted && event.detail === 0 && begin(event)
  addEventListener('pointerdown', mouse, true)
  addEventListener('pointerup', finger, true)
  addEventListener('click', key, true)
  return () => {
    removeEventListener('pointerdown', mouse, true)
    removeEventListener('pointerup', finger, true)
    removeEventListener('click', key, true)
  }
}

const ICONS = {
  success: <CircleCheck aria-hidden className="size-5 text-green-ink" />,
  error: <CircleAlert aria-hidden className="size-5 text-red-ink" />,
  warning: <TriangleAlert aria-hidden className="size-5 text-yellow-ink" />,
  info: <Info aria-hidden className="size-5 text-blue-ink" />,
  loading: <Spinner className="size-5 text-brand-ink" />,
}

const LOOKS: Record<`--${string}`, string> = {
  '--width': '356px',
  '--normal-bg': 'var(--color-surface-raised)',
  '--normal-text': 'var(--color-ink)',
  '--normal-border': 'transparent',
  '--border-radius': 'var(--radius-md)',
}
