import { expect, test } from 'vitest'
import { loginTo, pageAfterLogin } from './login-path.ts'

test('a customer comes back to the page that was wanted', () => {
  const login = loginTo('customer', { pathname: '/products', search: '?search=turşu&category=Sos' })
  expect(pageAfterLogin(new URL(login, 'https://toptan.example').searchParams.get('next'))).toBe(
    '/products?search=turşu&category=Sos',
  )
})

test('admins and marketers have a login of their own', () => {
  expect(loginTo('admin', { pathname: '/admin/dashboard', search: '?tab=orders' })).toBe('/admin-login')
  expect(loginTo('marketer', { pathname: '/marketer/dashboard', search: '' })).toBe('/admin-login')
})

test.each([null, '', '//evil.example', 'https://evil.example', '/\\evil.example', '/admin/dashboard', '/productsx'])(
  'the login leads home, not to %j',
  next => {
    expect(pageAfterLogin(next)).toBe('/dashboard')
  },
)
