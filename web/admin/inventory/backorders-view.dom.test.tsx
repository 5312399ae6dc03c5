import { expect, test } from 'vitest'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'

const { id, name, brand, barcode, warehouse } = WIRE_PRODUCT
const LINE = {
  product_id: id,
  product_name: name,
  brand,
  unit: 'PAKET',
  barcode,
  warehouse,
  expected_stock_date: null,
  stock_quantity: 10,
  reserved_quantity: 27,
  available_quantity: -17,
  promised_for: null,
  promised_quantity: null,
  promised_by_unit: [
    { quantity: 24, unit: 'ADET' },
    { quantity: 3, unit: 'PAKET' },
  ],
  missing_quantity: null,
  order_count: 2,
}

async function openBackorders(line: object) {
  const { server, says } = await openAdminScreen('/admin/dashboard?tab=inventory&view=backorders', async () => {
    const { InventoryTab } = await import('./inventory-tab.tsx')
    return <InventoryTab />
  })
  ;(await server.next('GET /api/admin/inventory/backorders')).reply(200, [line])
  const cells = () => Array.from(document.querySelectorAll('tbody td'), cell => cell.textContent).slice(0, 3)
  return { says, cells }
}

test('quantities that were ordered in a former unit are shown by unit, without a quantity to purchase', async () => {
  const { says, cells } = await openBackorders(LINE)
  await says('Siparişten sonra birimi PAKET oldu')
  expect(cells()).toEqual(['24 ADET, 3 PAKET', '–', '2'])
})

test('quantities in the present unit say that orders for other days are in a former one, if nothing can be purchased', async () => {
  const { says, cells } = await openBackorders({ ...LINE, promised_quantity: 3, promised_by_unit: null })
  await says('Bu ürünün başka siparişleri eski birimde')
  expect(document.body.textContent).not.toContain('Siparişten sonra birimi')
  expect(cells()).toEqual(['3 PAKET', '–', '2'])
})
