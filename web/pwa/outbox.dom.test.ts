import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DRAFT, LINE, stubLocks } from '../testing/outbox-tab.ts'
import { CUSTOMER, MARKETER, ORDER_ID, OTHER_CUSTOMER, WIRE_ORDER } from '../testing/samples.ts'
import { type Exchange, startServer, type TestServer, TIMERS, until } from '../testing/scripted-server.ts'

const ORDERS = 'POST /api/orders'
const EVERY_30_SECONDS = 30_000
const TWO_MINUTES = 2 * 60 * 1000

let server: TestServer
let tab: Tab

/** The app in a tab of its own; tabs share what the browser stores. */
async function openTab() {
  vi.resetModules()
  const session = await import('../current-session.ts')
  const outbox = await import('./outbox.ts')
  const { connectivity, store, database } = {
    connectivity: await import('./connectivity.ts'),
    store: await import('./outbox-store.ts'),
    database: await import('./database.ts'),
  }
  const { outboxCount } = await import('./outbox-counts.ts')
  const events: Parameters<Parameters<typeof outbox.startOutbox>[0]>[0][] = []
  return {
    ...outbox,
    ...session,
    ...connectivity,
    database,
    discardUnreadable: store.discardUnreadable,
    outboxCount,
    events,
    /** Starts the outbox, as the screens of a logged-in user do. */
    start: () => onTestFinished(outbox.startOutbox(event => events.push(event))),
    entries: store.refresh,
    standings: async () => (await store.refresh()).map(({ standing }) => standing.is),
    submit: (draft: Parameters<typeof outbox.submitOrder>[1] = DRAFT, onStored: OnStored = () => undefined) =>
      outbox.submitOrder(session.session()?.user.id ?? '', draft, onStored),
  }
}
type Tab = Awaited<ReturnType<typeof openTab>>
type OnStored = () => boolean | undefined

beforeEach(async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  vi.spyOn(Math, 'random').mockReturnValue(1)
  stubLocks()
  server = await startServer()
  tab = await openTab()
  tab.startSession(CUSTOMER)
})

const place = (exchange: Exchange) => exchange.reply(201, WIRE_ORDER)

/** Submits an order whose response is lost. Its next attempt follows in two seconds. */
async function submitInVain({ submit } = tab) {
  const submitted = submit()
  ;(await server.next(ORDERS)).drop()
  expect((await submitted).kind).toBe('unanswered')
}

test('an order is stored before it is sent, and leaves the outbox once it is placed', async () => {
  const stored = vi.fn()
  const submitted = tab.submit(DRAFT, stored)
  const sent = await server.next(ORDERS)
  expect([stored.mock.calls.length, await tab.standings()]).toEqual([1, ['waiting']])
  const [entry] = await tab.entries()
  expect(entry).toMatchObject({ user_id: CUSTOMER.user.id, tries: 1, last_try: Date.now() })
  expect(sent.headers['idempotency-key']).toBe(entry?.key)
  expect(JSON.parse(sent.body)).toEqual({
    items: [{ product_id: LINE.product_id, quantity: 1, price: 100, vat_rate: 0, unit: 'KG' }],
    notes: 'Arka kapı',
    expected_total: 100,
  })
  place(sent)
  expect(await submitted).toMatchObject({ kind: 'placed', order: { id: ORDER_ID } })
  expect([await tab.standings(), tab.outboxCount()]).toEqual([[], 0])
})

test('a marketer’s order names the customer', async () => {
  tab.startSession(MARKETER)
  const customer = { id: CUSTOMER.user.id, company_name: 'Lezzet Lokantası', is_active: true }
  const submitted = tab.submit({ ...DRAFT, customer })
  const sent = await server.next('POST /api/marketer/orders/create-for-customer')
  expect(JSON.parse(sent.body)).toMatchObject({ customer_id: customer.id, expected_total: 100 })
  place(sent)
  expect((await submitted).kind).toBe('placed')
})

