import { Store, Volume2, VolumeX } from 'lucide-react'
import { Suspense } from 'react'
import { useSession } from '../current-session.ts'
import { Bell } from '../notifications/bell.tsx'
import { BackgroundOutbox } from '../orders/background-outbox.tsx'
import { LazyUndecidedStrip } from '../orders/lazy-undecided-strip.tsx'
import { afterFirstScreen } from '../pwa/after-first-screen.ts'
import { useLogOut } from '../session/log-out.tsx'
import { ProfileMenu } from '../session/profile-menu.tsx'
import { useRequiredSetup } from '../session/required-setup.ts'
import { Brand } from '../shell/brand.tsx'
import { Frame, type ShellProps } from '../shell/frame.tsx'
import { PanelLinks, PanelMenu } from '../shell/panel-links.tsx'
import { menuOfPanel } from '../shell/panel-tabs.tsx'
import { Button } from '../ui/button.tsx'
import { UsesNativeConfirm } from '../ui/leave-guard.ts'
import { Link, useLocation } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { OfflineBadge } from './products/offline-badge.tsx'
import { orderSound, switchOrderSound } from './sounds/order-sound.ts'
import { TABS } from './tabs.ts'

const HOME = '/admin/dashboard'
const MENU = menuOfPanel(HOME, TABS)
const CUSTOMER_SITE = { to: '/login', label: 'Müşteri sitesi' }

const NewOrderSound = afterFirstScreen(async () => (await import('./sounds/new-order-sound.tsx')).NewOrderSound)

/** The frame around every admin screen. */
export function AdminShell({ children }: ShellProps) {
  const session = useSession()
  const open = useOpenPage()
  const hasSound = orderSound.use()
  const leaving = useLogOut('Admin çıkışı yapıldı')
  useRequiredSetup(session?.token)
  if (session?.role !== 'admin') return null
  const { name, username } = session.user
  return (
    <Frame
      bar={<LazyUndecidedStrip />}
      header={
        <div className="mx-auto flex h-14 max-w-page items-center gap-2 px-gutter lg:gap-6">
          <PanelMenu label="Yönetim" links={[...MENU, CUSTOMER_SITE]} open={open} className="md:hidden" />
          <Link to={HOME} className="inline-flex h-control min-w-0 items-center rounded-md">
            <Brand />
          </Link>
          <PanelLinks label="Yönetim" links={MENU} open={open} className="max-md:hidden" />
          <div className="ml-auto flex shrink-0 items-center gap-1">
            <Button asChild variant="ghost" className="max-md:hidden">
              <Link to={CUSTOMER_SITE.to}>
                <Store aria-hidden className="size-4" /> <span className="max-lg:sr-only">{CUSTOMER_SITE.label}</span>
              </Link>
            </Button>
            <OfflineBadge />
            <Bell />
            <ProfileMenu name={name} username={username} onLeave={leaving.leave}>
              <Button icon={hasSound ? Volume2 : VolumeX} block onClick={() => void switchSound(!hasSound)}>
                {hasSound ? 'Yeni sipariş sesini kapat' : 'Yeni sipariş sesini aç'}
              </Button>
            </ProfileMenu>
            {leaving.question}
          </div>
        </div>
      }
    >
      <UsesNativeConfirm value>{children}</UsesNativeConfirm>
      <BackgroundOutbox audience="admin" />
      {hasSound && (
        <Suspense>
          <NewOrderSound />
        </Suspense>
      )}
    </Frame>
  )
}

/** Switches the sound of new orders on or off; plays it once when it is switched on. */
async function switchSound(isOn: boolean) {
  switchOrderSound(isOn)
  if (isOn) (await import('./sounds/play-order-sound.ts')).playOrderSound()
  toast.success(isOn ? 'Yeni siparişler sesle duyurulacak' : 'Yeni sipariş sesi kapatıldı')
}

/** The menu entry of the open page: single and telephone orders belong to the orders, a recall to the inventory. */
function useOpenPage() {
  const { pathname, search } = useLocation()
  const other = pathname === '/admin/recall' ? 'inventory' : 'orders'
  const tab = pathname === HOME ? new URLSearchParams(search).get('tab') : other
  return tab ? `${HOME}?tab=${tab}` : HOME
}
