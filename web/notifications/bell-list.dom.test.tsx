import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'

test('notifications whose marking as read got no reply are marked once more', async () => {
  const portal = await startPortal()
  portal.respond('GET /api/notifications', ({ reply }) => reply(200, []))
  const { startSession } = await import('../session.ts')
  startSession(CUSTOMER)
  const { toast } = await import('../ui/toaster.tsx')
  const error = vi.spyOn(toast, 'error')
  const { BellList } = await import('./bell-list.tsx')
  const { queryClient } = await import('../queries.ts')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <BellList unread={2} onLeave={() => undefined} />
    </QueryClientProvider>,
  )
  await act(async () => button('Tümünü okundu say').click())
  ;(await portal.next('POST /api/notifications/read')).drop()
  ;(await portal.next('POST /api/notifications/read')).reply(200, { count: 0 })
  await shows(() => button('Tümünü okundu say').getAttribute('aria-busy') !== 'true')
  expect(error).not.toHaveBeenCalled()
})
