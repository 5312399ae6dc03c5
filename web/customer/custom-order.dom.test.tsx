import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { CUSTOMER, WIRE_QUOTE, WIRE_QUOTE_ITEM } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const ANSWER = {
  items: [WIRE_QUOTE_ITEM],
  notes: null,
  valid_until: '2099-03-10',
  answered_at: '2026-03-10T08:00:00.000Z',
}

test('the way to a quote that waits for a decision opens it, however far down in the list it is', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  stubResizeObserver()
  history.replaceState(null, '', '/custom-order')
  const server = await startServer()
  const quotes = Array.from({ length: 8 }, (_, i) => ({ ...WIRE_QUOTE, id: `${WIRE_QUOTE.id.slice(0, -1)}${i}` }))
  const [answered] = quotes.splice(-1).map(quote => ({ ...quote, status: 'cevaplandi', answer: ANSWER }))
  if (!answered) throw new Error('there is a last quote')
  server.respond('GET /api/custom-orders', ({ reply }) => reply(200, [...quotes, answered]))
  server.respond(`GET /api/custom-orders/${answered.id}`, ({ reply }) => reply(200, answered))
  server.respond('GET /api/products', ({ reply }) => reply(200, []))
  const { act } = await openCustomOrder()
  await shows(() => document.body.textContent.includes('1 teklif kararınızı bekliyor.'))
  await act(async () => button('Teklife git').click())
  const opened = () => document.querySelector('[aria-label="Açılan talep"]')?.textContent
  await shows(() => opened() !== undefined)
  expect(opened()).toContain('Ezine peyniri')
  expect(location.search).toBe(`?quote=${answered.id}`)
})

test('a passive customer sees above the form that no quote can be requested, until it is active again', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  stubResizeObserver()
  const server = await startServer()
  server.respond('GET /api/custom-orders', ({ reply }) => reply(200, []))
  const { setAccountActive } = await import('../current-session.ts')
  const { act } = await openCustomOrder()
  const passive = () => /Hesabınız pasif durumda; [^.]*?emez/.exec(document.body.textContent)?.[0]
  expect(passive()).toBeUndefined()
  await act(async () => setAccountActive(false, CUSTOMER.token))
  await shows(() => passive() !== undefined)
  expect(passive()).toBe('Hesabınız pasif durumda; teklif istenemez')
  await act(async () => setAccountActive(true, CUSTOMER.token))
  expect(passive()).toBeUndefined()
})

/** Opens the screen for the customer. */
async function openCustomOrder() {
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { CustomOrder } = await import('./custom-order.tsx')
  return openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <CustomOrder />
      </LocationProvider>
    </QueryClientProvider>,
  )
}
