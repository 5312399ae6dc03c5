import { Building2, Menu, ShoppingCart, Wifi, WifiOff, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, NavLink } from 'react-router'
import type { SessionUser } from '#contract/auth.ts'
import { Brand } from '../parts/brand.tsx'
import { cartCount, cartTotals, useCart } from '../parts/cart.ts'
import { ProfileMenu } from '../parts/profile-menu.tsx'
import { leave } from '../parts/session-end.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { toast } from '../ui/toaster.tsx'

// Seldom needed, and forms are heavy: fetched when it is opened.
const ProfileDialog = lazy(async () => ({ default: (await import('./profile-dialog.tsx')).ProfileDialog }))

const PAGES = [
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/products', label: 'Ürün Kataloğu' },
  { to: '/orders', label: 'Sipariş Geçmişi' },
]

/** The bar above the customer's screens; on phones its pages are behind a toggle. */
export function Header({ user }: { user: SessionUser }) {
  const [open, setOpen] = useState(false)
  const [editing, setEditing] = useState<boolean>()
  return (
    <>
      <div className="mx-auto flex h-14 max-w-page items-center gap-1 px-gutter sm:gap-2">
        <Link to="/dashboard" className="mr-auto inline-flex h-control min-w-0 items-center rounded-sm md:mr-4">
          <Brand />
        </Link>
        <nav aria-label="Ana menü" className="mr-auto flex h-full items-stretch max-md:hidden">
          {PAGES.map(page => (
            <NavLink key={page.to} to={page.to} className={({ isActive }) => classNames(TAB, isActive && ACTIVE_TAB)}>
              {page.label}
            </NavLink>
          ))}
        </nav>
        <Connectivity />
        <CartLink />
        <ProfileMenu name={user.company_name} username={user.username} onLeave={leaveWithWord}>
          <Button icon={Building2} block onClick={() => setEditing(true)}>
            Firma bilgileri
          </Button>
        </ProfileMenu>
        <IconButton
          icon={open ? X : Menu}
          label={open ? 'Menüyü kapat' : 'Menüyü aç'}
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
          className="-mr-2 md:hidden"
        />
      </div>
      {open && (
        <nav id="menu" aria-label="Menü" className="grid border-line border-t px-gutter py-2 md:hidden">
          {PAGES.map(page => (
            <NavLink
              key={page.to}
              to={page.to}
              onClick={() => setOpen(false)}
              className={({ isActive }) =>
                classNames(
                  'flex h-12 items-center rounded-md px-3 font-medium',
                  isActive && 'bg-brand-soft text-brand-ink',
                )
              }
            >
              {page.label}
            </NavLink>
          ))}
        </nav>
      )}
      {editing !== undefined && (
        <Suspense>
          <ProfileDialog open={editing} onOpenChange={setEditing} />
        </Suspense>
      )}
    </>
  )
}

const TAB =
  'ring-inside relative inline-flex items-center px-3 font-medium text-ink-soft text-sm transition-colors hover:text-ink'
const ACTIVE_TAB = 'text-brand-ink! after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:bg-brand-ink'

function leaveWithWord() {
  leave()
  toast.success('Çıkış yapıldı')
}

function Connectivity() {
  const online = useOnline()
  return (
    <output>
      <Badge tone={online ? 'green' : 'red'} icon={online ? Wifi : WifiOff}>
        {online ? 'Çevrimiçi' : 'Çevrimdışı'}
      </Badge>
    </output>
  )
}

/** The cart, how many pieces are in it, and (where there is room) what they come to. */
function CartLink() {
  const lines = useCart()
  const count = cartCount(lines)
  return (
    <span className="flex items-center">
      <IconButton asChild icon={ShoppingCart} count={count} label={count ? `Sepet: ${wholeText(count)} adet` : 'Sepet'}>
        <Link to="/cart" />
      </IconButton>
      {count > 0 && (
        <Link to="/cart" tabIndex={-1} aria-hidden className="px-1 font-semibold text-sm max-md:hidden">
          <Money amount={cartTotals(lines).grand} />
        </Link>
      )}
    </span>
  )
}
