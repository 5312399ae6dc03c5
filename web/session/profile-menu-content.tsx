import { KeyRound, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { ThemeSwitch } from '../ui/theme.tsx'

type ProfileMenuContentProps = {
  name: string
  username: string
  onChangePassword: () => void
  onLeave: () => void
  children: ReactNode
}

/** What the profile menu shows, loaded when it is opened. */
export function ProfileMenuContent({ name, username, onChangePassword, onLeave, children }: ProfileMenuContentProps) {
  return (
    <>
      <div className="grid min-w-0">
        <span className="break-words font-semibold">{name}</span>
        <span className="truncate text-ink-soft text-sm">{username}</span>
      </div>
      <ThemeSwitch />
      {children}
      <Button icon={KeyRound} block onClick={onChangePassword}>
        Şifre değiştir
      </Button>
      <Button icon={LogOut} block onClick={onLeave}>
        Çıkış Yap
      </Button>
    </>
  )
}
