import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { REQUEST_TIME } from '#contract/times.ts'
import { DRAFT, stubLocks } from '../testing/outbox-tab.ts'
import { CUSTOMER, MARKETER, ORDER_ID, OTHER_CUSTOMER, WIRE_ORDER } from '../testing/samples.ts'
import { type Exchange, startServer, type TestServer, TIMERS, until } from '../testing/scripted-server.ts'

const EVERY_30_SECONDS = 30_000
const LEZZET = { id: CUSTOMER.user.id, company_name: 'Lezzet Lokantası', is_active: true }

/** The order whose goods are in the cart again. */
const RETURNED = expect.objectContaining({ lines: DRAFT.lines })
const CANCELLED = { message: '', order: { ...WIRE_ORDER, status: 'iptal' } }

/** The endpoints of one audience. */
const AUDIENCES = {
  customer: {
    user: CUSTOMER,
    draft: DRAFT,
    place: 'POST /api/orders',
    find: (key: string) => `GET /api/orders/by-key/${key}`,
    read: `GET /api/orders/${ORDER_ID}`,
    cancel: `POST /api/orders/${ORDER_ID}/cancel`,
  },
  marketer: {
    user: MARKETER,
    draft: { ...DRAFT, customer: LEZZET },
    place: 'POST /api/marketer/orders/create-for-customer',
    find: (key: string) => `GET /api/marketer/orders/by-key/${key}`,
    read: `GET /api/marketer/orders/${ORDER_ID}`,
    cancel: `POST /api/marketer/orders/${ORDER_ID}/cancel`,
  },
}
type Audience = keyof typeof AUDIENCES

let server: TestServer

beforeEach(async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  stubLocks()
  server = await startServer()
})

async function openTab(audience: Audience) {
  vi.resetModules()
  const { startSession } = await import('../current-session.ts')
  const outbox = await import('./outbox.ts')
  const { refresh } = await import('./outbox-store.ts')
  const { updateStored } = await import('./database.ts')
  const { probeConnection } = await import('./connectivity.ts')
  startSession(AUDIENCES[audience].user)
  const events: Parameters<Parameters<typeof outbox.startOutbox>[0]>[0][] = []
  onTestFinished(outbox.startOutbox(event => events.push(event)))
  return {
    ...outbox,
    startSession,
    probeConnection,
    updateStored,
    events,
    entry: async () => (await refresh())[0],
    standing: async () => (await refresh())[0]?.standing ?? 'gone',
    submit: () => outbox.submitOrder(AUDIENCES[audience].user.user.id, AUDIENCES[audience].draft, () => undefined),
  }
}

/** Withdraws an order whose response was lost; the app is about to look it up. */
async function withdrawnOrder(audience: Audience = 'customer') {
  const tab = await openTab(audience)
  const submitted = tab.submit()
  ;(await server.next(AUDIENCES[audience].place)).drop()
  await submitted
  const entry = await tab.entry()
  if (!entry) throw new Error('the order is gone')
  expect(await tab.withdraw(entry)).toBe('checked')
  return {
    ...tab,
    ...AUDIENCES[audience],
    key: entry.key,
    lookUp: () => server.next(AUDIENCES[audience].find(entry.key)),
  }
}

test('an order that was never sent is withdrawn without a request', async () => {
  const { submit, entry, withdraw, standing, probeConnection } = await openTab('customer')
  server.health.isUp = false
  await probeConnection()
  await submit()
  const waiting = await entry()
  expect(waiting && (await withdraw(waiting))).toBe('gone')
  server.health.isUp = true
  await probeConnection()
  await vi.advanceTimersByTimeAsync(EVERY_30_SECONDS)
  expect([await standing(), server.untaken()]).toEqual(['gone', []])
})

/** An order that waits, as its user saw it. */
async function waitingOrder() {
  const tab = await openTab('customer')
  server.health.isUp = false
  await tab.probeConnection()
  await tab.submit()
  const entry = await tab.entry()
  if (!entry) throw new Error('the order is gone')
  return { ...tab, entry }
}

test('an order whose user is no longer logged in is not withdrawn, as its goods could not return to the cart', async () => {
  const { entry, withdraw, startSession, standing } = await waitingOrder()
  const takeBack = vi.fn()
  const withdrawing = withdraw(entry, takeBack)
  startSession(OTHER_CUSTOMER)
  expect([await withdrawing, takeBack.mock.calls.length]).toEqual([undefined, 0])
  startSession(CUSTOMER)
  expect(await standing()).toEqual({ is: 'waiting' })
})

test('a refused order that has another state by now is not withdrawn', async () => {
  const { entry, withdraw, updateStored, standing } = await waitingOrder()
  const refused = { is: 'refused' as const, refusal: { code: 'delivery_day_full', sentence: '', by_product: {} } }
  const tooLate = { is: 'too_late', order_id: ORDER_ID }
  await updateStored('outbox', entry.key, () => ({ ...entry, standing: tooLate }))
  const takeBack = vi.fn()
  expect([await withdraw({ ...entry, standing: refused }, takeBack), takeBack.mock.calls.length]).toEqual([
    undefined,
    0,
  ])
  expect(await standing()).toEqual(tooLate)
})

