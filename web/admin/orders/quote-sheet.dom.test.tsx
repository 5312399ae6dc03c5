import { expect, test, vi } from 'vitest'
import { QUOTE_STATUSES } from '#contract/quote-status.ts'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { ADMIN, ORDER_ID, WIRE_ORDER, WIRE_QUOTE } from '../../testing/samples.ts'
import { accepts, button, field, shows, typeIn } from '../../testing/screen.ts'
import { TIMERS } from '../../testing/scripted-server.ts'

const FIRST = { ...WIRE_QUOTE, user_company: 'Lezzet Lokantası' }
const SECOND = { ...WIRE_QUOTE, id: '4b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a12', user_company: 'Öteki Lokanta' }
const PUT = `PUT /api/admin/custom-orders/${FIRST.id}/answer`

/** Opens the first quote with a filled answer; these products are on sale. */
async function openFilled(onSale: object[] = []) {
  const line = { id: 'line', quantity: 2, price: 10, notes: '' }
  const product = { id: WIRE_PRODUCT.id, name: WIRE_PRODUCT.name, unit: 'KG', vat_rate: 10 }
  const draft = { lines: [{ ...line, product }], notes: '', valid_until: '2099-03-10', over: null }
  localStorage.setItem(`quote-answer-${FIRST.id}:${ADMIN.user.id}`, JSON.stringify(draft))
  const closed: string[] = []
  const { QuoteSheet } = await import('./quote-sheet.tsx')
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { queryClient } = await import('../../queries.ts')
  const { LocationProvider } = await import('../../ui/router.tsx')
  const sheet = (id: string) => (
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <QuoteSheet id={id} onClose={() => closed.push(id)} />
      </LocationProvider>
    </QueryClientProvider>
  )
  const screen = await openAdminScreen('/admin/dashboard?tab=orders', async () => null)
  const { server, says } = screen
  for (const quote of [FIRST, SECOND])
    server.respond(`GET /api/admin/custom-orders/${quote.id}`, ({ reply }) => reply(200, quote))
  server.respond('GET /api/products', ({ reply }) => reply(200, onSale))
  await screen.show(sheet(FIRST.id))
  await says('Teklifi gönder')
  const send = async () => {
    await accepts('Teklifi gönder')
    await screen.act(async () => button('Teklifi gönder').click())
  }
  return { ...screen, send, closed, open: (id: string) => screen.show(sheet(id)) }
}

/** Opens the first quote with a filled answer and sends it. */
async function openSending() {
  const screen = await openFilled()
  await screen.send()
  return { ...screen, sent: await screen.server.next(PUT) }
}

test('nothing can be typed into an answer that is being sent', async () => {
  const { sent, closed } = await openSending()
  expect(document.querySelector('form')?.hasAttribute('inert')).toBe(true)
  sent.reply(200, FIRST)
  await shows(() => closed.length === 1)
})

test('a reply that arrives when another quote is open does not close that one', async () => {
  const { sent, closed, open, says } = await openSending()
  await open(SECOND.id)
  await says('Öteki Lokanta')
  sent.reply(200, FIRST)
  await shows(() => !localStorage.getItem(`quote-answer-${FIRST.id}:${ADMIN.user.id}`))
  expect(closed).toEqual([])
})

test('an answer that was changed while it was being sent stays a draft', async () => {
  const { act, server, sent, closed, open, says } = await openSending()
  await open(SECOND.id)
  await says('Öteki Lokanta')
  await open(FIRST.id)
  await says('Teklifi gönder')
  await act(async () => typeIn(field('Birim fiyat'), '12,5'))
  const { id: product_id, name: product_name, brand, unit, vat_rate } = WIRE_PRODUCT
  const items = [{ ...JSON.parse(sent.body).items[0], product_id, product_name, brand, unit, vat_rate }]
  const answer = { items, notes: null, valid_until: '2099-03-10', answered_at: '2026-03-10T09:00:00.000Z' }
  const answered = { ...FIRST, status: 'cevaplandi', answer }
  server.respond(`GET /api/admin/custom-orders/${FIRST.id}`, ({ reply }) => reply(200, answered))
  sent.reply(200, answered)
  await says('Bu talep siz yazarken cevaplandı')
  expect([field('Birim fiyat').value, closed]).toEqual(['12,5', []])
})

test('an answer without a reply is sent again', async () => {
  const { sent, closed, server, alerts } = await openSending()
  sent.drop()
  const again = await server.next(PUT)
  expect(again.body).toBe(sent.body)
  again.reply(200, FIRST)
  await shows(() => closed.length === 1)
  expect(alerts).toEqual([])
})

