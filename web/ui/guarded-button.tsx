import type { KeyboardEvent, MouseEvent } from 'react'
import { useAcceptsPress } from './accepts-press.ts'
import { Button, type ButtonProps } from './button.tsx'

type GuardedButtonProps = ButtonProps & {
  /** Ignores presses, keeps the focus, and looks disabled. */
  held?: boolean
  /**
   * What a press confirms: with another subject, the button counts as having just appeared. `null` if it confirms
   * nothing: its presses count at once.
   */
  subject?: string | null
}

/**
 * A button that ignores presses just after it has appeared or become usable, and a held Enter: the second press of a
 * double press whose first opened the cart, or accepted its prices, must not place an order that the user has not seen.
 */
export function GuardedButton({ onClick, held = false, subject, ...props }: GuardedButtonProps) {
  const accepts = useAcceptsPress(!props.disabled, subject ?? '')
  const isTooSoon = held || (subject !== null && !accepts)
  const press = (event: MouseEvent<HTMLButtonElement>) => (isTooSoon ? event.preventDefault() : onClick?.(event))
  return (
    <Button
      onKeyDown={ignoreRepeats}
      {...props}
      // Looks disabled only if held: the short delay after it appears must not be visible.
      className={held ? HELD : undefined}
      {...(isTooSoon && { 'aria-disabled': true })}
      onClick={press}
    />
  )
}

/** Ignores a held Enter, which would go on pressing the button, whatever its action has become. */
export function ignoreRepeats(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

const HELD = 'cursor-not-allowed! border-line! bg-surface-sunken! text-ink-faint!'
