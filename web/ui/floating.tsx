import { Popover as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { classNames } from './class-names.ts'
import { useCloseRequest } from './close-request.ts'

/** Whether the popover is open, how to change that, and the button that it belongs to. */
export type OpenState = {
  /** Undefined until it is opened for the first time. */
  open: boolean | undefined
  change: (open: boolean) => void
  button: RefObject<HTMLButtonElement | null>
}

type FloatingProps = { state: OpenState; label: string; className?: string; distance?: number; children: ReactNode }

/** The content of a popover, loaded lazily; its button is rendered outside. */
export function Floating({ state, label, className, distance = 8, children }: FloatingProps) {
  const { open = false, change, button } = state
  const leftByPress = useRef(false)
  useCloseRequest(open, () => change(false))
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Anchor virtualRef={button} />
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={distance}
          aria-label={label}
          onInteractOutside={event => {
            // The button's own click handler closes the popover.
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault()
            else leftByPress.current = true
          }}
          onCloseAutoFocus={event => {
            event.preventDefault()
            // Something opened from the popover may already have the focus.
            if (!leftByPress.current && document.activeElement === document.body) button.current?.focus()
            leftByPress.current = false
          }}
          className={classNames(
            'z-50 bg-surface-raised shadow-float data-[state=closed]:animate-vanish data-[state=open]:animate-pop',
            // In a low window, as on a phone on its side or above a keyboard, it scrolls.
            'max-h-(--radix-popover-content-available-height) max-w-(--radix-popover-content-available-width) overflow-y-auto',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
