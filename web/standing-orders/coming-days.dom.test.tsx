import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { StandingOrder } from '#contract/standing-orders.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'
import { STANDING } from '../testing/standing-order.ts'

/** Shows coming days to their customer. */
async function openDays(coming: StandingOrder['coming']) {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { ComingDays } = await import('./coming-days.tsx')
  const days = (shown: StandingOrder['coming']) => (
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <ComingDays standing={{ ...z.decode(StandingOrder, STANDING), coming: shown }} />
      </LocationProvider>
    </QueryClientProvider>
  )
  const { act, show } = await openScreen(days(coming))
  return { server, act, show: (shown: StandingOrder['coming']) => show(days(shown)) }
}

test('the day that is being skipped keeps the focus, and the others wait', async () => {
  const dayOf = (due_on: string) => ({
    due_on,
    day: due_on,
    why: null,
    moved_to: null,
    unskipped_day: due_on,
    ordered_at: null,
    is_changeable: true,
    items: null,
  })
  const coming = ['2026-03-17', '2026-03-24'].map(dayOf)
  const { server, act } = await openDays(coming)
  const [first, second] = document.querySelectorAll<HTMLButtonElement>('button[aria-label^="Bu seferlik atla"]')
  await act(async () => first?.click())
  await server.next(`PUT /api/standing-orders/${STANDING.id}/day`)
  expect([first?.disabled, first?.getAttribute('aria-busy'), second?.disabled]).toEqual([false, 'true', true])
})

test('only days that can still be changed have buttons', async () => {
  const DAY = {
    day: null,
    why: null,
    moved_to: null,
    unskipped_day: null,
    ordered_at: null,
    is_changeable: true,
    items: null,
  }
  await openDays([
    { ...DAY, due_on: '2026-03-16', why: 'skipped', is_changeable: false },
    { ...DAY, due_on: '2026-03-17', day: '2026-03-17', is_changeable: false },
    { ...DAY, due_on: '2026-03-18', why: 'closed', is_changeable: false },
    { ...DAY, due_on: '2026-03-23', why: 'skipped' },
    { ...DAY, due_on: '2026-03-24', day: '2026-03-24' },
    { ...DAY, due_on: '2026-03-25', why: 'closed' },
  ])
  const buttons = Array.from(document.querySelectorAll('li'), day =>
    Array.from(day.querySelectorAll('button'), ({ textContent }) => textContent),
  )
  expect(buttons).toEqual([[], [], [], ['Atlamayı geri al'], ['Değiştir', 'Bu seferlik atla'], ['Değiştir']])
})

test('a moved day that is skipped has the date of its order in the list and in the message', async () => {
  const moved = {
    due_on: '2026-03-17',
    day: '2026-03-19',
    why: 'moved',
    moved_to: '2026-03-19',
    unskipped_day: '2026-03-19',
    ordered_at: null,
    is_changeable: true,
    items: null,
  } as const
  const skipped = { ...moved, day: null, why: 'skipped' } as const
  const { server, act, show } = await openDays([moved])
  const { toast } = await import('../ui/toaster.tsx')
  const said = vi.spyOn(toast, 'success')
  await act(async () => document.querySelector<HTMLElement>('button[aria-label^="Bu seferlik atla"]')?.click())
  const { reply } = await server.next(`PUT /api/standing-orders/${STANDING.id}/day`)
  reply(200, { ...STANDING, coming: [skipped] })
  await shows(() => said.mock.calls.length > 0)
  expect(said.mock.calls[0]?.[0]).toBe('19.03.2026 Perşembe siparişi atlandı')
  await show([skipped])
  expect(document.querySelector('li .line-through')?.textContent).toBe('19.03.2026 Perşembe')
  expect(document.querySelector('li button')?.getAttribute('aria-label')).toBe('Atlamayı geri al: 19.03.2026 Perşembe')
})
