import { beforeEach, expect, test, vi } from 'vitest'
import { kurus } from '#contract/money.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import type { QuoteDraft } from '../pwa/change-draft.ts'
import type { CartCustomer } from '../pwa/order-draft.ts'
import { closePageAtDeletion, DRAFT, stubLocks } from '../testing/outbox-tab.ts'
import { CUSTOMER, MARKETER, WIRE_ORDER } from '../testing/samples.ts'
import { button, hasButton, openScreen, shows } from '../testing/screen.ts'
import { startServer, type TestServer, TIMERS, until } from '../testing/scripted-server.ts'
import { lineOf } from './cart-line.ts'

const QUOTE: QuoteDraft = {
  is: 'quote',
  customer: null,
  body: { items: [{ product_name: 'Tulum', unit: 'KG', quantity: 2, price: kurus(30_000) }], notes: null },
}

let server: TestServer
beforeEach(async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  stubLocks()
  vi.stubGlobal('scrollTo', () => undefined)
  server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  await import('../pwa/send-change.ts')
})

/** Shows a button that calls the function of a hook when it is pressed; `toasts` are those shown since. */
async function openSender(useSend: () => () => unknown) {
  const { toast } = await import('../ui/toaster.tsx')
  const spies = (['info', 'warning'] as const).map(kind => vi.spyOn(toast, kind))
  const toasts = () =>
    spies.flatMap(({ mock }) => mock.calls).map(([text, { description } = {}]) => [text, description])
  function Sender() {
    const send = useSend()
    return <button onClick={() => void send()}>Gönder</button>
  }
  const { act } = await openScreen(<Sender />)
  return { act, toasts, press: () => act(async () => button('Gönder').click()) }
}

async function openOrder(customer: CartCustomer | null = null) {
  const { setCart } = await import('./cart.ts')
  const { usePlaceOrder } = await import('./place-order.ts')
  const { ApiError } = await import('../api.ts')
  const check = async () => ({ error: new ApiError(0, 'offline', '') })
  setCart(DRAFT.lines, customer?.id ?? null)
  return openSender(
    () => usePlaceOrder({ ...DRAFT, customer, check, onInFlight: () => undefined, onPlaced: () => undefined }).place,
  )
}

async function openQuote(customer: CartCustomer | null = null) {
  const { useQueuedChange } = await import('../pwa/queued-change.ts')
  return openSender(() => {
    const what = 'Teklif talebiniz'
    const { run } = useQueuedChange({ showError: 'toast', what, onReply: () => undefined, onWaiting: () => undefined })
    return () => run({ ...QUOTE, customer })
  })
}

test.each([
  {
    open: openOrder,
    endpoint: 'POST /api/orders',
    shown: [
      'Siparişiniz bekliyor',
      'Cevap alınamadı; kendiliğinden yeniden gönderilecek ve iki kez sipariş verilmeyecek.',
    ],
  },
  {
    open: openQuote,
    endpoint: 'POST /api/custom-orders',
    shown: [
      'Cevap alınamadı',
      'Teklif talebiniz bu cihazda bekliyor; kendiliğinden yeniden gönderilecek ve iki kez kaydedilmeyecek.',
    ],
  },
])('what was sent and has no reply after twenty seconds is not called unsent: $endpoint', async sending => {
  const { act, press, toasts } = await sending.open()
  await press()
  await server.next(sending.endpoint)
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  await shows(() => toasts().length > 0)
  expect(toasts()).toEqual([sending.shown])
})

test.each([
  { open: openOrder, what: 'Siparişiniz' },
  { open: openQuote, what: 'Teklif talebiniz' },
])('what could not be sent yet is said to be sent once there is a connection: $what', async ({ open, what }) => {
  const { press, toasts } = await open()
  const { probeConnection } = await import('../pwa/connectivity.ts')
  server.health.isUp = false
  await probeConnection()
  await press()
  await shows(() => toasts().length > 0)
  expect(toasts()).toEqual([[`${what} bekliyor; bağlantı gelince gönderilecek`, undefined]])
  expect(server.untaken()).toEqual([])
})

