import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts } from '#contract/catalogue.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { ADMIN, CUSTOMER, NO_DELIVERY, WIRE_ORDER } from '../testing/samples.ts'
import { button, field, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const HOUR = 60 * 60_000
/** 15:30 in Istanbul; this device's clock is hours off. */
const NOW = '2026-03-10T12:30:00.000Z'
const DAYS = {
  ...NO_DELIVERY,
  now: NOW,
  has_route: true,
  days: [
    { date: '2026-03-11', cutoff: '2026-03-10T13:00:00.000Z', is_full: false },
    { date: '2026-03-12', cutoff: '2026-03-11T13:00:00.000Z', is_full: false },
  ],
}

const TAX_FREE_CHEESE = { ...CHEESE, vat_rate: 0 }

const BUYER = { id: CUSTOMER.user.id, company_name: 'Lezzet Lokantası', is_active: true }

/**
 * Opens the cart of a customer, with `ADMIN` the admin's for the customer, with a cheese for 289,50 lira without VAT;
 * `days` is the server's delivery reply, undefined for a lost one, `sold` the products that are still on sale.
 */
async function openCart(
  days: object | undefined,
  sold = [TAX_FREE_CHEESE],
  session: typeof CUSTOMER | typeof ADMIN = CUSTOMER,
  chosen = session.role === 'admin' ? BUYER : null,
) {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  stubResizeObserver()
  const server = await startServer()
  server.respond('GET /api/products', ({ reply }) => reply(200, z.encode(listProducts.reply, sold)))
  for (const path of ['delivery/days', `marketer/customers/${BUYER.id}/delivery-days`])
    server.respond(`GET /api/${path}`, ({ reply, drop }) => (days ? reply(200, days) : drop()))
  const { startSession } = await import('../current-session.ts')
  startSession(session)
  const { chooseCustomer } = await import('./other-carts.ts')
  if (chosen) chooseCustomer(chosen)
  const { addToCart } = await import('./cart.ts')
  const { useCartOrder } = await import('./cart-order.ts')
  const { CartOrderForm } = await import('./cart-order-form.tsx')
  const { queryClient } = await import('../queries.ts')
  const { Toaster } = await import('../ui/toaster.tsx')
  addToCart(TAX_FREE_CHEESE, 1)
  const Cart = () => <CartOrderForm order={useCartOrder({ chosen, onPlaced: () => undefined })} text="Sipariş ver" />
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Cart />
      <Toaster />
    </QueryClientProvider>,
  )
  const says = (words: string) => shows(() => document.body.textContent?.includes(words) === true)
  const order = async () => {
    await shows(() => !button('Sipariş ver').hasAttribute('aria-disabled'))
    await act(async () => button('Sipariş ver').click())
  }
  return { server, says, order, act }
}

test('the cart shows the cut-off by the server’s clock, and sends the day and the fee that it shows', async () => {
  vi.setSystemTime(Date.parse(NOW) - 5 * HOUR)
  const { server, says, order } = await openCart({ ...DAYS, minimum: 1000, fee: 50 })
  await says("Bugün 16:00'ya kadar verilen sipariş yarın (Çarşamba) teslim edilir")
  await says('Teslimat ücreti (KDV dahil)₺50,00')
  await says('₺339,50')
  await order()
  const sent = await server.next('POST /api/orders')
  expect(JSON.parse(sent.body)).toMatchObject({ delivery_date: '2026-03-11', expected_total: 339.5 })
  sent.reply(201, WIRE_ORDER)
  vi.useRealTimers()
})

test('an empty cart costs no delivery fee', async () => {
  const { says, act } = await openCart({ ...DAYS, minimum: 1000, fee: 50 })
  await says('₺339,50')
  const { setCart } = await import('./cart.ts')
  await act(async () => setCart([]))
  await says('₺0,00')
  expect(document.body.textContent).not.toContain('Teslimat ücreti')
  expect(document.body.textContent).not.toContain('₺50,00')
})

test('a cart costs no delivery fee if none of its products is on sale any more', async () => {
  const { says } = await openCart({ ...DAYS, minimum: 1000, fee: 50 }, [])
  await says('Güncel fiyatlarla devam et')
  await says('teslim edilir')
  expect(document.body.textContent).toContain('Genel toplam KDV dahil₺0,00')
  expect(document.body.textContent).not.toContain('₺50,00')
})

test('without a fee, an order below the minimum cannot be placed, and the missing amount is shown', async () => {
  const { says } = await openCart({ ...DAYS, minimum: 1000 })
  await says('Sipariş tutarı en az ₺1.000,00 olmalıdır; ₺710,50 tutarında ürün daha ekleyin')
  expect(button('Sipariş ver').hasAttribute('disabled')).toBe(true)
})

