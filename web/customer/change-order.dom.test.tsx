import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Order } from '#contract/orders.ts'
import { CUSTOMER, NO_DELIVERY, ORDER_ID, WIRE_ITEM, WIRE_ORDER } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const wire = (change: { status?: 'hazirlaniyor'; quantity?: number; revision_count?: number } = {}) => {
  const { quantity = 2, ...rest } = change
  return { ...WIRE_ORDER, ...rest, items: [{ ...WIRE_ITEM, quantity, total_price: 250 * quantity }] }
}

/** Renders the button of an order and, if it is pending, increases the quantity in its dialog. */
async function openOrder(change: Parameters<typeof wire>[0] = {}) {
  const server = await startServer()
  server.respond('GET /api/delivery/days', ({ reply }) => reply(200, NO_DELIVERY))
  const { session, startSession } = await import('../current-session.ts')
  if (!session()) startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { ChangeOrder } = await import('./change-order.tsx')
  await import('./change-order-dialog.tsx')
  const { LocationProvider } = await import('../ui/router.tsx')
  const page = (order: ReturnType<typeof wire>) => (
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <ChangeOrder order={z.decode(Order, order)} />
      </LocationProvider>
    </QueryClientProvider>
  )
  const { act, show, unmount } = await openScreen(page(wire(change)))
  return { server, act, unmount, follow: (later: Parameters<typeof wire>[0]) => show(page(wire(later))) }
}

type Opened = Awaited<ReturnType<typeof openOrder>>

async function begin({ act }: Opened) {
  await act(async () => button('Siparişi değiştir').click())
  await shows(() => document.querySelector('[aria-label="Artır"]') !== null)
}

const increase = ({ act }: Opened) =>
  act(async () => document.querySelector<HTMLElement>('[aria-label="Artır"]')?.click())

/** Whether the browser confirms before it reloads the page. */
const isAskedBeforeReload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the draft of an order that is no longer pending is deleted where the order is shown', async () => {
  const first = await openOrder()
  await begin(first)
  await increase(first)
  await first.unmount()
  expect(isAskedBeforeReload()).toBe(true)
  const second = await openOrder({ status: 'hazirlaniyor' })
  expect(isAskedBeforeReload()).toBe(false)
  await second.unmount()
  await begin(await openOrder())
  expect(document.body.textContent).not.toContain('kaydetmediğiniz değişiklikler duruyor')
})

test('an open dialog keeps the changes of an order that is no longer pending', async () => {
  const order = await openOrder()
  await begin(order)
  await increase(order)
  await order.follow({ status: 'hazirlaniyor' })
  expect(document.body.textContent).toContain('Bu sipariş artık değiştirilemez')
  expect(isAskedBeforeReload()).toBe(true)
})

test('a saved change is no draft again after the marketer has revised the order', async () => {
  const order = await openOrder()
  await begin(order)
  await increase(order)
  await order.act(async () => button('Kaydet').click())
  ;(await order.server.next(`PUT /api/orders/${ORDER_ID}`)).reply(200, wire({ quantity: 3, revision_count: 1 }))
  await shows(() => document.querySelector('[role=dialog]') === null)
  await order.follow({ quantity: 3, revision_count: 1 })
  await order.follow({ quantity: 9, revision_count: 2 })
  expect(isAskedBeforeReload()).toBe(false)
  await begin(order)
  expect(document.body.textContent).not.toContain('kaydetmediğiniz değişiklikler duruyor')
})
