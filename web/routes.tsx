import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'
import type { Role } from '#contract/call.ts'
import { LazyUndecidedStrip } from './orders/lazy-undecided-strip.tsx'
import { useSessionOf } from './session/session-lifecycle.ts'
import { session } from './session.ts'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { OfflinePage } from './shell/offline-notice.tsx'
import { ScreenBoundary } from './shell/screen-boundary.tsx'
import { Redirect, Route, Switch, useLocation } from './ui/router.tsx'
import { toast } from './ui/toaster.tsx'

type Screen = ComponentType
type Screens = Record<string, Screen>

/** Screens for signed-out users. */
const accountScreens: Screens = {
  '/login': lazy(async () => ({ default: (await import('./account/login.tsx')).LoginPage })),
  '/register': lazy(async () => ({ default: (await import('./account/register.tsx')).RegisterPage })),
  '/forgot-password': lazy(async () => ({
    default: (await import('./account/forgot-password.tsx')).ForgotPasswordPage,
  })),
  '/reset-password': lazy(async () => ({ default: (await import('./account/reset-password.tsx')).ResetPasswordPage })),
}

const VerifyEmail = lazy(async () => ({ default: (await import('./account/verify-email.tsx')).VerifyEmailPage }))
const UndoEmail = lazy(async () => ({ default: (await import('./account/undo-email.tsx')).UndoEmailPage }))
const AdminLogin = lazy(async () => ({ default: (await import('./account/admin-login.tsx')).AdminLoginPage }))

const customerScreens: Screens = {
  '/dashboard': lazy(async () => ({ default: (await import('./customer/dashboard.tsx')).Dashboard })),
  '/products': lazy(async () => {
    const { prefetchProducts, Products } = await import('./customer/products.tsx')
    prefetchProducts()
    return { default: Products }
  }),
  '/cart': lazy(async () => ({ default: (await import('./customer/cart.tsx')).Cart })),
  '/orders': lazy(async () => ({ default: (await import('./customer/orders.tsx')).Orders })),
  '/orders/:orderId': lazy(async () => ({ default: (await import('./customer/order.tsx')).OrderDetail })),
  '/custom-order': lazy(async () => ({ default: (await import('./customer/custom-order.tsx')).CustomOrder })),
}

const adminScreens: Screens = {
  '/admin/dashboard': lazy(async () => ({ default: (await import('./admin/dashboard.tsx')).AdminDashboard })),
  '/admin/orders/:orderId': lazy(async () => ({ default: (await import('./admin/orders/order.tsx')).AdminOrder })),
}

const marketerScreens: Screens = {
  '/marketer/dashboard': lazy(async () => {
    const { prefetchPanel, MarketerDashboard } = await import('./marketer/dashboard.tsx')
    prefetchPanel()
    return { default: MarketerDashboard }
  }),
}

const REDIRECTS = { '/': '/dashboard', '/admin': '/admin-login', '/marketer/login': '/admin-login' }

type Shell = ComponentType<{ children: ReactNode }>
const CustomerShell = lazy(async () => ({ default: (await import('./customer/shell.tsx')).CustomerShell }))
const AdminShell = lazy(async () => ({ default: (await import('./admin/shell.tsx')).AdminShell }))
const MarketerShell = lazy(async () => ({ default: (await import('./marketer/shell.tsx')).MarketerShell }))

/** All routes of the app. */
export function Routes() {
  return (
    <ScreenBoundary>
      <Switch>
        {Object.entries(REDIRECTS).map(([path, to]) => (
          <Route key={path} path={path}>
            <Redirect to={to} replace />
          </Route>
        ))}
        {Object.entries(accountScreens).map(([path, Screen]) => (
          <Route key={path} path={path}>
            <SignedOutOnly>
              <Screen />
            </SignedOutOnly>
          </Route>
        ))}
        <Route path="/verify-email" component={VerifyEmail} />
        <Route path="/undo-email" component={UndoEmail} />
        <Route path="/admin-login" component={AdminLogin} />
        {roleRoutes('customer', CustomerShell, customerScreens)}
        {roleRoutes('admin', AdminShell, adminScreens)}
        {roleRoutes('marketer', MarketerShell, marketerScreens)}
        <Route path="/offline" component={OfflinePage} />
        <Route component={NotFound} />
      </Switch>
    </ScreenBoundary>
  )
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

/** The routes of one role. They share a key, so that the shell stays mounted from one screen to the next. */
const roleRoutes = (role: Role, shell: Shell, screens: Screens) =>
  Object.entries(screens).map(([path, Screen]) => (
    <Route key={role} path={path}>
      <RoleRoute role={role} shell={shell} screen={Screen} />
    </Route>
  ))

function RoleRoute({ role, shell: Shell, screen: Screen }: { role: Role; shell: Shell; screen: Screen }) {
  if (!useSessionOf(role)) return null
  return (
    <Shell>
      <ScreenBoundary>
        <Screen />
      </ScreenBoundary>
    </Shell>
  )
}

/** Redirects a customer who is already signed in; `replace` keeps the page out of the back history. */
function SignedOutOnly({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  // Read once: after signing in here, the screen itself navigates on.
  const [isInside] = useState(() => session()?.role === 'customer')
  const hasLink = isInside && pathname === '/reset-password'
  useEffect(() => {
    // Using the link ends all sessions of the account.
    if (hasLink) toast.info('Şifre linkini kullanmak için önce çıkış yapın')
  }, [hasLink])
  return isInside ? <Redirect to="/dashboard" replace /> : children
}