test('an order refused while the user waits leaves the outbox, and the refusal names the products', async () => {
  const submitted = tab.submit()
  ;(await server.next(ORDERS)).refuse(409, 'insufficient_stock', 'Yetersiz stok', [
    { field: 'items.0', message: 'Maksimum 3' },
    { field: 'items.7', message: 'of no line' },
    { field: 'notes', message: 'of no line either' },
  ])
  expect(await submitted).toMatchObject({
    kind: 'refused',
    refusal: {
      code: 'insufficient_stock',
      sentence: 'Yetersiz stok',
      by_product: { [LINE.product_id]: 'Maksimum 3' },
    },
  })
  expect(await tab.standings()).toEqual([])
})

test.each<[string, (exchange: Exchange) => void]>([
  ['the connection breaks', exchange => exchange.drop()],
  ['the server fails', exchange => exchange.refuse(500, 'unexpected')],
  ['the server is stopping', exchange => exchange.refuse(503, 'not_ready')],
  ['there were too many requests', exchange => exchange.refuse(429, 'too_many_requests')],
  ['the user must change the password first', exchange => exchange.refuse(403, 'password_change_required')],
  ['the user must set up a second factor first', exchange => exchange.refuse(403, 'second_factor_missing')],
  ['a proxy refuses it', exchange => exchange.reply(403, '<html>')],
  ['something else in the network replies with a page', exchange => exchange.reply(200, '<html>')],
  ['something else in the network replies in JSON', exchange => exchange.reply(200, WIRE_ORDER)],
  ['a proxy refuses it in JSON', exchange => exchange.reply(403, { error: 'blocked', code: 7 })],
])('when %s, the order waits and is sent again with the same key and content', async (_, fail) => {
  tab.start()
  const submitted = tab.submit()
  const first = await server.next(ORDERS)
  fail(first)
  expect(await submitted).toMatchObject({ kind: 'unanswered', isInMemoryOnly: false })
  expect(await tab.standings()).toEqual(['waiting'])
  await vi.advanceTimersByTimeAsync(2_000)
  const second = await server.next(ORDERS)
  expect([second.body, second.headers['idempotency-key']]).toEqual([first.body, first.headers['idempotency-key']])
  place(second)
  await until(() => tab.events.length > 0)
  expect(tab.events).toMatchObject([{ kind: 'placed', order: { id: ORDER_ID } }])
  expect(await tab.standings()).toEqual([])
})

test('attempts without a response are repeated in doubling intervals, up to half a minute', async () => {
  const waits = vi.spyOn(globalThis, 'setTimeout')
  const retries = () => waits.mock.calls.map(([, wait = 0]) => wait).filter(wait => RETRY_WAITS.has(wait))
  const RETRY_WAITS = new Set([2_000, 4_000, 8_000, 16_000, 30_000])
  await submitInVain()
  for (const [n, wait] of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    await until(() => retries().length === n + 1)
    expect(retries().at(-1)).toBe(wait)
    await vi.advanceTimersByTimeAsync(wait)
    ;(await server.next(ORDERS)).refuse(503, 'not_ready')
  }
})

test('the user waits for twenty seconds at most, and a later outcome is reported', async () => {
  tab.start()
  const submitted = tab.submit()
  const sent = await server.next(ORDERS)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await submitted).toEqual({ kind: 'unanswered', isSent: true, isInMemoryOnly: false })
  place(sent)
  await until(() => tab.events.length > 0)
  expect(tab.events).toMatchObject([{ kind: 'placed' }])
})

test('a request without a response is aborted after two minutes and repeated', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  tab.start()
  void tab.submit()
  await server.next(ORDERS)
  await vi.advanceTimersByTimeAsync(120_000)
  await until(() => timers.mock.calls.some(([, wait]) => wait === 2_000))
  await vi.advanceTimersByTimeAsync(2_000)
  place(await server.next(ORDERS))
  await until(() => tab.events.length > 0)
})

