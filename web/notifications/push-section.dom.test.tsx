import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PushState } from '#contract/notification-settings.ts'
import { fillStorage } from '../testing/full-storage.ts'
import { CUSTOMER, OTHER_CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'
import { startServer, type TestServer, TIMERS, until } from '../testing/scripted-server.ts'

/**
 * The state of the simulated browser: its reply to a permission request, the key of its subscription, whether it can
 * unsubscribe, and the titles of the notifications that it shows.
 */
const browser = {
  answer: 'granted' as NotificationPermission,
  subscribed: undefined as string | undefined,
  canUnsubscribe: true,
  count: 0,
  shown: [] as string[],
}

const KEYS = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }

const subscriptionOf = (key: string) => {
  const endpoint = `https://push.example/${key}/${browser.count}`
  return {
    endpoint,
    toJSON: () => ({ endpoint, keys: KEYS }),
    unsubscribe: async () => {
      if (!browser.canUnsubscribe) throw new DOMException('', 'NetworkError')
      browser.subscribed = undefined
      return true
    },
  }
}

const registration = {
  pushManager: {
    getSubscription: async () => (browser.subscribed === undefined ? null : subscriptionOf(browser.subscribed)),
    subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      if (browser.subscribed !== undefined && browser.subscribed !== key)
        throw new DOMException('', 'InvalidStateError')
      if (browser.subscribed === undefined) browser.count++
      browser.subscribed = key
      return subscriptionOf(key)
    },
  },
  getNotifications: async () =>
    browser.shown.map(title => ({ close: () => (browser.shown = browser.shown.filter(one => one !== title)) })),
}

const KEY = 'portal-key'
const DEVICE = {
  id: '7c1d2e3f-93c2-4f3c-8f5d-6f4d1f0f8a12',
  device: 'Firefox · Linux',
  created_at: '2026-03-10T07:00:00.000Z',
  is_current: true,
}
/** The next session of the customer. */
const AGAIN = { ...CUSTOMER, token: 'next-token' }
const state = (devices: PushState['devices'] = []) => ({ public_key: KEY, devices })

let server: TestServer
const requestPermission = vi.fn(async () => browser.answer)

afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'))

beforeEach(async () => {
  Object.assign(browser, { answer: 'granted', subscribed: undefined, canUnsubscribe: true, count: 0, shown: [] })
  requestPermission.mockClear()
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { requestPermission, permission: 'granted' })
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  server = await startServer()
  server.respond('GET /api/notifications/push', ({ reply }) => reply(200, state()))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
})

async function openSection(first = 'Bu cihazda aç') {
  const { PushSection } = await import('./push-section.tsx')
  const { queryClient } = await import('../queries.ts')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <PushSection />
    </QueryClientProvider>,
  )
  const says = (words: string) => shows(() => document.body.textContent?.includes(words) === true)
  await says(first)
  return { act, says, press: (label: string) => act(async () => button(label).click()) }
}

/** Accepts the browser's subscription as the portal, and resolves to the request body. */
async function registered() {
  const sent = await server.next('POST /api/notifications/push')
  server.respond('GET /api/notifications/push', ({ reply }) => reply(200, state([DEVICE])))
  sent.reply(200, state([DEVICE]))
  return JSON.parse(sent.body)
}

test('a press requests the permission and registers the browser with the portal’s key; another unregisters it', async () => {
  const { says, press } = await openSection()
  expect(requestPermission).not.toHaveBeenCalled()
  await press('Bu cihazda aç')
  expect(await registered()).toEqual({
    endpoint: `https://push.example/${KEY}/1`,
    keys: KEYS,
  })
  await says('Bu cihazda kapat')
  await press('Bu cihazda kapat')
  const ended = await server.next(`DELETE /api/notifications/push/${DEVICE.id}`)
  server.respond('GET /api/notifications/push', ({ reply }) => reply(200, state()))
  ended.reply(200, state())
  await says('Bu cihazda aç')
  await shows(() => browser.subscribed === undefined)
})

test('with a full storage pushes are turned on nevertheless', async () => {
  const { says, press } = await openSection()
  fillStorage('other')
  await press('Bu cihazda aç')
  await registered()
  await says('Bu cihazda kapat')
  expect(localStorage.getItem('push')).toBeNull()
})

