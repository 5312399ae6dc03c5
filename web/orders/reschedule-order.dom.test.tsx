import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { kurus } from '#contract/money.ts'
import { DRAFT } from '../testing/outbox-tab.ts'
import { ADMIN, CUSTOMER, NO_DELIVERY, WIRE_ORDER } from '../testing/samples.ts'
import { button, hasButton, openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const NEXT = { date: '2026-03-12', cutoff: '2026-03-11T13:00:00.000Z', is_full: false }
const DAYS = { ...NO_DELIVERY, now: '2026-03-10T14:00:00.000Z', has_route: true, days: [NEXT] }

/** Opens the list of waiting orders, which is empty, in a session; `days` is the endpoint of the delivery days. */
async function openWaitingOrders(session: typeof CUSTOMER | typeof ADMIN, days: string, minimum: number | null = null) {
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => callback())
  const server = await startServer()
  server.respond(days, ({ reply }) => reply(200, { ...DAYS, minimum }))
  const { startSession } = await import('../current-session.ts')
  startSession(session)
  const { queryClient } = await import('../queries.ts')
  const outbox = await import('../pwa/outbox.ts')
  await import('./reschedule-order.tsx')
  const { WaitingOrders } = await import('./waiting-orders.tsx')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <WaitingOrders />
    </QueryClientProvider>,
  )
  const sendForNextDay = async () => {
    const again = '12.03.2026 için sipariş ver'
    await shows(() => Array.from(document.querySelectorAll('button')).some(one => one.textContent === again))
    await shows(() => !button(again).hasAttribute('aria-disabled'))
    await act(async () => button(again).click())
  }
  return { server, outbox, act, sendForNextDay }
}

test('a waiting order that missed its delivery day is placed for the next day on a press, with the same key', async () => {
  const { server, outbox, sendForNextDay } = await openWaitingOrders(CUSTOMER, 'GET /api/delivery/days')
  const delivery = { date: '2026-03-11', fee: kurus(5_000), overrides: [] }
  const sending = outbox.submitOrder(CUSTOMER.user.id, { ...DRAFT, delivery }, () => undefined)
  const first = await server.next('POST /api/orders')
  expect(JSON.parse(first.body)).toMatchObject({ delivery_date: '2026-03-11', expected_total: 150 })
  first.drop()
  await sending
  void outbox.sendNow()
  const late = await server.next('POST /api/orders')
  late.refuse(409, 'cutoff_passed', 'Son sipariş saati geçti; bir sonraki teslimat günü 12.03.2026 Perşembe')
  await sendForNextDay()
  const next = await server.next('POST /api/orders')
  expect(JSON.parse(next.body)).toEqual({ ...JSON.parse(first.body), delivery_date: '2026-03-12' })
  expect(next.headers['idempotency-key']).toBe(first.headers['idempotency-key'])
  next.reply(201, { ...WIRE_ORDER, delivery_date: '2026-03-12' })
  await shows(() => document.querySelector('[aria-label="Gönderilmeyi bekleyenler"]') === null)
})

test('a day chosen for a waiting order is replaced by the next free one when it becomes full', async () => {
  const { server, outbox, act } = await openWaitingOrders(CUSTOMER, 'GET /api/delivery/days')
  const { invalidate } = await import('../queries.ts')
  const friday = { date: '2026-03-13', cutoff: '2026-03-12T13:00:00.000Z' }
  const respond = (is_full: boolean) =>
    server.respond('GET /api/delivery/days', ({ reply }) =>
      reply(200, { ...DAYS, days: [NEXT, { ...friday, is_full }] }),
    )
  respond(false)
  await act(async () => void invalidate(['delivery']))
  const delivery = { date: '2026-03-11', fee: kurus(0), overrides: [] }
  void outbox.submitOrder(CUSTOMER.user.id, { ...DRAFT, delivery }, () => undefined)
  const place = 'POST /api/orders'
  ;(await server.next(place)).drop()
  void outbox.sendNow()
  ;(await server.next(place)).refuse(409, 'cutoff_passed', 'Son sipariş saati geçti')
  const select = () => document.querySelector('select')
  await shows(() => select()?.options.length === 2)
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select(), friday.date)
    select()?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(hasButton('13.03.2026 için sipariş ver')).toBe(true)
  respond(true)
  await act(async () => void invalidate(['delivery']))
  await shows(() => select()?.value === NEXT.date)
  expect(button('12.03.2026 için sipariş ver').hasAttribute('aria-disabled')).toBe(true)
  await shows(() => !button('12.03.2026 için sipariş ver').hasAttribute('aria-disabled'))
})

test.each([
  ['below the minimum remains one that overrides it', 1_000, ['minimum_not_reached']],
  ['for a day that was overridden does not override the next one', null, undefined],
])('an admin’s order %s when it is placed for another day', async (_, minimum, overrides) => {
  const customer = { id: CUSTOMER.user.id, company_name: 'Lezzet Lokantası', is_active: true }
  const days = `GET /api/marketer/customers/${customer.id}/delivery-days`
  const { server, outbox, sendForNextDay } = await openWaitingOrders(ADMIN, days, minimum)
  const confirmed = ['delivery_day_full', 'minimum_not_reached'] as const
  const delivery = { date: '2026-03-11', fee: kurus(0), overrides: confirmed }
  const sending = outbox.submitOrder(ADMIN.user.id, { ...DRAFT, customer, delivery }, () => undefined)
  const place = 'POST /api/marketer/orders/create-for-customer'
  const first = await server.next(place)
  expect(JSON.parse(first.body).overrides_delivery).toEqual(confirmed)
  first.drop()
  await sending
  void outbox.sendNow()
  ;(await server.next(place)).refuse(409, 'cutoff_passed', 'Son sipariş saati geçti')
  await sendForNextDay()
  const next = await server.next(place)
  const { delivery_date, overrides_delivery } = JSON.parse(next.body)
  expect([delivery_date, overrides_delivery]).toEqual(['2026-03-12', overrides])
  next.reply(201, { ...WIRE_ORDER, delivery_date: '2026-03-12' })
  await shows(() => document.querySelector('[aria-label="Gönderilmeyi bekleyenler"]') === null)
})

test.each([
  ['is offered for its own day nevertheless while that is today', '2026-03-10', true],
  ['is not offered for its own day once that is over, as the server takes no such order', '2026-03-09', false],
])('an admin’s waiting order that was refused for its day %s', async (_, date, isOffered) => {
  const customer = { id: CUSTOMER.user.id, company_name: 'Lezzet Lokantası', is_active: true }
  const { server, outbox } = await openWaitingOrders(ADMIN, `GET /api/marketer/customers/${customer.id}/delivery-days`)
  const delivery = { date, fee: kurus(0), overrides: [] }
  void outbox.submitOrder(ADMIN.user.id, { ...DRAFT, customer, delivery }, () => undefined)
  const place = 'POST /api/marketer/orders/create-for-customer'
  ;(await server.next(place)).drop()
  void outbox.sendNow()
  ;(await server.next(place)).refuse(409, 'cutoff_passed', 'Son sipariş saati geçti')
  const labels = () => Array.from(document.querySelectorAll('button')).map(({ textContent }) => textContent)
  await shows(() => labels().includes('12.03.2026 için sipariş ver'))
  expect(labels().some(label => label?.startsWith('Yine de'))).toBe(isOffered)
})