test('a late refusal waits for the user’s decision', async () => {
  tab.start()
  await submitInVain()
  await vi.advanceTimersByTimeAsync(2_000)
  ;(await server.next(ORDERS)).refuse(409, 'price_changed', 'Fiyatlar değişti')
  await until(() => tab.events.length > 0)
  expect(tab.events).toEqual([{ kind: 'refused', sentence: 'Fiyatlar değişti' }])
  const [entry] = await tab.entries()
  expect(entry?.standing.is).toBe('refused')
  expect(entry && (await tab.withdraw(entry))).toBe('gone')
  expect(await tab.standings()).toEqual([])
})

test('an order whose key the server already has, or whose reply is unreadable, counts as placed', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const submitted = tab.submit()
  ;(await server.next(ORDERS)).refuse(409, 'idempotency_key_reused')
  expect([await submitted, await tab.standings()]).toEqual([{ kind: 'arrived_unidentified' }, []])
  tab.start()
  await submitInVain()
  await vi.advanceTimersByTimeAsync(2_000)
  ;(await server.next(ORDERS)).reply(201, { id: 'of a later version' })
  await until(() => tab.events.length > 0)
  expect([tab.events, await tab.standings()]).toEqual([[{ kind: 'arrived_unidentified' }], []])
})

test('a marketer’s order that had arrived for a customer who was handed over since is not reported as refused', async () => {
  tab.startSession(MARKETER)
  tab.start()
  const endpoint = 'POST /api/marketer/orders/create-for-customer'
  const customer = { id: CUSTOMER.user.id, company_name: 'Lezzet Lokantası', is_active: true }
  const submitted = tab.submit({ ...DRAFT, customer })
  ;(await server.next(endpoint)).drop()
  await submitted
  await vi.advanceTimersByTimeAsync(2_000)
  ;(await server.next(endpoint)).refuse(403, 'order_not_visible')
  await until(() => tab.events.length > 0)
  expect([tab.events, await tab.standings()]).toEqual([[{ kind: 'not_visible', company_name: 'Lezzet Lokantası' }], []])
})

test('an order that the app fails to send at first is returned to the user; after an attempt, it waits', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const breakRequests = () =>
    vi.spyOn(JSON, 'stringify').mockImplementation(() => {
      throw new TypeError('a fault')
    })
  const broken = breakRequests()
  expect(await tab.submit()).toMatchObject({ kind: 'not_sent', refusal: { code: 'app_fault' } })
  expect([await tab.standings(), server.untaken(), logged.mock.calls.length]).toEqual([[], [], 1])
  broken.mockRestore()

  tab.start()
  await submitInVain()
  breakRequests()
  await vi.advanceTimersByTimeAsync(2_000)
  await until(() => logged.mock.calls.length === 2)
  await until(async () => (await tab.entries())[0]?.tries === 1)
  expect([await tab.standings(), tab.events]).toEqual([['waiting'], []])
})

test('an order made offline is sent as soon as the server can be reached', async () => {
  tab.start()
  server.health.isUp = false
  await tab.probeConnection()
  expect(await tab.submit()).toEqual({ kind: 'unanswered', isSent: false, isInMemoryOnly: false })
  expect(await tab.entries()).toMatchObject([{ tries: 0, standing: { is: 'waiting' } }])
  expect(server.untaken()).toEqual([])
  server.health.isUp = true
  await tab.probeConnection()
  place(await server.next(ORDERS))
  await until(() => tab.events.length > 0)
})

test('a waiting order is sent when the app opens', async () => {
  await submitInVain()
  // The app is closed.
  vi.clearAllTimers()
  const next = await openTab()
  next.start()
  place(await server.next(ORDERS))
  await until(() => next.events.length > 0)
  expect([next.events[0]?.kind, await next.standings()]).toEqual(['placed', []])
})

test('orders are sent one after the other, the oldest first', async () => {
  server.health.isUp = false
  await tab.probeConnection()
  for (const notes of ['first', 'second']) {
    await tab.submit({ ...DRAFT, notes })
    await vi.advanceTimersByTimeAsync(1)
  }
  server.health.isUp = true
  const sending = tab.sendNow()
  for (const notes of ['first', 'second']) {
    const sent = await server.next(ORDERS)
    expect([JSON.parse(sent.body).notes, server.untaken()]).toEqual([notes, []])
    place(sent)
  }
  await sending
  expect(await tab.standings()).toEqual([])
})

