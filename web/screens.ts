import type { ComponentType } from 'react'
import type { Role } from '#contract/call.ts'
import type { ShellProps } from './shell/frame.tsx'

/** The props that the router passes to the screens for logged-out users; most ignore them. */
type LoggedOutScreenProps = {
  /** The paths of the customer's screens, to which a login may lead. */
  customerPaths: readonly string[]
}
type Screen<Props = object> = {
  /** With `:name` for parameters. */
  path: string
  /** Its label in the audience's menu, if it is listed there. */
  menu?: string
  /** Loads its code and starts its first fetches. The build preloads the files that this function imports. */
  load: () => Promise<ComponentType<Props>>
}

/** Screens for logged-out users: a logged-in customer is redirected to the start page. */
export const LOGGED_OUT_SCREENS: readonly Screen<LoggedOutScreenProps>[] = [
  { path: '/login', load: async () => (await import('./account/login.tsx')).LoginPage },
  { path: '/register', load: async () => (await import('./account/register.tsx')).RegisterPage },
  { path: '/forgot-password', load: async () => (await import('./account/forgot-password.tsx')).ForgotPasswordPage },
  { path: '/reset-password', load: async () => (await import('./account/reset-password.tsx')).ResetPasswordPage },
]

/** Screens for every user, logged in or not. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { path: '/verify-email', load: async () => (await import('./account/verify-email.tsx')).VerifyEmailPage },
  { path: '/undo-email', load: async () => (await import('./account/undo-email.tsx')).UndoEmailPage },
  { path: '/privacy', load: async () => (await import('./account/privacy-notice.tsx')).PrivacyNoticePage },
  { path: '/admin-login', load: async () => (await import('./account/staff-login.tsx')).StaffLoginPage },
]

export const CUSTOMER_SCREENS: readonly Screen[] = [
  {
    path: '/dashboard',
    menu: 'Dashboard',
    load: async () => (await import('./customer/dashboard.tsx')).Dashboard,
  },
  {
    path: '/products',
    menu: 'Ürün Kataloğu',
    load: async () => {
      const { prefetchProducts, Products } = await import('./customer/products.tsx')
      prefetchProducts()
      return Products
    },
  },
  { path: '/lists', load: async () => (await import('./customer/order-lists.tsx')).OwnOrderLists },
  {
    path: '/standing-orders',
    load: async () => (await import('./customer/standing-orders.tsx')).OwnStandingOrders,
  },
  { path: '/cart', load: async () => (await import('./customer/cart.tsx')).Cart },
  { path: '/orders', menu: 'Sipariş Geçmişi', load: async () => (await import('./customer/orders.tsx')).Orders },
  { path: '/orders/:orderId', load: async () => (await import('./customer/order.tsx')).OrderDetail },
  {
    path: '/custom-order',
    menu: 'Özel Ürün Talebi',
    load: async () => (await import('./customer/custom-order.tsx')).CustomOrder,
  },
]

const MARKETER_SCREENS: readonly Screen[] = [
  {
    path: '/marketer/dashboard',
    load: async () => {
      // The panel's start tab, unless the address names another one.
      if (!new URLSearchParams(location.search).has('tab'))
        void import('./marketer/dashboard-tab.tsx').then(({ prefetchDashboard }) => prefetchDashboard())
      return (await import('./marketer/panel.tsx')).MarketerPanel
    },
  },
]

const ADMIN_SCREENS: readonly Screen[] = [
  { path: '/admin/dashboard', load: async () => (await import('./admin/panel.tsx')).AdminPanel },
  // The marketer's ordering screens, on which an admin orders for any customer.
  { path: '/admin/phone-order', load: async () => (await import('./marketer/phone-order.tsx')).PhoneOrder },
  { path: '/admin/recall', load: async () => (await import('./admin/recalls/recall.tsx')).RecallScreen },
  { path: '/admin/orders/:orderId', load: async () => (await import('./admin/orders/order.tsx')).AdminOrder },
]

type Audience = { role: Role; shell: () => Promise<ComponentType<ShellProps>>; screens: readonly Screen[] }

/** The screens of each role, in the frame of that role. The tabs of a panel are listed in `tabs.ts` of its folder. */
export const AUDIENCES: readonly Audience[] = [
  {
    role: 'customer',
    shell: async () => (await import('./customer/shell.tsx')).CustomerShell,
    screens: CUSTOMER_SCREENS,
  },
  {
    role: 'marketer',
    shell: async () => (await import('./marketer/shell.tsx')).MarketerShell,
    screens: MARKETER_SCREENS,
  },
  { role: 'admin', shell: async () => (await import('./admin/shell.tsx')).AdminShell, screens: ADMIN_SCREENS },
]

/** Addresses that lead to another screen; `/` leads to the user's start page. */
export const REDIRECTS = { '/admin': '/admin-login', '/marketer/login': '/admin-login' }
