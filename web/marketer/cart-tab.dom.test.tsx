import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { lineOf } from '../cart/cart-line.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER, MARKETER, NO_DELIVERY, OTHER_CUSTOMER, WIRE_ORDER, WIRE_OWN_CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'
import { type Exchange, startServer } from '../testing/scripted-server.ts'

const { id, company_name } = CUSTOMER.user
const CHOSEN = { id, company_name, is_active: true }
const OTHER = { id: OTHER_CUSTOMER.user.id, company_name: 'Öteki Lokanta', is_active: true }
const PRODUCTS = 'GET /api/products'
const isPassive = () => document.body.textContent?.includes('Müşteri pasif durumda; sipariş verilemez') === true

/** Opens the tab with the cart of a customer, which has `pieces` of the cheese. */
async function openTab(customer: typeof CHOSEN, pieces = 0) {
  // jsdom has none of them.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal('scrollTo', () => undefined)
  stubResizeObserver()
  const server = await startServer()
  history.replaceState(null, '', '/marketer/dashboard?tab=cart')
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const carts = await import('../cart/other-carts.ts')
  const { addToCart } = await import('../cart/cart.ts')
  const { chosenCustomer } = await import('../cart/chosen-customer.ts')
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { Toaster } = await import('../ui/toaster.tsx')
  const { CartTab } = await import('./cart-tab.tsx')
  carts.chooseCustomer(customer)
  if (pieces > 0) addToCart(CHEESE, pieces)
  const { act, unmount } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <CartTab />
        <Toaster />
      </LocationProvider>
    </QueryClientProvider>,
  )
  return { ...carts, server, act, unmount, addToCart, chosenCustomer }
}

test('an exchange of carts that began earlier does not make the customer passive again', async () => {
  const { server, act, rememberCart } = await openTab({ ...CHOSEN, is_active: false })
  expect(isPassive()).toBe(true)
  const current = await server.next(`GET /api/marketer/customers/${id}`)
  current.reply(200, { ...WIRE_OWN_CUSTOMER, is_active: true })
  await shows(() => !isPassive())
  await act(async () => rememberCart({ id, company_name, is_active: false }))
  expect(isPassive()).toBe(false)
})

/** Presses the order button of the customer's cart; requests of prices wait until `answer` names what is on sale. */
async function pressOrder() {
  const tab = await openTab(CHOSEN, 2)
  const { server, act } = tab
  server.respond(`GET /api/marketer/customers/${id}`, ({ reply }) => reply(200, WIRE_OWN_CUSTOMER))
  server.respond(`GET /api/marketer/customers/${id}/delivery-days`, ({ reply }) => reply(200, NO_DELIVERY))
  const asked: Exchange[] = []
  server.respond(PRODUCTS, exchange => void asked.push(exchange))
  await act(async () => document.querySelector('textarea')?.form?.requestSubmit())
  const answer = (onSale: Product[]) => {
    const reply = (exchange: Exchange) => {
      const found = onSale.filter(product => exchange.query.ids?.includes(product.id))
      exchange.reply(200, z.encode(listProducts.reply, found))
    }
    server.respond(PRODUCTS, reply)
    asked.forEach(reply)
  }
  return { ...tab, answer }
}

/** Orders the customer's cart; resolves to the tab and the request, which waits for its reply. */
async function sendOrder() {
  const tab = await pressOrder()
  const { server, answer } = tab
  answer([CHEESE])
  const sent = await server.next('POST /api/marketer/orders/create-for-customer')
  const place = async () => {
    sent.reply(201, WIRE_ORDER)
    await shows(() => document.body.textContent.includes('Sipariş başarıyla oluşturuldu'))
  }
  const refuse = () => sent.refuse(409, 'insufficient_stock', 'Yetersiz stok')
  return { ...tab, place, refuse }
}