test('an order that is added while another is being sent is sent after it', async () => {
  tab.start()
  await submitInVain()
  await vi.advanceTimersByTimeAsync(2_000)
  const first = await server.next(ORDERS)
  const refused = tab.submit({ ...DRAFT, notes: 'second' })
  ;(await server.next(ORDERS)).refuse(503, 'not_ready')
  await refused
  void tab.sendNow()
  place(first)
  const second = await server.next(ORDERS)
  expect(JSON.parse(second.body).notes).toBe('second')
  place(second)
  await until(() => tab.events.length === 2)
})

test('sending before a logout takes twenty seconds at most', async () => {
  await submitInVain()
  const sending = tab.sendNow()
  await server.next(ORDERS)
  await vi.advanceTimersByTimeAsync(20_000)
  await sending
  expect(await tab.standings()).toEqual(['waiting'])
})

test('an order whose session has ended is sent when its user logs in again', async () => {
  const submitted = tab.submit()
  ;(await server.next(ORDERS)).refuse(401, 'session_ended')
  expect(await submitted).toEqual({ kind: 'session_over' })
  expect(tab.session()).toBeUndefined()
  tab.startSession({ ...CUSTOMER, token: 'new-token' })
  tab.start()
  const sent = await server.next(ORDERS)
  expect(sent.headers.authorization).toBe('Bearer new-token')
  place(sent)
  await until(() => tab.events.length > 0)
})

test('an order is hidden from other users, and is sent in its owner’s session only', async () => {
  tab.start()
  await submitInVain()
  tab.startSession(OTHER_CUSTOMER)
  await vi.advanceTimersByTimeAsync(EVERY_30_SECONDS)
  expect([await tab.entries(), server.untaken()]).toEqual([[], []])
  tab.startSession(CUSTOMER)
  await vi.advanceTimersByTimeAsync(EVERY_30_SECONDS)
  place(await server.next(ORDERS))
  await until(() => tab.events.length > 0)
})

test.each([
  ['placed', 0],
  ['refused', 1],
])('an order that was %s after another user has logged in is not reported', async (outcome, left) => {
  tab.start()
  const submitted = tab.submit()
  const sent = await server.next(ORDERS)
  tab.startSession(OTHER_CUSTOMER)
  if (outcome === 'placed') place(sent)
  else sent.refuse(409, 'price_changed')
  await submitted
  expect([tab.events, await tab.entries()]).toEqual([[], []])
  tab.startSession(CUSTOMER)
  expect(await tab.standings()).toEqual(Array.from({ length: left }, () => 'refused'))
})

test('a hanging request of one user does not delay the next user’s order', async () => {
  await submitInVain()
  tab.startSession(OTHER_CUSTOMER)
  await submitInVain()
  tab.startSession(CUSTOMER)
  tab.start()
  const hanging = await server.next(ORDERS)
  expect(hanging.headers.authorization).toBe('Bearer customer-token')
  tab.startSession(OTHER_CUSTOMER)
  document.dispatchEvent(new Event('visibilitychange'))
  const sent = await server.next(ORDERS)
  expect(sent.headers.authorization).toBe('Bearer other-token')
  place(sent)
  await until(() => tab.events.length > 0)
})

test('two tabs show the same outbox, and send a waiting order once', async () => {
  const second = await openTab()
  const submitted = tab.submit()
  const sent = await server.next(ORDERS)
  second.start()
  await until(() => second.outboxCount() === 1)
  await second.sendNow()
  expect(server.untaken()).toEqual([])
  place(sent)
  await submitted
  await until(() => second.outboxCount() === 0)
  expect(second.events).toEqual([])
})

