import { expect, test, vi } from 'vitest'
import { kurus } from '#contract/money.ts'
import { CUSTOMER, WIRE_QUOTE } from '../testing/samples.ts'
import { openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const OLDER = { ...WIRE_QUOTE, id: '3b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a11' }
const ITEM = { product_name: 'Tulum', unit: 'KG', quantity: 2, price: kurus(0), notes: null }

test('without a connection, requests that were never loaded are reported as not stored, not shown as loading', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { listQuotes } = await import('#contract/quotes.ts')
  const { queryClient, useListQuery } = await import('../queries.ts')
  const { useSteadyList } = await import('../lists/steady-list.ts')
  const { OWN_QUOTES } = await import('../customer/own-quotes.ts')
  const { QuoteList } = await import('./quote-list.tsx')
  const Requests = () => {
    const query = useSteadyList(useListQuery(listQuotes, {}), '')
    return <QuoteList title="Taleplerim" query={query} audience={OWN_QUOTES} empty="Henüz talebiniz yok" />
  }
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Requests />
    </QueryClientProvider>,
  )
  const list = await server.next('GET /api/custom-orders')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => dispatchEvent(new Event('offline')))
  expect(document.body.textContent).toContain('İnternet bağlantısı yok')
  expect(document.body.textContent).toContain('Teklif talepleri bu cihazda saklanmadı')
  online.mockReturnValue(true)
  await act(async () => dispatchEvent(new Event('online')))
  list.reply(200, [])
  await shows(() => document.body.textContent?.includes('Henüz talebiniz yok') === true)
})

test('the user’s own request from the outbox appears in the open list immediately', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { listQuotes } = await import('#contract/quotes.ts')
  const { queryClient, useListQuery } = await import('../queries.ts')
  const { useSteadyList } = await import('../lists/steady-list.ts')
  const { OutboxNotifications } = await import('../orders/outbox-notifications.tsx')
  const { queueChange } = await import('../pwa/outbox.ts')
  const Requests = () => {
    const { items, waiting } = useSteadyList(useListQuery(listQuotes, {}), '')
    return (
      <p>
        {items.length} +{waiting.added}
      </p>
    )
  }
  let present = [OLDER]
  server.respond('GET /api/custom-orders', ({ reply }) => reply(200, present))
  server.respond('POST /api/custom-orders', ({ reply }) => {
    present = [WIRE_QUOTE, ...present]
    reply(201, WIRE_QUOTE)
  })
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <OutboxNotifications audience="customer" />
      <Requests />
    </QueryClientProvider>,
  )
  const text = () => document.querySelector('p')?.textContent
  await shows(() => text() === '1 +0')
  await queueChange(CUSTOMER.user.id, { is: 'quote', customer: null, body: { items: [ITEM], notes: null } })
  await shows(() => text() !== '1 +0')
  expect(text()).toBe('2 +0')
})
