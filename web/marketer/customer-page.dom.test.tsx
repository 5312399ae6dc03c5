import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listCustomersOrders } from '#contract/staff-orders.ts'
import { MARKETER, WIRE_ORDER, WIRE_OWN_CUSTOMER } from '../testing/samples.ts'
import { button, field, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'
import { type Exchange, startServer, type TestServer } from '../testing/scripted-server.ts'

const { id, phone } = WIRE_OWN_CUSTOMER
const CUSTOMER = `GET /api/marketer/customers/${id}`
const ORDERS = 'GET /api/marketer/orders'
const GONE = 'Müşteri silinmiş veya başka bir pazarlamacıya geçmiş olabilir.'

let server: TestServer

beforeEach(async () => {
  stubResizeObserver()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  server = await startServer()
  server.respond(CUSTOMER, ({ reply }) => reply(200, WIRE_OWN_CUSTOMER))
  for (const path of [`marketer/customers/${id}/usual-products`, `customers/${id}/notes`, 'marketer/orders'])
    server.respond(`GET /api/${path}`, ({ reply }) => reply(200, []))
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  await import('./edit-customer.tsx')
})

const says = (text: string) => document.body.textContent.includes(text)

async function renderPage() {
  const { CustomerPage } = await import('./customer-page.tsx')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { queryClient } = await import('../queries.ts')
  return openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <CustomerPage id={id} />
      </LocationProvider>
    </QueryClientProvider>,
  )
}

/** Opens the page; `lose` assigns the customer to another marketer, and has the page fetched again. */
async function openPage() {
  const { invalidate } = await import('../queries.ts')
  const { act } = await renderPage()
  await shows(() => says(phone) && says('Henüz not yok.'))
  const lose = async () => {
    server.respond(CUSTOMER, ({ refuse }) => refuse(404, 'not_found', 'Kayıt bulunamadı'))
    await act(() => invalidate(['customers']))
    await shows(() => says(GONE))
  }
  return { act, lose }
}

test('the page of a customer who has been handed over gives way to a message, which has the note that was not added', async () => {
  const { act, lose } = await openPage()
  await act(async () => {
    const note = document.querySelector('textarea')!
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(note, 'Cumaları teslimat yok')
    note.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await lose()
  expect([phone, WIRE_OWN_CUSTOMER.company_name, 'Sipariş oluştur'].map(says)).toEqual([false, false, false])
  expect(says('Yazdığınız not eklenmedi: “Cumaları teslimat yok”')).toBe(true)
})

test('a usual product that was renamed or taken off sale opens by its id, with the cart of the customer', async () => {
  const { act } = await openPage()
  const { openCart } = await import('../cart/cart.ts')
  const { DETAIL } = await import('../catalogue/product-detail-from-url.tsx')
  const { invalidate } = await import('../queries.ts')
  const usual = { product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55', product_name: 'Eski ad', brand: '', unit: 'KG' }
  const counts = { order_count: 2, quantity: 5, last_ordered_at: '2026-03-10T07:00:00.000Z' }
  const path = `GET /api/marketer/customers/${id}/usual-products`
  server.respond(path, ({ reply }) => reply(200, [{ ...usual, ...counts }]))
  await act(() => invalidate(['orders']))
  await shows(() => says('Eski ad'))
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Sık aldıkları"] a')?.click())
  const opened = new URLSearchParams(location.search)
  expect([opened.get('tab'), opened.get(DETAIL), opened.get('search')]).toEqual(['products', usual.product_id, null])
  expect(openCart()).toBe(id)
})

test('what was typed in the form of a customer who has been handed over stays', async () => {
  const { act, lose } = await openPage()
  await act(async () => button('Düzenle').click())
  await shows(() => document.querySelector('[role=dialog]') !== null)
  await act(async () => typeIn(field('Firma adı'), 'Lezzet Sofrası'))
  await lose()
  expect(field('Firma adı').value).toBe('Lezzet Sofrası')
})

type WireOrders = z.input<typeof listCustomersOrders.reply>

/**
 * Opens the page without a connection: it shows a stored order, and the stored customer. `reconnect` ends that.
 * `cached` are the orders that were fetched before.
 */
async function openOffline(cached?: WireOrders) {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { updateStored } = await import('../pwa/database.ts')
  const { queryClient, queryKeyOf } = await import('../queries.ts')
  const user_id = MARKETER.user.id
  const store = (name: string, answer: unknown) =>
    updateStored('answers', `${user_id} ${name}`, () => ({ user_id, at: 1, answer }))
  await store('own customers', JSON.stringify([WIRE_OWN_CUSTOMER]))
  await store(JSON.stringify([...queryKeyOf(listCustomersOrders), { query: { limit: 5 } }]), [WIRE_ORDER])
  const own = [...queryKeyOf(listCustomersOrders), { query: { customer_id: id, limit: 10 } }]
  if (cached) queryClient.setQueryData(own, z.decode(listCustomersOrders.reply, cached), { updatedAt: 1 })
  const waiting = new Map<string, Exchange>()
  for (const endpoint of [CUSTOMER, ORDERS]) server.respond(endpoint, exchange => void waiting.set(endpoint, exchange))
  const { act } = await renderPage()
  await shows(() => says(phone) && says('Beklemede') && waiting.size === 2)
  const reconnect = () =>
    act(async () => {
      network.mockReturnValue(true)
      dispatchEvent(new Event('online'))
    })
  return { reconnect, waiting }
}

test('once the connection returns, a customer who has been handed over is no longer shown as stored', async () => {
  const { reconnect, waiting } = await openOffline()
  await reconnect()
  expect(says(phone)).toBe(true)
  waiting.get(CUSTOMER)?.refuse(404, 'not_found', 'Kayıt bulunamadı')
  await shows(() => says(GONE))
  expect(says(phone)).toBe(false)
})

test.each<[string, WireOrders | undefined]>([
  ['the stored ones', undefined],
  ['the stored ones, not those fetched before it was lost', [{ ...WIRE_ORDER, status: 'iptal' }]],
])('once the connection returns, the customer’s current orders replace %s', async (_, cached) => {
  const { reconnect, waiting } = await openOffline(cached)
  await reconnect()
  expect(says('Beklemede')).toBe(true)
  waiting.get(ORDERS)?.reply(200, [{ ...WIRE_ORDER, status: 'hazirlaniyor' }])
  await shows(() => says('Hazırlanıyor'))
  expect(says('Beklemede')).toBe(false)
})