test('the customer of an order that was placed is no longer chosen, and the orders are shown', async () => {
  const { place, chosenCustomer } = await sendOrder()
  await place()
  expect([chosenCustomer(), location.search]).toEqual([null, '?tab=orders'])
})

test('a marketer who keeps unsaved text when the order is placed stays in the cart with its customer', async () => {
  const { act, addToCart, place, chosenCustomer } = await sendOrder()
  const { useConfirmBeforeLeaving } = await import('../ui/leave-guard.ts')
  vi.stubGlobal('confirm', () => false)
  function Unsaved() {
    useConfirmBeforeLeaving(true, 'Yazdıklarınız kaybolur.', () => undefined)
    return null
  }
  await openScreen(<Unsaved />)
  await place()
  expect([chosenCustomer()?.id, location.search]).toEqual([id, '?tab=cart'])
  expect(button('Siparişe git')).toBeDefined()
  // The cart can be filled and ordered again.
  await act(async () => addToCart(CHEESE, 5))
  expect(document.querySelector('[aria-label=Sepet]')?.hasAttribute('inert')).toBe(false)
  expect(document.querySelector<HTMLInputElement>('[aria-label=Sepet] input')?.value).toBe('5')
})

test('a customer stays chosen if more was added to the cart while the order was in flight', async () => {
  const { act, addToCart, place, chosenCustomer } = await sendOrder()
  await act(async () => addToCart(CHEESE, 5))
  await place()
  expect(chosenCustomer()?.id).toBe(id)
})

test.each(['?tab=products', '?tab=cart&view=list'])(
  'a marketer who went to %s while the order was in flight stays there, with the customer',
  async address => {
    const { act, place, chosenCustomer } = await sendOrder()
    await act(async () => history.replaceState(null, '', `/marketer/dashboard${address}`))
    await place()
    expect([chosenCustomer()?.id, location.search]).toEqual([id, address])
  },
)

