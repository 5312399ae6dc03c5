import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Session } from './current-session.ts'
import { ADMIN, CUSTOMER, MARKETER } from './testing/samples.ts'
import { field, openScreen, shows, stubResizeObserver, typeIn } from './testing/screen.ts'
import { startServer } from './testing/scripted-server.ts'

/** The app, opened at an address by this user. */
async function openApp(session: Session, address: string) {
  // jsdom lacks both.
  stubResizeObserver()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal('scrollTo', () => undefined)
  await startServer()
  const { startSession } = await import('./current-session.ts')
  startSession(session)
  const { queryClient } = await import('./queries.ts')
  const { LocationProvider } = await import('./ui/router.tsx')
  const { Routes } = await import('./routes.tsx')
  history.replaceState(null, '', address)
  return openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <Routes />
      </LocationProvider>
    </QueryClientProvider>,
  )
}

test.each([
  ['/', '/dashboard'],
  ['/login', '/dashboard'],
  ['/register', '/dashboard'],
  ['/forgot-password', '/dashboard'],
  ['/reset-password?token=x', '/dashboard'],
  ['/verify-email', '/dashboard'],
  ['/admin', '/admin-login'],
  ['/admin/dashboard', '/admin-login'],
  ['/marketer/dashboard', '/admin-login'],
  ['/marketer/login', '/admin-login'],
])('%s leads a customer who is logged in to %s', async (address, end) => {
  await openApp(CUSTOMER, address)
  await shows(() => location.pathname === end)
})

test('an admin starts in the panel, and gets a link to it in place of a customer’s screen', async () => {
  // The path with which the installed app starts.
  await openApp(ADMIN, '/')
  await shows(() => location.pathname === '/admin/dashboard')
  history.pushState(null, '', '/products')
  await shows(() => location.pathname === '/login' && document.body.textContent.includes('Panele dön'))
  expect(location.search).toBe('?next=%2Fproducts')
  expect([...document.querySelectorAll('a')].some(link => link.textContent === 'Panele dön')).toBe(true)
})

test.each([
  [CUSTOMER, ['token', 'user'], '/custom-order', 'Ürün adı'],
  [MARKETER, ['marketerToken', 'marketerData'], '/marketer/dashboard?tab=custom-order', 'Ürün adı'],
  [ADMIN, ['admin_token', 'admin_user'], '/admin/dashboard?tab=customers&new=customer', 'Firma adı'],
] as const)(
  'what the $role has typed is discarded when another user of the role logs in in another tab',
  async (session, [tokenKey, userKey], address, label) => {
    const { act } = await openApp(session, address)
    await shows(() => document.body.textContent.includes(label))
    await act(async () => typeIn(field(label), 'Trüf yağı'))
    // The other tab replaces the session without ending it first.
    localStorage.setItem(tokenKey, 'other-token')
    localStorage.setItem(userKey, JSON.stringify({ ...session.user, id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a09' }))
    await act(async () => void dispatchEvent(new StorageEvent('storage', { key: tokenKey })))
    await shows(() => field(label).value === '')
    expect(location.pathname + location.search).toBe(address)
  },
)
