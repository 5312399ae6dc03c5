import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner } from 'sonner'
import { Spinner } from './spinner.tsx'

/** How long a toast stays, in milliseconds, unless it says otherwise. */
const STAYS = 4000

/** Where toasts appear: top right, at most three. `onReady` says that it can show some. */
export function Toasts({ onReady }: { onReady: () => void }) {
  useEffect(onReady)
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
