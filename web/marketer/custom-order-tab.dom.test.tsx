import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts } from '#contract/catalogue.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER, MARKETER, NO_DELIVERY, OTHER_CUSTOMER, WIRE_CUSTOMER, WIRE_QUOTE } from '../testing/samples.ts'
import { button, field, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const chosen = ({ id, company_name }: { id: string; company_name: string }, is_active = true) =>
  JSON.stringify({ id, company_name, is_active })
const REQUEST = 'POST /api/marketer/custom-orders'
const OFFERED = {
  product_id: CHEESE.id,
  product_name: 'Ezine',
  brand: '',
  unit: 'KG',
  quantity: 5,
  price: 10,
  vat_rate: 10,
  notes: null,
}
const PASSIVE = 'Müşteri pasif durumda; sipariş verilemez'

/** Opens the tab with a customer that was chosen earlier. */
async function openTab(customer: string) {
  // jsdom has none of them.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  stubResizeObserver()
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const texts = await import('../pwa/stored-text.ts')
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { Toaster } = await import('../ui/toaster.tsx')
  const { CustomOrderTab } = await import('./custom-order-tab.tsx')
  texts.storeText('quote-customer', customer)
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <CustomOrderTab />
        <Toaster />
      </LocationProvider>
    </QueryClientProvider>,
  )
  const press = (name: string) => act(async () => button(name).click())
  const request = async () => {
    await act(async () => {
      typeIn(field('Ürün adı'), 'Trüf yağı')
      typeIn(field('Miktar'), '2')
      typeIn(field('Birim fiyat'), '10')
    })
    await press('Teklif iste')
  }
  return { ...texts, server, act, press, request }
}

test('a customer that is chosen for the next request while one is being sent stays chosen', async () => {
  const { server, act, request, storedText, storeText } = await openTab(chosen(CUSTOMER.user))
  const send = async () => {
    await request()
    return server.next(REQUEST)
  }
  const sent = async () => {
    await shows(() => field('Ürün adı').value === '')
    return storedText('quote-customer')
  }
  const first = await send()
  // Another customer is chosen in another tab.
  await act(async () => storeText('quote-customer', chosen(OTHER_CUSTOMER.user)))
  first.reply(201, WIRE_QUOTE)
  expect(await sent()).toBe(chosen(OTHER_CUSTOMER.user))
  ;(await send()).reply(201, { ...WIRE_QUOTE, customer_id: OTHER_CUSTOMER.user.id })
  expect(await sent()).toBe('')
})

test('a request for a passive customer is not sent; the toast says what the chooser does', async () => {
  const { server, request } = await openTab(chosen(CUSTOMER.user, false))
  expect(field('Müşteri').getAttribute('aria-invalid')).toBe('true')
  await request()
  const toast = () => document.querySelector('[data-sonner-toast]')?.textContent ?? ''
  await shows(() => toast().includes('Müşteri pasif durumda; teklif istenemez'))
  expect(document.body.textContent).not.toContain(PASSIVE)
  expect(field('Ürün adı').value).toBe('Trüf yağı')
  expect(server.untaken()).not.toContain(REQUEST)
})

test('before a quote of a passive customer is accepted, a warning says that nothing can be ordered', async () => {
  const { server, press } = await openTab('')
  const answer = { items: [OFFERED], notes: null, valid_until: '2099-01-01', answered_at: '2026-03-10T08:00:00.000Z' }
  const list = 'GET /api/marketer/custom-orders'
  const quotes = [{ ...WIRE_QUOTE, status: 'cevaplandi', answer }]
  // The answered ones, and all.
  ;(await server.next(list)).reply(200, quotes)
  ;(await server.next(list)).reply(200, quotes)
  server.respond('GET /api/products', ({ reply }) => reply(200, z.encode(listProducts.reply, [CHEESE])))
  const customer = `GET /api/marketer/customers/${WIRE_QUOTE.customer_id}`
  const passive = { ...WIRE_CUSTOMER, id: WIRE_QUOTE.customer_id, is_active: false }
  server.respond(customer, ({ reply }) => reply(200, { ...passive, open_amount: 0, last_order_at: null }))
  server.respond(`${customer}/delivery-days`, ({ reply }) => reply(200, NO_DELIVERY))
  const dialog = () => document.querySelector('[role=alertdialog]')?.textContent ?? ''
  await shows(() => document.body.textContent.includes('Kabul et'))
  await press('Kabul et')
  await shows(() => dialog().includes('tutarında sipariş'))
  await shows(() => dialog().includes(PASSIVE))
})
