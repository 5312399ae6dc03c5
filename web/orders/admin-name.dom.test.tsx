import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listRevisions } from '#contract/order-revisions.ts'
import { Order } from '#contract/orders.ts'
import type { Session } from '../current-session.ts'
import { ADMIN, CUSTOMER, MARKETER, ORDER_ID, WIRE_ORDER } from '../testing/samples.ts'
import { openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const SETTINGS = {
  company_name: 'Toptan Gıda',
  support_email: '',
  support_phone: '',
  vat_rates: [10],
  units: ['KG'],
  categories: [],
}

type Case = { session: Session; by: 'admin' | 'marketer'; name: string; reviser: string }

test.each<Case>([
  { session: CUSTOMER, by: 'admin', name: 'Toptan Gıda', reviser: 'Toptan Gıda' },
  { session: MARKETER, by: 'admin', name: 'Toptan Gıda', reviser: 'Toptan Gıda' },
  { session: ADMIN, by: 'admin', name: 'Yönetici', reviser: 'Yönetici (yönetici)' },
  // Even if it is called like the role of admins.
  { session: CUSTOMER, by: 'marketer', name: 'Yönetici (pazarlamacı)', reviser: 'Yönetici (pazarlamacı)' },
])('to a $session.role all parts of an order call its $by the same', async ({ session, by, name, reviser }) => {
  const server = await startServer()
  server.respond('GET /api/settings', ({ reply }) => reply(200, SETTINGS))
  const revision = {
    revision: 1,
    created_at: '2026-03-10T08:00:00.000Z',
    marketer_name: 'Yönetici',
    actor_role: by,
    notes_before: null,
    notes_after: 'Kapıya',
    lines: [],
  }
  server.respond(`GET /api/orders/${ORDER_ID}/revisions`, ({ reply }) => reply(200, [revision]))
  const { startSession } = await import('../current-session.ts')
  startSession(session)
  const { queryClient, useCallQuery } = await import('../queries.ts')
  const { PlacedBy, useLastReviser } = await import('./placed-by.tsx')
  const { Cancellation } = await import('./cancellation.tsx')
  const { Revisions } = await import('./revisions.tsx')
  const order = z.decode(Order, {
    ...WIRE_ORDER,
    placed_by: by,
    placed_by_name: by === 'admin' ? null : 'Yönetici',
    cancelled_by: by,
    cancelled_by_name: by === 'admin' ? null : 'Yönetici',
    revised_by_marketer_id: by === 'admin' ? null : MARKETER.user.id,
    revised_by_marketer_name: 'Yönetici',
  })
  const Screen = () => (
    <>
      <PlacedBy order={order} />
      <Cancellation order={order} />
      <p>Son revize eden: {useLastReviser(order)}</p>
      <Revisions query={useCallQuery(listRevisions, { params: { id: ORDER_ID } })} />
    </>
  )
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  )
  const text = () => document.body.textContent
  await shows(() => text().includes('1. revizyon') && text().includes(`Siparişi alan: ${name}`))
  for (const what of ['İptal eden', 'Son revize eden']) expect(text()).toContain(`${what}: ${name}`)
  expect(text()).toContain(`1. revizyon · ${reviser} ·`)
})
