import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { listOrders } from '#contract/orders.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import type { QuoteDraft } from '../pwa/change-draft.ts'
import { DRAFT, LINE } from '../testing/outbox-tab.ts'
import { ADMIN, CUSTOMER, MARKETER, WIRE_ORDER, WIRE_OWN_CUSTOMER, WIRE_QUOTE } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { type Exchange, startServer, until } from '../testing/scripted-server.ts'

const COMPANY = 'Lezzet Lokantası'
const BODY = { items: [{ product_name: 'Tulum', unit: 'KG', quantity: 2, price: kurus(30_000) }], notes: null } as const
const OF_CUSTOMER = { session: CUSTOMER, endpoint: 'POST /api/custom-orders', customer: null }
const OF_MARKETER = {
  session: MARKETER,
  endpoint: 'POST /api/marketer/custom-orders',
  customer: { id: CUSTOMER.user.id, company_name: COMPANY, is_active: true },
}

const toasts = () => Array.from(document.querySelectorAll('[data-sonner-toast]')).map(({ textContent }) => textContent)

/** Puts the page in the background, where toasts do not time out. */
function keepToasts() {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
}

test.each([
  { ...OF_CUSTOMER, what: 'Teklif talebiniz', sent: 'Bekleyen teklif talebiniz gönderildi', company: '' },
  { ...OF_MARKETER, what: 'Teklif talebi', sent: 'Bekleyen teklif talebi gönderildi', company: COMPANY },
])('the waiting toast of a quote becomes: $sent', async ({ session, endpoint, customer, what, sent, company }) => {
  stubResizeObserver()
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(session)
  const { Toaster } = await import('../ui/toaster.tsx')
  const { OutboxNotifications } = await import('./outbox-notifications.tsx')
  const { useQueuedChange } = await import('../pwa/queued-change.ts')
  const { sendNow } = await import('../pwa/outbox.ts')
  const change: QuoteDraft = { is: 'quote', customer, body: { ...BODY, items: [...BODY.items] } }
  function Send() {
    const { run } = useQueuedChange({ showError: 'toast', what, onReply: () => undefined, onWaiting: () => undefined })
    return <button onClick={() => void run(change)}>Gönder</button>
  }
  const { act } = await openScreen(
    <>
      <Send />
      <OutboxNotifications audience={session.role} />
      <Toaster />
    </>,
  )
  let isBusy = true
  server.respond(endpoint, ({ refuse, reply }) =>
    isBusy ? refuse(503, 'unavailable', 'Sunucu meşgul') : reply(201, WIRE_QUOTE),
  )
  await act(async () => button('Gönder').click())
  await shows(() => toasts().some(text => text.includes(`${what} bu cihazda bekliyor`)))
  isBusy = false
  keepToasts()
  void sendNow()
  await shows(() => toasts().some(text => text.includes(sent)))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await expect.poll(toasts).toEqual([`${sent}${company}`])
})

test('a revision that waited is reported with the total and the delivery fee that the server has computed', async () => {
  stubResizeObserver()
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { Toaster, toast } = await import('../ui/toaster.tsx')
  const { OutboxNotifications } = await import('./outbox-notifications.tsx')
  const { queueChange } = await import('../pwa/outbox.ts')
  const success = vi.spyOn(toast, 'success')
  await openScreen(
    <>
      <OutboxNotifications audience="marketer" />
      <Toaster />
    </>,
  )
  const content = { lines: [{ ...LINE, price: kurus(90_000) }], notes: '' }
  const order = { is: 'revision', order_id: WIRE_ORDER.id, company_name: COMPANY, revision_count: 0 } as const
  await queueChange(MARKETER.user.id, { ...order, before: { ...content, notes: 'Sabah' }, after: content })
  const sent = await server.next(`PUT /api/marketer/orders/${WIRE_ORDER.id}`)
  sent.reply(200, { ...WIRE_ORDER, grand_total: 975, delivery_fee: 75 })
  await shows(() => success.mock.calls.length > 0)
  const description = `Revizyon 1a2b3c4d: ${COMPANY} · Genel toplam ₺975,00, teslimat ücreti ₺75,00 dahil`
  expect(success.mock.calls).toEqual([['Bekleyen değişiklik kaydedildi', { description }]])
})

