import { Menu, Store } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { Brand } from '../parts/brand.tsx'
import { Frame } from '../parts/frame.tsx'
import { ProfileMenu } from '../parts/profile-menu.tsx'
import { leave } from '../parts/session-end.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Link, useLocation } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'

const PAGES = [
  { to: '/admin/dashboard', label: 'Dashboard' },
  { to: '/admin/dashboard?tab=orders', label: 'Siparisler' },
  { to: '/admin/dashboard?tab=customers', label: 'Musteriler' },
]

/** What every admin screen stands in. */
export function AdminShell({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session?.role !== 'admin') return null
  const logOut = () => {
    leave()
    toast.success('Admin çıkışı yapıldı')
  }
  const { name, username } = session.user
  return (
    <Frame
      header={
        <div className="mx-auto flex h-14 max-w-page items-center gap-2 px-gutter lg:gap-6">
          <PhoneNavigation />
          <Link to="/admin/dashboard" className="min-w-0 rounded-md">
            <Brand />
          </Link>
          <Navigation />
          <div className="ml-auto flex shrink-0 items-center gap-1">
            <Button asChild variant="ghost" className="max-md:hidden">
              <Link to="/login">
                <Store aria-hidden className="size-4" /> Müşteri sitesi
              </Link>
            </Button>
            <ProfileMenu name={name} username={username} onLeave={logOut} />
          </div>
        </div>
      }
    >
      {children}
    </Frame>
  )
}

/** The page that is open: an order belongs to the orders, and the panel's own address is its first tab. */
function useOpenPage() {
  const { pathname, search } = useLocation()
  const tab = pathname.startsWith('/admin/orders/') ? 'orders' : new URLSearchParams(search).get('tab')
  return tab ? `/admin/dashboard?tab=${tab}` : '/admin/dashboard'
}

function Navigation() {
  const open = useOpenPage()
  return (
    <nav aria-label="Yönetim" className="flex items-center gap-1 max-md:hidden">
      {PAGES.map(({ to, label }) => (
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
          {label}
        </Link>
      ))}
    </nav>
  )
}

function PhoneNavigation() {
  const open = useOpenPage()
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton icon={Menu} label="Menü" className="-ml-2 md:hidden" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Menü"
          className="z-50 w-64 rounded-md bg-surface-raised p-1 shadow-float data-[state=closed]:animate-vanish data-[state=open]:animate-pop"
        >
          <nav aria-label="Yönetim" className="grid">
            {PAGES.map(({ to, label }) => (
              <Popover.Close key={to} asChild>
                <Link to={to} aria-current={to === open ? 'page' : undefined} className={LINE}>
                  {label}
                </Link>
              </Popover.Close>
            ))}
            <Popover.Close asChild>
              <Link to="/login" className={LINE}>
                <Store aria-hidden className="size-4 text-ink-soft" /> Müşteri sitesi
              </Link>
            </Popover.Close>
          </nav>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const LINE =
  'ring-inside flex min-h-11 items-center gap-3 rounded-sm px-3 hover:bg-surface-sunken aria-[current]:bg-brand-soft aria-[current]:font-medium aria-[current]:text-brand-ink'
