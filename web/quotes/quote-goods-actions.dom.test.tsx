import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { acceptQuote, declineQuote } from '#contract/quote-decisions.ts'
import type { Quote } from '#contract/quotes.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER, MARKETER, WIRE_CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { startServer, type TestServer } from '../testing/scripted-server.ts'
import type { QuoteAudience } from './quote-audience.ts'

let server: TestServer
beforeEach(async () => {
  // jsdom has none.
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
})

const OWN_QUOTES: QuoteAudience = {
  accept: acceptQuote,
  decline: declineQuote,
  orderPath: id => `/orders/${id}`,
  openCart: async () => '/cart',
  requesterLabel: () => 'İstediğiniz',
  namesCustomer: false,
}
const requested = (product_name: string) => ({ product_name, unit: 'KG', quantity: 2.5, price: kurus(0), notes: null })
const OFFERED = {
  product_id: CHEESE.id,
  product_name: 'Ezine peyniri',
  brand: '',
  unit: CHEESE.unit,
  quantity: 5,
  price: kurus(CHEESE.price - 100),
  vat_rate: CHEESE.vat_rate,
  notes: null,
  request_item: 0,
}
const QUOTE: Quote = {
  id: '00000000-0000-4000-8000-00000000000a',
  status: 'yeni',
  created_at: '2026-03-10T07:00:00.000Z',
  customer_id: CUSTOMER.user.id,
  user_company: CUSTOMER.user.company_name,
  created_by_marketer_id: null,
  created_by_marketer_name: null,
  items: [requested('Ezine'), requested('Ejder meyvesi')],
  notes: null,
  answer: null,
  order_id: null,
}
const answered = (valid_until: string, status: Quote['status'] = 'cevaplandi'): Quote => ({
  ...QUOTE,
  status,
  answer: { items: [OFFERED], notes: null, valid_until, answered_at: '2026-03-10T08:00:00.000Z' },
})

async function open(quote: Quote) {
  const { QuoteGoodsActions } = await import('./quote-goods-actions.tsx')
  const { queryClient } = await import('../queries.ts')
  return openScreen(
    <QueryClientProvider client={queryClient}>
      <QuoteGoodsActions quote={quote} audience={OWN_QUOTES} />
    </QueryClientProvider>,
  )
}
const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent)

test.each<[string, Quote, string[]]>([
  ['the goods of an unanswered request can be searched in the catalogue', QUOTE, ['Katalogda ara']],
  [
    'the goods of an undecided answer can go into a list, but not into the cart, where they would lose their price',
    answered('2099-01-01'),
    ['Listeye ekle', 'Katalogda ara'],
  ],
  [
    'the goods of an expired answer can be ordered at today’s prices',
    answered('2026-03-11'),
    ['Listeye ekle', 'Bugünkü fiyatla sepete ekle', 'Katalogda ara'],
  ],
  [
    'the goods of an accepted answer can be ordered again at today’s prices',
    answered('2099-01-01', 'kabul'),
    ['Listeye ekle', 'Bugünkü fiyatla sepete ekle', 'Katalogda ara'],
  ],
])('%s', async (_, quote, expected) => {
  await open(quote)
  expect(buttons()).toEqual(expected)
})

test('the cart reports how today’s prices differ from those of the answer', async () => {
  server.respond('GET /api/products', ({ reply }) => reply(200, z.encode(listProducts.reply, [CHEESE])))
  const { act } = await open(answered('2026-03-11'))
  await act(async () => button('Bugünkü fiyatla sepete ekle').click())
  const { cartLines } = await import('../cart/cart.ts')
  await shows(() => cartLines().length === 1)
  expect(cartLines()).toMatchObject([{ product_id: CHEESE.id, quantity: 5, price: CHEESE.price }])
  const { FillReportStrip } = await import('../cart/fill-report-strip.tsx')
  await openScreen(<FillReportStrip />)
  await shows(() => /Fiyatı ₺[\d.,]+ iken ₺[\d.,]+ oldu\./.test(document.body.textContent ?? ''))
})

test('an answer of 5 KG does not become 5 PAKET in the cart', async () => {
  server.respond('GET /api/products', ({ reply }) =>
    reply(200, z.encode(listProducts.reply, [{ ...CHEESE, unit: 'PAKET' }])),
  )
  const { act } = await open(answered('2026-03-11'))
  await act(async () => button('Bugünkü fiyatla sepete ekle').click())
  const { cartLines } = await import('../cart/cart.ts')
  const { FillReportStrip } = await import('../cart/fill-report-strip.tsx')
  await openScreen(<FillReportStrip />)
  await shows(() => document.body.textContent.includes('Eklenemedi: birimi KG iken PAKET oldu'))
  expect(cartLines()).toEqual([])
})

test('a marketer who has left the screen stays in the cart that is open', async () => {
  const { QuoteGoodsActions } = await import('./quote-goods-actions.tsx')
  const { queryClient } = await import('../queries.ts')
  const openCart = vi.fn(async () => '/cart')
  const { act, unmount } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <QuoteGoodsActions quote={answered('2026-03-11')} audience={{ ...OWN_QUOTES, namesCustomer: true, openCart }} />
    </QueryClientProvider>,
  )
  await act(async () => button('Bugünkü fiyatla sepete ekle').click())
  const { reply } = await server.next('GET /api/products')
  await unmount()
  stubResizeObserver()
  const { Toaster } = await import('../ui/toaster.tsx')
  await openScreen(<Toaster />)
  reply(200, z.encode(listProducts.reply, [CHEESE]))
  await shows(() => document.body.textContent.includes('sepetine ürün eklenmedi'))
  expect(openCart).not.toHaveBeenCalled()
})

test('no cart is opened for a marketer who leaves while its customer is being fetched', async () => {
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { chosenCustomer } = await import('../cart/chosen-customer.ts')
  const { CUSTOMERS_QUOTES } = await import('../marketer/customers-quotes.ts')
  const { QuoteGoodsActions } = await import('./quote-goods-actions.tsx')
  const { queryClient } = await import('../queries.ts')
  const opened: Promise<string | undefined>[] = []
  const openCart: QuoteAudience['openCart'] = (quote, isWanted) => {
    const opening = CUSTOMERS_QUOTES.openCart(quote, isWanted)
    opened.push(opening)
    return opening
  }
  const { act, unmount } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <QuoteGoodsActions quote={QUOTE} audience={{ ...CUSTOMERS_QUOTES, openCart }} />
    </QueryClientProvider>,
  )
  await act(async () => button('Katalogda ara').click())
  const { reply } = await server.next(`GET /api/marketer/customers/${QUOTE.customer_id}`)
  await unmount()
  reply(200, { ...WIRE_CUSTOMER, id: QUOTE.customer_id, open_amount: 0, last_order_at: null })
  expect([await opened[0], chosenCustomer()]).toEqual([undefined, null])
})

test('requested goods without an answer become the lines of the quick entry', async () => {
  server.respond('GET /api/products', ({ reply }) => reply(200, z.encode(listProducts.reply, [CHEESE])))
  const { act } = await open(answered('2099-01-01'))
  await act(async () => button('Katalogda ara').click())
  await shows(() => document.querySelector('textarea')?.value === 'Ejder meyvesi 2,5 KG')
})
