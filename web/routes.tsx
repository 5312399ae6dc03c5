import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'
import type { Role } from '#contract/call.ts'
import { session } from './current-session.ts'
import { LazyUndecidedStrip } from './orders/lazy-undecided-strip.tsx'
import { AUDIENCES, CUSTOMER_SCREENS, LOGGED_OUT_SCREENS, PUBLIC_SCREENS, REDIRECTS } from './screens.ts'
import { HOME_PATH } from './session/home-path.ts'
import { useSessionOf } from './session/session-lifecycle.ts'
import type { MenuEntry, ShellProps } from './shell/frame.tsx'
import { OfflinePage } from './shell/offline-notice.tsx'
import { ScreenBoundary } from './shell/screen-boundary.tsx'
import { loadLinksAhead } from './ui/preload-on-intent.ts'
import { findRoute, Redirect, type Route, Switch, useLocation } from './ui/router.tsx'
import { toast } from './ui/toaster.tsx'

type Loaded<Props> = { path: string; Screen: ComponentType<Props> }

const lazily = <Props,>(load: () => Promise<ComponentType<Props>>) => lazy(async () => ({ default: await load() }))

const withCode = <Props,>(screens: readonly { path: string; load: () => Promise<ComponentType<Props>> }[]) =>
  screens.map(({ path, load }): Loaded<Props> => ({ path, Screen: lazily(load) }))

const loggedOutScreens = withCode(LOGGED_OUT_SCREENS)
const publicScreens = withCode(PUBLIC_SCREENS)
const customerPaths = CUSTOMER_SCREENS.map(({ path }) => path)
const audiences = AUDIENCES.map(({ role, shell, screens }) => ({
  role,
  Shell: lazily(shell),
  menu: screens.flatMap(({ path: to, menu: label }): MenuEntry[] => (label ? [{ to, label }] : [])),
  screens: withCode(screens),
}))

const NotFoundPage = lazily(async () => (await import('./shell/not-found-page.tsx')).NotFoundPage)

const ROUTES: readonly Route[] = [
  { path: '/', element: <Start /> },
  ...Object.entries(REDIRECTS).map(([path, to]) => ({ path, element: <Redirect to={to} replace /> })),
  ...loggedOutScreens.map(({ path, Screen }) => ({
    path,
    element: (
      <LoggedOutOnly>
        <Screen customerPaths={customerPaths} />
      </LoggedOutOnly>
    ),
  })),
  ...publicScreens.map(({ path, Screen }) => ({ path, element: <Screen /> })),
  ...audiences.flatMap(audience =>
    // The screens share a key, so that the shell stays mounted from one screen to the next.
    audience.screens.map(({ path, Screen }) => ({
      path,
      key: audience.role,
      element: (
        <InShell {...audience}>
          <Screen />
        </InShell>
      ),
    })),
  ),
  { path: '/offline', element: <OfflinePage /> },
]

// The code of a screen is loaded while the user is about to follow a link to it.
const loadable = [...LOGGED_OUT_SCREENS, ...PUBLIC_SCREENS, ...AUDIENCES.flatMap(({ screens }) => screens)]
loadLinksAhead(({ pathname }) => (pathname === location.pathname ? undefined : findRoute(loadable, pathname)[0]?.load))

/** All routes of the app. */
export function Routes() {
  return (
    <ScreenBoundary>
      <Switch routes={ROUTES} fallback={<NotFound />} />
    </ScreenBoundary>
  )
}

/** The start address, which the installed app opens: leads each user to their own start page. */
function Start() {
  return <Redirect to={HOME_PATH[session()?.role ?? 'customer']} replace />
}

function NotFound() {
  return (
    <>
      <NotFoundPage />
      <div className="fixed inset-x-0 bottom-0">
        <LazyUndecidedStrip />
      </div>
    </>
  )
}

type InShellProps = {
  role: Role
  Shell: ComponentType<ShellProps>
  menu: readonly MenuEntry[]
  children: ReactNode
}

/** A screen in the shell of its role, for users of that role only. */
function InShell({ role, Shell, menu, children }: InShellProps) {
  const present = useSessionOf(role)
  if (!present) return null
  return (
    // If another user logs in in another tab, that user must not see or send what was typed here.
    <Shell key={present.user.id} menu={menu}>
      <ScreenBoundary>{children}</ScreenBoundary>
    </Shell>
  )
}

/** Redirects a customer who is already logged in; `replace` keeps the page out of the back history. */
function LoggedOutOnly({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  // Read once: after logging in here, the screen itself navigates on.
  const [isInside] = useState(() => session()?.role === 'customer')
  const hasLink = isInside && pathname === '/reset-password'
  useEffect(() => {
    // Setting a password with the link ends all sessions of its account, so the user logs out first.
    if (hasLink) toast.info('Şifre linkini kullanmak için önce çıkış yapın')
  }, [hasLink])
  return isInside ? <Redirect to="/dashboard" replace /> : children
}
