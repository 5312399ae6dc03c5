import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { kurus } from '#contract/money.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import type { Change } from '../pwa/change-draft.ts'
import { closePageAtDeletion, DRAFT } from '../testing/outbox-tab.ts'
import { CUSTOMER, MARKETER, ORDER_ID, OTHER_CUSTOMER, WIRE_ORDER, WIRE_QUOTE } from '../testing/samples.ts'
import { button, hasButton, openScreen, stubResizeObserver } from '../testing/screen.ts'
import { startServer, until } from '../testing/scripted-server.ts'

const QUOTE: Change = {
  is: 'quote',
  customer: null,
  body: { items: [{ product_name: 'Tulum', unit: 'KG', quantity: 2, price: kurus(0), notes: null }], notes: null },
}

test.each([
  { endpoint: 'POST /api/orders', never: 'sipariş verilmez', made: WIRE_ORDER },
  { endpoint: 'POST /api/custom-orders', never: 'kaydedilmez', made: WIRE_QUOTE },
])('a waiting entry shows whether it is being sent: $endpoint', async ({ endpoint, never, made }) => {
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => callback())
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const outbox = await import('../pwa/outbox.ts')
  await import('./waiting-change.tsx')
  const { WaitingOrders } = await import('./waiting-orders.tsx')
  await openScreen(<WaitingOrders />)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const says = (text: string) =>
    until(() => Array.from(document.querySelectorAll('[aria-live=polite]')).some(one => one.textContent === text))
  const { id } = CUSTOMER.user
  const sent = made === WIRE_ORDER ? outbox.submitOrder(id, DRAFT, () => undefined) : outbox.submitChange(id, QUOTE)
  const first = await server.next(endpoint)
  await says('Gönderiliyor…')
  first.refuse(503, 'unavailable')
  expect((await sent).kind).toBe('unanswered')
  await says(`Gönderildi, ama cevap alınamadı; ulaşmış olabilir. Bağlantı gelince yeniden denenir ve iki kez ${never}.`)
  void outbox.sendNow()
  const second = await server.next(endpoint)
  await says('Yeniden gönderiliyor…')
  second.reply(201, made)
  await until(() => document.querySelector('[aria-live=polite]') === null)
})

/** A marketer's app that sends what waits at once. */
async function openAsMarketer() {
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => callback())
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { queueChange } = await import('../pwa/outbox.ts')
  await import('./waiting-change.tsx')
  const { WaitingOrders } = await import('./waiting-orders.tsx')
  return { server, queueChange, WaitingOrders }
}

const LOR = { product_id: CHEESE.id, product_name: 'Lor', brand: '', unit: 'ADET', vat_rate: 10, quantity: 24 }

test.each([
  ['adds a product in a former unit', 'price_changed'],
  ['raises a line in a former unit', 'unit_changed'],
])('a waiting revision that %s is not sent again once it is refused', async (_, code) => {
  const { server, queueChange, WaitingOrders } = await openAsMarketer()
  await queueChange(MARKETER.user.id, {
    is: 'revision',
    order_id: ORDER_ID,
    company_name: 'Lezzet',
    revision_count: 0,
    before: { lines: [], notes: '' },
    after: { lines: [{ ...LOR, price: kurus(1000) }], notes: '' },
  })
  const errors = [{ field: 'items.0', message: 'Lor: birimi artık PAKET' }]
  ;(await server.next(`PUT /api/marketer/orders/${ORDER_ID}`)).refuse(409, code, 'Birimler değişti', errors)
  await openScreen(<WaitingOrders />)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await until(() => document.body.textContent?.includes('Lor: birimi artık PAKET') === true)
  const labels = new Set(Array.from(document.querySelectorAll('button'), ({ textContent }) => textContent))
  expect([labels.has('Sil'), labels.has('Yeniden gönder')]).toEqual([true, false])
  expect(document.body.textContent).toContain('Bu revizyonu siparişin sayfasında yeniden yazın.')
  expect(document.body.textContent).not.toContain('Lor: Lor')
})