test.each([
  ['the minimum', { ...DAYS, minimum: 1000 }, '₺710,50 eksik.', ['minimum_not_reached']],
  ['a full day', { ...DAYS, days: [{ ...DAYS.days[0], is_full: true }] }, 'teslimatı dolu.', ['delivery_day_full']],
])('an admin’s order names %s as overridden, after a question about it', async (_, days, asked, overrides) => {
  const { server, says, order, act } = await openCart(days, [TAX_FREE_CHEESE], ADMIN)
  const { storeText } = await import('../pwa/stored-text.ts')
  await act(async () => storeText(`cart-delivery-day:${BUYER.id}`, '2026-03-11'))
  await says('yarın (Çarşamba) teslim edilir')
  await order()
  await says(asked)
  await shows(() => !button('Siparişi al').hasAttribute('aria-disabled'))
  await act(async () => button('Siparişi al').click())
  const sent = await server.next('POST /api/marketer/orders/create-for-customer')
  expect(JSON.parse(sent.body)).toMatchObject({ delivery_date: '2026-03-11', overrides_delivery: overrides })
  sent.reply(201, WIRE_ORDER)
})

test('an admin is asked whether a late order may also be for a day that is full', async () => {
  const late = { ...DAYS, now: '2026-03-10T13:00:00.000Z', days: DAYS.days.slice(1), full_days: ['2026-03-11'] }
  const { server, says, order, act } = await openCart(late, [TAX_FREE_CHEESE], ADMIN)
  const { storeText } = await import('../pwa/stored-text.ts')
  await act(async () => storeText(`cart-delivery-day:${BUYER.id}`, '2026-03-11'))
  await says('Başka bir gün…')
  await order()
  await says('11.03.2026 Çarşamba için son sipariş saati geçti veya o gün teslimat yok.')
  await says('11.03.2026 Çarşamba teslimatı dolu.')
  await shows(() => !button('Siparişi al').hasAttribute('aria-disabled'))
  await act(async () => button('Siparişi al').click())
  expect(JSON.parse((await server.next('POST /api/marketer/orders/create-for-customer')).body)).toMatchObject({
    delivery_date: '2026-03-11',
    overrides_delivery: ['cutoff_passed', 'delivery_day_unavailable', 'delivery_day_full'],
  })
})

test.each([
  ['5.12', 'Tarihi gün.ay.yıl olarak yazın: 01.03.2026'],
  ['31.11.2026', '31.11.2026 diye bir gün yok; o ay 30 gün çeker'],
  ['9.3.2026', 'Teslimat günü bugün veya daha sonra olmalıdır'],
  ['', 'Bir gün seçin'],
])('an admin’s order is not placed for another day while its day is “%s”', async (typed, fault) => {
  const { server, says, order, act } = await openCart(DAYS, [TAX_FREE_CHEESE], ADMIN)
  await says('yarın (Çarşamba) teslim edilir')
  await act(async () => {
    const days = document.querySelector('select')!
    days.value = 'other'
    days.dispatchEvent(new Event('change', { bubbles: true }))
  })
  /** Presses Enter as a browser does: it submits the form unless that is prevented. */
  const enter = (init: KeyboardEventInit = {}) =>
    act(async () => {
      const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init })
      if (field('Gün').dispatchEvent(press)) field('Gün').form?.requestSubmit()
    })
  await act(async () => field('Gün').focus())
  await act(async () => typeIn(field('Gün'), typed))
  await enter()
  await says(fault)
  await enter({ ctrlKey: true })
  await act(async () => button('Sipariş ver').focus())
  await order()
  expect([document.activeElement, field('Gün').value, field('Gün').ariaInvalid]).toEqual([field('Gün'), typed, 'true'])
  // The first order is for the corrected day, which is submitted together with the form.
  await act(async () => typeIn(field('Gün'), '12.3.26'))
  await enter()
  expect(field('Gün').value).toBe('12.03.2026')
  await act(async () => typeIn(field('Gün'), '13.3.26'))
  await enter({ ctrlKey: true })
  await says('13.03.2026 Cuma için son sipariş saati geçti veya o gün teslimat yok.')
  await shows(() => !button('Siparişi al').hasAttribute('aria-disabled'))
  await act(async () => button('Siparişi al').click())
  const sent = await server.next('POST /api/marketer/orders/create-for-customer')
  expect(JSON.parse(sent.body)).toMatchObject({ delivery_date: '2026-03-13' })
  sent.reply(201, WIRE_ORDER)
})

