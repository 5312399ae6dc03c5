import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts } from '#contract/catalogue.ts'
import { readCustomersDeliveryDays } from '#contract/delivery.ts'
import { kurus } from '#contract/money.ts'
import { Order } from '#contract/orders.ts'
import { readCustomersOrder } from '#contract/staff-orders.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { stubLocks } from '../testing/outbox-tab.ts'
import { ADMIN, MARKETER, NO_DELIVERY, ORDER_ID, WIRE_CUSTOMER, WIRE_ITEM, WIRE_ORDER } from '../testing/samples.ts'
import { button, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer, type TestServer } from '../testing/scripted-server.ts'

const SENT = { ...WIRE_ORDER, items: [WIRE_ITEM] }
const PREPARED = { ...SENT, status: 'hazirlaniyor', updated_at: '2026-03-10T08:00:00.000Z' }
const PASSIVE = { ...WIRE_CUSTOMER, id: SENT.user_id, is_active: false, last_order_at: null, open_amount: 0 }
const READ = `GET /api/marketer/orders/${ORDER_ID}`

let server: TestServer

beforeEach(async () => {
  server = await startServer()
  server.respond(READ, ({ reply }) => reply(200, SENT))
  server.respond('GET /api/products', ({ reply }) => reply(200, []))
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
})

async function openRevision(onClose = () => undefined, sent: z.input<typeof Order> = SENT) {
  const { ReviseOrder } = await import('./revise-order.tsx')
  const { invalidate, queryClient, rowKeyOf } = await import('../queries.ts')
  const { act, unmount } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <ReviseOrder order={z.decode(Order, sent)} open onClose={onClose} />
    </QueryClientProvider>,
  )
  await shows(() => queryClient.getQueryData(rowKeyOf(readCustomersOrder, ORDER_ID)) !== undefined)
  const type = (label: string, typed: string) => act(async () => typeIn(input(label), typed))
  return {
    act,
    type,
    /** Closes the dialog as a phone's back button does. */
    unmount,
    save: async () => {
      await type(QUANTITY, '3')
      stubLocks()
      await act(async () => button('Kaydet').click())
    },
    /** Simulates that an admin has begun to prepare the order; `hear` delivers the live event to the user. */
    prepare: () => {
      server.respond(READ, ({ reply }) => reply(200, PREPARED))
      return { hear: () => act(async () => void invalidate(['orders'])) }
    },
  }
}

function input(label: string): HTMLInputElement {
  const found = Array.from(document.querySelectorAll('input')).find(
    one => (one.ariaLabel ?? one.labels?.[0]?.textContent) === label,
  )
  if (!found) throw new Error(`There is no field ${label}`)
  return found
}

const QUANTITY = 'Lor miktarı (KG)'
const PRICE = 'Lor birim fiyatı'
const TOO_PRECISE = 'Fiyat en fazla iki ondalık basamaklı olabilir'
const text = () => document.body.textContent

/** Whether the browser confirms before it reloads the page. */
const isAskedBeforeReload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the dialog opens with its title focused, so that Enter removes no line', async () => {
  await openRevision()
  expect(document.activeElement?.textContent).toBe('Siparişi revize et')
})

test('a typed quantity is kept when the dialog closes before its field is left', async () => {
  const first = await openRevision()
  for (const typed of ['5', '12']) await first.type(QUANTITY, typed)
  expect(text()).toContain('₺3.300,00')
  await first.unmount()
  expect(isAskedBeforeReload()).toBe(true)
  const second = await openRevision()
  expect([input(QUANTITY).value, text()?.includes('kaydetmediğiniz değişiklikler duruyor')]).toEqual(['12', true])
  // An empty field counts as the number before the typing.
  for (const typed of ['1', '']) await second.type(QUANTITY, typed)
  await second.unmount()
  await openRevision()
  expect(input(QUANTITY).value).toBe('12')
})

test('an emptied quantity returns to its previous value, and a fraction is not saved', async () => {
  const { act, type } = await openRevision()
  await act(async () => input(QUANTITY).focus())
  await type(QUANTITY, '')
  await act(async () => input(QUANTITY).blur())
  expect(input(QUANTITY).value).toBe('2')
  await act(async () => input(QUANTITY).focus())
  await type(QUANTITY, '7,5')
  await act(async () => input(QUANTITY).blur())
  expect(text()).toContain('Miktar tam sayı olmalıdır')
  await act(async () => button('Kaydet').click())
  expect([document.activeElement, input(QUANTITY).value]).toEqual([input(QUANTITY), '7,5'])
  expect(server.untaken().filter(endpoint => endpoint.startsWith('PUT'))).toEqual([])
})

