import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts } from '#contract/catalogue.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { MARKETER, WIRE_ORDER } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const REPEATED = { id: '00000000-0000-4000-8000-00000000000a', company_name: 'Fırın 06', is_active: true }
const OTHER = { id: '00000000-0000-4000-8000-00000000000b', company_name: 'Kuytu Kahve', is_active: true }
const { id: product_id, name: product_name, brand, unit } = CHEESE
const LINE = {
  product_id,
  product_name,
  brand,
  unit,
  quantity: 2,
  price: 250,
  vat_rate: 10,
  total_price: 500,
  expected_stock_date: null,
}

test.each(['left the screen', 'chosen it above the list'])(
  'a marketer who has moved on to another customer (%s) stays in its cart, and can still repeat the order',
  async how => {
    stubResizeObserver()
    // jsdom has none.
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    const server = await startServer()
    const { startSession } = await import('../current-session.ts')
    startSession(MARKETER)
    const { useRepeatOrder } = await import('./repeat-order.tsx')
    const { openCart } = await import('./open-cart.ts')
    const { cartLines, openCart: openOwner } = await import('../cart/cart.ts')
    const { Toaster } = await import('../ui/toaster.tsx')
    const Repeat = () => {
      const { repeat } = useRepeatOrder()
      return <button onClick={() => void repeat({ customer: REPEATED })}>Son siparişi tekrarla</button>
    }
    await openScreen(<Toaster />)
    const { act, unmount } = await openScreen(<Repeat />)
    await act(async () => button('Son siparişi tekrarla').click())
    const orders = await server.next('GET /api/marketer/orders')
    if (how === 'left the screen') await unmount()
    openCart(OTHER)
    orders.reply(200, [{ ...WIRE_ORDER, items: [LINE] }])
    const products = await server.next('GET /api/products')
    products.reply(200, z.encode(listProducts.reply, [CHEESE]))
    await shows(() => document.body.textContent.includes('Fırın 06 siparişi tekrarlanmaya hazır'))
    expect([openOwner(), cartLines(REPEATED.id)]).toEqual([OTHER.id, []])
    await act(async () => button('Sepete ekle').click())
    expect([openOwner(), cartLines(REPEATED.id).map(({ quantity }) => quantity)]).toEqual([REPEATED.id, [2]])
  },
)

/** Buttons that repeat the last orders of two customers; `press` resolves to the request for the orders. */
async function openTwo() {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { useRepeatOrder } = await import('./repeat-order.tsx')
  const Repeat = () => {
    const { repeat, repeatingId } = useRepeatOrder()
    return [REPEATED, OTHER].map(customer => (
      <button key={customer.id} onClick={() => void repeat({ customer })} aria-busy={repeatingId === customer.id}>
        {customer.company_name}
      </button>
    ))
  }
  const { act } = await openScreen(<Repeat />)
  const press = async ({ company_name }: typeof OTHER) => {
    await act(async () => button(company_name).click())
    return server.next('GET /api/marketer/orders')
  }
  return { server, press }
}

test.each([
  ['of another customer', [REPEATED, OTHER], [[], [2]]],
  ['of another customer and then of the first', [REPEATED, OTHER, REPEATED], [[3], []]],
])('pressing the button %s while the order is fetched repeats the last one only', async (_, customers, carts) => {
  const { server, press } = await openTwo()
  const { cartLines, openCart: openOwner } = await import('../cart/cart.ts')
  const requests = []
  for (const customer of customers) {
    requests.push(await press(customer))
    expect(document.querySelector('[aria-busy=true]')?.textContent).toBe(customer.company_name)
  }
  expect(requests.map(({ query }) => query['customer_id'])).toEqual(customers.map(({ id }) => id))
  for (const [before, { reply }] of requests.entries()) {
    reply(200, [{ ...WIRE_ORDER, items: [{ ...LINE, quantity: before + 1 }] }])
    const products = await server.next('GET /api/products')
    products.reply(200, z.encode(listProducts.reply, [CHEESE]))
  }
  await shows(() => document.querySelector('[aria-busy=true]') === null)
  expect(openOwner()).toBe(customers.at(-1)?.id)
  expect([REPEATED, OTHER].map(({ id }) => cartLines(id).map(({ quantity }) => quantity))).toEqual(carts)
})

test('an error is shown only if the button of another customer has not been pressed since', async () => {
  const { press } = await openTwo()
  const { toast } = await import('../ui/toaster.tsx')
  const [error, info] = [vi.spyOn(toast, 'error'), vi.spyOn(toast, 'info')]
  const first = await press(REPEATED)
  const second = await press(OTHER)
  first.refuse(404, 'not_found', 'Müşteri bulunamadı')
  second.reply(200, [])
  await shows(() => info.mock.calls.length > 0)
  expect([error.mock.calls, info.mock.calls]).toEqual([[], [['Tekrarlanacak sipariş yok']]])
})
