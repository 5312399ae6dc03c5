import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { StandingOrder } from '#contract/standing-orders.ts'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen } from '../testing/screen.ts'
import { STANDING } from '../testing/standing-order.ts'

test('the day that is being skipped keeps the focus, and the others wait', async () => {
  const portal = await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { ComingDays } = await import('./coming-days.tsx')
  const dayOf = (due_on: string) => ({ due_on, day: due_on, why: null, ordered_at: null, items: null })
  const coming = ['2026-03-17', '2026-03-24'].map(dayOf)
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <ComingDays standing={{ ...z.decode(StandingOrder, STANDING), coming }} />
      </LocationProvider>
    </QueryClientProvider>,
  )
  const [first, second] = document.querySelectorAll<HTMLButtonElement>('button[aria-label^="Bu seferlik atla"]')
  await act(async () => first?.click())
  await portal.next(`PUT /api/standing-orders/${STANDING.id}/day`)
  expect([first?.disabled, first?.getAttribute('aria-busy'), second?.disabled]).toEqual([false, 'true', true])
})
