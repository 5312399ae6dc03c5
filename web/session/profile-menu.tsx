import { CircleUserRound } from 'lucide-react'
import { cloneElement, lazy, type ReactElement } from 'react'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Popover, usePopover } from '../ui/popover.tsx'

const Content = lazy(async () => ({ default: (await import('./profile-menu-content.tsx')).ProfileMenuContent }))

type ProfileMenuProps = {
  /** The company's or the user's name. */
  name: string
  username: string
  onLeave: () => void
  /** The breakpoint from which the name is shown beside the icon. */
  nameFrom?: 'lg' | 'xl'
  /** A button specific to the role; pressing it closes the menu. */
  children?: ReactElement<{ onClick: () => void }>
}

/** The logged-in user, the theme, the account's security and the logout. */
export function ProfileMenu({ name, username, onLeave, nameFrom = 'lg', children }: ProfileMenuProps) {
  const menu = usePopover()
  // A dialog opened from here must return the focus to the menu's button, as the menu is closed by then.
  const closeAndOpen = (open: () => void) => () => {
    menu.button.current?.focus()
    menu.change(false)
    open()
  }
  return (
    <>
      <Button {...menu.trigger} variant="ghost" aria-label={`Hesap: ${name}`} className="min-w-control px-2!">
        <CircleUserRound aria-hidden className="size-5 shrink-0 text-ink-soft" />
        <span className={classNames('max-w-44 truncate', nameFrom === 'lg' ? 'max-lg:hidden' : 'max-xl:hidden')}>
          {name}
        </span>
      </Button>
      <Popover state={menu} label="Hesap" className="grid w-84 grid-cols-1 gap-3 rounded-md p-4">
        <Content name={name} username={username} closeAndOpen={closeAndOpen} onLeave={onLeave}>
          {children && cloneElement(children, { onClick: closeAndOpen(children.props.onClick) })}
        </Content>
      </Popover>
    </>
  )
}