test('a customer whose waiting change is saved has it in the carts and in the copy for offline use', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { chooseCustomer } = await import('../cart/other-carts.ts')
  const { chosenCustomer } = await import('../cart/chosen-customer.ts')
  const { updateStored } = await import('../pwa/database.ts')
  const { readOfflineCustomers } = await import('../marketer/offline-customers.ts')
  const { OutboxNotifications } = await import('./outbox-notifications.tsx')
  const { queueChange } = await import('../pwa/outbox.ts')
  await import('../pwa/send-change.ts')
  const name = `${MARKETER.user.id} own customers`
  const passive = { ...WIRE_OWN_CUSTOMER, is_active: false }
  const copy = { user_id: MARKETER.user.id, at: 1, answer: JSON.stringify([passive]) }
  await updateStored('answers', name, () => copy)
  const { id } = CUSTOMER.user
  chooseCustomer({ id, company_name: COMPANY, is_active: false })
  await openScreen(<OutboxNotifications audience="marketer" />)
  const change = { is: 'customer', customer: { id, company_name: COMPANY } } as const
  await queueChange(MARKETER.user.id, { ...change, change: { is_active: true }, seen: { is_active: false } })
  const sent = await server.next(`PUT /api/marketer/customers/${id}`)
  sent.reply(200, { success: true, customer: WIRE_OWN_CUSTOMER })
  await until(() => chosenCustomer()?.is_active === true)
  await until(async () => (await readOfflineCustomers())?.customers[0]?.is_active === true)
})

test('an order that waited for a customer who was handed over since is refused in words that say so', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { toast } = await import('../ui/toaster.tsx')
  const { OutboxNotifications } = await import('./outbox-notifications.tsx')
  const { sendNow, submitOrder } = await import('../pwa/outbox.ts')
  const warning = vi.spyOn(toast, 'warning')
  await openScreen(<OutboxNotifications audience="marketer" />)
  const endpoint = 'POST /api/marketer/orders/create-for-customer'
  const submitted = submitOrder(MARKETER.user.id, { ...DRAFT, customer: OF_MARKETER.customer }, () => undefined)
  ;(await server.next(endpoint)).drop()
  await submitted
  server.respond(endpoint, ({ refuse }) => refuse(404, 'not_found', 'Kayıt bulunamadı'))
  void sendNow()
  await shows(() => warning.mock.calls.length > 0)
  const gone = 'Bu müşteri artık sizin değil; başka bir pazarlamacıya geçmiş veya silinmiş olabilir'
  expect(warning.mock.calls).toMatchObject([['Bekleyen sipariş verilmedi', { description: `${COMPANY}: ${gone}` }]])
})

test('a withdrawn change of a customer who was handed over since is not said to be saved', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { toast } = await import('../ui/toaster.tsx')
  const { OutboxNotifications } = await import('./outbox-notifications.tsx')
  const { queueChange, withdraw } = await import('../pwa/outbox.ts')
  const { refresh } = await import('../pwa/outbox-store.ts')
  const warning = vi.spyOn(toast, 'warning')
  await openScreen(<OutboxNotifications audience="marketer" />)
  const { id } = CUSTOMER.user
  const customer = { id, company_name: COMPANY }
  await queueChange(MARKETER.user.id, { is: 'customer', customer, change: { phone: '0532' }, seen: { phone: '0212' } })
  const sent = await server.next(`PUT /api/marketer/customers/${id}`)
  const [entry] = await refresh()
  expect(entry && (await withdraw(entry))).toBe('checked')
  sent.drop()
  ;(await server.next(`GET /api/marketer/customers/${id}`)).refuse(404, 'not_found', 'Kayıt bulunamadı')
  await shows(() => warning.mock.calls.length > 0)
  const description = 'Bu müşteri artık sizin değil; başka bir pazarlamacıya geçmiş veya silinmiş olabilir'
  expect(warning.mock.calls).toEqual([[`Ulaşıp ulaşmadığı bilinmiyor. Müşteri bilgileri: ${COMPANY}`, { description }]])
})

test.each([
  [MARKETER, 'Bu müşteri artık sizin değil; başka bir pazarlamacıya geçmiş veya silinmiş olabilir'],
  [ADMIN, 'Bu müşteri silinmiş'],
])('an order that waited and had arrived for a customer who is gone since is reported: $0.role', async (user, gone) => {
  stubResizeObserver()
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(user)
  const { toast } = await import('../ui/toaster.tsx')
  const { OutboxNotifications } = await import('./outbox-notifications.tsx')
  const { sendNow, submitOrder } = await import('../pwa/outbox.ts')
  const info = vi.spyOn(toast, 'info')
  await openScreen(<OutboxNotifications audience={user === ADMIN ? 'admin' : 'marketer'} />)
  const endpoint = 'POST /api/marketer/orders/create-for-customer'
  const submitted = submitOrder(user.user.id, { ...DRAFT, customer: OF_MARKETER.customer }, () => undefined)
  ;(await server.next(endpoint)).drop()
  await submitted
  server.respond(endpoint, ({ refuse }) => refuse(403, 'order_not_visible'))
  void sendNow()
  await shows(() => info.mock.calls.length > 0)
  const description = `${COMPANY}: ${gone}`
  expect(info.mock.calls).toEqual([['Bekleyen sipariş daha önce ulaşmış; artık görüntülenemiyor', { description }]])
})

