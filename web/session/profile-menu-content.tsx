import { BellRing, Keyboard, KeyRound, LogOut, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { ThemeSwitch } from '../ui/theme.tsx'
import { toast } from '../ui/toaster.tsx'

type ProfileMenuContentProps = {
  name: string
  username: string
  /** Makes a button's callback that closes the menu first. */
  closeAndOpen: (open: () => void) => () => void
  onLeave: () => void
  children: ReactNode
}

/** The content of the profile menu, loaded when the menu is opened. */
export function ProfileMenuContent({ name, username, closeAndOpen, onLeave, children }: ProfileMenuContentProps) {
  return (
    <>
      <div className="grid min-w-0">
        <span className="wrap-anywhere font-semibold">{name}</span>
        <span className="truncate text-ink-soft text-sm">{username}</span>
      </div>
      <ThemeSwitch />
      {children}
      <Button icon={KeyRound} block onClick={closeAndOpen(() => void changePassword().catch(complain))}>
        Şifre değiştir
      </Button>
      <Button
        icon={Keyboard}
        block
        className="max-sm:hidden"
        onClick={closeAndOpen(() => void showShortcuts().catch(complain))}
      >
        Klavye kısayolları
      </Button>
      <Button icon={BellRing} block onClick={closeAndOpen(() => void showNotificationSettings().catch(complain))}>
        Bildirim ayarları
      </Button>
      <Button icon={ShieldCheck} block onClick={closeAndOpen(() => void showSecurity().catch(complain))}>
        Oturumlar ve güvenlik
      </Button>
      <Button icon={LogOut} block onClick={closeAndOpen(onLeave)}>
        Çıkış Yap
      </Button>
    </>
  )
}

// Rarely needed, and form libraries are large: loaded when opened.
const changePassword = async () => (await import('./change-password.tsx')).openChangePassword()
const showShortcuts = async () => (await import('./open-shortcuts.tsx')).openShortcuts()
const showSecurity = async () => (await import('./security-dialog.tsx')).openSecurity()
const showNotificationSettings = async () =>
  (await import('../notifications/settings-dialog.tsx')).openNotificationSettings()

const complain = () => toast.error('Bu bölüm açılamadı; bağlantınızı kontrol edip yeniden deneyin')
