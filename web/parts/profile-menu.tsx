import { CircleUserRound, KeyRound, LogOut } from 'lucide-react'
import { Popover } from 'radix-ui'
import { lazy, type ReactElement, Suspense, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
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
  /** A button of this role's own; pressed, it closes the menu. */
  children?: ReactElement
}

/** Who is signed in, how it shall look, and the way out. */
export function ProfileMenu({ name, username, onLeave, children }: ProfileMenuProps) {
  const [open, setOpen] = useState(false)
  const [changing, setChanging] = useState<boolean>()
  const trigger = useRef<HTMLButtonElement>(null)
  // What opens from here gives the focus back, and the menu will be gone by then.
  const stepOut = () => trigger.current?.focus()
  const changePassword = () => {
    stepOut()
    setOpen(false)
    setChanging(true)
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger ref={trigger} asChild>
        <Button variant="ghost" aria-label={`Hesap: ${name}`} className="min-w-control px-2!">
          <CircleUserRound aria-hidden className="size-5 shrink-0 text-ink-soft" />
          <span className="max-w-44 truncate max-lg:hidden">{name}</span>
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Hesap"
          className="z-50 grid w-84 gap-3 rounded-md bg-surface-raised p-4 shadow-float data-[state=closed]:animate-vanish data-[state=open]:animate-pop"
        >
          <div className="grid min-w-0">
            <span className="break-words font-semibold">{name}</span>
            <span className="truncate text-ink-soft text-sm">{username}</span>
          </div>
          <ThemeSwitch />
          {children && (
            <Popover.Close asChild onClick={stepOut}>
              {children}
            </Popover.Close>
          )}
          <Button icon={KeyRound} block onClick={changePassword}>
            Şifre değiştir
          </Button>
          <Button icon={LogOut} block onClick={onLeave}>
            Çıkış Yap
          </Button>
        </Popover.Content>
      </Popover.Portal>
      {changing !== undefined && (
        <Suspense>
          <ChangePasswordDialog open={changing} onOpenChange={setChanging} />
        </Suspense>
      )}
    </Popover.Root>
  )
}
