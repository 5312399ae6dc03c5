import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'
import { STANDING } from '../testing/standing-order.ts'

test('the coming days are fetched again when the delivery days change', async () => {
  const server = await startServer()
  const { startSession } = await import('../session.ts')
  startSession(CUSTOMER)
  const { invalidate, queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { StandingOrders } = await import('./standing-orders.tsx')
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <StandingOrders owner={null} orderPath={id => `/orders/${id}`} />
      </LocationProvider>
    </QueryClientProvider>,
  )
  const list = async (coming: (typeof STANDING)['coming']) =>
    (await server.next('GET /api/standing-orders')).reply(200, [{ ...STANDING, coming }])
  const day = { due_on: '2026-03-17', ordered_at: null, is_changeable: true, items: null }
  await list([{ ...day, day: day.due_on, why: null, unskipped_day: day.due_on }])
  await shows(() => document.body.textContent.includes('17.03.2026 Salı'))
  void invalidate(['delivery'])
  await list([{ ...day, day: null, why: 'closed', unskipped_day: null }])
  await shows(() => document.body.textContent.includes('Kapalı gün, sipariş verilmeyecek'))
  expect(server.untaken()).toEqual([])
})
