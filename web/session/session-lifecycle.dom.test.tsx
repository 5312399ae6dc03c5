import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ADMIN, CUSTOMER, MARKETER, OTHER_CUSTOMER } from '../testing/samples.ts'
import { startServer, type TestServer } from '../testing/scripted-server.ts'

let server: TestServer

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  server = await startServer()
})

const openApp = async () => ({
  ...(await import('./session-lifecycle.ts')),
  ...(await import('./replace-session.ts')),
  ...(await import('../current-session.ts')),
})

/** Renders a screen of a role at an address; `shown` returns the username on it, or 'nothing'. */
async function showScreen(role: 'customer' | 'marketer' | 'admin', address: string) {
  const { act } = await import('react')
  const { createRoot } = await import('react-dom/client')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { useSessionOf } = await import('./session-lifecycle.ts')
  act(() => history.replaceState(null, '', address))
  const Screen = () => useSessionOf(role)?.user.username ?? 'nothing'
  const host = document.createElement('div')
  const root = createRoot(host)
  await act(async () =>
    root.render(
      <LocationProvider>
        <Screen />
      </LocationProvider>,
    ),
  )
  onTestFinished(() => act(() => root.unmount()))
  return { act, shown: () => host.textContent, address: () => location.pathname + location.search }
}

test('logging in ends the previous session on the server', async () => {
  const { session, replaceSession } = await openApp()
  await replaceSession(CUSTOMER)
  expect(server.untaken()).toEqual([])
  await replaceSession(OTHER_CUSTOMER)
  const { headers, reply } = await server.next('POST /api/auth/logout')
  expect(headers.authorization).toBe('Bearer customer-token')
  reply(200, { message: '' })
  expect(session()).toEqual(OTHER_CUSTOMER)
})

test('logging out ends the session in the browser, even if the server cannot be reached', async () => {
  const { session, sessionEndReason, replaceSession, logOut } = await openApp()
  for (const outcome of ['replies', 'is lost', 'has ended the session already']) {
    await replaceSession(CUSTOMER)
    logOut()
    expect([session(), sessionEndReason()]).toEqual([undefined, 'left'])
    const sent = await server.next('POST /api/auth/logout')
    expect(sent.headers.authorization).toBe('Bearer customer-token')
    if (outcome === 'replies') sent.reply(200, { message: '' })
    else if (outcome === 'is lost') sent.drop()
    else sent.refuse(401, 'session_ended')
    expect(sessionEndReason()).toBe('left')
  }
})

test('a screen without a session of its role redirects to the login, with the requested page', async () => {
  const customers = await showScreen('customer', '/orders?search=a')
  expect([customers.shown(), customers.address()]).toEqual(['nothing', '/login?next=%2Forders%3Fsearch%3Da'])
  const admins = await showScreen('admin', '/admin/dashboard')
  expect(admins.address()).toBe('/admin-login')
})

test('a screen of another role than the logged-in user’s shows nothing', async () => {
  const { startSession } = await openApp()
  startSession(ADMIN)
  const { shown, address } = await showScreen('marketer', '/marketer/dashboard')
  expect([shown(), address()]).toEqual(['nothing', '/admin-login'])
})

test.each([
  ['customer', 'left', CUSTOMER, '/login'],
  ['customer', 'ended', CUSTOMER, '/login?next=%2Forders'],
  ['marketer', 'left', MARKETER, '/admin-login'],
  ['marketer', 'ended', MARKETER, '/login?next=%2Forders'],
] as const)('a %s whose session is over (%s) is led to the login', async (role, reason, started, login) => {
  const { endSession, startSession } = await openApp()
  startSession(started)
  const { act, shown, address } = await showScreen(role, '/orders')
  expect([shown(), address()]).toEqual([started.user.username, '/orders'])
  await act(async () => endSession(reason))
  expect([shown(), address()]).toEqual(['nothing', login])
})

test('when another user of the same role logs in, the screen shows that user', async () => {
  const { startSession } = await openApp()
  startSession(CUSTOMER)
  const { act, shown } = await showScreen('customer', '/orders')
  await act(async () => startSession(OTHER_CUSTOMER))
  expect(shown()).toBe('oteki')
})