const LOST = { id: CUSTOMER.user.id, company_name: 'Lezzet Lokantası', is_active: true }

test.each([
  {
    open: openOrder,
    endpoint: 'POST /api/marketer/orders/create-for-customer',
    code: 'order_not_visible',
    text: 'Lezzet Lokantası siparişi ulaştı; artık görüntülenemiyor',
  },
  {
    open: openQuote,
    endpoint: 'POST /api/marketer/custom-orders',
    code: 'quote_not_visible',
    text: 'Teklif talebiniz ulaştı; artık görüntülenemiyor',
  },
])('what had arrived for a customer who was handed over since is said to have arrived: $endpoint', async sending => {
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  server.respond(sending.endpoint, ({ refuse }) => refuse(403, sending.code))
  const { press, toasts } = await sending.open(LOST)
  await press()
  await shows(() => toasts().length > 0)
  expect(toasts()).toEqual([[sending.text, undefined]])
})

test('a cart that another device has ordered during the check of its prices is not ordered again', async () => {
  const { setCart } = await import('./cart.ts')
  const { usePlaceOrder } = await import('./place-order.ts')
  setCart([lineOf(CHEESE, 2)])
  const check = async () => {
    setCart([])
    return { data: new Map([[CHEESE.id, CHEESE]]), error: null }
  }
  const { press, toasts } = await openSender(() => {
    const lines = [lineOf(CHEESE, 2)]
    return usePlaceOrder({ ...DRAFT, lines, check, onInFlight: () => undefined, onPlaced: () => undefined }).place
  })
  await press()
  await shows(() => toasts().length > 0)
  const taken = 'başka bir sekmede veya cihazda sipariş edilmiş veya çıkarılmış; sipariş verilmedi'
  expect(toasts()).toEqual([[`Sepetinizdeki ürünler bu sırada ${taken}`, undefined]])
  expect(server.untaken()).toEqual([])
})

test('presses in two tabs whose checks of prices are answered at the same moment place one order', async () => {
  let answer: () => void = () => undefined
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const openTab = async (name: string) => {
    vi.resetModules()
    const { setCart, cartLines } = await import('./cart.ts')
    const { usePlaceOrder } = await import('./place-order.ts')
    const { toast } = await import('../ui/toaster.tsx')
    const warned = vi.spyOn(toast, 'warning')
    setCart([lineOf(CHEESE, 2)])
    const check = () => answered.then(() => ({ data: new Map([[CHEESE.id, CHEESE]]), error: null }))
    function Tab() {
      const lines = [lineOf(CHEESE, 2)]
      const order = { ...DRAFT, lines, check, onInFlight: () => undefined, onPlaced: () => undefined }
      const { place } = usePlaceOrder(order)
      return <button onClick={() => void place()}>{name}</button>
    }
    const { act } = await openScreen(<Tab />)
    await act(async () => button(name).click())
    return { warned, cartLines }
  }
  const tabs = [await openTab('İlk sekme'), await openTab('İkinci sekme')]
  answer()
  const sent = await server.next('POST /api/orders')
  await shows(() => tabs.some(({ warned }) => warned.mock.calls.length > 0))
  sent.reply(201, WIRE_ORDER)
  const { refresh } = await import('../pwa/outbox-store.ts')
  await until(async () => (await refresh()).length === 0)
  expect(server.untaken()).toEqual([])
  expect(tabs.map(({ cartLines }) => cartLines(null))).toEqual([[], []])
})