test('when the order changes status while the question about a price is open, the status replaces the question', async () => {
  const { act, type, prepare } = await openRevision()
  await type(PRICE, '0')
  await act(async () => button('Kaydet').click())
  expect(text()).toContain('Bu fiyat doğru mu?')
  await prepare().hear()
  await shows(() => text()?.includes('durumu: Hazırlanıyor') === true)
  const question = document.querySelector('[role=alertdialog]')
  expect(question?.textContent).toBe('Sipariş bu arada değişti, durumu: Hazırlanıyor. Artık revize edilemez.Kapat')
  await act(async () => button('Kapat').click())
  expect([document.querySelector('[role=alertdialog]'), button('Kaydet').hasAttribute('disabled')]).toEqual([
    null,
    true,
  ])
})

test('a revision that can no longer be saved needs no confirmation, neither of closing nor of a reload', async () => {
  const onClose = vi.fn()
  const { act, type, prepare } = await openRevision(onClose)
  await type(QUANTITY, '5')
  await act(async () => button('Vazgeç').click())
  expect([text()?.includes('kaydedilmeden kapatılsın mı?'), onClose.mock.calls.length]).toEqual([true, 0])
  await act(async () => button('Düzenlemeye dön').click())
  expect(isAskedBeforeReload()).toBe(true)
  await prepare().hear()
  await shows(() => text()?.includes('Sipariş artık beklemede değil: Hazırlanıyor') === true)
  expect(isAskedBeforeReload()).toBe(false)
  await act(async () => button('Vazgeç').click())
  expect([text()?.includes('kaydedilmeden kapatılsın mı?'), onClose.mock.calls.length]).toEqual([false, 1])
})

test('a revision is a draft again once the order has been set back to pending', async () => {
  const { act, type, prepare } = await openRevision()
  await type(QUANTITY, '5')
  await prepare().hear()
  await shows(() => text()?.includes('Sipariş artık beklemede değil: Hazırlanıyor') === true)
  expect(isAskedBeforeReload()).toBe(false)
  server.respond(READ, ({ reply }) => reply(200, { ...SENT, updated_at: '2026-03-10T08:01:00.000Z' }))
  const { invalidate } = await import('../queries.ts')
  await act(async () => void invalidate(['orders']))
  await shows(() => text()?.includes('Sipariş artık beklemede değil') === false)
  expect(isAskedBeforeReload()).toBe(true)
})

test.each([
  ['a marketer', MARKETER],
  ['an admin', ADMIN],
])('%s sees at once that an order of a passive customer cannot be revised', async (_, user) => {
  const { startSession } = await import('../current-session.ts')
  startSession(user)
  server.respond(`GET /api/marketer/customers/${SENT.user_id}`, ({ reply }) => reply(200, PASSIVE))
  await openRevision()
  await shows(() => text()?.includes('Müşteri pasif durumda; sipariş verilemez') === true)
})

test('the refusal of a revision is shown once', async () => {
  const { save, prepare } = await openRevision()
  const { toast } = await import('../ui/toaster.tsx')
  const error = vi.spyOn(toast, 'error')
  await save()
  prepare()
  ;(await server.next(`PUT /api/marketer/orders/${ORDER_ID}`)).refuse(409, 'order_not_pending', 'Artık beklemiyor')
  await shows(() => text()?.includes('Sipariş artık beklemede değil: Hazırlanıyor') === true)
  expect([text()?.includes('Artık beklemiyor'), error.mock.calls]).toEqual([false, []])
})

test('a refusal that arrives after the dialog was closed is shown as a toast', async () => {
  const { save, unmount } = await openRevision()
  const { toast } = await import('../ui/toaster.tsx')
  const error = vi.spyOn(toast, 'error')
  await save()
  const sent = await server.next(`PUT /api/marketer/orders/${ORDER_ID}`)
  await unmount()
  sent.refuse(409, 'order_not_pending', 'Artık beklemiyor')
  await shows(() => error.mock.calls.length > 0)
  expect(error.mock.calls).toEqual([['Artık beklemiyor']])
})