test('without a connection, an order can be placed after the last loaded day: the server then chooses its day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) })
  const { server, says, order, act } = await openCart({ ...DAYS, minimum: 1000, fee: 50 })
  await says('yarın (Çarşamba) teslim edilir')
  const { setCartQuantity } = await import('./cart-edits.ts')
  server.respond('GET /api/delivery/days', ({ drop }) => drop())
  vi.setSystemTime(Date.parse(NOW) + 48 * HOUR)
  await act(async () => setCartQuantity(TAX_FREE_CHEESE.id, 2))
  await says('Teslimat günü, sipariş ulaştığında belirlenir.')
  await says('₺629,00')
  await order()
  const sent = await server.next('POST /api/orders')
  expect(JSON.parse(sent.body)).toMatchObject({ expected_total: 629 })
  expect(JSON.parse(sent.body)).not.toHaveProperty('delivery_date')
  sent.reply(201, WIRE_ORDER)
})

test('a refused order is reported beside the button and by a toast', async () => {
  const { server, says, order } = await openCart(DAYS)
  await says('yarın (Çarşamba) teslim edilir')
  await order()
  const sent = await server.next('POST /api/orders')
  sent.refuse(403, 'customer_passive', 'Hesabınız pasif durumda; sipariş verilemez')
  await says('Sipariş oluşturulamadıHesabınız pasif durumda; sipariş verilemez')
  const toast = () => document.querySelector('[data-sonner-toast]')?.textContent
  await shows(() => toast() === 'Hesabınız pasif durumda; sipariş verilemez')
})

test('the chosen delivery day stays chosen when the order is refused', async () => {
  const { server, says, order, act } = await openCart(DAYS)
  const { storeText } = await import('../pwa/stored-text.ts')
  await act(async () => storeText('cart-delivery-day', '2026-03-12'))
  for (const _ of ['first', 'again']) {
    await says('12.03.2026')
    await order()
    const sent = await server.next('POST /api/orders')
    expect(JSON.parse(sent.body)).toMatchObject({ delivery_date: '2026-03-12' })
    sent.refuse(403, 'customer_passive', 'Hesabınız pasif durumda; sipariş verilemez')
    await says('Sipariş oluşturulamadı')
  }
})

