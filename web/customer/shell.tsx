import { Fragment, type ReactNode, Suspense } from 'react'
import { Footer } from '../parts/footer.tsx'
import { Frame } from '../parts/frame.tsx'
import { afterFirstScreen } from '../pwa/after-first-screen.ts'
import { useUndecidedOrders } from '../pwa/held-orders.ts'
import { useInstallOffer } from '../pwa/install-offer.ts'
import { UndecidedPlace } from '../pwa/undecided-place.tsx'
import { useSession } from '../session.ts'
import { useLocation } from '../ui/router.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'

// Few are offered it: fetched when it is.
const InstallBanner = afterFirstScreen(async () => (await import('../pwa/install-banner.tsx')).InstallBanner)
// What waits here goes on waiting where its code cannot be had.
const Background = afterFirstScreen(async () => (await import('./background.tsx')).Background)

/** What the customer's screens stand in. */
export function CustomerShell({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname } = useLocation()
  const offer = useInstallOffer()
  const undecided = useUndecidedOrders()
  if (session?.role !== 'customer') return null
  return (
    <Frame
      header={<Header user={session.user} />}
      bar={
        <>
          {/* Nothing stands before the button that orders, and an order that waits for a decision goes first. */}
          {offer && pathname !== '/cart' && undecided === 0 && (
            <Suspense>
              <InstallBanner />
            </Suspense>
          )}
          <UndecidedPlace />
          <BottomBar />
        </>
      }
      footer={<Footer />}
    >
      {/* Nothing that was begun for one person goes on for the next. */}
      <Fragment key={session.user.id}>{children}</Fragment>
      <Suspense>
        <Background key={session.user.id} />
      </Suspense>
    </Frame>
  )
}