test.each(['customer', 'marketer'] as const)(
  'an order of a %s that arrived is found by its key and cancelled',
  async audience => {
    const { lookUp, cancel, standing, events } = await withdrawnOrder(audience)
    expect(await standing()).toEqual({ is: 'withdrawn', order_id: null })
    ;(await lookUp()).reply(200, WIRE_ORDER)
    const cancelling = await server.next(cancel)
    expect(await standing()).toEqual({ is: 'withdrawn', order_id: ORDER_ID })
    cancelling.reply(200, CANCELLED)
    await until(() => events.length > 0)
    expect([await standing(), events]).toEqual(['gone', [{ kind: 'cancelled', number: ORDER_ID.slice(0, 8) }]])
  },
)

test('an order that never arrived leaves the outbox once it can no longer be in flight, and is not sent again', async () => {
  const { key, find, standing, sendNow, events, entry } = await withdrawnOrder()
  server.respond(find(key), exchange => exchange.refuse(404, 'order_not_found'))
  const sentAt = (await entry())?.last_try ?? 0
  for (const waited of [0, 1_000, REQUEST_TIME]) {
    vi.setSystemTime(sentAt + waited)
    await sendNow()
    expect(await standing()).toEqual({ is: 'withdrawn', order_id: null })
  }
  vi.setSystemTime(sentAt + REQUEST_TIME + 1)
  await sendNow()
  expect([await standing(), events, server.untaken()]).toEqual(['gone', [], []])
})

test.each<[string, (exchange: Awaited<ReturnType<TestServer['next']>>) => void]>([
  ['the connection breaks', exchange => exchange.drop()],
  ['the server fails', exchange => exchange.refuse(500, 'unexpected')],
  ['there were too many requests', exchange => exchange.refuse(429, 'too_many_requests')],
  ['the password must be changed first', exchange => exchange.refuse(403, 'password_change_required')],
  ['a proxy responds', exchange => exchange.reply(404, '<html>')],
  ['the server does not have this call', exchange => exchange.refuse(404, 'not_found')],
])('while %s, it remains unknown whether the order arrived, and it is looked up again', async (_, fail) => {
  const { key, find, standing, sendNow, cancel } = await withdrawnOrder()
  server.respond(find(key), fail)
  await sendNow()
  vi.setSystemTime(Date.now() + 2 * REQUEST_TIME)
  await sendNow()
  expect(await standing()).toEqual({ is: 'withdrawn', order_id: null })
  server.respond(find(key), exchange => exchange.reply(200, WIRE_ORDER))
  void sendNow()
  await server.next(cancel)
})

test('an order that its marketer may no longer read leaves the outbox and is reported as not visible', async () => {
  const { lookUp, standing, events } = await withdrawnOrder('marketer')
  ;(await lookUp()).refuse(403, 'order_not_visible')
  await until(() => events.length > 0)
  expect([await standing(), events]).toEqual(['gone', [{ kind: 'not_visible', returned: RETURNED }]])
})

test('an order whose reply this version cannot decode counts as arrived', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { lookUp, standing, events } = await withdrawnOrder()
  ;(await lookUp()).reply(200, { id: ORDER_ID })
  await until(() => events.length > 0)
  expect([await standing(), events]).toEqual(['gone', [{ kind: 'arrived_unidentified', returned: RETURNED }]])
})

test.each([
  ['hazirlaniyor', 'too_late'],
  ['iptal', 'cancelled'],
] as const)('an order that cannot be cancelled because it is %s is %s', async (status, outcome) => {
  const { lookUp, cancel, read, standing, events, entry, withdraw } = await withdrawnOrder()
  ;(await lookUp()).reply(200, WIRE_ORDER)
  ;(await server.next(cancel)).refuse(409, 'order_not_pending')
  ;(await server.next(read)).reply(200, { ...WIRE_ORDER, status })
  await until(() => events.length > 0)
  expect(events).toEqual([
    { kind: outcome, number: ORDER_ID.slice(0, 8), ...(outcome === 'too_late' && { returned: RETURNED }) },
  ])
  expect(await standing()).toEqual(outcome === 'cancelled' ? 'gone' : { is: 'too_late', order_id: ORDER_ID })
  const late = await entry()
  if (late) expect(await withdraw(late)).toBe('gone')
  expect(await standing()).toBe('gone')
})

test.each([
  ['customer', 'cancelled'],
  ['marketer', 'too_late'],
] as const)('an order of a %s that is not found when it is cancelled is %s', async (audience, outcome) => {
  const { lookUp, cancel, events } = await withdrawnOrder(audience)
  ;(await lookUp()).reply(200, WIRE_ORDER)
  ;(await server.next(cancel)).refuse(404, 'order_not_found')
  await until(() => events.length > 0)
  expect(events).toEqual([
    { kind: outcome, number: ORDER_ID.slice(0, 8), ...(outcome === 'too_late' && { returned: RETURNED }) },
  ])
})

