import { expect, test } from 'vitest'
import { loginPath, pageAfterLogin } from './login-path.ts'

const PATHS = ['/dashboard', '/products', '/orders', '/orders/:orderId']

/** The page to which the user is led after the login page with the address `login`. */
const pageAfter = (role: 'customer' | 'marketer' | 'admin', login: string, paths?: readonly string[]) =>
  pageAfterLogin(role, new URL(login, 'https://toptan.example').searchParams.get('next'), paths)

test('a customer returns to the requested page after the login', () => {
  const login = loginPath('customer', { pathname: '/products', search: '?search=turşu&category=Sos' })
  expect(pageAfter('customer', login, PATHS)).toBe('/products?search=turşu&category=Sos')
})

test('admins and marketers return to the requested page from their own login, and from `/login`', () => {
  const order = { pathname: '/admin/orders/7', search: '?from=a' }
  expect(loginPath('admin', order)).toBe('/admin-login?next=%2Fadmin%2Forders%2F7%3Ffrom%3Da')
  expect(loginPath('admin', order, '/login')).toBe('/login?next=%2Fadmin%2Forders%2F7%3Ffrom%3Da')
  expect(pageAfter('admin', loginPath('admin', order))).toBe('/admin/orders/7?from=a')
  const tab = loginPath('marketer', { pathname: '/marketer/dashboard', search: '?tab=orders' })
  expect(pageAfter('marketer', tab)).toBe('/marketer/dashboard?tab=orders')
})

test('the address of a login that leads to the start page does not include that page', () => {
  expect(loginPath('customer', { pathname: '/dashboard', search: '' })).toBe('/login')
  expect(loginPath('marketer', { pathname: '/marketer/dashboard', search: '' })).toBe('/admin-login')
  expect(loginPath('admin', { pathname: '/admin/dashboard', search: '' }, '/login')).toBe('/login')
})

test('after the login of another role the requested page is not opened', () => {
  const login = loginPath('marketer', { pathname: '/marketer/dashboard', search: '?tab=orders' })
  expect(pageAfter('admin', login)).toBe('/admin/dashboard')
  expect(pageAfter('customer', login, PATHS)).toBe('/dashboard')
})

test.each([null, '', '//evil.example', 'https://evil.example', '/\\evil.example', '/admin-login', '/productsx', '/'])(
  'after the login, %j leads to the start page',
  next => {
    expect(pageAfterLogin('customer', next, PATHS)).toBe('/dashboard')
    expect(pageAfterLogin('admin', next)).toBe('/admin/dashboard')
  },
)
