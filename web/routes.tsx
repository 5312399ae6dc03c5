import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect, replace } from 'react-router'
import type { Role } from '#contract/call.ts'
import { loginTo } from './parts/login-path.ts'
import { NotFoundPage } from './parts/not-found-page.tsx'
import { OfflinePage } from './parts/offline-notice.tsx'
import { ScreenFailed } from './parts/screen-failed.tsx'
import { session } from './session.ts'
import { toast } from './ui/toaster.tsx'

/** A page of one role: without its session the person is sent to the login that leads there. */
const only =
  (role: Role) =>
  ({ request }: LoaderFunctionArgs) =>
    session()?.role === role ? null : redirect(loginTo(role, new URL(request.url)))

/** A customer who is signed in already has nothing to do at a login; the way back does not lead there either. */
const notForCustomers = () => (session()?.role === 'customer' ? replace('/dashboard') : null)

/** A link to set a password is for whoever is signed out: using it ends all sessions of the account. */
const notForSignedIn = () => {
  const home = notForCustomers()
  if (home) toast.info('Şifre linkini kullanmak için önce çıkış yapın')
  return home
}

/** Somebody who is led on sees nothing on the way. */
const Nothing = () => null

const customerPages: RouteObject[] = [
  { path: '/dashboard', lazy: async () => ({ Component: (await import('./customer/dashboard.tsx')).Dashboard }) },
  { path: '/products', lazy: async () => ({ Component: (await import('./customer/products.tsx')).Products }) },
  { path: '/cart', lazy: async () => ({ Component: (await import('./customer/cart.tsx')).Cart }) },
  { path: '/orders', lazy: async () => ({ Component: (await import('./customer/orders.tsx')).Orders }) },
  { path: '/orders/:orderId', lazy: async () => ({ Component: (await import('./customer/order.tsx')).OrderDetail }) },
  {
    path: '/custom-order',
    lazy: async () => ({ Component: (await import('./customer/custom-order.tsx')).CustomOrder }),
  },
]

const adminPages: RouteObject[] = [
  {
    path: '/admin/dashboard',
    lazy: async () => ({ Component: (await import('./admin/dashboard.tsx')).AdminDashboard }),
  },
  { path: '/admin/orders/:orderId', lazy: async () => ({ Component: (await import('./admin/order.tsx')).AdminOrder }) },
]

/** The route table of the specification, as far as its screens stand. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: ScreenFailed,
    HydrateFallback: () => null,
    children: [
      { path: '/', loader: () => redirect('/dashboard'), Component: Nothing },
      { path: '/admin', loader: () => redirect('/admin-login'), Component: Nothing },
      { path: '/marketer/login', loader: () => redirect('/admin-login'), Component: Nothing },
      {
        path: '/login',
        loader: notForCustomers,
        lazy: async () => ({ Component: (await import('./account/login.tsx')).LoginPage }),
      },
      {
        path: '/register',
        loader: notForCustomers,
        lazy: async () => ({ Component: (await import('./account/register.tsx')).RegisterPage }),
      },
      {
        path: '/verify-email',
        lazy: async () => {
          const { openVerification, VerifyEmailPage } = await import('./account/verify-email.tsx')
          return { loader: openVerification, Component: VerifyEmailPage }
        },
      },
      {
        path: '/forgot-password',
        loader: notForCustomers,
        lazy: async () => ({ Component: (await import('./account/forgot-password.tsx')).ForgotPasswordPage }),
      },
      {
        path: '/reset-password',
        loader: notForSignedIn,
        lazy: async () => ({ Component: (await import('./account/reset-password.tsx')).ResetPasswordPage }),
      },
      {
        path: '/admin-login',
        lazy: async () => ({ Component: (await import('./account/admin-login.tsx')).AdminLoginPage }),
      },
      {
        loader: only('customer'),
        shouldRevalidate: () => true,
        lazy: async () => ({ Component: (await import('./customer/shell.tsx')).CustomerShell }),
        children: [{ ErrorBoundary: ScreenFailed, children: customerPages }],
      },
      {
        loader: only('admin'),
        shouldRevalidate: () => true,
        lazy: async () => ({ Component: (await import('./admin/shell.tsx')).AdminShell }),
        children: [{ ErrorBoundary: ScreenFailed, children: adminPages }],
      },
      {
        loader: only('marketer'),
        shouldRevalidate: () => true,
        lazy: async () => ({ Component: (await import('./marketer/shell.tsx')).MarketerShell }),
        children: [
          {
            path: '/marketer/dashboard',
            lazy: async () => ({ Component: (await import('./marketer/dashboard.tsx')).MarketerDashboard }),
          },
        ],
      },
      { path: '/offline', Component: OfflinePage },
      { path: '*', Component: NotFoundPage },
    ],
  },
])
