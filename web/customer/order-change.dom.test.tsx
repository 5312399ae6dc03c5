import type { ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { Order } from '#contract/orders.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER, NO_DELIVERY, ORDER_ID, WIRE_ORDER } from '../testing/samples.ts'
import { shows } from '../testing/screen.ts'
import { type Exchange, startServer, type TestServer } from '../testing/scripted-server.ts'

const ITEM = {
  product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56',
  product_name: 'Lor',
  brand: 'Bahçıvan',
  quantity: 3,
  unit: 'KG',
  price: 250,
  vat_rate: 10,
  total_price: 750,
  expected_stock_date: null,
}
const ORDER = z.decode(Order, { ...WIRE_ORDER, items: [ITEM] })
const ENDPOINT = `PUT /api/orders/${ORDER_ID}`

let server: TestServer

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  server = await startServer()
  server.respond('GET /api/delivery/days', ({ reply }) => reply(200, NO_DELIVERY))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
})

/** Renders the state of a change, as while its dialog is open. */
async function open(order = ORDER) {
  const { act } = await import('react')
  const { createRoot } = await import('react-dom/client')
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { queryClient } = await import('../queries.ts')
  const { useOrderChange } = await import('./use-order-change.ts')
  const saved = vi.fn()
  const rendered: ReturnType<typeof useOrderChange>[] = []
  const Rendered = ({ order }: { order: Order }): ReactNode => {
    rendered.push(useOrderChange(order, true, saved))
    return null
  }
  const root = createRoot(document.createElement('div'))
  const show = (order: Order) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <Rendered order={order} />
        </QueryClientProvider>,
      ),
    )
  await show(order)
  let isOpen = true
  const close = () => {
    if (isOpen) act(() => root.unmount())
    isOpen = false
  }
  onTestFinished(close)
  const current = () => rendered.at(-1)!
  /** Presses 'Kaydet', responds to the request that is sent, and returns it. */
  const save = async (respond: (request: Exchange) => unknown) =>
    act(async () => {
      const saving = current().save()
      const request = await server.next(ENDPOINT)
      await respond(request)
      await saving
      return request
    })
  return { act, current, save, close, show, saved }
}

/** Waits until everything that the change depends on is loaded and rendered. */
async function loaded() {
  const { act } = await import('react')
  const { queryClient } = await import('../queries.ts')
  await shows(() => queryClient.isFetching() === 0)
  await act(() => new Promise(resolve => setTimeout(resolve)))
}

test('a changed price is refused and shown before it is saved, and the other lines keep their prices', async () => {
  const { act, current, save, saved } = await open()
  act(() => current().add(CHEESE))
  const errors = [{ field: 'items.1', message: 'Ezine peyniri: fiyatı değişti' }]
  const dearer = { ...CHEESE, price: kurus(30_000) }
  const first = await save(async request => {
    request.refuse(409, 'price_changed', 'Fiyatlar değişti', errors)
    ;(await server.next('GET /api/products')).reply(200, z.encode(listProducts.reply, [dearer]))
  })
  expect(JSON.parse(first.body)).toMatchObject({ expected_total: 750 * 1.1 + 318.45, revision_count: 0 })
  expect([...current().refused.lines]).toEqual([[CHEESE.id, 'Ezine peyniri: fiyatı değişti']])
  expect(current().lines.map(({ price }) => price)).toEqual([25_000, 30_000])
  const second = await save(({ reply }) => reply(200, { ...WIRE_ORDER, items: [ITEM], revision_count: 1 }))
  expect(JSON.parse(second.body)).toMatchObject({ expected_total: 825 + 330 })
  expect(second.headers['idempotency-key']).not.toBe(first.headers['idempotency-key'])
  expect(saved).toHaveBeenCalledOnce()
})

/** Opens an order whose change to 5 of the product was sent, and sent again, without a reply; `sent` are its requests. */
async function openUnanswered() {
  const opened = await open()
  opened.act(() => opened.current().setQuantity(ITEM, 5))
  const sent: Exchange[] = []
  const first = await opened.save(async ({ drop }) => {
    drop()
    const again = await server.next(ENDPOINT)
    sent.push(again)
    again.drop()
  })
  sent.push(first)
  return { ...opened, sent }
}

/** The order once it was refetched and shows that the change was saved. */
const CHANGED_ORDER = { ...ORDER, items: [{ ...ORDER.items[0]!, quantity: 5 }], revision_count: 1 }

