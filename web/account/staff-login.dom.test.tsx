import { beforeEach, expect, test, vi } from 'vitest'
import { fillStorage } from '../testing/full-storage.ts'
import { announced, button, field, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer, type TestServer } from '../testing/scripted-server.ts'

let server: TestServer
beforeEach(async () => {
  // jsdom lacks it.
  vi.stubGlobal('scrollTo', () => undefined)
  server = await startServer()
  server.respond('GET /api/settings', ({ drop }) => drop())
})

const STAFF = { id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a03', username: 'zeynep', name: 'Zeynep' }

async function open(address: string) {
  history.replaceState(null, '', address)
  const { StaffLoginPage } = await import('./staff-login.tsx')
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  return openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <StaffLoginPage />
      </LocationProvider>
    </QueryClientProvider>,
  )
}

const openTab = () => document.querySelector('[role=tab][aria-selected=true]')?.textContent
const change = (tab: string) => button(tab).dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))

test.each([
  [null, '/admin-login', 'Admin'],
  ['admin', '/admin-login', 'Admin'],
  ['marketer', '/admin-login', 'Pazarlamaci'],
  ['marketer', '/admin-login?next=%2Fadmin%2Forders%2F7', 'Admin'],
  [null, '/admin-login?next=%2Fmarketer%2Fdashboard%3Ftab%3Dorders', 'Pazarlamaci'],
  ['marketer', '/admin-login?next=%2Forders', 'Pazarlamaci'],
])('after a login as %s, %s begins with the tab %s', async (last, address, tab) => {
  if (last) localStorage.setItem('last-staff-role', last)
  await open(address)
  expect(openTab()).toBe(tab)
})

test('the other tab keeps the text typed in the first, but not its errors', async () => {
  const { act } = await open('/admin-login')
  await act(async () => {
    typeIn(field('Kullanıcı adı'), 'zeynep')
    typeIn(field('Şifre'), 'gizli')
  })
  await act(async () => button('Giriş yap').click())
  const sent = await server.next('POST /api/admin/login')
  sent.refuse(401, 'wrong_login', 'Kullanıcı adı veya şifre hatalı')
  await shows(() => document.querySelector('[role=alert]') !== null)
  await act(async () => change('Pazarlamaci'))
  expect([openTab(), field('Kullanıcı adı').value, field('Şifre').value]).toEqual(['Pazarlamaci', 'zeynep', 'gizli'])
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('a login leads to the requested page of the panel, and its role is stored for the next login', async () => {
  const { act } = await open('/admin-login?next=%2Fmarketer%2Fdashboard%3Ftab%3Dorders')
  expect(button('Müşteri girişine dön').getAttribute('href')).toBe('/login?next=%2Fmarketer%2Fdashboard%3Ftab%3Dorders')
  await act(async () => {
    typeIn(field('Kullanıcı adı'), 'zeynep')
    typeIn(field('Şifre'), 'gizli')
  })
  await act(async () => button('Giriş yap').click())
  const sent = await server.next('POST /api/marketer/login')
  sent.reply(200, { token: 'marketer-token', marketer: STAFF })
  await shows(() => location.pathname === '/marketer/dashboard')
  expect(location.search).toBe('?tab=orders')
  expect(localStorage.getItem('last-staff-role')).toBe('marketer')
})

test('“Giriş yapılıyor” is announced during a login, but not for an empty form or after a refusal', async () => {
  const { act } = await open('/admin-login')
  await act(async () => button('Giriş yap').click())
  await shows(() => document.querySelector('[role=alert]') !== null)
  expect(await announced()).toBe('')
  await act(async () => {
    typeIn(field('Kullanıcı adı'), 'zeynep')
    typeIn(field('Şifre'), 'gizli')
  })
  await act(async () => button('Giriş yap').click())
  await expect.poll(announced).toBe('Giriş yapılıyor')
  const sent = await server.next('POST /api/admin/login')
  sent.refuse(401, 'wrong_login', 'Kullanıcı adı veya şifre hatalı')
  await shows(() => document.querySelector('[role=alert]') !== null)
  await expect.poll(announced).toBe('')
})

test('each empty field of the login has an error, and nothing is sent', async () => {
  const { act } = await open('/admin-login')
  const alerts = () => Array.from(document.querySelectorAll('[role=alert]'), ({ textContent }) => textContent)
  const logIn = () => act(async () => button('Giriş yap').click())
  await act(async () => typeIn(field('Kullanıcı adı'), ' '))
  await logIn()
  expect(alerts()).toEqual(['Kullanıcı adı zorunludur', 'Şifre zorunludur'])
  expect(document.activeElement).toBe(field('Kullanıcı adı'))
  await act(async () => {
    typeIn(field('Kullanıcı adı'), 'zeynep')
    typeIn(field('Şifre'), 'gizli')
  })
  expect(alerts()).toEqual([])
  await logIn()
  const sent = await server.next('POST /api/admin/login')
  expect(JSON.parse(sent.body)).toEqual({ username: 'zeynep', password: 'gizli' })
  sent.refuse(401, 'second_factor_required', 'Doğrulama kodunu girin')
  await shows(() => document.body.textContent.includes('Doğrulama kodu'))
  await logIn()
  expect(alerts()).toEqual(['Kod zorunludur'])
  await act(async () => typeIn(field('Doğrulama kodu'), '123 456'))
  await logIn()
  expect(JSON.parse((await server.next('POST /api/admin/login')).body)).toMatchObject({ username: 'zeynep' })
})

/** Logs in as an admin; resolves once the form is no longer busy, to its error and the address. */
async function logIn() {
  const { act } = await open('/admin-login')
  await act(async () => {
    typeIn(field('Kullanıcı adı'), 'zeynep')
    typeIn(field('Şifre'), 'gizli')
  })
  await act(async () => button('Giriş yap').click())
  ;(await server.next('POST /api/admin/login')).reply(200, { token: 'admin-token', admin: STAFF })
  await shows(() => document.querySelector('form [aria-busy=true]') === null)
  return [document.querySelector('form [role=alert]')?.textContent, location.pathname]
}

test.each([
  ['of another user', ['0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a09', STAFF.id], [STAFF.id]],
  ['of the same user, if there is no other', [STAFF.id], []],
])('if stored forms leave no room for a session, one %s is deleted', async (_, owners, left) => {
  const form = JSON.stringify({ at: Date.now(), title: 'Yeni ürün', changed: { name: 'Beyaz peynir'.repeat(40) } })
  for (const owner of owners) localStorage.setItem(`kept-form:${owner}:product`, form)
  fillStorage('other')
  expect(await logIn()).toEqual([undefined, '/admin/dashboard'])
  const forms = Object.keys(localStorage).filter(key => key.startsWith('kept-form:'))
  expect(forms).toEqual(left.map(owner => `kept-form:${owner}:product`))
})

test('if the storage has no room for a session, the form says so', async () => {
  fillStorage('other')
  expect(await logIn()).toEqual([expect.stringContaining('depolama alanı dolu'), '/admin-login'])
})

test('a login succeeds if the storage has room for the session only', async () => {
  const { endSession, startSession } = await import('../current-session.ts')
  startSession({ role: 'admin', token: 'admin-token', user: STAFF })
  fillStorage('other')
  endSession('left')
  expect(await logIn()).toEqual([undefined, '/admin/dashboard'])
})
