import { FileDown, Menu, ShoppingCart, X } from 'lucide-react'
import { lazy, type Ref, Suspense, useRef, useState } from 'react'
import type { SessionUser } from '#contract/auth.ts'
import { downloadCatalogue } from '#contract/catalogue.ts'
import { cartCount, useCart, useCartTotal } from '../cart/cart.ts'
import { useFileDownload } from '../files/file-download.ts'
import { Bell } from '../notifications/bell.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { ConnectivityBadge } from '../pwa/connectivity-badge.tsx'
import { useUndecidedCount, useUndecidedText } from '../pwa/outbox-counts.ts'
import { useLogOut } from '../session/log-out.tsx'
import { ProfileMenu } from '../session/profile-menu.tsx'
import { Brand } from '../shell/brand.tsx'
import type { MenuEntry } from '../shell/frame.tsx'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Link, NavLink, useLocation } from '../ui/router.tsx'
import { HeaderMenu } from './header-menu.tsx'
import { MenuLabel } from './menu-label.tsx'

// Loaded when the account's menu is opened.
const CompanyButton = lazy(async () => ({ default: (await import('./company-button.tsx')).CompanyButton }))
// Rarely needed, and form libraries are large: loaded when opened.
const ProfileDialog = lazy(async () => ({ default: (await import('./profile-dialog.tsx')).ProfileDialog }))

/** The header of the customer's screens; in narrow windows its pages are in a menu. */
export function Header({ user, menu }: { user: SessionUser; menu: readonly MenuEntry[] }) {
  const { pathname } = useLocation()
  // The path on which the menu was opened, so that any navigation closes it.
  const [openOn, setOpenOn] = useState<string>()
  const open = openOn === pathname
  const setOpen = (wanted: boolean) => setOpenOn(wanted ? pathname : undefined)
  const toggle = useRef<HTMLButtonElement>(null)
  const [editing, setEditing] = useState<boolean>()
  // oxlint-disable-next-line no-console -- the specification wants a failed download logged, not shown
  const { busy, start } = useFileDownload(error => console.error(error))
  const download = () => void start(downloadCatalogue, {})
  const online = useOnline()
  const leaving = useLogOut()
  const close = () => {
    setOpen(false)
    toggle.current?.focus()
  }
  return (
    <>
      <div className="mx-auto flex h-14 max-w-page items-center gap-1 px-gutter sm:max-lg:gap-2">
        <Link
          to="/dashboard"
          className="mr-auto inline-flex h-control min-w-0 items-center rounded-sm max-sm:[&_span>span]:sr-only lg:mr-1 xl:mr-3"
        >
          <Brand />
        </Link>
        <PageTabs menu={menu} />
        <ConnectivityBadge />
        <CatalogueButton disabled={!online} busy={busy} onClick={download} />
        <CartLink />
        <Bell key={user.id} />
        <ProfileMenu name={user.company_name} username={user.username} nameFrom="xl" onLeave={leaving.leave}>
          <CompanyButton onClick={() => setEditing(true)} />
        </ProfileMenu>
        <MenuToggle ref={toggle} open={open} onToggle={() => setOpen(!open)} />
      </div>
      {open && (
        <HeaderMenu
          id="menu"
          menu={menu}
          onDownload={online && !busy ? download : undefined}
          onChosen={() => setOpen(false)}
          onEscape={close}
        />
      )}
      {leaving.question}
      {editing !== undefined && (
        <Suspense>
          <ProfileDialog open={editing} onOpenChange={setEditing} />
        </Suspense>
      )}
    </>
  )
}

const TAB =
  'ring-inside relative inline-flex items-center whitespace-nowrap px-2 font-medium text-ink-soft text-sm transition-colors hover:text-ink'
const ACTIVE_TAB = 'text-brand-ink! after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:bg-brand-ink'

function PageTabs({ menu }: { menu: readonly MenuEntry[] }) {
  return (
    <nav aria-label="Ana menü" className="mr-auto flex h-full items-stretch max-lg:hidden">
      {menu.map(page => (
        <NavLink key={page.to} to={page.to} className={({ isActive }) => classNames(TAB, isActive && ACTIVE_TAB)}>
          <MenuLabel {...page} />
        </NavLink>
      ))}
    </nav>
  )
}

/** Downloads the catalogue as a PDF. */
function CatalogueButton(props: Pick<ButtonProps, 'disabled' | 'busy' | 'onClick'>) {
  return (
    <Button
      variant="ghost"
      icon={FileDown}
      {...props}
      busyText="PDF hazırlanıyor"
      className="px-2! disabled:border-transparent disabled:bg-transparent max-md:hidden"
    >
      <span className="lg:max-xl:sr-only">Katalog İndir</span>
    </Button>
  )
}

type MenuToggleProps = { ref: Ref<HTMLButtonElement>; open: boolean; onToggle: () => void }

/** Opens the menu of narrow windows; shows how many orders wait for the user's decision. */
function MenuToggle({ ref, open, onToggle }: MenuToggleProps) {
  const undecided = useUndecidedCount()
  const waiting = useUndecidedText()
  return (
    <IconButton
      ref={ref}
      icon={open ? X : Menu}
      label={open ? 'Menüyü kapat' : undecided ? `Menüyü aç: ${waiting}` : 'Menüyü aç'}
      count={open ? 0 : undecided}
      aria-expanded={open}
      aria-controls="menu"
      onClick={onToggle}
      className="-mr-2 lg:hidden"
    />
  )
}

/** The link to the cart, with the number of pieces and, space permitting, the total. */
function CartLink() {
  const lines = useCart()
  const total = useCartTotal(lines)
  const count = cartCount(lines)
  return (
    <span className="flex items-center">
      <IconButton asChild icon={ShoppingCart} count={count} label={count ? `Sepet: ${wholeText(count)} adet` : 'Sepet'}>
        <Link to="/cart" />
      </IconButton>
      {count > 0 && (
        <Link
          to="/cart"
          tabIndex={-1}
          aria-hidden
          className="px-1 font-semibold text-sm max-md:hidden lg:max-xl:hidden"
        >
          <Money amount={total} />
          <span className="block font-normal text-ink-soft text-xs">KDV dahil</span>
        </Link>
      )}
    </span>
  )
}
