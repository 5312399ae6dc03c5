import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'

// What places it beside its button is heavy: fetched when it is opened.
const Floating = lazy(async () => ({ default: (await import('./floating.tsx')).Floating }))

export type PopoverState = ReturnType<typeof usePopover>

/** A popover's state, and what its button needs: spread `trigger` over it. */
export function usePopover() {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const change = (wanted: boolean) => {
    setOpen(wanted)
    if (wanted) setWasOpened(true)
  }
  return {
    open,
    wasOpened,
    change,
    button,
    trigger: {
      ref: button,
      'aria-haspopup': 'dialog' as const,
      'aria-expanded': open,
      onClick: () => change(!open),
    },
  }
}

type PopoverProps = {
  of: PopoverState
  label: string
  className?: string
  /** How near to the window's edge it may come, in px. */
  distance?: number
  children: ReactNode
}

/** Opens beside its button, and closes by Esc or a press elsewhere. */
export function Popover(props: PopoverProps) {
  if (!props.of.wasOpened) return null
  return (
    <Suspense>
      <Floating {...props} />
    </Suspense>
  )
}
