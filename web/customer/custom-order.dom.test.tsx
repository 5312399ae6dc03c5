import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

test('a passive customer sees above the form that no quote can be requested, until it is active again', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  stubResizeObserver()
  const server = await startServer()
  server.respond('GET /api/custom-orders', ({ reply }) => reply(200, []))
  const { setAccountActive, startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { CustomOrder } = await import('./custom-order.tsx')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <CustomOrder />
      </LocationProvider>
    </QueryClientProvider>,
  )
  const passive = () => /Hesabınız pasif durumda; [^.]*?emez/.exec(document.body.textContent)?.[0]
  expect(passive()).toBeUndefined()
  await act(async () => setAccountActive(false, CUSTOMER.token))
  await shows(() => passive() !== undefined)
  expect(passive()).toBe('Hesabınız pasif durumda; teklif istenemez')
  await act(async () => setAccountActive(true, CUSTOMER.token))
  expect(passive()).toBeUndefined()
})
