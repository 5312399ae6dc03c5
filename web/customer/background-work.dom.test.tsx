import { QueryClientProvider } from '@tanstack/react-query'
import { test, vi } from 'vitest'
import { listOrders } from '#contract/orders.ts'
import { CUSTOMER, WIRE_ORDER } from '../testing/samples.ts'
import { openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

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