test('a change whose reply was lost is sent again with the same key', async () => {
  const { current, save, show, saved, sent } = await openUnanswered()
  expect(current().refused.sentence).toContain('kaydedilip kaydedilmediği bilinmiyor')
  const items = [{ ...ITEM, quantity: 5 }]
  await show(CHANGED_ORDER)
  expect([current().isChanged, current().isUnanswered]).toEqual([false, true])
  sent.push(await save(({ reply }) => reply(200, { ...WIRE_ORDER, items, revision_count: 1 })))
  expect(new Set(sent.map(({ headers, body }) => JSON.stringify([headers['idempotency-key'], body]))).size).toBe(1)
  expect(saved).toHaveBeenCalledOnce()
})

test('a repetition that is refused for too many requests leaves it unknown whether the change was saved', async () => {
  const { current, save, show, saved, sent } = await openUnanswered()
  await show(CHANGED_ORDER)
  sent.push(await save(({ refuse }) => refuse(429, 'too_many_requests', 'Çok fazla istek gönderildi')))
  expect([current().isUnanswered, current().refused.sentence]).toEqual([
    true,
    expect.stringContaining('kaydedilip kaydedilmediği bilinmiyor'),
  ])
  const items = [{ ...ITEM, quantity: 5 }]
  sent.push(await save(({ reply }) => reply(200, { ...WIRE_ORDER, items, revision_count: 1 })))
  expect(new Set(sent.map(({ headers, body }) => JSON.stringify([headers['idempotency-key'], body]))).size).toBe(1)
  expect(saved).toHaveBeenCalledOnce()
})

test('an unsaved change is resumed when the dialog opens again, until it is discarded', async () => {
  const first = await open()
  first.act(() => first.current().setQuantity(ITEM, 5))
  first.close()
  const second = await open()
  expect([second.current().isResumed, second.current().lines[0]?.quantity]).toEqual([true, 5])
  second.act(() => second.current().reset())
  second.close()
  const third = await open()
  expect([third.current().isResumed, third.current().lines[0]?.quantity]).toEqual([false, 3])
})

test('an unsaved change is resumed when its user logs in again after the session has ended', async () => {
  const { startSession, endSession } = await import('../current-session.ts')
  const first = await open()
  first.act(() => {
    first.current().setQuantity(ITEM, 11)
    first.current().setNotes('Kapıya bırakın')
  })
  endSession('ended')
  first.close()
  startSession({ ...CUSTOMER, token: 'next-token' })
  const second = await open()
  expect([second.current().lines[0]?.quantity, second.current().notes]).toEqual([11, 'Kapıya bırakın'])
})

test('an order from an accepted quote is sent without a fee, on whatever day it is delivered', async () => {
  const customers = { ...NO_DELIVERY, has_route: true, minimum: 800, fee: 50 }
  const ofOrder = { ...customers, minimum: null, fee: null, is_from_quote: true }
  server.respond('GET /api/delivery/days', ({ query, reply }) => reply(200, query.order_id ? ofOrder : customers))
  const { act, current, save } = await open({ ...ORDER, delivery_date: '2026-03-11', delivery_route: 'Kadıköy' })
  act(() => current().setQuantity(ITEM, 2))
  act(() => current().setDay('2026-03-12'))
  await loaded()
  const { body } = await save(({ reply }) => reply(200, WIRE_ORDER))
  expect(JSON.parse(body)).toMatchObject({ delivery_date: '2026-03-12', expected_total: 550 })
})

test('an order from an accepted quote is sent without a fee if its customer has no route, either', async () => {
  const customers = { ...NO_DELIVERY, minimum: 800, fee: 50 }
  const ofOrder = { ...NO_DELIVERY, is_from_quote: true }
  server.respond('GET /api/delivery/days', ({ query, reply }) => reply(200, query.order_id ? ofOrder : customers))
  const { act, current, save } = await open()
  act(() => current().setQuantity(ITEM, 2))
  await loaded()
  const { body } = await save(({ reply }) => reply(200, WIRE_ORDER))
  expect(JSON.parse(body)).toMatchObject({ expected_total: 550 })
})

test('a smaller order is sent with the fee of its own route, whatever route its customer is on now', async () => {
  const ofOrder = { ...NO_DELIVERY, has_route: true, minimum: 800, fee: 50 }
  server.respond('GET /api/delivery/days', ({ query, reply }) => reply(200, query.order_id ? ofOrder : NO_DELIVERY))
  const { act, current, save } = await open({ ...ORDER, delivery_date: '2026-03-11', delivery_route: 'Kadıköy' })
  act(() => current().setQuantity(ITEM, 2))
  await shows(() => current().fee > 0)
  const { body } = await save(({ reply }) => reply(200, WIRE_ORDER))
  expect(JSON.parse(body)).toMatchObject({ expected_total: 550 + 50 })
})
