import { CircleUserRound, KeyRound, LogOut } from 'lucide-react'
import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Popover, usePopover } from '../ui/popover.tsx'
import { ThemeSwitch } from '../ui/theme.tsx'

// Seldom needed, and forms are heavy: fetched when it is opened.
const ChangePasswordDialog = lazy(async () => ({
  default: (await import('./change-password.tsx')).ChangePasswordDialog,
}))

type ProfileMenuProps = {
  /** The company's or the person's. */
  name: string
  username: string
  onLeave: () => void
  /** From which width of the window the name stands beside the icon. */
  nameFrom?: 'lg' | 'xl'
  /** A button of this role's own; pressed, it closes the menu. */
  children?: ReactElement<{ onClick: () => void }>
}

/** Who is signed in, how it shall look, and the way out. */
export function ProfileMenu({ name, username, onLeave, nameFrom = 'lg', children }: ProfileMenuProps) {
  const menu = usePopover()
  const [changing, setChanging] = useState<boolean>()
  // What opens from here gives the focus back, and the menu will be gone by then.
  const stepOut = (open: () => void) => () => {
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
      <Popover of={menu} label="Hesap" className="grid w-84 gap-3 rounded-md p-4">
        <div className="grid min-w-0">
          <span className="break-words font-semibold">{name}</span>
          <span className="truncate text-ink-soft text-sm">{username}</span>
        </div>
        <ThemeSwitch />
        {children && cloneElement(children, { onClick: stepOut(children.props.onClick) })}
        <Button icon={KeyRound} block onClick={stepOut(() => setChanging(true))}>
          Şifre değiştir
        </Button>
        <Button icon={LogOut} block onClick={stepOut(onLeave)}>
          Çıkış Yap
        </Button>
      </Popover>
      {changing !== undefined && (
        <Suspense>
          <ChangePasswordDialog open={changing} onOpenChange={setChanging} />
        </Suspense>
      )}
    </>
  )
}