test.each([
  // Its code is not a text, so it is not taken for the portal's own refusal.
  ['is refused by a proxy', ({ reply }: Exchange) => reply(403, { error: 'blocked', code: 7 })],
  ['gets no reply', ({ drop }: Exchange) => drop()],
])('if the check of prices %s, the order waits and its toast disappears when it is placed', async (_, answer) => {
  stubResizeObserver()
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { fetchCurrentProducts } = await import('../cart/cart-check.ts')
  const { Toaster } = await import('../ui/toaster.tsx')
  const { OutboxNotifications } = await import('./outbox-notifications.tsx')
  const { usePlaceOrder } = await import('../cart/place-order.ts')
  const { setCart } = await import('../cart/cart.ts')
  setCart(DRAFT.lines)
  const { sendNow } = await import('../pwa/outbox.ts')
  server.respond('GET /api/products', answer)
  const check = () =>
    fetchCurrentProducts([LINE.product_id]).then(
      data => ({ data, error: null }),
      (error: Error) => ({ error }),
    )
  function Order() {
    const { place } = usePlaceOrder({ ...DRAFT, check, onInFlight: () => undefined, onPlaced: () => undefined })
    return <button onClick={() => void place()}>Sipariş ver</button>
  }
  const { act } = await openScreen(
    <>
      <Order />
      <OutboxNotifications audience="customer" />
      <Toaster />
    </>,
  )
  let isBusy = true
  server.respond('POST /api/orders', ({ reply }) => (isBusy ? reply(500, '<html>') : reply(201, WIRE_ORDER)))
  await act(async () => button('Sipariş ver').click())
  await shows(() => toasts().some(text => text.includes('Siparişiniz bekliyor')))
  expect(toasts()).toHaveLength(1)
  isBusy = false
  keepToasts()
  void sendNow()
  await shows(() => toasts().some(text => text.includes('Bekleyen siparişiniz gönderildi')))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await expect.poll(toasts).toHaveLength(1)
})

test('an order that the outbox sends is shown in the open orders, without the waiting changes of open products', async () => {
  stubResizeObserver()
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { invalidate, queryClient, useListQuery } = await import('../queries.ts')
  const { useSteadyList } = await import('../lists/steady-list.ts')
  const { OutboxNotifications } = await import('./outbox-notifications.tsx')
  const { sendNow, submitOrder } = await import('../pwa/outbox.ts')
  function Lists() {
    const orders = useSteadyList(useListQuery(listOrders, {}), '')
    const products = useSteadyList(useListQuery(listProducts, {}), '')
    const stock = products.items.map(({ stock_quantity }) => stock_quantity).join()
    return <output>{`${orders.items.length} orders, stock ${stock} +${products.waiting.added}`}</output>
  }
  const older = { ...WIRE_ORDER, id: '00000000-0000-4000-8000-000000000001' }
  const present: { orders: object[]; products: Product[] } = { orders: [older], products: [CHEESE] }
  server.respond('GET /api/orders', ({ reply }) => reply(200, present.orders))
  server.respond('GET /api/products', ({ reply }) => reply(200, z.encode(listProducts.reply, present.products)))
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <OutboxNotifications audience="customer" />
      <Lists />
    </QueryClientProvider>,
  )
  const lists = () => document.querySelector('output')?.textContent
  await shows(() => lists() === '1 orders, stock 40 +0')
  const added = { ...CHEESE, id: '00000000-0000-4000-8000-000000000002', stock_quantity: 7 }
  present.products = [added, CHEESE]
  void invalidate(['products'], { isAnnounced: true })
  await shows(() => lists() === '1 orders, stock 40 +1')
  const submitted = submitOrder(CUSTOMER.user.id, DRAFT, () => undefined)
  ;(await server.next('POST /api/orders')).drop()
  await submitted
  present.orders = [WIRE_ORDER, older]
  present.products = [added, { ...CHEESE, stock_quantity: 39 }]
  server.respond('POST /api/orders', ({ reply }) => reply(201, WIRE_ORDER))
  void sendNow()
  await shows(() => lists()?.startsWith('2 orders') === true && lists()?.includes('39') === true)
  expect(lists()).toBe('2 orders, stock 39 +1')
})

const ADDED = { ...LINE, quantity: 2, total_price: kurus(20_000) }

