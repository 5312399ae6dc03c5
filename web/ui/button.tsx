import type { LucideIcon } from 'lucide-react'
import { Slot } from 'radix-ui'
import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { announce } from './announce.ts'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  /** `small` is for a desk's table rows; on phones it is as tall as any. `large` is thumb-sized everywhere, like a stepper with its unit. */
  size?: 'small' | 'regular' | 'large'
  icon?: LucideIcon
  /** Under way: keeps its width and its focus, takes no press, and is announced. */
  busy?: boolean
  busyText?: string
  /** As wide as what it stands in. */
  block?: boolean
  /** Lends its looks to its only child, a link. */
  asChild?: boolean
}

const LOOKS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-hover',
  secondary: 'border-line-strong/60 bg-surface text-ink hover:bg-surface-sunken active:bg-surface-pressed',
  ghost: 'border-transparent text-ink hover:bg-surface-sunken active:bg-surface-pressed',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
}

const SIZES = {
  small: 'h-control sm:h-8 gap-1 px-3 text-sm',
  regular: 'h-control gap-2 px-4 text-body',
  large: 'h-11 gap-2 px-5 text-base',
}

/** Does something; its words are a verb. */
export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size = 'regular',
    icon: Icon,
    busy = false,
    busyText = 'Yükleniyor',
    ...others
  } = props
  const { block, asChild, className, children, onClick, disabled, type = 'button', ...rest } = others
  const Element = asChild ? Slot.Root : 'button'
  useEffect(() => {
    if (busy) announce(busyText)
  }, [busy, busyText])
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || isStray(event)) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Element
      {...rest}
      {...(asChild ? {} : { type, disabled })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={classNames(
        'relative inline-flex shrink-0 print:hidden select-none items-center justify-center whitespace-nowrap rounded-md border font-medium transition-colors',
        'disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-sunken disabled:text-ink-faint',
        busy && 'cursor-progress text-transparent!',
        LOOKS[variant],
        SIZES[size],
        block && 'w-full',
        className,
      )}
    >
      {busy && (
        <span className={classNames('absolute inset-0 grid place-items-center', BUSY_INK[variant])}>
          <Spinner />
        </span>
      )}
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      <Slot.Slottable>{children}</Slot.Slottable>
    </Element>
  )
}

/** The words that the last press began on. */
let pressed = ''

/** Whether it is the rest of a double click on something else, in whose place this has come. */
function isStray({ detail, currentTarget }: MouseEvent) {
  const words = currentTarget.textContent
  if (detail > 1) return words !== pressed
  pressed = words
  return false
}

const BUSY_INK: Record<ButtonVariant, string> = {
  primary: 'text-on-brand',
  secondary: 'text-ink',
  ghost: 'text-ink',
  danger: 'text-on-danger',
}
