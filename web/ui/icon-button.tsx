import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { OnlyChild } from './only-child.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  icon: LucideIcon
  /** What the button does, for screen readers and as the tooltip. */
  label: string
  /** Shown as a red badge when above zero. The label should also include it. */
  count?: number
  tone?: 'plain' | 'danger'
  size?: 'small' | 'regular'
  /** Applies the button's styles to its only child, an empty link. */
  asChild?: boolean
}

/** A button that shows only an icon. */
export function IconButton(props: IconButtonProps) {
  const {
    icon: Icon,
    label,
    count = 0,
    tone = 'plain',
    size = 'regular',
    asChild,
    className,
    children,
    ...rest
  } = props
  const content = (inner: ReactNode) => (
    <>
      <Icon aria-hidden className={size === 'small' ? 'size-4' : 'size-5'} />
      {count > 0 && (
        <span
          aria-hidden
          className="absolute top-0 left-1/2 min-w-5 transform-[translateY(-25%)] rounded-full bg-danger px-1 text-center font-semibold text-on-danger text-xs ring-2 ring-surface"
        >
          {count > 999 ? '999+' : count}
        </span>
      )}
      {inner}
    </>
  )
  const looks = {
    'aria-label': label,
    title: label,
    className: classNames(
      'relative inline-flex shrink-0 items-center justify-center rounded-md transition-colors',
      'disabled:cursor-not-allowed disabled:opacity-45',
      size === 'small' ? 'size-control sm:pointer-fine:size-8' : 'size-control',
      tone === 'danger'
        ? 'text-danger-ink hover:bg-red-soft'
        : 'text-ink-soft hover:bg-surface-sunken hover:text-ink active:bg-surface-pressed',
      className,
    ),
  }
  return asChild ? (
    <OnlyChild {...rest} {...looks} render={content}>
      {children}
    </OnlyChild>
  ) : (
    <button type="button" {...rest} {...looks}>
      {content(children)}
    </button>
  )
}