test('without locks two tabs may send an order twice, with the same key', async () => {
  vi.restoreAllMocks()
  const second = await openTab()
  const submitted = tab.submit()
  const first = await server.next(ORDERS)
  second.start()
  const repeated = await server.next(ORDERS)
  expect(repeated.headers['idempotency-key']).toBe(first.headers['idempotency-key'])
  place(first)
  place(repeated)
  expect((await submitted).kind).toBe('placed')
  await until(() => second.events.length > 0)
  expect(await second.standings()).toEqual([])
})

test('without storage an order can be placed, and a waiting order lasts as long as the page, which asks before it closes', async () => {
  vi.stubGlobal('indexedDB', undefined)
  tab = await openTab()
  const submitted = tab.submit()
  place(await server.next(ORDERS))
  expect((await submitted).kind).toBe('placed')
  const waiting = tab.submit()
  ;(await server.next(ORDERS)).drop()
  expect(await waiting).toMatchObject({ kind: 'unanswered', isInMemoryOnly: true })
  expect(await tab.standings()).toEqual(['waiting'])
  const mayClose = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(mayClose()).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  place(await server.next(ORDERS))
  await until(async () => (await tab.entries()).length === 0)
  expect(mayClose()).toBe(true)
})

/** Makes the browser's database refuse all further values, as on a full device; it still deletes them. */
const fillDatabase = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })

test('an order that was withdrawn while the device was full is not sent when the app is opened again', async () => {
  tab.start()
  server.health.isUp = false
  await tab.probeConnection()
  await tab.submit()
  const full = fillDatabase()
  server.health.isUp = true
  await tab.probeConnection()
  const sent = await server.next(ORDERS)
  sent.refuse(503, 'not_ready')
  await until(async () => (await tab.entries())[0]?.tries === 1)
  const [entry] = await tab.entries()
  server.respond(`GET /api/orders/by-key/${entry?.key}`, exchange => exchange.refuse(404, 'order_not_found'))
  await import('./withdrawal.ts')
  await tab.withdraw(entry!)
  expect(await tab.standings()).toEqual(['withdrawn'])
  vi.setSystemTime(Date.now() + TWO_MINUTES + 1)
  await vi.advanceTimersByTimeAsync(EVERY_30_SECONDS)
  await until(async () => (await tab.entries()).length === 0)
  // The app is closed.
  vi.clearAllTimers()
  full.mockRestore()
  const next = await openTab()
  next.start()
  expect(await next.entries()).toEqual([])
  expect(server.untaken()).toEqual([])
})

/** Makes the browser's database refuse all transactions. */
const closeDatabase = () =>
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('', 'InvalidStateError')
  })

test('an order that cannot be read for a moment is neither withdrawn nor lost', async () => {
  tab.start()
  server.health.isUp = false
  await tab.probeConnection()
  await tab.submit()
  const [entry] = await tab.entries()
  const closed = closeDatabase()
  expect(entry && (await tab.withdraw(entry))).toBeUndefined()
  expect([await tab.standings(), tab.outboxCount()]).toEqual([['waiting'], 1])
  closed.mockRestore()
  expect(await tab.standings()).toEqual(['waiting'])
  server.health.isUp = true
  await tab.probeConnection()
  place(await server.next(ORDERS))
  await until(() => tab.events.length > 0)
})

test('an order that the browser does not store in time is never sent, so that a second press orders once', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  await tab.entries()
  const { indexedDB } = window
  const opening: Partial<IDBOpenDBRequest> & { result?: IDBDatabase } = {}
  vi.stubGlobal('indexedDB', { open: () => opening })
  tab = await openTab()
  const stored = vi.fn()
  const first = expect(tab.submit(DRAFT, stored)).rejects.toThrow('işlem gönderilemedi')
  await vi.advanceTimersByTimeAsync(20_000)
  await first
  const second = tab.submit()
  const request = indexedDB.open('toptan', 1)
  request.onsuccess = event => {
    Object.assign(opening, { result: request.result })
    Reflect.apply(opening.onsuccess ?? vi.fn(), opening, [event])
  }
  place(await server.next(ORDERS))
  expect((await second).kind).toBe('placed')
  await until(async () => (await tab.entries()).length === 0)
  expect([server.untaken(), stored.mock.calls.length, logged.mock.calls.length]).toEqual([[], 0, 1])
})