test('a cart opened again during the check of its prices is being ordered; a day chosen since the press stays', async () => {
  const { setCart, cartLines } = await import('./cart.ts')
  const { deliveryDayName } = await import('./delivery-day-name.ts')
  const { storedText, storeText } = await import('../pwa/stored-text.ts')
  const { usePlaceOrder } = await import('./place-order.ts')
  const lines = [lineOf(CHEESE, 2)]
  setCart(lines)
  let answer: () => void = () => undefined
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const check = () => answered.then(() => ({ data: new Map([[CHEESE.id, CHEESE]]), error: null }))
  function Cart() {
    const order = { ...DRAFT, lines, check, onInFlight: () => undefined, onPlaced: () => undefined }
    const { place, busy } = usePlaceOrder(order)
    return <button onClick={() => void place()}>{busy ? 'Veriliyor' : 'Sipariş ver'}</button>
  }
  const { act, show } = await openScreen(<Cart key="first" />)
  storeText(deliveryDayName(null), '2026-03-11')
  await act(async () => button('Sipariş ver').click())
  await show(<Cart key="again" />)
  await act(async () => button('Veriliyor').click())
  await act(async () => storeText(deliveryDayName(null), '2026-03-12'))
  answer()
  const sent = await server.next('POST /api/orders')
  await shows(() => hasButton('Sipariş ver'))
  expect([cartLines(null), storedText(deliveryDayName(null))]).toEqual([[], '2026-03-12'])
  sent.reply(201, WIRE_ORDER)
  const { refresh } = await import('../pwa/outbox-store.ts')
  await until(async () => (await refresh()).length === 0)
  expect(server.untaken()).toEqual([])
})

test('a refused order whose page is closed as it leaves the outbox is in the cart', async () => {
  const { press } = await openOrder()
  await press()
  const sent = await server.next('POST /api/orders')
  const { cartLines } = await import('./cart.ts')
  const { readAll } = await import('../pwa/database.ts')
  expect(cartLines(null)).toEqual([])
  closePageAtDeletion()
  sent.refuse(409, 'insufficient_stock')
  await shows(async () => (await readAll('outbox')).size === 0)
  expect(cartLines(null)).toEqual(DRAFT.lines)
})

test('an order that is refused after its user has left waits, also while the code of the next screen is loading', async () => {
  const { lazy } = await import('react')
  const { LocationProvider, Switch, useNavigate } = await import('../ui/router.tsx')
  const { setCart, cartLines } = await import('./cart.ts')
  const { usePlaceOrder } = await import('./place-order.ts')
  const { onOutboxEvent } = await import('../pwa/outbox-events.ts')
  const { ApiError } = await import('../api.ts')
  const reported = vi.fn()
  onOutboxEvent(reported)
  setCart(DRAFT.lines)
  function Cart() {
    const navigate = useNavigate()
    const check = async () => ({ error: new ApiError(0, 'offline', '') })
    const { place } = usePlaceOrder({ ...DRAFT, check, onInFlight: () => undefined, onPlaced: () => undefined })
    return (
      <>
        <button onClick={() => void place()}>Sipariş ver</button>
        <button onClick={() => navigate('/lists')}>Listeler</button>
      </>
    )
  }
  const Loading = lazy(() => new Promise<never>(() => undefined))
  const routes = [
    { path: '/', element: <Cart /> },
    { path: '/lists', element: <Loading /> },
  ]
  const { act } = await openScreen(
    <LocationProvider>
      <Switch routes={routes} fallback={null} />
    </LocationProvider>,
  )
  await act(async () => button('Sipariş ver').click())
  const sent = await server.next('POST /api/orders')
  await act(async () => button('Listeler').click())
  expect(hasButton('Sipariş ver')).toBe(true)
  sent.refuse(409, 'insufficient_stock')
  await shows(() => reported.mock.calls.length > 0 || cartLines(null).length > 0)
  expect([reported.mock.calls.length, cartLines(null)]).toEqual([1, []])
})

test('an order leaves the undo and the report of another cart that was filled since', async () => {
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { toast } = await import('../ui/toaster.tsx')
  const { toastWholeCart, withdrawWholeCartUndo } = await import('./whole-cart-toast.ts')
  const dismiss = vi.spyOn(toast, 'dismiss')
  const { press } = await openOrder(LOST)
  toastWholeCart({ text: '3 ürün sepete eklendi', undo: () => undefined })
  await press()
  ;(await server.next('POST /api/marketer/orders/create-for-customer')).reply(201, WIRE_ORDER)
  expect(dismiss).not.toHaveBeenCalled()
  withdrawWholeCartUndo()
  expect(dismiss).toHaveBeenCalledOnce()
})
