import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { AnyOrder } from '#contract/any-order.ts'
import { CANCELLED_STATUS, ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import { Order } from '#contract/orders.ts'
import { ADMIN, ORDER_ID, WIRE_ORDER } from '../../testing/samples.ts'
import { button, hasButton, openScreen, shows, stubResizeObserver } from '../../testing/screen.ts'
import { startServer } from '../../testing/scripted-server.ts'

const SAVE = `PUT /api/admin/orders/${ORDER_ID}/status`

/** Opens an order's status with its editor, and the toasts. */
async function openEditor(order: object = {}) {
  const server = await startServer()
  const { startSession } = await import('../../current-session.ts')
  startSession(ADMIN)
  const { StatusEditor } = await import('./status-editor.tsx')
  const { Toaster } = await import('../../ui/toaster.tsx')
  stubResizeObserver()
  const screen = await openScreen(
    <>
      <StatusEditor order={z.decode(AnyOrder, { ...WIRE_ORDER, ...order })} badge={null} />
      <Toaster />
    </>,
  )
  return { ...screen, server }
}

function choose(status: OrderStatus) {
  const select = document.querySelector('select')!
  select.value = status
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

test('a status that the admin has set is not shown as another user’s change, even if its replies were lost', async () => {
  const server = await startServer()
  const { startSession } = await import('../../current-session.ts')
  startSession(ADMIN)
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { StatusEditor } = await import('./status-editor.tsx')
  const { queryClient } = await import('../../queries.ts')
  const screen = (status: OrderStatus) => (
    <QueryClientProvider client={queryClient}>
      <StatusEditor order={z.decode(Order, { ...WIRE_ORDER, status })} badge={null} />
    </QueryClientProvider>
  )
  const { act, show } = await openScreen(screen(WIRE_ORDER.status))
  await act(async () => button('Düzenle').click())
  await act(async () => choose(CANCELLED_STATUS))
  await act(async () => button('Kaydet').click())
  const lost = await server.next(SAVE)
  expect(JSON.parse(lost.body)).toMatchObject({ status: CANCELLED_STATUS, expected_status: WIRE_ORDER.status })
  lost.drop()
  ;(await server.next(SAVE)).drop()
  await shows(() => log.mock.calls.length > 0)
  await show(screen(CANCELLED_STATUS))
  expect(document.body.textContent).not.toContain('Bu arada değişti')
  await act(async () => choose(WIRE_ORDER.status))
  // The request names the status that the form showed, so that one the admin has not seen is not overwritten.
  await act(async () => button('Kaydet').click())
  const refused = await server.next(SAVE)
  expect(JSON.parse(refused.body)).toMatchObject({ status: WIRE_ORDER.status, expected_status: CANCELLED_STATUS })
  refused.refuse(409, 'order_status_changed')
  await shows(() => log.mock.calls.length > 1)
  const [, PREPARING = WIRE_ORDER.status] = ORDER_STATUSES
  await show(screen(PREPARING))
  expect(document.body.textContent).toContain('Bu arada değişti')
  await act(async () => button('Kaydet').click())
  expect(JSON.parse((await server.next(SAVE)).body)).toMatchObject({ expected_status: PREPARING })
})

test('a status whose reply was lost is sent again', async () => {
  const { server, act } = await openEditor()
  await act(async () => button('Düzenle').click())
  await act(async () => choose(CANCELLED_STATUS))
  await act(async () => button('Kaydet').click())
  const first = await server.next(SAVE)
  first.drop()
  const second = await server.next(SAVE)
  const sent = ({ body, headers }: typeof first) => [body, headers['idempotency-key']]
  expect(sent(second)).toEqual(sent(first))
  expect(first.headers['idempotency-key']).toBeTruthy()
  second.reply(200, { message: 'Sipariş durumu güncellendi', order: { ...WIRE_ORDER, status: CANCELLED_STATUS } })
  await shows(() => document.body.textContent.includes('Sipariş durumu güncellendi'))
  expect(document.querySelector('select')).toBeNull()
})

test('a cancelled order that is taken up for a full day is saved with a warning', async () => {
  const { server, act } = await openEditor()
  await act(async () => button('Düzenle').click())
  await act(async () => choose(CANCELLED_STATUS))
  await act(async () => button('Kaydet').click())
  const delivery_warning = '12.03.2026 Perşembe: teslimat dolu'
  const saved = { message: 'Sipariş durumu güncellendi', order: { ...WIRE_ORDER, status: CANCELLED_STATUS } }
  ;(await server.next(SAVE)).reply(200, { ...saved, delivery_warning })
  await shows(() => document.body.textContent.includes(delivery_warning))
})

test('goods that are taken in another unit, or that lack, are alerted, and the lines of an open order announce it', async () => {
  const alerts: unknown[] = []
  vi.stubGlobal('alert', (text: unknown) => alerts.push(text))
  const line = { product_id: ORDER_ID, product_name: 'Un', brand: '', quantity: 24, unit: 'ADET', price: 10 }
  const item = { ...line, vat_rate: 10, total_price: 240, expected_stock_date: null }
  const { server, act } = await openEditor({
    items: [item, { ...item, product_id: ADMIN.user.id, product_name: 'Tuz' }],
    new_units: [{ product_id: ORDER_ID, unit: 'PAKET' }],
  })
  const text = () => document.body.textContent
  expect(text()).toContain('Un: 24 ADET sipariş edildi, tamamlanınca stoktan 24 PAKET düşülür.')
  expect(text()).not.toContain('Tuz')
  await act(async () => button('Düzenle').click())
  const [, , COMPLETED = WIRE_ORDER.status] = ORDER_STATUSES
  await act(async () => choose(COMPLETED))
  expect(text()).toContain('tamamlanınca stoktan 24 PAKET düşülür')
  await act(async () => button('Kaydet').click())
  const saved = { message: 'Sipariş durumu güncellendi', order: { ...WIRE_ORDER, status: COMPLETED } }
  const warnings = { unit_warning: 'Un (24 ADET → 24 PAKET)', shortage_warning: 'Tuz (24 istendi, 0 çıktı)' }
  ;(await server.next(SAVE)).reply(200, { ...saved, ...warnings })
  await shows(() => alerts.length > 0)
  expect(alerts).toEqual([
    'Stoğa yeni birimle işlenen ürünler:\nUn (24 ADET → 24 PAKET)',
    'Stoktan eksik düşülen ürünler:\nTuz (24 istendi, 0 çıktı)',
  ])
})

test('a status that is chosen while another is being saved stays chosen', async () => {
  const { server, act } = await openEditor()
  const [, PREPARING = WIRE_ORDER.status] = ORDER_STATUSES
  await act(async () => button('Düzenle').click())
  await act(async () => choose(PREPARING))
  await act(async () => button('Kaydet').click())
  const { reply } = await server.next(SAVE)
  await act(async () => choose(CANCELLED_STATUS))
  reply(200, { message: 'Sipariş durumu güncellendi', order: { ...WIRE_ORDER, status: PREPARING } })
  await shows(() => document.body.textContent.includes('Sipariş durumu güncellendi'))
  expect(document.querySelector('select')?.value).toBe(CANCELLED_STATUS)
})

test('a status that another admin sets during the edit is shown, and is not reverted by saving', async () => {
  const server = await startServer()
  const { startSession } = await import('../../current-session.ts')
  startSession(ADMIN)
  const { StatusEditor } = await import('./status-editor.tsx')
  const screen = (status: OrderStatus) => (
    <StatusEditor order={z.decode(Order, { ...WIRE_ORDER, status })} badge={null} />
  )
  const { act, show } = await openScreen(screen(WIRE_ORDER.status))
  await act(async () => button('Düzenle').click())
  const [, PREPARING = WIRE_ORDER.status] = ORDER_STATUSES
  await show(screen(PREPARING))
  expect(document.body.textContent).toContain('Bu arada değişti')
  expect(document.querySelector('select')?.value).toBe(PREPARING)
  await act(async () => button('Kaydet').click())
  expect(hasButton('Düzenle')).toBe(true)
  expect(server.untaken()).toEqual([])
})