/** Closes the app's page, which thereby loses its locks, and opens the app again. */
async function openAgain() {
  vi.clearAllTimers()
  stubLocks()
  const next = await openTab()
  next.start()
  return next
}

/** Has the database commit, by itself, what the page stores, without the page hearing of it. */
const muteCommits = () =>
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
    Object.defineProperty(this, 'oncomplete', { set: vi.fn<(handler: unknown) => void>() })
  })

const isStored = async ({ database } = tab) => (await database.readAll('outbox')).size > 0

/** Lets the outbox work as long as a condition holds. */
const rounds = (condition: () => Promise<boolean>) =>
  until(async () => {
    await vi.advanceTimersByTimeAsync(EVERY_30_SECONDS)
    return !(await condition())
  })

test('a sent order that is withdrawn on a full device is not sent again, but looked up, when the app is opened again', async () => {
  await submitInVain()
  const [entry] = await tab.entries()
  const takeBack = vi.fn()
  const full = fillDatabase()
  expect([await tab.withdraw(entry!, takeBack), takeBack.mock.calls.length]).toEqual(['checked', 1])
  await server.next(`GET /api/orders/by-key/${entry?.key}`)
  full.mockRestore()
  const next = await openAgain()
  const lookUp = await server.next(`GET /api/orders/by-key/${entry?.key}`)
  expect([await next.withdraw(entry!, takeBack), takeBack.mock.calls.length]).toEqual([undefined, 1])
  lookUp.refuse(404, 'order_not_found')
  await until(() => !Object.keys(localStorage).some(name => name.includes('withdrawn')))
  expect(await next.standings()).toEqual(['withdrawn'])
  vi.setSystemTime(Date.now() + TWO_MINUTES + 1)
  server.respond(`GET /api/orders/by-key/${entry?.key}`, exchange => exchange.refuse(404, 'order_not_found'))
  await rounds(() => isStored(next))
  expect([server.untaken(), next.events]).toEqual([[], []])
})

test('an order that was given up, and stored after its page was closed, is neither sent nor shown, but deleted', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const muted = muteCommits()
  const given_up = expect(tab.submit()).rejects.toThrow('işlem gönderilemedi')
  await until(isStored)
  await vi.advanceTimersByTimeAsync(20_000)
  await given_up
  muted.mockRestore()
  const next = await openAgain()
  expect([await next.entries(), next.outboxCount()]).toEqual([[], 0])
  await rounds(() => isStored(next))
  expect([server.untaken(), Object.keys(localStorage).filter(name => name.includes('void'))]).toEqual([[], []])
})

test('a refused order that cannot be deleted is taken back once, and is not shown when the app is opened again', async () => {
  const takeBack = vi.fn(() => true)
  const submitted = tab.submitOrder(CUSTOMER.user.id, DRAFT, () => undefined, takeBack)
  const sent = await server.next(ORDERS)
  const full = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  sent.refuse(409, 'price_changed')
  expect([(await submitted).kind, takeBack.mock.calls.length]).toEqual(['refused', 1])
  full.mockRestore()
  const next = await openAgain()
  expect([await next.entries(), await isStored(next)]).toEqual([[], true])
  await rounds(() => isStored(next))
  expect([server.untaken(), next.events]).toEqual([[], []])
})

test('a refusal of an order that another tab has removed since is not reported', async () => {
  tab.start()
  const submitted = tab.submit()
  const sent = await server.next(ORDERS)
  // Once it is stored as refused, the other tab removes it.
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...entry) {
    this.clear()
    const request = this.add(...entry)
    this.clear()
    return request
  })
  sent.refuse(409, 'price_changed')
  expect([(await submitted).kind, await tab.entries(), tab.events]).toEqual(['reported', [], []])
})