test('a line added in a former unit is refused and gets the present one, in which it is saved', async () => {
  let unit = 'ADET'
  server.respond('GET /api/products', ({ reply }) => reply(200, z.encode(listProducts.reply, [{ ...CHEESE, unit }])))
  const { act } = await openRevision()
  await act(async () => button('Ürün ekle').click())
  await act(async () => typeIn(input('Eklenecek ürünü ara'), CHEESE.name))
  const add = () => document.querySelector<HTMLElement>(`[aria-label="Siparişe ekle: ${CHEESE.name}"]`)
  await shows(() => add() !== null)
  await act(async () => add()?.click())
  unit = 'PAKET'
  stubLocks()
  const save = async () => {
    await act(async () => button('Kaydet').click())
    const sent = await server.next(`PUT /api/marketer/orders/${ORDER_ID}`)
    return { ...sent, units: JSON.parse(sent.body).items.map((item: { unit: string }) => item.unit) }
  }
  const first = await save()
  const message = `${CHEESE.name}: birimi artık PAKET`
  first.refuse(409, 'price_changed', 'Birimler değişti', [{ field: 'items.1', message }])
  await shows(() => text()?.includes(message) === true)
  expect(input(`${CHEESE.name} miktarı (PAKET)`).value).toBe('1')
  const second = await save()
  expect([first.units, second.units]).toEqual([
    ['KG', 'ADET'],
    ['KG', 'PAKET'],
  ])
  second.reply(200, SENT)
})

const DELIVERED = { ...SENT, delivery_date: '2026-03-11', delivery_route: 'Kadıköy' }

test.each([
  ['of an order of a route is said to', DELIVERED, true],
  ['is not mentioned for an order without a delivery, though it can', SENT, false],
])('while its terms are unknown, the delivery fee %s change', async (_, order, isSaid) => {
  server.respond(`GET /api/marketer/customers/${SENT.user_id}/delivery-days`, ({ drop }) => drop())
  const { type } = await openRevision(undefined, order)
  const says = () => text()?.includes('Teslimat ücreti değişebilir')
  expect(says()).toBe(false)
  await type(QUANTITY, '1')
  expect(says()).toBe(isSaid)
})

test.each([
  ['with the delivery fee that the server has added', 50, 'Genel toplam ₺325,00, teslimat ücreti ₺50,00 dahil'],
  ['alone without a fee', 0, 'Genel toplam ₺275,00'],
])('the toast of a saved revision names the total %s', async (_, delivery_fee, sentence) => {
  const { save } = await openRevision()
  const { toast } = await import('../ui/toaster.tsx')
  const success = vi.spyOn(toast, 'success')
  await save()
  const sent = await server.next(`PUT /api/marketer/orders/${ORDER_ID}`)
  sent.reply(200, { ...SENT, delivery_fee, grand_total: 275 + delivery_fee })
  await shows(() => success.mock.calls.length > 0)
  expect(success.mock.calls).toEqual([['Sipariş revize edildi', { description: sentence }]])
})

test('what was typed for a line that has another unit since is named, and not saved in that unit', async () => {
  const { act, type } = await openRevision()
  await type(QUANTITY, '24')
  stubLocks()
  await act(async () => button('Kaydet').click())
  const items = [{ ...WIRE_ITEM, quantity: 3, unit: 'PAKET', price: 1150, total_price: 3450 }]
  server.respond(READ, ({ reply }) => reply(200, { ...SENT, items, revision_count: 1 }))
  ;(await server.next(`PUT /api/marketer/orders/${ORDER_ID}`)).refuse(409, 'revised_meanwhile', 'Revize edilmiş')
  await shows(() => text()?.includes('24 KG için yazdığınız alınmadı; satırın birimi artık PAKET') === true)
  expect(input('Lor miktarı (PAKET)').value).toBe('3')
  await type('Lor miktarı (PAKET)', '4')
  await act(async () => button('Kaydet').click())
  const { body } = await server.next(`PUT /api/marketer/orders/${ORDER_ID}`)
  expect(JSON.parse(body).items).toEqual([
    { product_id: WIRE_ITEM.product_id, quantity: 4, price: 1150, unit: 'PAKET' },
  ])
})

test.each([
  ['in the same unit is compared with the list price', 'KG', '₺95,00, liste fiyatının (₺1.000,00) %91 altında.'],
  ['whose product has another unit by now', 'PAKET', '₺95,00, siparişteki fiyatının (₺250,00) %62 altında.'],
])('the price of a line %s', async (_, unit, sentence) => {
  const product = { ...CHEESE, id: WIRE_ITEM.product_id, unit, price: kurus(100_000) }
  server.respond('GET /api/products', ({ reply }) => reply(200, z.encode(listProducts.reply, [product])))
  const { act, type } = await openRevision()
  const isListed = () => text()?.includes('Liste ₺1.000,00') === true
  if (unit === WIRE_ITEM.unit) await shows(isListed)
  await type(PRICE, '95')
  await act(async () => button('Kaydet').click())
  await shows(() => text()?.includes('Bu fiyat doğru mu?') === true)
  expect([text()?.includes(sentence), isListed()]).toEqual([true, unit === WIRE_ITEM.unit])
})

