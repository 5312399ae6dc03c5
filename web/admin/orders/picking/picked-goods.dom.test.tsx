import { expect, test } from 'vitest'
import { PICKING_LINE } from '../../../testing/samples.ts'
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
  const lots = [lot('1', 'L1'), { ...lot('2', 'L2'), reason: 'Müşteri istedi' }]
  const line = { ...PICKING_LINE, lots, without_lot: 0, has_lots: true }
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