/** Fills the outbox with two orders, which are not sent yet. */
async function submitTwo() {
  server.health.isUp = false
  await tab.probeConnection()
  await tab.submit({ ...DRAFT, notes: 'first' })
  await vi.advanceTimersByTimeAsync(1)
  await tab.submit({ ...DRAFT, notes: 'second' })
  return (await tab.entries()).map(({ key }) => key)
}

test('an order that another tab has withdrawn, but could not delete, is not sent by a round that has read it before', async () => {
  await submitTwo()
  const [, second] = await tab.entries()
  server.health.isUp = true
  const other = await openTab()
  other.start()
  const first = await server.next(ORDERS)
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  expect(await tab.withdraw(second!)).toBe('gone')
  first.refuse(409, 'price_changed')
  await until(() => other.events.length > 0)
  await other.sendNow()
  expect([server.untaken(), await other.standings()]).toEqual([[], ['refused']])
})

test('a tab that hears of an order before it hears that the order is no longer void shows it at once', async () => {
  const [key] = await submitTwo()
  localStorage.setItem(`void-order:${key}`, `${Date.now()}`)
  const other = await openTab()
  await other.entries()
  expect(other.outboxCount()).toBe(1)
  localStorage.removeItem(`void-order:${key}`)
  dispatchEvent(new StorageEvent('storage', { key: `void-order:${key}` }))
  await until(() => other.outboxCount() === 2)
})

test('a void order is not deleted if its page goes on while another page deletes one before it', async () => {
  const keys = await submitTwo()
  for (const key of keys) localStorage.setItem(`void-order:${key}`, `${Date.now()}`)
  vi.setSystemTime(Date.now() + TWO_MINUTES)
  vi.spyOn(navigator.locks, 'request').mockImplementation(async (_, __, work) => {
    localStorage.removeItem(`void-order:${keys[1]}`)
    return work({ name: '', mode: 'exclusive' })
  })
  await tab.sendNow()
  expect((await tab.entries()).map(({ key }) => key)).toEqual([keys[1]])
})

test('without locks, an order that was deleted while its page was suspended stays in the cart', async () => {
  vi.restoreAllMocks()
  let commit = () => {}
  const muted = vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
    const set = (handler: () => void) => {
      commit = handler
    }
    Object.defineProperty(this, 'oncomplete', { set })
  })
  const onStored = vi.fn(() => undefined)
  const submitted = tab.submit(DRAFT, onStored)
  await until(isStored)
  muted.mockRestore()
  vi.setSystemTime(Date.now() + TWO_MINUTES)
  const other = await openTab()
  await other.sendNow()
  expect(await isStored(other)).toBe(false)
  commit()
  expect([await submitted, onStored.mock.calls.length]).toEqual([{ kind: 'withdrawn' }, 0])
})

test('an order that was not confirmed when its page was closed is deleted, as its goods have not left the cart', async () => {
  let closed: ReturnType<typeof closeDatabase> | undefined
  const refuse = () => {
    closed = closeDatabase()
    return false
  }
  expect(await tab.submit(DRAFT, refuse)).toEqual({ kind: 'withdrawn' })
  closed?.mockRestore()
  const next = await openAgain()
  expect([await next.entries(), await isStored(next)]).toEqual([[], true])
  await rounds(() => isStored(next))
  expect(server.untaken()).toEqual([])
})

test('an unreadable entry is counted for its owner, is never sent, and can be discarded and restored', async () => {
  await tab.database.updateStored('outbox', 'mine', () => ({ user_id: CUSTOMER.user.id, standing: 'unknown' }))
  await tab.database.updateStored('outbox', 'another’s', () => ({ user_id: OTHER_CUSTOMER.user.id }))
  await tab.database.updateStored('outbox', 'of unknown owner', () => 'corrupt')
  tab.start()
  expect(await tab.entries()).toEqual([])
  expect([tab.outboxCount(), server.untaken()]).toEqual([2, []])
  const undo = await tab.discardUnreadable('mine')
  expect(tab.outboxCount()).toBe(1)
  await undo()
  expect(tab.outboxCount()).toBe(2)
})
