import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { Spinner } from './spinner.tsx'

const INFO_STAYS = 6000

type ToastOptions = {
  description?: string
  /** Takes the place of the toast with this id, as a loading one's outcome does. */
  id?: string | number
  /** The one thing that can be done about it: 'Geri al'. */
  action?: { label: string; onClick: () => void }
}

/** Says briefly what happened. Each answers the toast's id. */
export const toast = {
  success: (text: string, options?: ToastOptions) => sonner.success(text, { duration: STAYS, ...options }),
  error: (text: string, options?: ToastOptions) => sonner.error(text, { duration: STAYS, ...options }),
  warning: (text: string, options?: ToastOptions) => sonner.warning(text, { duration: STAYS, ...options }),
  info: (text: string, options?: ToastOptions) => sonner.info(text, { duration: INFO_STAYS, ...options }),
  /** Stays until its outcome takes its place, or `dismiss`. */
  loading: (text: string, options?: ToastOptions) => sonner.loading(text, options),
  dismiss: (id?: string | number) => sonner.dismiss(id),
}

const STAYS = 4000

/** Where toasts appear: top right, at most three. One per app. */
export function Toaster() {
  return (
    <Sonner
      position="top-right"
      visibleToasts={3}
      gap={14}
      duration={STAYS}
      expand
      offset={{ top: 'calc(var(--sticky-top) + 1rem)', right: '1rem' }}
      mobileOffset={{ top: 'calc(var(--sticky-top) + 0.5rem)', left: '0.75rem', right: '0.75rem' }}
      containerAriaLabel="Bildirimler"
      icons={ICONS}
      style={LOOKS}
      toastOptions={{
        classNames: {
          toast: 'items-center! gap-3! p-4! shadow-float! border-0! font-sans!',
          title: 'text-sm! font-medium!',
          description: 'text-sm! text-ink-soft!',
          icon: 'mx-0!',
          actionButton: 'h-8! px-3! rounded-md! text-sm! bg-brand! text-on-brand!',
        },
      }}
    />
  )
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
