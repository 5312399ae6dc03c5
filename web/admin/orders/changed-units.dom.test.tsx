import { expect, test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { ORDER_ID, WIRE_ORDER } from '../../testing/samples.ts'
import { shows } from '../../testing/screen.ts'

const LINE = {
  product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_name: 'Un',
  brand: 'Söke',
  quantity: 1200,
  unit: 'ADET',
  price: 10,
  vat_rate: 10,
  total_price: 12_000,
  expected_stock_date: null,
}
const OTHER = { ...LINE, product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', product_name: 'Tuz', quantity: 3 }

test.each([
  ['a desk', false],
  ['a phone', true],
])(
  'at %s, an order names both units of a line whose product has another one now, and what completing it takes',
  async (_, isPhone) => {
    const load = async () => {
      const { AdminOrder } = await import('./order.tsx')
      const { Switch } = await import('../../ui/router.tsx')
      return <Switch routes={[{ path: '/admin/orders/:orderId', element: <AdminOrder /> }]} fallback={null} />
    }
    const { server, says } = await openAdminScreen(`/admin/orders/${ORDER_ID}`, load, { isPhone })
    const order = { ...WIRE_ORDER, items: [LINE, OTHER], new_units: [{ product_id: LINE.product_id, unit: 'PAKET' }] }
    ;(await server.next(`GET /api/admin/orders/${ORDER_ID}`)).reply(200, order)
    await says('Un: 1.200 ADET sipariş edildi, tamamlanınca stoktan 1.200 PAKET düşülür.')
    await says('1.200 ADET (şimdi PAKET)')
    await shows(() => document.body.textContent.includes('3 ADET'))
    expect(document.body.textContent).not.toContain('Tuz:')
    expect(document.body.textContent.match(/şimdi/g)).toHaveLength(1)
  },
)
