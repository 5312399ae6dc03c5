import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { acceptQuote, declineQuote } from '#contract/quote-decisions.ts'
import type { Quote } from '#contract/quotes.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER, NO_DELIVERY, WIRE_ORDER } from '../testing/samples.ts'
import { announced } from '../testing/screen.ts'
import { startServer, type TestServer, until } from '../testing/scripted-server.ts'

const OLIVES = '00000000-0000-4000-8000-000000000002'
const item = (product_id: string, product_name: string, quantity: number) => ({
  product_id,
  product_name,
  brand: '',
  unit: 'KG',
  quantity,
  price: kurus(1000),
  vat_rate: 10,
  notes: null,
})
const QUOTE = {
  id: '00000000-0000-4000-8000-00000000000a',
  status: 'cevaplandi',
  created_at: '2026-03-10T07:00:00.000Z',
  customer_id: CUSTOMER.user.id,
  user_company: CUSTOMER.user.company_name,
  created_by_marketer_id: null,
  created_by_marketer_name: null,
  items: [],
  notes: null,
  answer: {
    items: [item(CHEESE.id, 'Ezine', 5), item(OLIVES, 'Zeytin', 1)],
    notes: null,
    valid_until: '2099-01-01',
    answered_at: '2026-03-10T08:00:00.000Z',
  },
  order_id: null,
} satisfies Quote
const ACCEPT = `POST /api/custom-orders/${QUOTE.id}/accept`

let server: TestServer

beforeEach(async () => {
  server = await startServer()
  server.respond('GET /api/delivery/days', ({ reply }) => reply(200, NO_DELIVERY))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
})

/** Opens the buttons of an answer. */
async function openDecision() {
  const { createRoot } = await import('react-dom/client')
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { QuoteDecision } = await import('./quote-decision.tsx')
  // Loaded on demand by the app.
  await import('../ui/confirm-dialog-content.tsx')
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const audience = {
    accept: acceptQuote,
    decline: declineQuote,
    orderPath: (id: string) => `/orders/${id}`,
    openCart: async () => '/cart',
    requesterLabel: () => '',
    namesCustomer: false,
    Warning: () => 'Hesabınız pasif durumda',
  }
  root.render(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <QuoteDecision quote={QUOTE} canAccept audience={audience} />
      </LocationProvider>
    </QueryClientProvider>,
  )
  onTestFinished(() => root.unmount())
  const press = async (name: string) => {
    const control = () =>
      [...document.querySelectorAll<HTMLElement>('button, label')].find(one => one.textContent === name)
    await until(() => control() !== undefined)
    control()?.click()
  }
  // While the stock is being loaded, the dialog has the same text but cannot be confirmed.
  const says = (words: string) =>
    until(() => document.body.textContent?.includes(words) === true && !document.querySelector('[aria-busy=true]'))
  const closed = () => until(() => !document.querySelector('[role=alertdialog]'))
  return { press, says, closed }
}

/** Opens the dialog that confirms the acceptance of the answer. */
async function openQuestion() {
  const decision = await openDecision()
  await decision.press('Kabul et')
  return decision
}

const onSale = (ofCheese: number, ofOlives: number) => {
  const products: Product[] = [
    { ...CHEESE, stock_quantity: ofCheese, expected_stock_date: null },
    { ...CHEESE, id: OLIVES, stock_quantity: ofOlives, expected_stock_date: null },
  ]
  return z.encode(listProducts.reply, products)
}

const taken = (body: string): unknown => JSON.parse(body).items

test('after a refusal for lack of stock the dialog shows the quantities left, which can be accepted', async () => {
  const { press, says, closed } = await openQuestion()
  const first = await server.next('GET /api/products')
  expect(first.query).toEqual({ ids: [CHEESE.id, OLIVES].sort().join(',') })
  first.reply(200, onSale(5, 1))
  await says('2 ürün için KDV dahil ₺66,00 tutarında')
  await press('Kabul et ve sipariş ver')
  const whole = await server.next(ACCEPT)
  expect(taken(whole.body)).toBeUndefined()
  whole.refuse(409, 'insufficient_stock', 'Yetersiz stok! Maksimum 2 adet siparis verebilirsiniz.')
  const second = await server.next('GET /api/products')
  second.reply(200, onSale(2, 0))
  await says('Hesabınız pasif durumda')
  await says('Ezine: teklifte 5 KG, stokta 2 KG kaldı')
  await says('Zeytin: stokta kalmadı; siparişe eklenmeyecek')
  await says('1 ürün için KDV dahil ₺22,00 tutarında')
  await press('Kabul et ve sipariş ver')
  const part = await server.next(ACCEPT)
  expect(taken(part.body)).toEqual([{ product_id: CHEESE.id, quantity: 2 }])
  part.reply(200, { message: '', order: WIRE_ORDER })
  await closed()
})

