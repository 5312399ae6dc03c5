import { Suspense } from 'react'
import { useSession } from '../current-session.ts'
import { LazyUndecidedStrip } from '../orders/lazy-undecided-strip.tsx'
import { afterFirstScreen } from '../pwa/after-first-screen.ts'
import { useInstallOffer } from '../pwa/install-offer.ts'
import { useUndecidedCount } from '../pwa/outbox-counts.ts'
import { Footer } from '../shell/footer.tsx'
import { Frame, type ShellProps } from '../shell/frame.tsx'
import { useLocation } from '../ui/router.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'

// Loaded when it is offered, which few users see.
const InstallBanner = afterFirstScreen(async () => (await import('../pwa/install-banner.tsx')).InstallBanner)
// If its code cannot be loaded, waiting orders remain stored.
const BackgroundWork = afterFirstScreen(async () => (await import('./background-work.tsx')).BackgroundWork)

/** The layout of the customer's screens. */
export function CustomerShell({ menu, children }: ShellProps) {
  const session = useSession()
  const { pathname } = useLocation()
  const offer = useInstallOffer()
  const undecided = useUndecidedCount()
  if (session?.role !== 'customer') return null
  return (
    <Frame
      header={<Header user={session.user} menu={menu} />}
      bar={
        <>
          {/* Not above the order button, and not while orders wait for a decision. */}
          {offer && pathname !== '/cart' && undecided === 0 && (
            <Suspense>
              <InstallBanner />
            </Suspense>
          )}
          <LazyUndecidedStrip />
          <BottomBar />
        </>
      }
      footer={<Footer />}
    >
      {children}
      <Suspense>
        <BackgroundWork />
      </Suspense>
    </Frame>
  )
}