test('the error of a price is shown when its field is left, not while it is typed', async () => {
  const { act, type } = await openRevision()
  const sentence = () => input(PRICE).getAttribute('aria-invalid') === 'true' && text()?.includes(TOO_PRECISE)
  await act(async () => input(PRICE).focus())
  await type(PRICE, '12,345')
  expect(sentence()).toBe(false)
  await act(async () => input(PRICE).blur())
  expect([sentence(), input(PRICE).value]).toEqual([true, '12,345'])
  await act(async () => input(PRICE).focus())
  await type(PRICE, '12,34')
  await act(async () => input(PRICE).blur())
  expect(sentence()).toBe(false)
})

test('the error of a price is shown on saving, with the focus in its field', async () => {
  const { act, type } = await openRevision()
  await type(PRICE, '12,345')
  await act(async () => button('Kaydet').click())
  expect([text()?.includes(TOO_PRECISE), document.activeElement]).toEqual([true, input(PRICE)])
})

const DAYS = {
  ...NO_DELIVERY,
  has_route: true,
  days: [
    { date: '2026-03-11', cutoff: '2026-03-10T13:00:00.000Z', is_full: false },
    { date: '2026-03-12', cutoff: '2026-03-11T13:00:00.000Z', is_full: true },
    { date: '2026-03-13', cutoff: '2026-03-12T13:00:00.000Z', is_full: false },
  ],
}

/**
 * Opens the revision of an order, by default for the 11th; `move` chooses another day of the list. `ofOrder` are the
 * days of the order's route, if that is another one than the customer's.
 */
async function openOrderWithDay(delivery_date = '2026-03-11', known = DAYS, ofOrder?: typeof DAYS) {
  vi.setSystemTime(DAYS.now)
  onTestFinished(() => void vi.useRealTimers())
  const sent = { ...SENT, delivery_date, delivery_route: ofOrder ? 'Kadıköy' : null }
  server.respond(READ, ({ reply }) => reply(200, sent))
  server.respond(`GET /api/marketer/customers/${SENT.user_id}/delivery-days`, ({ query, reply }) =>
    reply(200, ofOrder && query.order_id === ORDER_ID ? ofOrder : known),
  )
  const onClose = vi.fn()
  const opened = await openRevision(onClose, sent)
  const days = () => document.querySelector<HTMLSelectElement>('form[aria-label=Revizyon] select:has([value^="2026"])')
  await shows(() => days() !== null)
  return {
    ...opened,
    isClosed: () => onClose.mock.calls.length > 0,
    days: () => Array.from(days()?.options ?? [], ({ text, disabled }) => `${text}${disabled ? ' (kapalı)' : ''}`),
    move: (day: string) =>
      opened.act(async () => {
        const select = days()!
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, day)
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }),
  }
}

test('a marketer moves an order to another delivery day that is possible', async () => {
  const { act, days, move, isClosed } = await openOrderWithDay()
  expect(days()).toEqual(['Yarın (Çarşamba)', 'Perşembe günü (12.03.2026) · dolu (kapalı)', 'Cuma günü (13.03.2026)'])
  await move('2026-03-13')
  stubLocks()
  await act(async () => button('Kaydet').click())
  const sent = await server.next(`PUT /api/marketer/orders/${ORDER_ID}`)
  const body = JSON.parse(sent.body)
  expect([body.delivery_date, 'overrides_delivery' in body]).toEqual(['2026-03-13', false])
  sent.reply(200, SENT)
  await shows(isClosed)
})

test('an admin confirms that an order is moved to a day that is full', async () => {
  const { startSession } = await import('../current-session.ts')
  startSession(ADMIN)
  const { act, days, move, isClosed } = await openOrderWithDay()
  expect(days().at(-1)).toBe('Başka bir gün…')
  await move('2026-03-12')
  stubLocks()
  await act(async () => button('Kaydet').click())
  await shows(() => document.querySelector('[role=alertdialog]') !== null)
  expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('12.03.2026 Perşembe teslimatı dolu.')
  await shows(() => !button('Bu güne al').hasAttribute('aria-disabled'))
  await act(async () => button('Bu güne al').click())
  const sent = await server.next(`PUT /api/marketer/orders/${ORDER_ID}`)
  expect(JSON.parse(sent.body)).toMatchObject({
    delivery_date: '2026-03-12',
    overrides_delivery: ['delivery_day_full'],
  })
  sent.reply(200, SENT)
  await shows(isClosed)
})

