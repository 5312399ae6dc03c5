import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Order } from '#contract/orders.ts'
import { CUSTOMER, NO_DELIVERY, WIRE_ORDER } from '../testing/samples.ts'
import { openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const ORDER = {
  ...z.decode(Order, z.parse(z.any(), WIRE_ORDER)),
  delivery_date: '2026-03-11',
  delivery_route: 'Kadıköy',
}

test('an order’s own day can be chosen again although the day is full', async () => {
  const server = await startServer()
  const cutoff = '2026-03-10T13:00:00.000Z'
  const days = ['2026-03-11', '2026-03-12', '2026-03-13'].map(date => ({ date, cutoff, is_full: date < '2026-03-13' }))
  const reply = { ...NO_DELIVERY, now: '2026-03-10T08:00:00.000Z', has_route: true, days }
  server.respond('GET /api/delivery/days', exchange => exchange.reply(200, reply))
  const { startSession } = await import('../session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { OrderDay } = await import('./order-day.tsx')
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <OrderDay order={ORDER} value="2026-03-13" onChange={() => undefined} />
    </QueryClientProvider>,
  )
  const options = () => [...document.querySelectorAll('option')]
  await shows(() => options().length === 3)
  expect(options().map(({ disabled }) => disabled)).toEqual([false, true, false])
})
