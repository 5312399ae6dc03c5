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
    const { startSession } = await import('../session.ts')
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
