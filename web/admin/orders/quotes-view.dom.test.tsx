import { expect, test } from 'vitest'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { ORDER_ID, WIRE_QUOTE } from '../../testing/samples.ts'
import { shows } from '../../testing/screen.ts'

const ACCEPTED = {
  ...WIRE_QUOTE,
  status: 'kabul',
  order_id: ORDER_ID,
  answer: {
    items: [
      {
        product_id: WIRE_PRODUCT.id,
        product_name: WIRE_PRODUCT.name,
        brand: '',
        unit: 'KG',
        quantity: 10,
        price: 100,
        vat_rate: 10,
        notes: null,
        accepted_quantity: 4,
      },
    ],
    notes: null,
    valid_until: '2099-03-10',
    answered_at: '2026-03-10T08:00:00.000Z',
  },
} satisfies typeof WIRE_QUOTE

test('of a quote that was accepted in part, list and sheet show the total of what was ordered', async () => {
  const address = `/admin/dashboard?tab=orders&view=quotes&quote=${ACCEPTED.id}`
  const { server } = await openAdminScreen(address, async () => {
    const { QuotesView } = await import('./quotes-view.tsx')
    return <QuotesView chooser={null} />
  })
  ;(await server.next('GET /api/admin/custom-orders')).reply(200, [ACCEPTED])
  ;(await server.next(`GET /api/admin/custom-orders/${ACCEPTED.id}`)).reply(200, ACCEPTED)
  const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''
  await shows(() => text('[data-index="0"]') !== '' && text('[role=dialog]').includes('Genel toplam'))
  expect(text('[data-index="0"]')).toContain('₺440,00')
  expect(text('[role=dialog]')).toContain('₺440,00')
})