test.each([
  ['cutoff_passed', 'bu siparişi artık yalnız yönetici değiştirebilir', false],
  ['delivery_day_full', 'teslimatı dolu; bir sonraki uygun gün 13.03.2026 Cuma', true],
  ['delivery_day_unavailable', 'günü teslimat yapılamıyor', true],
])('a waiting revision that is refused for its day (%s) is not sent again', async (code, sentence, canBeEntered) => {
  const { server, queueChange, WaitingOrders } = await openAsMarketer()
  const lines = [{ ...LOR, price: kurus(1000) }]
  await queueChange(MARKETER.user.id, {
    is: 'revision',
    order_id: ORDER_ID,
    company_name: 'Lezzet',
    revision_count: 0,
    before: { lines, notes: '', day: '2026-03-11' },
    after: { lines, notes: '', day: '2026-03-12' },
  })
  ;(await server.next(`PUT /api/marketer/orders/${ORDER_ID}`)).refuse(409, code, sentence)
  await openScreen(<WaitingOrders />)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await until(() => document.body.textContent?.includes(sentence) === true)
  const labels = new Set(Array.from(document.querySelectorAll('button, a'), ({ textContent }) => textContent))
  expect([labels.has('Siparişe git'), labels.has('Yeniden gönder')]).toEqual([true, false])
  expect(document.body.textContent?.includes('siparişin sayfasında yeniden yazın')).toBe(canBeEntered)
})

const { id, company_name } = CUSTOMER.user
const REVISED = { lines: [{ ...LOR, price: kurus(1000) }], notes: '' }

test.each<[string, string, Change]>([
  [
    `PUT /api/marketer/customers/${id}`,
    'not_found',
    { is: 'customer', customer: { id, company_name }, change: { phone: '0532' }, seen: { phone: '0212' } },
  ],
  [
    `PUT /api/marketer/orders/${ORDER_ID}`,
    'order_not_found',
    { is: 'revision', order_id: ORDER_ID, company_name, revision_count: 0, before: REVISED, after: REVISED },
  ],
  ['POST /api/marketer/custom-orders', 'not_found', { ...QUOTE, customer: { id, company_name, is_active: true } }],
])('a waiting change of a customer who was handed over can only be deleted: %s', async (endpoint, code, change) => {
  const { server, queueChange, WaitingOrders } = await openAsMarketer()
  await queueChange(MARKETER.user.id, change)
  ;(await server.next(endpoint)).refuse(404, code, 'Kayıt bulunamadı')
  await openScreen(<WaitingOrders />)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await until(() => document.body.textContent?.includes('Bu müşteri artık sizin değil') === true)
  expect(Array.from(document.querySelectorAll('button, a'), ({ textContent }) => textContent)).toEqual(['Sil'])
  expect(document.body.textContent).not.toContain('yeniden yazın')
})

test.each([
  ['can be saved with its other changes', 'Akşam'],
  ['is not saved if nothing else is left of it', ''],
])('a waiting revision of a line that has another unit since %s', async (_, notes) => {
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => callback())
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { queueChange } = await import('../pwa/outbox.ts')
  const { queryClient } = await import('../queries.ts')
  await import('./waiting-change.tsx')
  const { WaitingOrders } = await import('./waiting-orders.tsx')
  await queueChange(MARKETER.user.id, {
    is: 'revision',
    order_id: ORDER_ID,
    company_name: 'Lezzet',
    revision_count: 0,
    before: { lines: [{ ...LOR, quantity: 20, price: kurus(1000) }], notes: '' },
    after: { lines: [{ ...LOR, price: kurus(950) }], notes },
  })
  const packets = { ...LOR, unit: 'PAKET', quantity: 3, price: 115, total_price: 345, expected_stock_date: null }
  server.respond(`GET /api/marketer/orders/${ORDER_ID}`, ({ reply }) =>
    reply(200, { ...WIRE_ORDER, items: [packets], revision_count: 2 }),
  )
  ;(await server.next(`PUT /api/marketer/orders/${ORDER_ID}`)).refuse(409, 'revised_meanwhile', 'Revize edilmiş')
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <WaitingOrders />
    </QueryClientProvider>,
  )
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const says = (text: string) => until(() => document.body.textContent?.includes(text) === true)
  await says('Lor: 24 ADET için yazdığınız alınmadı; satırın birimi artık PAKET.')
  if (!notes) {
    await says('Bu revizyonda kaydedilecek bir değişiklik kalmadı.')
    expect(hasButton('Benimkini kaydet')).toBe(false)
    return
  }
  expect(document.body.textContent).not.toContain('Sizinki:')
  button('Benimkini kaydet').click()
  const { body } = await server.next(`PUT /api/marketer/orders/${ORDER_ID}`)
  expect(JSON.parse(body)).toEqual({
    items: [{ product_id: LOR.product_id, quantity: 3, price: 115, unit: 'PAKET' }],
    notes,
    revision_count: 2,
  })
})

