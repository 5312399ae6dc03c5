import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { Order } from '#contract/orders.ts'
import { CUSTOMER, NO_DELIVERY, ORDER_ID, WIRE_ORDER } from '../testing/samples.ts'
import { button, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer, type TestServer } from '../testing/scripted-server.ts'

const ENDPOINT = `PUT /api/orders/${ORDER_ID}`
const lines = (quantity: number, unit: string) =>
  ['Lor', 'Ezine'].map((product_name, index) => ({
    product_id: `6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c5${index}`,
    product_name,
    brand: 'Bahçıvan',
    quantity: index === 0 ? quantity : 1,
    unit,
    price: 250,
    vat_rate: 10,
    total_price: 250 * (index === 0 ? quantity : 1),
    expected_stock_date: null,
  }))
const wire = (quantity: number, revision_count: number, unit = 'KG') => ({
  ...WIRE_ORDER,
  items: lines(quantity, unit),
  revision_count,
})

let server: TestServer

beforeEach(async () => {
  server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
})

async function openDialog() {
  const { ChangeOrderDialog } = await import('./change-order-dialog.tsx')
  const { queryClient } = await import('../queries.ts')
  const onClose = vi.fn()
  const dialog = (...order: Parameters<typeof wire>) => (
    <QueryClientProvider client={queryClient}>
      <ChangeOrderDialog order={z.decode(Order, wire(...order))} open onClose={onClose} />
    </QueryClientProvider>
  )
  const { act, show, unmount } = await openScreen(dialog(2, 0))
  return { act, onClose, unmount, follow: (...order: Parameters<typeof wire>) => show(dialog(...order)) }
}

const shown = () => document.querySelector('[role=dialog]')?.textContent ?? ''

test('the dialog opens with its title focused, so that Enter changes nothing', async () => {
  await openDialog()
  expect(document.activeElement?.textContent).toBe('Siparişi değiştir')
})

test('a saved change whose reply was lost does not conflict with itself', async () => {
  const { act, follow, onClose } = await openDialog()
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Artır"]')?.click())
  await act(async () => button('Kaydet').click())
  const lost = await server.next(ENDPOINT)
  await follow(3, 1)
  expect(shown()).not.toContain('siz bakarken değişti')
  const again = await act(async () => {
    lost.drop()
    const exchange = await server.next(ENDPOINT)
    exchange.reply(200, wire(3, 1))
    return exchange
  })
  expect([again.headers['idempotency-key'], again.body]).toEqual([lost.headers['idempotency-key'], lost.body])
  await shows(() => onClose.mock.calls.length > 0)
  expect(shown()).not.toContain('bilinmiyor')
})

test('a change that a proxy reports as failed may have been saved, and does not conflict with itself', async () => {
  server.respond('GET /api/delivery/days', ({ reply }) => reply(200, NO_DELIVERY))
  const { act, follow, onClose } = await openDialog()
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Artır"]')?.click())
  await act(async () => button('Kaydet').click())
  const lost = await server.next(ENDPOINT)
  lost.reply(502, '<h1>Bad Gateway</h1>')
  await shows(() => shown().includes('kaydedilip kaydedilmediği bilinmiyor'))
  await follow(3, 1)
  expect(shown()).not.toContain('siz bakarken değişti')
  await shows(() => document.querySelector('[aria-busy=true]') === null)
  await act(async () => button('Kaydet').click())
  const again = await server.next(ENDPOINT)
  expect([again.headers['idempotency-key'], again.body]).toEqual([lost.headers['idempotency-key'], lost.body])
  again.reply(200, wire(3, 1))
  await shows(() => onClose.mock.calls.length > 0)
})

const quantity = (unit = 'KG') => document.querySelector<HTMLInputElement>(`[aria-label="Lor miktarı (${unit})"]`)!

test('a typed quantity is kept when a phone’s back button closes the dialog', async () => {
  const { act, unmount } = await openDialog()
  await act(async () => typeIn(quantity(), '12'))
  await unmount()
  await openDialog()
  expect([quantity().value, shown().includes('kaydetmediğiniz değişiklikler duruyor')]).toEqual(['12', true])
})

test('a quantity that was typed before a marketer put the line into another unit is not saved in that unit', async () => {
  const { act, follow } = await openDialog()
  await act(async () => typeIn(quantity(), '24'))
  await follow(3, 1, 'PAKET')
  expect(quantity('PAKET').value).toBe('3')
  expect(shown()).toContain('24 KG için yazdığınız alınmadı; satırın birimi artık PAKET')
  await act(async () => typeIn(quantity('PAKET'), '4'))
  expect(shown()).not.toContain('alınmadı')
  await act(async () => button('Kaydet').click())
  const { body } = await server.next(ENDPOINT)
  expect(JSON.parse(body).items[0]).toMatchObject({ quantity: 4, unit: 'PAKET' })
})

test('a passive customer sees in the dialog that nothing can be ordered', async () => {
  const { setAccountActive } = await import('../current-session.ts')
  const { act } = await openDialog()
  await act(async () => setAccountActive(false, CUSTOMER.token))
  await shows(() => shown().includes('Hesabınız pasif durumda; sipariş verilemez'))
})
