import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'

// The positioning library is large: loaded when the popover opens.
const Floating = lazy(async () => ({ default: (await import('./floating.tsx')).Floating }))

type PopoverState = ReturnType<typeof usePopover>

/** A popover's state, and the props of its button: spread `trigger` over it. */
export function usePopover() {
  // Undefined until it is opened for the first time.
  const [open, change] = useState<boolean>()
  const button = useRef<HTMLButtonElement>(null)
  return {
    open,
    change,
    button,
    trigger: {
      ref: button,
      'aria-haspopup': 'dialog' as const,
      'aria-expanded': !!open,
      onClick: () => change(!open),
    },
  }
}

type PopoverProps = {
  state: PopoverState
  label: string
  className?: string
  /** The minimum distance from the window's edge, in px. */
  distance?: number
  children: ReactNode
}

/** Opens beside its button, and closes on Esc or a press outside. */
export function Popover(props: PopoverProps) {
  if (props.state.open === undefined) return null
  return (
    <Suspense>
      <Floating {...props} />
    </Suspense>
  )
}