test('when goods are sold out while the dialog is open, a press meant for the whole answer does not order the rest', async () => {
  const { press, says } = await openQuestion()
  ;(await server.next('GET /api/products')).reply(200, onSale(5, 1))
  await says('2 ürün için KDV dahil ₺66,00 tutarında')
  const { invalidate } = await import('../queries.ts')
  void invalidate(['products'])
  ;(await server.next('GET /api/products')).reply(200, onSale(5, 0))
  await until(() => document.body.textContent?.includes('1 ürün için KDV dahil ₺55,00 tutarında') === true)
  await press('Kabul et ve sipariş ver')
  // React may run the effect that announces it later than it shows it.
  await until(async () => (await announced()).includes('1 ürün için KDV dahil ₺55,00 tutarında'))
  await says('Zeytin: stokta kalmadı; siparişe eklenmeyecek')
  expect(server.untaken()).toEqual([])
  await press('Kabul et ve sipariş ver')
  expect(taken((await server.next(ACCEPT)).body)).toEqual([{ product_id: CHEESE.id, quantity: 5 }])
})

test('the dialog can be closed, but not confirmed, while the stock is being fetched', async () => {
  const { press, closed } = await openQuestion()
  await server.next('GET /api/products')
  await press('Kabul et ve sipariş ver')
  await press('Vazgeç')
  await closed()
  expect(server.untaken()).not.toContain(ACCEPT)
})

test('a product that is short can be left out; nothing can be accepted if nothing is left', async () => {
  const { press, says } = await openQuestion()
  const first = await server.next('GET /api/products')
  first.reply(200, onSale(2, 0))
  await says('2 KG al')
  await press('Bu ürünü alma')
  await says('Bu seçimle sipariş edilecek ürün kalmıyor.')
  await press('Kabul et ve sipariş ver')
  await press('2 KG al')
  await says('1 ürün için KDV dahil ₺22,00 tutarında')
  expect(server.untaken()).toEqual([])
})

test('a decision whose reply is lost is sent again; after a second loss it is reported as unknown and can be repeated', async () => {
  server.respond('GET /api/products', ({ reply }) => reply(200, onSale(5, 1)))
  const { press, says, closed } = await openQuestion()
  await says('2 ürün için KDV dahil')
  await press('Kabul et ve sipariş ver')
  const lost = await server.next(ACCEPT)
  lost.drop()
  const again = await server.next(ACCEPT)
  expect(again.body).toBe(lost.body)
  again.drop()
  await says('kararınızın kaydedilip kaydedilmediği bilinmiyor')
  expect(document.body.textContent).not.toContain('Teklif kabul edilemedi')
  await press('Kabul et ve sipariş ver')
  const third = await server.next(ACCEPT)
  third.reply(200, { message: '', order: WIRE_ORDER })
  await closed()
  await press('Reddet')
  await says('reddedilmiş sayılacak')
  expect(document.body.textContent).not.toContain('bilinmiyor')
})

