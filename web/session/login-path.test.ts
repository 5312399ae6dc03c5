import { expect, test } from 'vitest'
import { loginPath, pageAfterLogin } from './login-path.ts'

const PATHS = ['/dashboard', '/products', '/orders', '/orders/:orderId']

test('a customer returns to the requested page after the login', () => {
  const login = loginPath('customer', { pathname: '/products', search: '?search=turşu&category=Sos' })
  expect(pageAfterLogin(new URL(login, 'https://toptan.example').searchParams.get('next'), PATHS)).toBe(
    '/products?search=turşu&category=Sos',
  )
})

test('admins and marketers share a separate login', () => {
  expect(loginPath('admin', { pathname: '/admin/dashboard', search: '?tab=orders' })).toBe('/admin-login')
  expect(loginPath('marketer', { pathname: '/marketer/dashboard', search: '' })).toBe('/admin-login')
})

test.each([null, '', '//evil.example', 'https://evil.example', '/\\evil.example', '/admin/dashboard', '/productsx'])(
  'after the login, %j leads to the start page',
  next => {
    expect(pageAfterLogin(next, PATHS)).toBe('/dashboard')
  },
)
