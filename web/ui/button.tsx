import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect } from 'react'
import { announce } from './announce.ts'
import { classNames } from './class-names.ts'
import { OnlyChild } from './only-child.tsx'
import { Spinner } from './spinner.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  /**
   * `small` is for table rows on large screens (regular height on touch screens). `large` is touch-sized everywhere.
   */
  size?: 'small' | 'regular' | 'large'
  icon?: LucideIcon
  /** Shows a spinner, keeps width and focus, ignores presses, and is announced to screen readers. */
  busy?: boolean
  busyText?: string
  /** The name of the current action, for a button whose action changes in place. */
  action?: string
  /** Takes the full width of its container. */
  block?: boolean
  /** Applies the button's styles to its only child, a link. */
  asChild?: boolean
}

const LOOKS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-hover',
  secondary: 'border-line-strong/60 bg-surface text-ink hover:bg-surface-sunken active:bg-surface-pressed',
  ghost: 'border-transparent text-ink hover:bg-surface-sunken active:bg-surface-pressed',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
}

const SIZES = {
  small: 'h-control sm:pointer-fine:h-8 gap-1 px-3 text-sm',
  regular: 'h-control gap-2 px-4 text-body',
  large: 'h-11 gap-2 px-5 text-base',
}

/** A button; its label is a verb. */
export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size = 'regular',
    icon: Icon,
    busy = false,
    busyText = 'Yükleniyor',
    action,
    ...others
  } = props
  const { block, asChild, className, children, onClick, disabled, type = 'button', ...rest } = others
  useEffect(() => {
    if (busy) return announce(busyText)
  }, [busy, busyText])
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || isStrayDoubleClick(event, action)) event.preventDefault()
    else onClick?.(event)
  }
  const content = (label: ReactNode) => (
    <>
      {busy && (
        <span className={classNames('absolute inset-0 grid place-items-center', BUSY_INK[variant])}>
          <Spinner />
        </span>
      )}
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {label}
    </>
  )
  const looks = {
    'aria-busy': busy || undefined,
    'aria-disabled': busy || undefined,
    onClick: press,
    className: classNames(
      'relative inline-flex shrink-0 print:hidden select-none items-center justify-center whitespace-nowrap rounded-md border font-medium transition-colors',
      'disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-sunken disabled:text-ink-faint',
      busy && 'cursor-progress text-transparent!',
      LOOKS[variant],
      SIZES[size],
      block && 'w-full',
      className,
    ),
  }
  return asChild ? (
    <OnlyChild {...looks} {...rest} render={content}>
      {children}
    </OnlyChild>
  ) : (
    <button {...looks} {...rest} type={type} disabled={disabled}>
      {content(children)}
    </button>
  )
}

/** The button of the last click that was not the second of a double click, and its action at that moment. */
let lastPressed: { button?: Element; action?: string | undefined } = {}

/**
 * Whether a click is the second of a double click that began on another button, or another action, in the same place.
 */
function isStrayDoubleClick({ detail, currentTarget: button }: MouseEvent, action: string | undefined) {
  if (detail > 1) return lastPressed.button !== button || lastPressed.action !== action
  lastPressed = { button, action }
  return false
}

const BUSY_INK: Record<ButtonVariant, string> = {
  primary: 'text-on-brand',
  secondary: 'text-ink',
  ghost: 'text-ink',
  danger: 'text-on-danger',
}
