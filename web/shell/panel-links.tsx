import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Popover, usePopover } from '../ui/popover.tsx'
import { Link } from '../ui/router.tsx'

type PanelLinksProps = {
  label: string
  links: readonly { to: string; label: ReactNode }[]
  /** The address of the current page. */
  open: string
  className?: string
}

type PanelMenuProps = PanelLinksProps & {
  /** How many items in the menu wait for the user, and the same in words: '2 sipariş kararınızı bekliyor'. */
  waiting?: { count: number; text: string }
}

/** The links of a panel's header, side by side. */
export function PanelLinks({ label, links, open, className }: PanelLinksProps) {
  return (
    <nav aria-label={label} className={classNames('flex items-center gap-1', className)}>
      {links.map(({ to, label: text }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === open ? 'page' : undefined}
          className={classNames(
            'inline-flex h-control items-center rounded-md px-3 font-medium transition-colors',
            to === open
              ? 'bg-brand-soft text-brand-ink'
              : 'text-ink-soft hover:bg-surface-sunken hover:text-ink active:bg-surface-pressed',
          )}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}

/** The same links in a menu, for narrow windows. */
export function PanelMenu({ label, links, open, waiting, className }: PanelMenuProps) {
  const popover = usePopover()
  return (
    <>
      <IconButton
        {...popover.trigger}
        icon={Menu}
        label={waiting?.count ? `Menü: ${waiting.text}` : 'Menü'}
        count={waiting?.count ?? 0}
        className={classNames('-ml-2', className)}
      />
      <Popover state={popover} label="Menü" className="w-64 rounded-md p-1">
        <nav aria-label={label} className="grid">
          {links.map(({ to, label: text }) => (
            <Link
              key={to}
              to={to}
              aria-current={to === open ? 'page' : undefined}
              onClick={() => popover.change(false)}
              className="ring-inside flex min-h-11 items-center gap-3 rounded-sm px-3 hover:bg-surface-sunken aria-[current]:bg-brand-soft aria-[current]:font-medium aria-[current]:text-brand-ink"
            >
              {text}
            </Link>
          ))}
        </nav>
      </Popover>
    </>
  )
}