/** The weekdays of four weeks from the 11th on, of which the 30th is full. */
const FOUR_WEEKS = {
  ...DAYS,
  days: Array.from({ length: 28 }, (_, i) => new Date(Date.UTC(2026, 2, 11 + i)))
    .filter(date => date.getUTCDay() % 6 !== 0)
    .map(date => date.toISOString().slice(0, 10))
    .map(date => ({ date, cutoff: `${date}T04:00:00.000Z`, is_full: date === '2026-03-30' })),
}

test.each([
  ['5.12', 'Tarihi gün.ay.yıl olarak yazın: 01.03.2026'],
  ['31.11.2026', '31.11.2026 diye bir gün yok; o ay 30 gün çeker'],
  ['9.3.2026', 'Teslimat günü bugün veya daha sonra olmalıdır'],
  ['', 'Bir gün seçin'],
])('a revision is not saved, nor its dialog closed, while its day is “%s”', async (typed, fault) => {
  const { startSession } = await import('../current-session.ts')
  startSession(ADMIN)
  const { act, type, move, isClosed } = await openOrderWithDay('2026-03-11', FOUR_WEEKS)
  await move('other')
  stubLocks()
  await act(async () => input('Gün').focus())
  await type('Gün', typed)
  await act(async () => input('Gün').blur())
  expect(text()).toContain(fault)
  await act(async () => button('Kaydet').click())
  expect([document.activeElement, input('Gün').value, isClosed()]).toEqual([input('Gün'), typed, false])
  await type(QUANTITY, '3')
  await act(async () => button('Kaydet').click())
  // The first request has the corrected day.
  await type('Gün', '31.03.2026')
  await act(async () => button('Kaydet').click())
  const sent = await server.next(`PUT /api/marketer/orders/${ORDER_ID}`)
  expect(JSON.parse(sent.body)).toMatchObject({ delivery_date: '2026-03-31' })
  sent.reply(200, SENT)
  await shows(isClosed)
})

test.each([
  ['that is possible without a question', '31.03.2026', undefined, undefined],
  ['that is full after a question', '30.03.2026', '30.03.2026 Pazartesi teslimatı dolu.', ['delivery_day_full']],
  [
    'without deliveries after a question',
    '29.03.2026',
    '29.03.2026 Pazar için son sipariş saati geçti veya o gün',
    ['cutoff_passed', 'delivery_day_unavailable'],
  ],
])('an admin moves an order to a day weeks ahead %s', async (_, typed, asked, overrides) => {
  const { startSession } = await import('../current-session.ts')
  startSession(ADMIN)
  const { act, type, days, move, isClosed } = await openOrderWithDay('2026-03-11', FOUR_WEEKS)
  expect([days().length, days().at(-2)]).toEqual([11, 'Salı günü (24.03.2026)'])
  await move('other')
  await type('Gün', typed)
  await act(async () => input('Gün').blur())
  stubLocks()
  await act(async () => button('Kaydet').click())
  if (asked) {
    await shows(() => document.querySelector('[role=alertdialog]')?.textContent?.includes(asked) === true)
    await shows(() => !button('Bu güne al').hasAttribute('aria-disabled'))
    await act(async () => button('Bu güne al').click())
  }
  const sent = await server.next(`PUT /api/marketer/orders/${ORDER_ID}`)
  const { delivery_date, overrides_delivery } = JSON.parse(sent.body)
  expect([delivery_date, overrides_delivery]).toEqual([typed.split('.').reverse().join('-'), overrides])
  sent.reply(200, SENT)
  await shows(isClosed)
})

test.each([
  ['2026-03-10', true],
  ['2026-03-30', false],
])(
  'that only an admin can change a late order is said of a day before the next possible one: %s',
  async (day, isSaid) => {
    const { days } = await openOrderWithDay(day)
    const { queryClient, queryKeyOf } = await import('../queries.ts')
    // The days that are offered and those of the order's own route come with two replies.
    const isLoading = () => queryClient.isFetching({ queryKey: queryKeyOf(readCustomersDeliveryDays) }) > 0
    const isAsExpected = () => text()?.includes('Bu günün son sipariş saati geçtiyse') === isSaid
    await shows(() => days().length > 1 && !isLoading() && isAsExpected())
  },
)

test('while an order keeps its day, the cut-off and the fee are those of its own route', async () => {
  const { type, move } = await openOrderWithDay('2026-03-13', DAYS, { ...DAYS, days: [], minimum: 500, fee: 50 })
  await shows(() => text()?.includes('Bu günün son sipariş saati geçtiyse') === true)
  await type(QUANTITY, '1')
  expect(text()).toContain('₺325,00')
  expect(text()).not.toContain('Teslimat ücreti değişebilir')
  await move('2026-03-11')
  expect(text()).toContain('₺275,00')
})
