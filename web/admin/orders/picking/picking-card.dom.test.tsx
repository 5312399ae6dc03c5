import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { PickingLine } from '#contract/order-lots.ts'
import { startPortal } from '../../../testing/portal.ts'
import { ADMIN, ORDER_ID } from '../../../testing/samples.ts'
import { button, openScreen, shows } from '../../../testing/screen.ts'

const LINE: PickingLine = {
  product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  unit: 'KG',
  warehouse: 'Ana Depo',
  quantity: 4,
  barcode: null,
  lots: [],
  without_lot: 4,
  has_lots: false,
  leaves_on: '2026-03-10',
  min_remaining_days: null,
  not_proposed: [],
}

test('once the order is completed, and the pressed button has gone, the page has the focus', async () => {
  const portal = await startPortal()
  portal.respond(`GET /api/admin/orders/${ORDER_ID}/picking`, ({ reply }) => reply(200, [LINE]))
  const { startSession } = await import('../../../session.ts')
  startSession(ADMIN)
  const { queryClient } = await import('../../../queries.ts')
  const { PickingCard } = await import('./picking-card.tsx')
  const page = (isPicking: boolean) => (
    <QueryClientProvider client={queryClient}>
      <main id="content" tabIndex={-1}>
        {isPicking && <PickingCard order_id={ORDER_ID} onComplete={() => undefined} isCompleting={false} />}
      </main>
    </QueryClientProvider>
  )
  const { show } = await openScreen(page(true))
  await shows(() => document.body.textContent.includes('Önerildiği gibi tamamla'))
  button('Önerildiği gibi tamamla').focus()
  await show(page(false))
  expect(document.activeElement?.id).toBe('content')
})
