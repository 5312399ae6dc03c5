import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Order } from '#contract/orders.ts'
import { listCustomersOrders } from '#contract/staff-orders.ts'
import { MARKETER, ORDER_ID, WIRE_ORDER } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

test('the question before a cancellation names the amount that the order has by now', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  await import('../ui/confirm-dialog-content.tsx')
  const { CancelOrder } = await import('./cancel-order.tsx')
  const { queryClient } = await import('../queries.ts')
  const order = z.decode(Order, { ...WIRE_ORDER, grand_total: 100 })
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <CancelOrder order={order} open onOpenChange={() => undefined} />
    </QueryClientProvider>,
  )
  const question = () => document.querySelector('[role=alertdialog]')?.textContent ?? ''
  await shows(() => question().includes('KDV dahil ₺100,00 tutarındaki sipariş'))
  const raised = { ...WIRE_ORDER, grand_total: 5000, updated_at: '2026-03-10T08:00:00.000Z' }
  ;(await server.next(`GET /api/marketer/orders/${ORDER_ID}`)).reply(200, raised)
  await shows(() => question().includes('KDV dahil ₺5.000,00 tutarındaki sipariş'))
  expect(question()).not.toContain('₺100,00')
})

test('an order whose customer has been handed over leaves the list when its cancellation is refused', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  await import('../ui/confirm-dialog-content.tsx')
  let orders = [WIRE_ORDER]
  server.respond('GET /api/marketer/orders', ({ reply }) => reply(200, orders))
  const { CancelOrder } = await import('./cancel-order.tsx')
  const { useSteadyList } = await import('../lists/steady-list.ts')
  const { queryClient, useListQuery } = await import('../queries.ts')
  const Orders = () => {
    const { items, isPending } = useSteadyList(useListQuery(listCustomersOrders, {}), '')
    return <output>{isPending ? 'loading' : items.length}</output>
  }
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Orders />
      <CancelOrder order={z.decode(Order, WIRE_ORDER)} open onOpenChange={() => undefined} />
    </QueryClientProvider>,
  )
  const shown = (text: string) => shows(() => document.querySelector('output')?.textContent === text)
  await shown('1')
  await act(async () => button('Siparişi iptal et').click())
  const cancelled = await server.next(`POST /api/marketer/orders/${ORDER_ID}/cancel`)
  orders = []
  cancelled.refuse(404, 'order_not_found', 'Siparis bulunamadi')
  await shown('0')
})
