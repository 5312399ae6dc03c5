import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { MARKETER, WIRE_OWN_CUSTOMER } from '../testing/samples.ts'
import { openScreen } from '../testing/screen.ts'
import { startServer, until } from '../testing/scripted-server.ts'

const CUSTOMERS = 'GET /api/marketer/customers'

test('what a marketer needs offline is fetched again once the connection that was lost has returned', async () => {
  const server = await startServer()
  const { startSession } = await import('../session.ts')
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
})