test('a waiting order that is refused names each refused product', async () => {
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => callback())
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const outbox = await import('../pwa/outbox.ts')
  const { WaitingOrders } = await import('./waiting-orders.tsx')
  await openScreen(<WaitingOrders />)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const sent = outbox.submitOrder(CUSTOMER.user.id, DRAFT, () => undefined)
  ;(await server.next('POST /api/orders')).refuse(503, 'unavailable')
  expect((await sent).kind).toBe('unanswered')
  void outbox.sendNow()
  const message = 'Bu ürün artık satışta değil'
  const again = await server.next('POST /api/orders')
  again.refuse(409, 'product_unavailable', message, [{ field: 'items.0', message }])
  await until(() => document.querySelector('ul.list-disc')?.textContent === `Ezine peyniri: ${message}`)
})

test('an order that is withdrawn is in the cart, even if the page is closed as it leaves the outbox', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const outbox = await import('../pwa/outbox.ts')
  const { probeConnection } = await import('../pwa/connectivity.ts')
  const { cartLines } = await import('../cart/cart.ts')
  const { readAll } = await import('../pwa/database.ts')
  const { WaitingOrders } = await import('./waiting-orders.tsx')
  server.health.isUp = false
  await probeConnection()
  await outbox.submitOrder(CUSTOMER.user.id, DRAFT, () => undefined)
  const { act } = await openScreen(<WaitingOrders />)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await until(() => hasButton('Geri al'))
  closePageAtDeletion()
  await act(async () => button('Geri al').click())
  await until(async () => (await readAll('outbox')).size === 0)
  expect(cartLines(null)).toEqual(DRAFT.lines)
})

test('an unreadable entry is shown, and can be discarded and restored', async () => {
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => callback())
  stubResizeObserver()
  await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { updateStored } = await import('../pwa/database.ts')
  await updateStored('outbox', 'mine', () => ({ user_id: CUSTOMER.user.id, standing: { is: 'on the moon' } }))
  await updateStored('outbox', 'another’s', () => ({ user_id: OTHER_CUSTOMER.user.id }))
  const { WaitingOrders } = await import('./waiting-orders.tsx')
  const { Toaster } = await import('../ui/toaster.tsx')
  await openScreen(
    <>
      <WaitingOrders />
      <Toaster />
    </>,
  )
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const rows = () =>
    Array.from(document.querySelectorAll('li:not([data-sonner-toast])'), ({ textContent }) => textContent)
  await until(() => rows().length === 1 && rows()[0]?.includes('Okunamıyor') === true)
  button('Sil').click()
  await until(() => rows().length === 0)
  await until(() => document.querySelector('[data-sonner-toast]') !== null)
  button('Geri al').click()
  await until(() => rows().length === 1 && rows()[0]?.includes('Okunamıyor') === true)
})

test.each([
  { isSent: false, toasts: ['Değişiklik silindi'] },
  { isSent: true, toasts: [] },
])(
  'a withdrawn change is called deleted only if it cannot have arrived: sent at that moment: $isSent',
  async ({ isSent, toasts }) => {
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => callback())
    const server = await startServer()
    server.health.isUp = false
    const { startSession } = await import('../current-session.ts')
    startSession(CUSTOMER)
    const { probeConnection } = await import('../pwa/connectivity.ts')
    await probeConnection()
    const { queueChange } = await import('../pwa/outbox.ts')
    const { applyEvent, refresh } = await import('../pwa/outbox-store.ts')
    const { toast } = await import('../ui/toaster.tsx')
    const success = vi.spyOn(toast, 'success')
    await queueChange(CUSTOMER.user.id, QUOTE)
    await import('./waiting-change.tsx')
    const { WaitingOrders } = await import('./waiting-orders.tsx')
    await openScreen(<WaitingOrders />)
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    await until(() => document.body.textContent?.includes('Geri al') === true)
    const key = (await refresh())[0]?.key ?? ''
    // The screen does not show yet that it is being sent.
    if (isSent) void applyEvent(key, { kind: 'sent', at: Date.now() })
    button('Geri al').click()
    await until(async () => (await refresh())[0]?.standing.is !== 'waiting')
    await until(() => document.body.textContent?.includes('Geri al') !== true || isSent)
    await until(() => success.mock.calls.length >= toasts.length)
    if (isSent) await new Promise(resolve => setTimeout(resolve, 50))
    expect(success.mock.calls.map(([message]) => message)).toEqual(toasts)
  },
)