test('a price that is no number stays as typed, and is reported instead of being sent', async () => {
  const { act, says, send, server } = await openFilled()
  const price = () => field('Birim fiyat')
  await act(async () => price().focus())
  await act(async () => typeIn(price(), '12o'))
  await act(async () => price().blur())
  expect(price().value).toBe('12o')
  await send()
  await says('Fiyat bir sayı olmalıdır')
  expect(price().value).toBe('12o')
  expect(server.untaken()).not.toContain(PUT)
})

test('a typed price is stored with the answer before it is sent', async () => {
  const { act } = await openFilled()
  await act(async () => typeIn(field('Birim fiyat'), '12,5'))
  await act(async () => field('Birim fiyat').blur())
  await shows(() => localStorage.getItem(`quote-answer-${FIRST.id}:${ADMIN.user.id}`)?.includes('12.5') === true)
})

test('an answer is added up in the unit and with the VAT rate that its products have now, and says what has changed', async () => {
  const { says } = await openFilled([{ ...WIRE_PRODUCT, unit: 'PAKET', vat_rate: 20 }])
  await says('Birimi KG iken PAKET oldu.')
  await says('KDV oranı %10 iken %20 oldu.')
  // 2 × 10 lira with 20 % VAT, in the line, the summary and the footer.
  const text = document.body.textContent ?? ''
  for (const words of ['Tutar + %20 KDV', 'KDV %20₺4,00', 'KDV dahil₺24,00', '₺24,00 KDV dahil'])
    expect(text).toContain(words)
  expect(field('Miktar').parentElement?.textContent).toContain('PAKET')
  expect(text).not.toContain('%10 KDV')
})

test('the second press of a double press on the button that starts another answer does not send it', async () => {
  const answered_at = '2026-03-10T09:00:00.000Z'
  const line = { quantity: 2, price: 10, notes: null, product_id: WIRE_PRODUCT.id, product_name: 'Ezine peyniri' }
  const items = [{ ...line, brand: 'Bahçıvan', unit: 'KG', vat_rate: 10 }]
  const answer = { items, notes: null, valid_until: '2099-03-10', answered_at }
  const { server, act, says } = await openAdminScreen('/admin/dashboard?tab=orders', async () => {
    const { QuoteSheet } = await import('./quote-sheet.tsx')
    return <QuoteSheet id={FIRST.id} onClose={() => undefined} />
  })
  server.respond('GET /api/products', ({ reply }) => reply(200, [WIRE_PRODUCT]))
  const read = await server.next(`GET /api/admin/custom-orders/${FIRST.id}`)
  read.reply(200, { ...FIRST, status: 'cevaplandi', answer })
  await says('Yeniden cevapla')
  const press = (text: string) => act(async () => button(text).click())
  vi.useFakeTimers({ toFake: [...TIMERS] })
  await press('Yeniden cevapla')
  await press('Teklifi gönder')
  await accepts('Teklifi gönder')
  expect(server.untaken()).not.toContain(PUT)
  await press('Teklifi gönder')
  await server.next(PUT)
})

test('from the order of a quote the way leads to the orders, not to what the list of quotes was filtered by', async () => {
  const [, , accepted] = QUOTE_STATUSES
  const answer = { items: [], notes: null, valid_until: '2099-03-10', answered_at: '2026-03-10T09:00:00.000Z' }
  const address = `/admin/dashboard?tab=orders&view=quotes&search=lezzet&quote=${FIRST.id}`
  const { server, act, says } = await openAdminScreen(address, async () => {
    const { QuoteSheet } = await import('./quote-sheet.tsx')
    const { AdminOrder } = await import('./order.tsx')
    const { Switch } = await import('../../ui/router.tsx')
    const routes = [
      { path: '/admin/dashboard', element: <QuoteSheet id={FIRST.id} onClose={() => undefined} /> },
      { path: '/admin/orders/:orderId', element: <AdminOrder /> },
    ]
    return <Switch routes={routes} fallback={null} />
  })
  const quote = { ...FIRST, status: accepted, answer, order_id: ORDER_ID }
  ;(await server.next(`GET /api/admin/custom-orders/${FIRST.id}`)).reply(200, quote)
  server.respond(`GET /api/admin/orders/${ORDER_ID}`, ({ reply }) => reply(200, WIRE_ORDER))
  await says('Siparişi aç')
  await act(async () => button('Siparişi aç').click())
  await says('Siparişlere dön')
  expect(document.querySelector('a[href^="/admin/dashboard"]')?.getAttribute('href')).toBe('/admin/dashboard')
  expect((await server.next(`GET /api/admin/orders/${ORDER_ID}/neighbours`)).query).toEqual({})
})
