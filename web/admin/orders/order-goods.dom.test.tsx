import { expect, test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { ORDER_ID, WIRE_ORDER } from '../../testing/samples.ts'
import { shows } from '../../testing/screen.ts'

const line = (place: number, expected_stock_date: string | null) => ({
  product_id: `6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c5${place}`,
  product_name: `Peynir ${place}`,
  brand: '',
  quantity: 1,
  unit: 'ADET',
  price: 10,
  vat_rate: 10,
  total_price: 10,
  expected_stock_date,
})
const SENTENCE = 'İleri tarihi teslimat gününden sonra olan ürünler:'

test('an open order names the goods that are promised for a later day than that of its delivery, five at most', async () => {
  const load = async () => {
    const { AdminOrder } = await import('./order.tsx')
    const { Switch } = await import('../../ui/router.tsx')
    return <Switch routes={[{ path: '/admin/orders/:orderId', element: <AdminOrder /> }]} fallback={null} />
  }
  const { server, says, act } = await openAdminScreen(`/admin/orders/${ORDER_ID}`, load)
  const days = ['2026-12-08', '2026-12-02', null, '2026-12-07', '2026-12-06', '2026-12-05', '2026-12-04', '2026-12-03']
  const order = { ...WIRE_ORDER, items: days.map((day, place) => line(place, day)), delivery_date: '2026-12-02' }
  ;(await server.next(`GET /api/admin/orders/${ORDER_ID}`)).reply(200, order)
  const named = [7, 6, 5, 4, 3].map((place, i) => `Peynir ${place} (0${i + 3}.12.2026)`).join(', ')
  await says(`${SENTENCE} ${named} ve 1 ürün daha.`)
  server.respond(`GET /api/admin/orders/${ORDER_ID}`, ({ reply }) => reply(200, { ...order, status: 'iptal' }))
  const { invalidate } = await import('../../queries.ts')
  await act(async () => void invalidate(['orders']))
  await shows(() => !document.body.textContent.includes(SENTENCE))
  expect(document.body.textContent).toContain('Peynir 7')
})