const OTHER_CHEESE = { ...CHEESE, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56' }

test.each<[string, (tab: Awaited<ReturnType<typeof pressOrder>>) => Promise<void>]>([
  ['left the cart', ({ unmount }) => unmount()],
  [
    'opened another customer’s cart in another tab',
    ({ act, chooseCustomer, addToCart }) =>
      act(async () => {
        chooseCustomer(OTHER)
        addToCart(OTHER_CHEESE, 1)
      }),
  ],
])('an order is sent even if its marketer %s while its prices were checked', async (_, leave) => {
  const tab = await pressOrder()
  const { server, answer } = tab
  await leave(tab)
  answer([CHEESE, OTHER_CHEESE])
  const sent = await server.next('POST /api/marketer/orders/create-for-customer')
  expect(JSON.parse(sent.body)).toMatchObject({ customer_id: id, items: [{ product_id: CHEESE.id, quantity: 2 }] })
})

test('products that have changed by the time of the order are reported with the customer whose cart was left', async () => {
  const { answer, unmount } = await pressOrder()
  const { toast } = await import('../ui/toaster.tsx')
  const warning = vi.spyOn(toast, 'warning')
  await unmount()
  answer([])
  await shows(() => warning.mock.calls.length > 0)
  expect(warning.mock.calls).toEqual([[`${company_name} sepetindeki bazı ürünler değişti; lütfen gözden geçirin`]])
})

test.each<[string, (tab: Awaited<ReturnType<typeof sendOrder>>) => Promise<void>]>([
  ['left the cart', ({ unmount }) => unmount()],
  [
    'opened another customer’s cart in another tab',
    ({ act, chooseCustomer }) => act(async () => void chooseCustomer(OTHER)),
  ],
])('an order that is refused after its marketer %s waits for a decision, with its customer', async (_, leave) => {
  const tab = await sendOrder()
  const { refresh } = await import('../pwa/outbox-store.ts')
  const { onOutboxEvent } = await import('../pwa/outbox-events.ts')
  const { cartLines } = await import('../cart/cart.ts')
  const reported = new Promise(resolve => onOutboxEvent(resolve))
  await leave(tab)
  tab.refuse()
  expect(await reported).toEqual({ kind: 'refused', sentence: 'Yetersiz stok', company_name })
  expect(await refresh()).toMatchObject([{ customer: { company_name }, standing: { is: 'refused' } }])
  expect([id, OTHER.id].map(cartLines)).toEqual([[], []])
})

test('an order that is refused while its marketer waits returns to the cart', async () => {
  const { refuse } = await sendOrder()
  const { refresh } = await import('../pwa/outbox-store.ts')
  const { cartLines } = await import('../cart/cart.ts')
  refuse()
  await shows(() => document.body.textContent.includes('Yetersiz stok'))
  expect([cartLines(id).length, await refresh()]).toEqual([1, []])
})

test('a price that was agreed for a former unit of a product does not apply to the present one', async () => {
  const { server, act } = await openTab(CHOSEN, 2)
  const { agreedPricesOf, agreePrice } = await import('../cart/agreed-prices.ts')
  await act(async () => agreePrice(id, lineOf(CHEESE, 2), kurus(25_000)))
  const packets = { ...CHEESE, unit: 'PAKET', price: kurus(300_000) }
  server.respond(PRODUCTS, ({ reply }) => reply(200, z.encode(listProducts.reply, [packets])))
  server.respond(`GET /api/marketer/customers/${id}`, ({ reply }) => reply(200, WIRE_OWN_CUSTOMER))
  server.respond(`GET /api/marketer/customers/${id}/delivery-days`, ({ reply }) => reply(200, NO_DELIVERY))
  await shows(() => document.body.textContent.includes('Fiyatı ₺250,00 iken ₺3.000,00 oldu.'))
  const accept = button('Güncel fiyatlarla devam et')
  await shows(() => !accept.hasAttribute('aria-disabled'))
  await act(async () => accept.click())
  expect(agreedPricesOf(id).size).toBe(0)
  await act(async () => document.querySelector('textarea')?.form?.requestSubmit())
  const { items } = JSON.parse((await server.next('POST /api/marketer/orders/create-for-customer')).body)
  expect(items).toMatchObject([{ quantity: 2, price: 3000 }])
  expect(items[0]).not.toHaveProperty('agreed_price')
})

test('a cart whose products are all off sale loses its note and day when that is accepted', async () => {
  const { server, act } = await openTab(CHOSEN, 2)
  const { cartLines, noteTextName } = await import('../cart/cart.ts')
  const { deliveryDayName } = await import('../cart/delivery-day-name.ts')
  const { storedText, storeText } = await import('../pwa/stored-text.ts')
  const names = [noteTextName(id), deliveryDayName(id)]
  storeText(names[0]!, 'Arka kapı')
  storeText(names[1]!, '2026-03-12')
  server.respond(PRODUCTS, ({ reply }) => reply(200, []))
  server.respond(`GET /api/marketer/customers/${id}`, ({ reply }) => reply(200, WIRE_OWN_CUSTOMER))
  server.respond(`GET /api/marketer/customers/${id}/delivery-days`, ({ reply }) => reply(200, NO_DELIVERY))
  await shows(() => document.body.textContent.includes('Güncel fiyatlarla devam et'))
  const accept = button('Güncel fiyatlarla devam et')
  await shows(() => !accept.hasAttribute('aria-disabled'))
  await act(async () => accept.click())
  expect([cartLines(), names.map(storedText)]).toEqual([[], ['', '']])
})

test('a quantity that is being typed is not carried over to the next customer', async () => {
  const { act, chooseCustomer, addToCart } = await openTab(CHOSEN, 2)
  const quantity = () => document.querySelector<HTMLInputElement>('#cart-lines input')!
  await act(async () => typeIn(quantity(), '12,5'))
  // Another customer is chosen in another tab.
  await act(async () => {
    chooseCustomer(OTHER)
    addToCart(CHEESE, 2)
  })
  expect(quantity().value).toBe('2')
})
