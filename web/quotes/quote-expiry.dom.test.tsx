import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { Quote } from '#contract/quotes.ts'
import { CUSTOMER, NO_DELIVERY, WIRE_QUOTE, WIRE_QUOTE_ITEM } from '../testing/samples.ts'
import { button, hasButton, openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const ANSWERED: z.input<typeof Quote> = {
  ...WIRE_QUOTE,
  status: 'cevaplandi',
  answer: { items: [WIRE_QUOTE_ITEM], notes: null, valid_until: '2026-03-10', answered_at: '2026-03-10T08:00:00.000Z' },
}
/** Half a minute before midnight in Istanbul. */
const LATE = Date.parse('2026-03-10T20:59:30.000Z')

test('an answer can no longer be accepted once its last day is over, however long the screen has been open', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: LATE })
  const server = await startServer()
  server.respond('GET /api/delivery/days', ({ reply }) => reply(200, NO_DELIVERY))
  server.respond('GET /api/products', ({ reply }) => reply(200, []))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { OWN_QUOTES } = await import('../customer/own-quotes.ts')
  const { QuoteCard } = await import('./quote-card.tsx')
  const { WaitingQuotes } = await import('./waiting-quotes.tsx')
  // Loaded on demand by the app.
  await import('../ui/confirm-dialog-content.tsx')
  const quote = z.decode(Quote, ANSWERED)
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <WaitingQuotes quotes={[quote]} onGo={() => undefined} />
        <QuoteCard quote={quote} audience={OWN_QUOTES} />
      </LocationProvider>
    </QueryClientProvider>,
  )
  const says = (words: string) => document.body.textContent.includes(words)
  expect([says('1 teklif kararınızı bekliyor'), says('Süresi doldu')]).toEqual([true, false])
  await act(async () => button('Kabul et').click())
  await shows(() => says('Teklif kabul edilsin mi?'))
  await act(async () => vi.advanceTimersByTime(60_000))
  expect([says('1 teklif kararınızı bekliyor'), says('Süresi doldu')]).toEqual([false, true])
  expect(says('Bugünkü fiyatla sepete ekle')).toBe(true)
  expect(hasButton('Kabul et')).toBe(false)
  expect(says('Teklifin geçerlilik süresi doldu; lütfen yeni bir teklif isteyin')).toBe(true)
  expect(hasButton('Kabul et ve sipariş ver')).toBe(false)
})
