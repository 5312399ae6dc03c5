import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { decode } from '#contract/call.ts'
import type { PickingLine } from '#contract/order-lots.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { Order, orderNumber } from '#contract/orders.ts'
import { ADMIN, ORDER_ID, WIRE_ORDER } from '../../../testing/samples.ts'
import { button, openScreen, shows } from '../../../testing/screen.ts'
import { startServer } from '../../../testing/scripted-server.ts'

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
  const server = await startServer()
  server.respond(`GET /api/admin/orders/${ORDER_ID}/picking`, ({ reply }) => reply(200, [LINE]))
  const { startSession } = await import('../../../session.ts')
  startSession(ADMIN)
  const { queryClient } = await import('../../../queries.ts')
  const { PickingCard } = await import('./picking-card.tsx')
  const page = (isPicking: boolean) => (
    <QueryClientProvider client={queryClient}>
      <main id="content" tabIndex={-1}>
        {isPicking && (
          <PickingCard order_id={ORDER_ID} onComplete={() => undefined} isCompleting={false} hasFailed={false} />
        )}
      </main>
    </QueryClientProvider>
  )
  const { show } = await openScreen(page(true))
  await shows(() => document.body.textContent.includes('Önerildiği gibi tamamla'))
  button('Önerildiği gibi tamamla').focus()
  await show(page(false))
  expect(document.activeElement?.id).toBe('content')
})

test('beside the lines, where the user has pressed, it is shown that an order could not be completed; it is announced once', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const server = await startServer()
  server.respond(`GET /api/admin/orders/${ORDER_ID}/picking`, ({ reply }) => reply(200, [LINE]))
  const { startSession } = await import('../../../session.ts')
  startSession(ADMIN)
  const { queryClient } = await import('../../../queries.ts')
  const { AdminOrderLots } = await import('../order-lots.tsx')
  const { useStatusSaves } = await import('../status-saves.tsx')
  const order = decode(Order, { ...WIRE_ORDER, status: ORDER_STATUSES[1]! })
  const Lots = () => <AdminOrderLots order={order} saves={useStatusSaves()} />
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Lots />
    </QueryClientProvider>,
  )
  const fault = () =>
    [...document.querySelectorAll('p')].find(({ textContent }) => textContent.includes('aydedilemedi'))
  const announced = () =>
    [...document.querySelectorAll('[role=alert], [role=status], [aria-live]')]
      .map(one => one.textContent)
      .filter(text => text.includes('aydedilemedi'))
  const save = `PUT /api/admin/orders/${ORDER_ID}/status`
  await shows(() => document.body.textContent.includes('Önerildiği gibi tamamla'))
  await act(async () => button('Önerildiği gibi tamamla').click())
  ;(await server.next(save)).drop()
  ;(await server.next(save)).drop()
  await shows(() => fault() !== undefined && announced().length > 0)
  expect(fault()?.textContent.trim()).toBe('Durum kaydedilemedi.')
  expect(announced()).toEqual([`Sipariş ${orderNumber(ORDER_ID)}: durum kaydedilemedi`])
  await act(async () => button('Önerildiği gibi tamamla').click())
  await shows(() => fault() === undefined)
  ;(await server.next(save)).reply(502, '<h1>Bad Gateway</h1>')
  await shows(() => fault() !== undefined)
})
