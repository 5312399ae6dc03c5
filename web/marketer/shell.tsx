import { Suspense } from 'react'
import { useCart } from '../cart/cart.ts'
import { useSession } from '../current-session.ts'
import { Bell } from '../notifications/bell.tsx'
import { LazyUndecidedStrip } from '../orders/lazy-undecided-strip.tsx'
import { UndecidedBadge } from '../orders/undecided-badge.tsx'
import { afterFirstScreen } from '../pwa/after-first-screen.ts'
import { ConnectivityBadge } from '../pwa/connectivity-badge.tsx'
import { useUndecidedCount, useUndecidedText } from '../pwa/outbox-counts.ts'
import { useLogOut } from '../session/log-out.tsx'
import { ProfileMenu } from '../session/profile-menu.tsx'
import { Brand } from '../shell/brand.tsx'
import { Frame, type ShellProps } from '../shell/frame.tsx'
import { PanelLinks, PanelMenu } from '../shell/panel-links.tsx'
import { menuOfPanel, PanelSelect } from '../shell/panel-tabs.tsx'
import { Link, useLocation } from '../ui/router.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { CartBanner } from './cart-banner.tsx'
import { CustomerStrip } from './customer-strip.tsx'
import { TABS, TABS_LABEL } from './tabs.ts'

const BackgroundWork = afterFirstScreen(async () => (await import('./background-work.tsx')).BackgroundWork)

const HOME = '/marketer/dashboard'
const LINKS = menuOfPanel(HOME, TABS).map(({ to, label }) => ({
  to,
  label:
    to === `${HOME}?tab=orders` ? (
      <>
        {label}
        <UndecidedBadge />
      </>
    ) : (
      label
    ),
}))

/** The layout of the marketer's screens. */
export function MarketerShell({ children }: ShellProps) {
  const session = useSession()
  const { search } = useLocation()
  const leaving = useLogOut()
  const undecided = useUndecidedCount()
  const undecidedText = useUndecidedText()
  if (session?.role !== 'marketer') return null
  const tab = new URLSearchParams(search).get('tab') ?? 'dashboard'
  const open = tab === 'dashboard' ? HOME : `${HOME}?tab=${tab}`
  const { name, username } = session.user
  return (
    <Frame
      header={
        <>
          <div className="mx-auto flex h-14 max-w-page items-center gap-1 px-gutter max-[24rem]:gap-0.5 lg:gap-2">
            <PanelMenu
              label="Panel"
              links={LINKS}
              open={open}
              waiting={{ count: undecided, text: undecidedText }}
              className="max-sm:hidden lg:hidden"
            />
            <Link
              to={HOME}
              className="inline-flex h-control min-w-0 items-center rounded-sm max-sm:shrink-0 max-sm:[&_span>span]:sr-only sm:mr-auto lg:mr-4"
            >
              <Brand />
            </Link>
            <PhoneSelect />
            <PanelLinks label="Panel" links={LINKS} open={open} className="mr-auto max-lg:hidden" />
            <ConnectivityBadge iconOnly={ICON_ONLY} />
            <Bell />
            <ProfileMenu name={name} username={username} onLeave={leaving.leave} />
            {leaving.question}
          </div>
          <CustomerStrip isOrdering={tab === 'products'} />
        </>
      }
      bar={
        <>
          <LazyUndecidedStrip />
          {tab === 'products' && <CartBanner />}
          <BottomBar open={tab} />
        </>
      }
    >
      {children}
      <Suspense>
        <BackgroundWork />
      </Suspense>
    </Frame>
  )
}

const ICON_ONLY = 'max-[30rem]:[&_span>span]:sr-only max-[24rem]:[&>span]:px-1'

// Room for the longest label at 320 px.
const PHONE_SELECT =
  'mx-1 min-w-24! flex-1 max-[24rem]:mx-0 max-sm:[&_select]:pr-5.5 max-sm:[&_select]:pl-2 max-sm:[&_svg]:right-1.5 sm:hidden'

function PhoneSelect() {
  const counts = { cart: useCart().length }
  return <PanelSelect label={TABS_LABEL} tabs={TABS} counts={counts} className={PHONE_SELECT} />
}
