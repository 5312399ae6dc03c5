import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { MARKETER, WIRE_ORDER, WIRE_OWN_CUSTOMER } from '../testing/samples.ts'
import { openScreen, shows } from '../testing/screen.ts'
import { startServer, TIMERS, until } from '../testing/scripted-server.ts'

const CUSTOMERS = 'GET /api/marketer/customers'

test('what a marketer needs offline is fetched again once the lost connection returns or the app is resumed', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { queryClient } = await import('../queries.ts')
  const { BackgroundWork } = await import('./background-work.tsx')
  const { readOfflineCustomers } = await import('./offline-customers.ts')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <BackgroundWork />
    </QueryClientProvider>,
  )
  const lost = await server.next(CUSTOMERS)
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => void dispatchEvent(new Event('offline')))
  lost.drop()
  expect(await readOfflineCustomers()).toBeUndefined()
  network.mockReturnValue(true)
  await act(async () => void dispatchEvent(new Event('online')))
  ;(await server.next(CUSTOMERS)).reply(200, [WIRE_OWN_CUSTOMER])
  await until(async () => (await readOfflineCustomers())?.customers.length === 1)
  // The app is resumed.
  vi.setSystemTime(Date.now() + 11 * 60_000)
  await act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await server.next(CUSTOMERS)
})

test('the pages of a marketer’s orders that have been loaded are not fetched again when the connection returns', async () => {
  vi.useFakeTimers({ toFake: [...TIMERS, 'performance'] })
  // The visit began a second ago.
  vi.advanceTimersByTime(1_000)
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { queryClient } = await import('../queries.ts')
  const { BackgroundWork } = await import('./background-work.tsx')
  const limits: (string | undefined)[] = []
  server.respond('GET /api/marketer/orders', ({ query, reply }) => {
    limits.push(query.limit)
    reply(200, [WIRE_ORDER])
  })
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <BackgroundWork />
    </QueryClientProvider>,
  )
  await shows(() => queryClient.isFetching() === 1 && limits.length === 2)
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => void dispatchEvent(new Event('offline')))
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  network.mockReturnValue(true)
  await act(async () => void dispatchEvent(new Event('online')))
  await shows(() => limits.filter(limit => limit === '5').length === 2)
  expect(limits.filter(limit => limit === '60')).toHaveLength(1)
})