test('a lost cancellation is repeated without looking the order up again', async () => {
  const { lookUp, cancel, sendNow, events } = await withdrawnOrder()
  server.respond(cancel, exchange => exchange.refuse(503, 'not_ready'))
  ;(await lookUp()).reply(200, WIRE_ORDER)
  await sendNow()
  expect(events).toEqual([])
  server.respond(cancel, exchange => exchange.reply(200, CANCELLED))
  await sendNow()
  expect([events[0]?.kind, server.untaken()]).toEqual(['cancelled', []])
})

test('an order that is withdrawn while it is in flight is cancelled as soon as it is placed', async () => {
  const { submit, entry, withdraw, events, standing } = await openTab('customer')
  const submitted = submit()
  const sent = await server.next(AUDIENCES.customer.place)
  const waiting = await entry()
  expect(waiting && (await withdraw(waiting))).toBe('checked')
  sent.reply(201, WIRE_ORDER)
  ;(await server.next(AUDIENCES.customer.cancel)).reply(200, CANCELLED)
  expect(await submitted).toEqual({ kind: 'withdrawn' })
  await until(() => events.length > 0)
  expect([events[0]?.kind, await standing()]).toEqual(['cancelled', 'gone'])
})

test.each<[string, string, Audience, (exchange: Exchange) => void]>([
  [
    'whose reply this version cannot decode',
    'arrived_unidentified',
    'customer',
    ({ reply }) => reply(201, { id: ORDER_ID }),
  ],
  [
    'whose key the server already has',
    'arrived_unidentified',
    'customer',
    ({ refuse }) => refuse(409, 'idempotency_key_reused'),
  ],
  [
    'which its marketer may no longer read',
    'not_visible',
    'marketer',
    ({ refuse }) => refuse(403, 'order_not_visible'),
  ],
])(
  'an order that is withdrawn while it is in flight, and %s, is reported with its returned goods (%s)',
  async (_, kind, audience, answer) => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { submit, entry, withdraw, events, standing } = await openTab(audience)
    const submitted = submit()
    const sent = await server.next(AUDIENCES[audience].place)
    const waiting = await entry()
    expect(waiting && (await withdraw(waiting))).toBe('checked')
    answer(sent)
    // The screen that has sent the order must not report it as well.
    expect(await submitted).toEqual({ kind: 'withdrawn' })
    expect([await standing(), events]).toEqual(['gone', [{ kind, returned: RETURNED }]])
  },
)

test('an order that is refused after it was withdrawn leaves the outbox immediately', async () => {
  const { submit, entry, withdraw, events, standing } = await openTab('customer')
  const submitted = submit()
  const sent = await server.next(AUDIENCES.customer.place)
  const waiting = await entry()
  expect(waiting && (await withdraw(waiting))).toBe('checked')
  sent.refuse(409, 'price_changed')
  // The screen would return its goods to the cart a second time.
  expect(await submitted).toEqual({ kind: 'withdrawn' })
  expect([events, await standing()]).toEqual([[], 'gone'])
})

test('an order withdrawn in flight is looked up if the reply is that the account must be set up first', async () => {
  const { submit, entry, withdraw, standing } = await openTab('marketer')
  void submit()
  const sent = await server.next(AUDIENCES.marketer.place)
  const waiting = await entry()
  expect(waiting && (await withdraw(waiting))).toBe('checked')
  sent.refuse(403, 'password_change_required')
  ;(await server.next(AUDIENCES.marketer.find(waiting?.key ?? ''))).refuse(403, 'password_change_required')
  expect(await standing()).toEqual({ is: 'withdrawn', order_id: null })
})

test('an order whose state has changed is not withdrawn', async () => {
  const { submit, entry, withdraw } = await openTab('customer')
  const submitted = submit()
  const sent = await server.next(AUDIENCES.customer.place)
  const waiting = await entry()
  sent.reply(201, WIRE_ORDER)
  await submitted
  expect(waiting && (await withdraw(waiting))).toBeUndefined()
})

test('another user’s withdrawn order is not looked up, and its outcome is not reported', async () => {
  const { lookUp, cancel, startSession, sendNow, events } = await withdrawnOrder()
  const first = await lookUp()
  startSession(OTHER_CUSTOMER)
  first.reply(200, WIRE_ORDER)
  await vi.advanceTimersByTimeAsync(EVERY_30_SECONDS)
  await sendNow()
  expect([server.untaken(), events]).toEqual([[], []])
  startSession(CUSTOMER)
  server.respond(cancel, exchange => exchange.reply(200, CANCELLED))
  await until(async () => {
    await sendNow()
    return events.length > 0
  })
})
