import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { kurus } from '#contract/money.ts'
import { stubLocks } from '../testing/outbox-tab.ts'
import { CUSTOMER, MARKETER, ORDER_ID, WIRE_ORDER } from '../testing/samples.ts'
import { startServer, type TestServer, TIMERS, until } from '../testing/scripted-server.ts'
import type { Change } from './change-draft.ts'
import type { OutboxEvent } from './outbox-events.ts'

const TWO_MINUTES = 2 * 60 * 1000
const line = (quantity: number) => ({
  product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  unit: 'KG',
  vat_rate: 10,
  quantity,
  price: kurus(9_050),
})
const REVISION: Change = {
  is: 'revision',
  order_id: ORDER_ID,
  company_name: 'Lezzet Lokantası',
  revision_count: 3,
  before: { lines: [line(1)], notes: 'Sabah' },
  after: { lines: [line(2)], notes: 'Akşam' },
}
const QUOTE: Change = {
  is: 'quote',
  customer: { id: CUSTOMER.user.id, company_name: 'Lezzet Lokantası', is_active: true },
  body: { items: [{ product_name: 'Tulum', unit: 'KG', quantity: 2, price: kurus(30_000) }], notes: null },
}
const EDIT: Change = {
  is: 'customer',
  customer: { id: CUSTOMER.user.id, company_name: 'Lezzet Lokantası' },
  change: { phone: '0532' },
  seen: { phone: '0212' },
}
const WIRE_QUOTE = {
  id: '3b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a12',
  status: 'yeni',
  created_at: '2026-03-10T07:00:00.000Z',
  customer_id: CUSTOMER.user.id,
  user_company: 'Lezzet Lokantası',
  created_by_marketer_id: null,
  created_by_marketer_name: null,
  items: [],
  notes: null,
  answer: null,
  order_id: null,
}
const WIRE_CUSTOMER = {
  id: CUSTOMER.user.id,
  username: 'lezzet',
  company_name: 'Lezzet Lokantası',
  email: 'lezzet@ornek.com.tr',
  phone: '0212',
  address: '',
  is_active: true,
  email_verified: true,
  assigned_marketer_id: null,
  assigned_marketer_name: null,
  min_remaining_days: null,
  total_orders: 0,
  total_spent: 0,
  created_at: '2026-03-10T07:00:00.000Z',
  last_order_at: null,
  open_amount: 0,
}

const REVISE = `PUT /api/marketer/orders/${ORDER_ID}`
let server: TestServer
let tab: Awaited<ReturnType<typeof openTab>>

async function openTab() {
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const outbox = await import('./outbox.ts')
  const { refresh } = await import('./outbox-store.ts')
  // The forms have loaded these modules; the waits below are too short for that.
  await Promise.all([import('./send-change.ts'), import('./withdrawal.ts')])
  const events: OutboxEvent[] = []
  return {
    ...outbox,
    events,
    entries: refresh,
    standings: async () => (await refresh()).map(({ standing }) => standing.is),
    start: () => onTestFinished(outbox.startOutbox(event => events.push(event))),
    submit: (change: Change) => outbox.submitChange(MARKETER.user.id, change),
  }
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  vi.spyOn(Math, 'random').mockReturnValue(1)
  stubLocks()
  server = await startServer()
  tab = await openTab()
})

/** Submits a change whose response is lost; returns its key. */
async function submitInVain(change: Change, endpoint: string) {
  const submitted = tab.submit(change)
  const sent = await server.next(endpoint)
  sent.drop()
  expect((await submitted).kind).toBe('unanswered')
  return String(sent.headers['idempotency-key'])
}

test.each([REVISION, QUOTE, EDIT])('a change that the app fails to send is not reported as an order', async change => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(JSON, 'stringify').mockImplementation(() => {
    throw new TypeError('a fault')
  })
  const sentence = 'Uygulamada bir hata oluştu ve işlem gönderilemedi. Sayfayı yenileyip yeniden deneyin.'
  expect(await tab.submit(change)).toMatchObject({ kind: 'not_sent', refusal: { sentence } })
})

test('a revision without a reply is sent again, the same with the same key, until it is saved', async () => {
  tab.start()
  const key = await submitInVain(REVISION, REVISE)
  expect(await tab.standings()).toEqual(['waiting'])
  vi.advanceTimersByTime(2_000)
  const again = await server.next(REVISE)
  expect([again.headers['idempotency-key'], JSON.parse(again.body)]).toEqual([
    key,
    {
      items: [{ product_id: line(2).product_id, quantity: 2, price: 90.5, unit: 'KG' }],
      notes: 'Akşam',
      revision_count: 3,
    },
  ])
  again.reply(200, { ...WIRE_ORDER, revision_count: 4 })
  await until(() => tab.events.length > 0)
  expect(tab.events).toEqual([{ kind: 'changed', reply: expect.objectContaining({ kind: 'revision' }) }])
  expect(await tab.entries()).toEqual([])
})

test('a change refused while the user waits leaves the outbox; one refused later waits for a decision', async () => {
  tab.start()
  const submitted = tab.submit(REVISION)
  ;(await server.next(REVISE)).refuse(409, 'insufficient_stock', 'Yetersiz stok!', [
    { field: 'items.0', message: 'Ezine peyniri: Yetersiz stok!' },
  ])
  expect(await submitted).toMatchObject({
    kind: 'refused',
    refusal: { by_product: { [line(2).product_id]: expect.any(String) } },
  })
  expect(await tab.entries()).toEqual([])

  await submitInVain(REVISION, REVISE)
  vi.advanceTimersByTime(2_000)
  ;(await server.next(REVISE)).refuse(409, 'revised_meanwhile', 'Başkası revize etti')
  await until(() => tab.events.length > 0)
  expect(tab.events).toEqual([{ kind: 'change_refused', change: REVISION, sentence: 'Başkası revize etti' }])
  expect(await tab.standings()).toEqual(['refused'])
})