test.each([
  ['Kabul et', 'Kabul et ve sipariş ver', ACCEPT],
  ['Reddet', 'Reddet', ACCEPT.replace('accept', 'decline')],
])(
  'after the reply of a proxy instead of the portal’s, the dialog of “%s” stays open',
  async (name, confirm, endpoint) => {
    server.respond('GET /api/products', ({ reply }) => reply(200, onSale(5, 1)))
    const { press, says } = await openDecision()
    await press(name)
    await says(name === 'Reddet' ? 'reddedilmiş sayılacak' : '2 ürün için KDV dahil')
    const decide = () =>
      [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')]
        .find(one => one.textContent === confirm)
        ?.click()
    decide()
    const lost = await server.next(endpoint)
    lost.reply(502, '<h1>Bad Gateway</h1>')
    await says('Cevap alınamadı: kararınızın kaydedilip kaydedilmediği bilinmiyor')
    decide()
    const again = await server.next(endpoint)
    expect([again.headers['idempotency-key'], again.body]).toEqual([lost.headers['idempotency-key'], lost.body])
    // This does not say what became of the first one.
    again.refuse(429, 'too_many_requests', 'Çok fazla istek gönderildi')
    await until(() => document.querySelector('[aria-busy=true]') === null)
    await says('Cevap alınamadı: kararınızın kaydedilip kaydedilmediği bilinmiyor')
    decide()
    const third = await server.next(endpoint)
    expect([third.headers['idempotency-key'], third.body]).toEqual([lost.headers['idempotency-key'], lost.body])
  },
)

test('the dialog names the products that are promised for a day, as the cart does', async () => {
  const { says } = await openQuestion()
  const [cheese, olives] = onSale(0, 1)
  ;(await server.next('GET /api/products')).reply(200, [{ ...cheese, expected_stock_date: '2099-05-01' }, olives])
  await says('Ezine: Şu anda stokta yok; beklenen tarih 01.05.2099. İleri tarihli sipariş olacak.')
  expect(document.body.textContent).not.toContain('Zeytin:')
})

test('the dialog says which goods come after the delivery day, and moves it to a day that is late enough', async () => {
  const [cheese, olives] = onSale(0, 1)
  server.respond('GET /api/products', ({ reply }) =>
    reply(200, [{ ...cheese, expected_stock_date: '2099-05-01' }, olives]),
  )
  const day = (date: string) => ({ date, cutoff: '2099-04-27T13:00:00.000Z', is_full: false })
  const days = { ...NO_DELIVERY, has_route: true, days: [day('2099-04-28'), day('2099-05-01')] }
  server.respond('GET /api/delivery/days', ({ reply }) => reply(200, days))
  const { press, says } = await openQuestion()
  await says('Ezine (01.05.2099) teslimat gününden sonra gelecek.')
  await press('Teslimatı 01.05.2099 Cuma gününe al')
  await until(() => document.body.textContent?.includes('gününden sonra gelecek') === false)
  await press('Kabul et ve sipariş ver')
  expect(JSON.parse((await server.next(ACCEPT)).body)).toMatchObject({ delivery_date: '2099-05-01' })
})

test('without a network, a line above the buttons says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { says } = await openDecision()
  await says('İnternet bağlantısı yok. Teklife bağlantı gelince karar verebilirsiniz.')
  const line = document.querySelector('output')
  const refuse = [...document.querySelectorAll('button')].find(one => one.textContent === 'Reddet')
  expect(refuse?.matches(':disabled')).toBe(true)
  // The message is outside the row of buttons, whose layout must not affect it.
  expect([line?.contains(refuse ?? null), refuse?.parentElement?.contains(line)]).toEqual([false, false])
})

test('an answer cannot be accepted before the delivery days have arrived, and is accepted with a day', async () => {
  server.respond('GET /api/products', ({ reply }) => reply(200, onSale(2, 0)))
  const arriving = server.next('GET /api/delivery/days')
  const { press, says } = await openQuestion()
  await until(() => document.body.textContent?.includes('stokta 2 KG kaldı') === true)
  await press('Kabul et ve sipariş ver')
  const days = await arriving
  const day = { date: '2026-03-11', cutoff: '2026-03-10T13:00:00.000Z', is_full: false }
  days.reply(200, { ...NO_DELIVERY, has_route: true, days: [day] })
  await says('Teslimat günü')
  expect(server.untaken()).not.toContain(ACCEPT)
  await press('Kabul et ve sipariş ver')
  const accepted = await server.next(ACCEPT)
  expect(JSON.parse(accepted.body)).toMatchObject({ delivery_date: day.date })
})

const dayOn = (date: string, is_full = false) => ({ date, cutoff: '2099-03-10T13:00:00.000Z', is_full })

test('a chosen day that has become full is replaced by the next free one, which is first to be read', async () => {
  server.respond('GET /api/products', ({ reply }) => reply(200, onSale(9, 9)))
  let isThursdayFull = false
  server.respond('GET /api/delivery/days', ({ reply }) =>
    reply(200, { ...NO_DELIVERY, has_route: true, days: [dayOn('2099-03-11'), dayOn('2099-03-12', isThursdayFull)] }),
  )
  const { press, says } = await openQuestion()
  const { invalidate } = await import('../queries.ts')
  await says('Teslimat günü')
  const select = document.querySelector('select')!
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, '2099-03-12')
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await until(() => select.value === '2099-03-12')
  isThursdayFull = true
  void invalidate(['delivery'])
  await until(() => select.value === '2099-03-11')
  await press('Kabul et ve sipariş ver')
  expect([document.querySelector('[aria-busy=true]') !== null, server.untaken()]).toEqual([true, []])
  await says('Teslimat günü')
  await press('Kabul et ve sipariş ver')
  expect(JSON.parse((await server.next(ACCEPT)).body)).toMatchObject({ delivery_date: '2099-03-11' })
})

test('while all delivery days are full, an answer cannot be accepted, and the dialog says why', async () => {
  server.respond('GET /api/products', ({ reply }) => reply(200, onSale(9, 9)))
  server.respond('GET /api/delivery/days', ({ reply }) =>
    reply(200, { ...NO_DELIVERY, has_route: true, days: [dayOn('2099-03-11', true)] }),
  )
  const { press, says } = await openQuestion()
  await says('Yakın günlerde teslimat yapılamıyor.')
  await press('Kabul et ve sipariş ver')
  expect([document.querySelector('select'), server.untaken()]).toEqual([null, []])
})