test('the refusal of a day disappears when another day is chosen, but not when the day is replaced by itself', async () => {
  const days = [...DAYS.days, { date: '2026-03-13', cutoff: '2026-03-12T13:00:00.000Z', is_full: false }]
  const { server, says, order, act } = await openCart({ ...DAYS, days })
  await says('yarın (Çarşamba) teslim edilir')
  await order()
  const later = { ...DAYS, days: days.map((day, at) => ({ ...day, is_full: at === 0 })) }
  server.respond('GET /api/delivery/days', ({ reply }) => reply(200, later))
  const full = '11.03.2026 Çarşamba teslimatı dolu; bir sonraki uygun gün 12.03.2026 Perşembe'
  ;(await server.next('POST /api/orders')).refuse(409, 'delivery_day_full', full)
  await says(`Sipariş oluşturulamadı${full}`)
  const chosen = () => document.querySelector('select')!
  await shows(() => chosen().value === '2026-03-12')
  expect(document.body.textContent).toContain(`Sipariş oluşturulamadı${full}`)
  await act(async () => {
    chosen().value = '2026-03-13'
    chosen().dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(document.body.textContent).not.toContain('Sipariş oluşturulamadı')
})

test('a refusal that is not about the day stays when another day is chosen', async () => {
  const { server, says, order, act } = await openCart(DAYS)
  await says('yarın (Çarşamba) teslim edilir')
  await order()
  ;(await server.next('POST /api/orders')).refuse(403, 'customer_passive', 'Hesabınız pasif durumda; sipariş verilemez')
  await says('Sipariş oluşturulamadı')
  const chosen = document.querySelector('select')!
  await act(async () => {
    chosen.value = '2026-03-12'
    chosen.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(chosen.value).toBe('2026-03-12')
  expect(document.body.textContent).toContain('Sipariş oluşturulamadı')
})

test('if all days of the route are full, an order cannot be placed', async () => {
  const { says } = await openCart({ ...DAYS, days: DAYS.days.map(day => ({ ...day, is_full: true })) })
  await says('Yakın günlerde teslimat yapılamıyor')
  expect(button('Sipariş ver').hasAttribute('disabled')).toBe(true)
})

test('without a route and a minimum the cart shows nothing about deliveries', async () => {
  const { server, says, order } = await openCart(NO_DELIVERY)
  await says('₺289,50')
  expect(document.body.textContent).not.toContain('Teslimat')
  await order()
  const sent = await server.next('POST /api/orders')
  expect(JSON.parse(sent.body)).not.toHaveProperty('delivery_date')
  sent.reply(201, WIRE_ORDER)
})

const selectDay = (day: string) => {
  const days = document.querySelector('select')!
  days.value = day
  days.dispatchEvent(new Event('change', { bubbles: true }))
}

const promised = (id: string, name: string, expected_stock_date: string) => ({
  ...TAX_FREE_CHEESE,
  id,
  name,
  stock_quantity: 0,
  expected_stock_date,
})

test.each([CUSTOMER, ADMIN])('the cart of a $role says which goods come after the delivery day', async session => {
  const days = [...DAYS.days, { date: '2026-03-13', cutoff: '2026-03-12T13:00:00.000Z', is_full: false }]
  const tulum = promised('00000000-0000-4000-8000-0000000000f1', 'Tulum', '2026-03-12')
  const sold = [{ ...TAX_FREE_CHEESE, stock_quantity: 0, expected_stock_date: '2026-03-13' }, tulum]
  const { server, says, order, act } = await openCart({ ...DAYS, days }, sold, session)
  const { addToCart, setCart } = await import('./cart.ts')
  await act(async () => setCart([]))
  for (const product of sold) await act(async () => addToCart(product, 1))
  await says('2 ürün teslimat gününden sonra gelecek: Tulum (12.03.2026), Ezine peyniri (13.03.2026).')
  await act(async () => selectDay('2026-03-12'))
  await says('Ezine peyniri (13.03.2026) teslimat gününden sonra gelecek.')
  await act(async () => button('Teslimatı 13.03.2026 Cuma gününe al').click())
  expect(document.body.textContent).not.toContain('teslimat gününden sonra')
  const select = document.querySelector('select')
  expect([select?.value, document.activeElement]).toEqual(['2026-03-13', select])
  await order()
  const place = `POST /api/${session === ADMIN ? 'marketer/orders/create-for-customer' : 'orders'}`
  const sent = await server.next(place)
  expect(JSON.parse(sent.body)).toMatchObject({ delivery_date: '2026-03-13' })
  sent.reply(201, WIRE_ORDER)
})

test('the cart offers no day for goods that come after all days, or only on full ones', async () => {
  const days = DAYS.days.map(day => ({ ...day, is_full: day.date === '2026-03-12' }))
  const sold = [{ ...TAX_FREE_CHEESE, stock_quantity: 0, expected_stock_date: '2026-03-12' }]
  const { says, act } = await openCart({ ...DAYS, days }, sold)
  const { addToCart, setCart } = await import('./cart.ts')
  await act(async () => setCart([]))
  for (const product of sold) await act(async () => addToCart(product, 1))
  await says('Ezine peyniri (12.03.2026) teslimat gününden sonra gelecek.')
  expect(document.body.textContent).not.toContain('gününe al')
})

test('the cart names goods whose expected day is over, whatever day is chosen', async () => {
  const overdue = promised('00000000-0000-4000-8000-0000000000f1', 'Tulum', '2026-03-09')
  const sold = [{ ...TAX_FREE_CHEESE, stock_quantity: 0, expected_stock_date: '2026-03-12' }, overdue]
  const { says, act } = await openCart(DAYS, sold)
  const { addToCart, setCart } = await import('./cart.ts')
  await act(async () => setCart([]))
  for (const product of sold) await act(async () => addToCart(product, 1))
  const sentence = 'Tulum (09.03.2026) gecikti, ne zaman geleceği belli değil.'
  await says(`Ezine peyniri (12.03.2026) teslimat gününden sonra gelecek. ${sentence}`)
  await act(async () => button('Teslimatı 12.03.2026 Perşembe gününe al').click())
  await says(sentence)
  expect(document.body.textContent).not.toMatch(/teslimat gününden sonra|gününe al/)
})

test('without a connection, a cart whose delivery has not been loaded says that its fee is unknown', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const UNKNOWN = 'Teslimat ücreti bu cihazda bilinmiyor'
  const { server, says, act } = await openCart(undefined, [TAX_FREE_CHEESE], ADMIN)
  await says(UNKNOWN)
  const terms = { ...DAYS, minimum: 1000, fee: 50 }
  server.respond(`GET /api/marketer/customers/${BUYER.id}/delivery-days`, ({ reply }) => reply(200, terms))
  network.mockReturnValue(true)
  await act(async () => void dispatchEvent(new Event('online')))
  await says('Teslimat ücreti (KDV dahil)₺50,00')
  expect(document.body.textContent).not.toContain(UNKNOWN)
})

test('without a connection, a cart without a customer says nothing about its fee', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { says } = await openCart(undefined, [TAX_FREE_CHEESE], ADMIN, null)
  await says('Sipariş notu')
  expect(document.body.textContent).not.toContain('Teslimat ücreti bu cihazda bilinmiyor')
})