test.each([
  [REVISION, REVISE, 'order_not_visible'],
  [QUOTE, 'POST /api/marketer/custom-orders', 'quote_not_visible'],
] as const)('a change ($is) that had arrived and is no longer visible is not reported as refused', async (...row) => {
  const [change, endpoint, code] = row
  tab.start()
  await submitInVain(change, endpoint)
  vi.advanceTimersByTime(2_000)
  ;(await server.next(endpoint)).refuse(403, code)
  await until(() => tab.events.length > 0)
  expect([tab.events, await tab.standings()]).toEqual([[{ kind: 'change_arrived', change }], []])
})

test('a customer’s new data includes the values that the marketer saw, and a quote request its customer', async () => {
  const edited = tab.submit(EDIT)
  const sent = await server.next(`PUT /api/marketer/customers/${CUSTOMER.user.id}`)
  expect(JSON.parse(sent.body)).toEqual({ phone: '0532', seen: { phone: '0212' } })
  sent.reply(200, { success: true, customer: { ...WIRE_CUSTOMER, phone: '0532' } })
  expect(await edited).toMatchObject({ kind: 'changed', reply: { customer: { phone: '0532' } } })

  const requested = tab.submit(QUOTE)
  const request = await server.next('POST /api/marketer/custom-orders')
  expect(JSON.parse(request.body)).toMatchObject({ customer_id: CUSTOMER.user.id, items: [{ price: 300 }] })
  request.reply(201, WIRE_QUOTE)
  expect(await requested).toMatchObject({ kind: 'changed', reply: { quote: { id: WIRE_QUOTE.id } } })
})

type Found = [Change, string, string, object]
test.each<Found>([
  [REVISION, REVISE, 'GET /api/marketer/orders/by-key/', WIRE_ORDER],
  [QUOTE, 'POST /api/marketer/custom-orders', 'GET /api/marketer/custom-orders/by-key/', WIRE_QUOTE],
])(
  'a withdrawn change that was sent ($is) is looked up by its key, not sent again, and reported as arrived',
  async (change, endpoint, lookUp, found) => {
    tab.start()
    const key = await submitInVain(change, endpoint)
    const [entry] = await tab.entries()
    await tab.withdraw(entry!)
    ;(await server.next(`${lookUp}${key}`)).reply(200, found)
    await until(() => tab.events.length > 0)
    expect([tab.events, await tab.standings()]).toEqual([[{ kind: 'change_arrived', change }], ['too_late']])
  },
)

test('a withdrawn change that did not arrive leaves the outbox once it can no longer arrive', async () => {
  tab.start()
  const key = await submitInVain(QUOTE, 'POST /api/marketer/custom-orders')
  const [entry] = await tab.entries()
  const lookUp = `GET /api/marketer/custom-orders/by-key/${key}`
  server.respond(lookUp, exchange => exchange.refuse(404, 'quote_not_found'))
  await tab.withdraw(entry!)
  expect(await tab.standings()).toEqual(['withdrawn'])
  vi.setSystemTime(Date.now() + TWO_MINUTES + 1)
  vi.advanceTimersByTime(30_000)
  await until(async () => (await tab.entries()).length === 0)
  expect(tab.events).toEqual([])
})

test('a withdrawn change of a customer counts as arrived if the customer has its values', async () => {
  tab.start()
  await submitInVain(EDIT, `PUT /api/marketer/customers/${CUSTOMER.user.id}`)
  const [entry] = await tab.entries()
  await tab.withdraw(entry!)
  const read = await server.next(`GET /api/marketer/customers/${CUSTOMER.user.id}`)
  read.reply(200, { ...WIRE_CUSTOMER, phone: '0532' })
  await until(() => tab.events.length > 0)
  expect(await tab.standings()).toEqual(['too_late'])
})

test('whether a withdrawn change of a customer who has been handed over had arrived is reported as unknown', async () => {
  tab.start()
  await submitInVain(EDIT, `PUT /api/marketer/customers/${CUSTOMER.user.id}`)
  const [entry] = await tab.entries()
  await tab.withdraw(entry!)
  ;(await server.next(`GET /api/marketer/customers/${CUSTOMER.user.id}`)).refuse(404, 'not_found')
  await until(() => tab.events.length > 0)
  expect([tab.events, await tab.standings()]).toEqual([[{ kind: 'change_unknown', change: EDIT }], []])
})

test('a refused change that the user saves nevertheless is sent with a key of its own', async () => {
  tab.start()
  await tab.queueChange(MARKETER.user.id, REVISION)
  ;(await server.next(REVISE)).refuse(409, 'revised_meanwhile')
  await until(async () => (await tab.standings())[0] === 'refused')
  const [first] = await tab.entries()
  await tab.withdraw(first!)
  await tab.queueChange(MARKETER.user.id, { ...REVISION, revision_count: 4 })
  const second = await server.next(REVISE)
  expect(second.headers['idempotency-key']).not.toBe(first?.key)
  second.reply(200, WIRE_ORDER)
  await until(async () => (await tab.entries()).length === 0)
})
