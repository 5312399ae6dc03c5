import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { listOrders } from '#contract/orders.ts'
import { fieldsOf } from '../stored-values.ts'
import { CUSTOMER, WIRE_ORDER } from '../testing/samples.ts'
import { openScreen, shows } from '../testing/screen.ts'
import { startServer, TIMERS, until } from '../testing/scripted-server.ts'

test('a customer’s latest orders are fetched again once the connection that was lost has returned', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient, queryKeyOf } = await import('../queries.ts')
  const { BackgroundWork } = await import('./background-work.tsx')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <BackgroundWork />
    </QueryClientProvider>,
  )
  const lost = await server.next('GET /api/orders')
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => void dispatchEvent(new Event('offline')))
  lost.drop()
  await shows(() => queryClient.isFetching() === 0)
  network.mockReturnValue(true)
  await act(async () => void dispatchEvent(new Event('online')))
  ;(await server.next('GET /api/orders')).reply(200, [WIRE_ORDER])
  await shows(() => queryClient.getQueriesData({ queryKey: queryKeyOf(listOrders) }).some(([, data]) => data))
})

test('a customer’s stored catalogue is fetched again when the app is resumed after ten minutes', async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { BackgroundWork } = await import('./background-work.tsx')
  const { readStored } = await import('../pwa/database.ts')
  let requests = 0
  server.respond('GET /api/products', ({ reply }) => {
    requests++
    reply(200, [])
  })
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <BackgroundWork />
    </QueryClientProvider>,
  )
  const isStoredNow = () => until(async () => fieldsOf(await readStored('catalogue', 'products')).at === now())
  const now = () => new Date().toISOString()
  await isStoredNow()
  const isHidden = vi.spyOn(document, 'visibilityState', 'get')
  const turn = (state: DocumentVisibilityState) => {
    isHidden.mockReturnValue(state)
    return act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  }
  await turn('hidden')
  await turn('visible')
  vi.setSystemTime(Date.now() + 11 * 60_000)
  await turn('hidden')
  expect(requests).toBe(1)
  await turn('visible')
  await isStoredNow()
  expect(requests).toBe(2)
})