test('if the service worker does not become active within ten seconds, the reason is shown', async () => {
  const serviceWorker = { ready: new Promise(() => undefined), getRegistration: async () => undefined }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  const { toast } = await import('../ui/toaster.tsx')
  const error = vi.spyOn(toast, 'error')
  const { act, says, press } = await openSection()
  vi.useFakeTimers({ toFake: [...TIMERS] })
  await press('Bu cihazda aç')
  expect(error).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  const text =
    'Uygulama bu cihaza henüz tam yüklenmedi; biraz sonra yeniden deneyin, olmazsa cihazda yer açıp sayfayı yenileyin'
  expect(error.mock.calls).toEqual([[text]])
  await says('Bu cihazda aç')
  expect(server.untaken()).toEqual([])
})

test('without the permission nothing is registered, and the reason is shown', async () => {
  browser.answer = 'denied'
  const { toast } = await import('../ui/toaster.tsx')
  const error = vi.spyOn(toast, 'error')
  const { press } = await openSection()
  await press('Bu cihazda aç')
  await shows(() => error.mock.calls.length > 0)
  expect(error.mock.calls).toEqual([['Bildirim izni verilmedi']])
  expect([browser.subscribed, server.untaken()]).toEqual([undefined, []])
})

test('a browser whose permission was revoked is shown as off, and is unregistered', async () => {
  vi.stubGlobal('Notification', { requestPermission, permission: 'denied' })
  server.respond('GET /api/notifications/push', ({ reply }) => reply(200, state([DEVICE])))
  await openSection('Bu tarayıcıda bildirimlere izin verilmiyor')
  expect(document.body.textContent).not.toContain('Açık')
  const { keepPushRegistered } = await import('../pwa/push-subscription.ts')
  const { PUSH_MARK } = await import('../pwa/push-mark.ts')
  localStorage.setItem(PUSH_MARK, JSON.stringify({ account: CUSTOMER.user.id, endpoint: 'https://push.example/old' }))
  keepPushRegistered()
  ;(await server.next(`DELETE /api/notifications/push/${DEVICE.id}`)).reply(200, state())
  await until(() => localStorage.getItem(PUSH_MARK) === null)
})

const NONE_SENT = { public_key: null, devices: [] }

test('a portal that sends no pushes says so and offers none', async () => {
  server.respond('GET /api/notifications/push', ({ reply }) => reply(200, { ...NONE_SENT, devices: [DEVICE] }))
  await openSection('Bu portal anlık bildirim göndermiyor')
  expect([document.querySelector('button'), document.body.textContent?.includes('Açık')]).toEqual([null, false])
})

test('a browser is not subscribed while the portal sends no pushes, and is registered again once it does', async () => {
  const { keepPushRegistered } = await import('../pwa/push-subscription.ts')
  const { PUSH_MARK } = await import('../pwa/push-mark.ts')
  localStorage.setItem(PUSH_MARK, JSON.stringify({ account: CUSTOMER.user.id, endpoint: 'https://push.example/old' }))
  const requested = server.next('GET /api/notifications/push')
  keepPushRegistered()
  ;(await requested).reply(200, NONE_SENT)
  keepPushRegistered()
  expect(await registered()).toEqual({ endpoint: `https://push.example/${KEY}/1`, keys: KEYS })
})

test('a browser whose removal got no reply counts as removed if the repetition does not find it', async () => {
  const { toast } = await import('../ui/toaster.tsx')
  const toasts = (['success', 'error'] as const).map(kind => vi.spyOn(toast, kind))
  const other = { ...DEVICE, id: '8c1d2e3f-93c2-4f3c-8f5d-6f4d1f0f8a12', device: 'Safari · iOS', is_current: false }
  browser.subscribed = KEY
  server.respond('GET /api/notifications/push', ({ reply }) => reply(200, state([DEVICE, other])))
  const { says, press } = await openSection('Safari · iOS')
  const lose = async (id: string, left: PushState['devices']) => {
    ;(await server.next(`DELETE /api/notifications/push/${id}`)).drop()
    server.respond('GET /api/notifications/push', ({ reply }) => reply(200, state(left)))
    ;(await server.next(`DELETE /api/notifications/push/${id}`)).refuse(404, 'not_found')
  }
  expect(button('Kapat').ariaLabel).toBe('Kapat: Safari · iOS · 10.03.2026 10:00')
  await press('Kapat')
  await lose(other.id, [DEVICE])
  await shows(() => document.querySelector('[aria-label="Diğer cihazlar"]') === null)
  await press('Bu cihazda kapat')
  await lose(DEVICE.id, [])
  await says('Bu cihazda aç')
  expect([browser.subscribed, toasts.flatMap(({ mock }) => mock.calls)]).toEqual([
    undefined,
    [['Bu cihazda anlık bildirimler kapatıldı']],
  ])
})

