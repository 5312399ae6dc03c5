import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CANCELLED_STATUS } from '#contract/order-status.ts'
import { Order } from '#contract/orders.ts'
import { CUSTOMER, ORDER_ID, WIRE_ORDER } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const CANCEL = `POST /api/orders/${ORDER_ID}/cancel`
const CANCELLED = { ...WIRE_ORDER, status: CANCELLED_STATUS, cancelled_by: 'customer', cancelled_by_name: 'Lezzet' }

test('a cancellation whose reply was lost is sent again, and does not conflict with itself', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  await import('../ui/confirm-dialog-content.tsx')
  const { CancelOrder } = await import('./cancel-order.tsx')
  const { queryClient } = await import('../queries.ts')
  const screen = (order: object) => (
    <QueryClientProvider client={queryClient}>
      <CancelOrder order={z.decode(Order, { ...WIRE_ORDER, ...order })} />
    </QueryClientProvider>
  )
  const { act, show } = await openScreen(screen(WIRE_ORDER))
  const dialog = () => document.querySelector('[role=alertdialog]')
  await act(async () => button('Siparişi iptal et').click())
  await act(async () => dialog()?.querySelectorAll('button')[1]?.click())
  const lost = await server.next(CANCEL)
  await show(screen(CANCELLED))
  const again = await act(async () => {
    lost.drop()
    return server.next(CANCEL)
  })
  expect(dialog()?.textContent).not.toContain('bu arada değişti')
  expect(lost.headers['idempotency-key']).toMatch(/./)
  expect([again.headers['idempotency-key'], again.body]).toEqual([lost.headers['idempotency-key'], lost.body])
  await act(async () => again.reply(200, { message: 'Siparis iptal edildi', order: CANCELLED }))
  await shows(() => dialog() === null)
})