test.each([
  ['goods, without what was added since and the day', [ADDED], '2026-03-13'],
  ['goods and their day', [], ''],
])(
  'the %s of a withdrawn order that turns out to be placed leave the cart, and can be returned',
  async (_, since, dayLeft) => {
    stubResizeObserver()
    const server = await startServer()
    const { startSession } = await import('../current-session.ts')
    startSession(CUSTOMER)
    const { setCart, cartLines, noteTextName } = await import('../cart/cart.ts')
    const { deliveryDayName } = await import('../cart/delivery-day-name.ts')
    const { storedText } = await import('../pwa/stored-text.ts')
    const { Toaster } = await import('../ui/toaster.tsx')
    const { WaitingOrders } = await import('./waiting-orders.tsx')
    const { OutboxNotifications } = await import('./outbox-notifications.tsx')
    const { submitOrder } = await import('../pwa/outbox.ts')
    const { act } = await openScreen(
      <>
        <WaitingOrders />
        <OutboxNotifications audience="customer" />
        <Toaster />
      </>,
    )
    const delivery = { date: '2026-03-13', fee: kurus(0), overrides: [] }
    const submitted = submitOrder(CUSTOMER.user.id, { ...DRAFT, delivery }, () => undefined)
    ;(await server.next('POST /api/orders')).drop()
    await submitted
    // Put into the cart since.
    await act(async () => setCart(since, null))
    await shows(() => document.body.textContent.includes('Geri al'))
    expect(document.body.textContent).toContain('1 ürün, KDV dahil')
    const { refresh } = await import('../pwa/outbox-store.ts')
    const key = (await refresh())[0]?.key
    await act(async () => button('Geri al').click())
    const found = await server.next(`GET /api/orders/by-key/${key}`)
    const cart = () => [cartLines(null), storedText(noteTextName(null)), storedText(deliveryDayName(null))]
    const quantity = 1 + (since[0]?.quantity ?? 0)
    const returned = [[{ ...LINE, quantity, total_price: kurus(10_000 * quantity) }], DRAFT.notes, delivery.date]
    await shows(() => cartLines(null)[0]?.quantity === quantity)
    expect(cart()).toEqual(returned)
    found.reply(200, WIRE_ORDER)
    ;(await server.next(`POST /api/orders/${WIRE_ORDER.id}/cancel`)).refuse(409, 'order_not_pending')
    ;(await server.next(`GET /api/orders/${WIRE_ORDER.id}`)).reply(200, { ...WIRE_ORDER, status: 'hazirlaniyor' })
    await shows(() => toasts().some(text => text.includes('iptal edilemedi')))
    expect(toasts().join()).toContain('Sepete geri konan ürünler yeniden çıkarıldı.')
    expect(cart()).toEqual([since, '', dayLeft])
    await act(async () => button('Geri al').click())
    expect(cart()).toEqual(returned)
  },
)

test.each([
  ['once, if it is refused', ({ refuse }: Exchange) => refuse(409, 'price_changed', 'Fiyatlar değişti'), [LINE]],
  [
    'no longer, if it was placed but its reply is unreadable',
    ({ reply }: Exchange) => reply(201, { id: 'of a later version' }),
    [],
  ],
])('the goods of an order that is withdrawn while it is being sent are in the cart %s', async (_, answer, left) => {
  vi.spyOn(console, 'error').mockReturnValue()
  stubResizeObserver()
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { setCart, cartLines } = await import('../cart/cart.ts')
  const { fetchCurrentProducts } = await import('../cart/cart-check.ts')
  const { Toaster } = await import('../ui/toaster.tsx')
  const { WaitingOrders } = await import('./waiting-orders.tsx')
  const { OutboxNotifications } = await import('./outbox-notifications.tsx')
  const { usePlaceOrder } = await import('../cart/place-order.ts')
  server.respond('GET /api/products', ({ drop }) => drop())
  const check = () =>
    fetchCurrentProducts([LINE.product_id]).then(
      data => ({ data, error: null }),
      (error: Error) => ({ error }),
    )
  const inFlight: boolean[] = []
  function Order() {
    const onInFlight = (sent: object | undefined) => void inFlight.push(sent !== undefined)
    const { place } = usePlaceOrder({ ...DRAFT, check, onInFlight, onPlaced: () => undefined })
    return <button onClick={() => void place()}>Sipariş ver</button>
  }
  const { act } = await openScreen(
    <>
      <Order />
      <WaitingOrders />
      <OutboxNotifications audience="customer" />
      <Toaster />
    </>,
  )
  await act(async () => setCart([LINE], null))
  await act(async () => button('Sipariş ver').click())
  const sent = await server.next('POST /api/orders')
  await shows(() => document.body.textContent.includes('Gönderiliyor…'))
  expect(cartLines(null)).toEqual([])
  await act(async () => button('Geri al').click())
  await shows(() => cartLines(null).length === 1)
  keepToasts()
  answer(sent)
  await shows(() => inFlight.at(-1) === false)
  expect(cartLines(null)).toEqual(left)
  await shows(() => !document.body.textContent.includes('Gönderilmeyi bekleyenler'))
  // Neither is it said to wait, nor its refusal shown: the user has withdrawn it.
  expect(toasts().join()).not.toMatch(/bekliyor|Fiyatlar değişti/)
})