test('a user who logs in while the browser is being registered for another user gets no pushes', async () => {
  const { startSession } = await import('../current-session.ts')
  const { keepPushRegistered } = await import('../pwa/push-subscription.ts')
  const { PUSH_MARK } = await import('../pwa/push-mark.ts')
  localStorage.setItem(PUSH_MARK, JSON.stringify({ account: CUSTOMER.user.id, endpoint: 'https://push.example/old' }))
  const looked = vi.spyOn(registration.pushManager, 'getSubscription')
  const requested = server.next('GET /api/notifications/push')
  keepPushRegistered()
  const { reply } = await requested
  startSession(OTHER_CUSTOMER)
  reply(200, state())
  // One call is for the other user, one follows the reply.
  await until(() => looked.mock.calls.length === 2)
  await Promise.all(looked.mock.results.map(({ value }) => value))
  await new Promise(resolve => setImmediate(resolve))
  expect([browser.count, server.untaken()]).toEqual([0, []])
})

test('a subscription with the key of an earlier installation is replaced', async () => {
  browser.subscribed = 'earlier-key'
  const { press } = await openSection()
  await press('Bu cihazda aç')
  expect(await registered()).toMatchObject({ endpoint: `https://push.example/${KEY}/1` })
  expect(browser.subscribed).toBe(KEY)
})

test.each(['ended', 'renewed'] as const)(
  'after a session that is %s, the next login of the same user registers the browser again without a permission request, until a logout, which closes what pushes have shown',
  async reason => {
    const { press, says, act } = await openSection()
    await press('Bu cihazda aç')
    await registered()
    await says('Bu cihazda kapat')
    const { endSession, startSession } = await import('../current-session.ts')
    await act(async () => endSession(reason))
    server.respond('GET /api/notifications/push', ({ reply }) => reply(200, state()))
    await act(async () => startSession(AGAIN))
    expect(await registered()).toMatchObject({ endpoint: `https://push.example/${KEY}/1` })
    expect(requestPermission).toHaveBeenCalledOnce()
    browser.shown = ['Siparişiniz hazırlanıyor', 'Siparişiniz tamamlandı']
    await act(async () => endSession('left'))
    await shows(() => browser.subscribed === undefined && browser.shown.length === 0)
    await act(async () => startSession(OTHER_CUSTOMER))
    expect(server.untaken()).not.toContain('POST /api/notifications/push')
  },
)

/** The app as it is opened again, which keeps the browser registered. */
async function openAgain() {
  vi.resetModules()
  const { keepPushRegistered } = await import('../pwa/push-subscription.ts')
  keepPushRegistered()
}

/** Turns pushes on, and ends the session, as the server does. */
async function turnOnAndEndSession() {
  const { turnOnPush } = await import('../pwa/push-subscription.ts')
  const { endSession } = await import('../current-session.ts')
  const turning = turnOnPush(KEY)
  await registered()
  await turning
  server.respond('GET /api/notifications/push', ({ reply }) => reply(200, state()))
  endSession('ended')
}

const mark = () => localStorage.getItem('push')

test('a logout closes what pushes have shown, also if the browser cannot unsubscribe', async () => {
  await turnOnAndEndSession()
  await openAgain()
  const { endSession, startSession } = await import('../current-session.ts')
  startSession(AGAIN)
  await registered()
  Object.assign(browser, { canUnsubscribe: false, shown: ['Siparişiniz hazırlanıyor'] })
  endSession('left')
  await until(() => browser.shown.length === 0)
})

test('a registration that fails after a login, or that the app did not begin, follows at the next start', async () => {
  await turnOnAndEndSession()
  const { startSession } = await import('../current-session.ts')
  startSession(AGAIN)
  await openAgain()
  await server.lose('POST /api/notifications/push')
  await openAgain()
  expect(await registered()).toMatchObject({ endpoint: `https://push.example/${KEY}/1` })
  expect([mark() === null, browser.subscribed]).toEqual([false, KEY])
})

test('a browser that its user removes on another device stays off, also if its registration got no reply', async () => {
  await turnOnAndEndSession()
  const { startSession } = await import('../current-session.ts')
  startSession(AGAIN)
  await openAgain()
  await server.lose('POST /api/notifications/push')
  server.respond('GET /api/notifications/push', ({ reply }) => reply(200, state([DEVICE])))
  const before = mark()
  await openAgain()
  await until(() => mark() !== before)
  server.respond('GET /api/notifications/push', ({ reply }) => reply(200, state()))
  await openAgain()
  await until(() => mark() === null && browser.subscribed === undefined)
  expect(server.untaken()).toEqual([])
})
