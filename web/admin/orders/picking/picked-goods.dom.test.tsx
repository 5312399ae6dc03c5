import { expect, test } from 'vitest'
import type { PickingLine } from '#contract/order-lots.ts'
import { openScreen } from '../../../testing/screen.ts'
import { PickedGoods } from './picked-goods.tsx'

const lot = (id: string, code: string) => ({
  lot_id: `93c24f3c-8f5d-4f4d-8f0f-00000000000${id}`,
  code,
  expiry_kind: 'skt' as const,
  expires_on: '2026-12-01',
  quantity: 2,
  reason: null,
})

test('a part of a line is named by its product and by all that it shows', async () => {
  const line: PickingLine = {
    product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
    product_name: 'Ezine peyniri',
    brand: 'Bahçıvan',
    unit: 'KG',
    warehouse: 'Ana Depo',
    quantity: 4,
    barcode: null,
    lots: [lot('1', 'L1'), { ...lot('2', 'L2'), reason: 'Müşteri istedi' }],
    without_lot: 0,
    has_lots: true,
    leaves_on: '2026-03-10',
    min_remaining_days: null,
    not_proposed: [],
  }
  await openScreen(
    <ul>
      <PickedGoods
        line={line}
        ticks={{ ticked: new Set(), tick: () => undefined }}
        last={undefined}
        onChange={() => undefined}
      />
    </ul>,
  )
  const names = Array.from(document.querySelectorAll('input'), ({ labels }) => labels?.[0]?.textContent)
  expect(names).toEqual([
    'Ezine peyniri: 2 KG · L1 · SKT 01.12.2026',
    'Ezine peyniri: 2 KG · L2 · SKT 01.12.2026 · Müşteri istedi',
  ])
  expect(document.querySelector('input[aria-label]')).toBeNull()
})
