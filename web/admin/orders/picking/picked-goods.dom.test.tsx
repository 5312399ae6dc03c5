import { expect, test } from 'vitest'
import type { PickingLine } from '#contract/order-lots.ts'
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

const showLine = (line: PickingLine) =>
  openScreen(
    <ul>
      <PickedGoods
        line={{ ...line, without_lot: 0, has_lots: true }}
        ticks={{ ticked: new Set(), tick: () => undefined }}
        last={undefined}
        onChange={() => undefined}
      />
    </ul>,
  )

test('a part of a line is named by its product and by all that it shows', async () => {
  const lots = [lot('1', 'L1'), { ...lot('2', 'L2'), reason: 'Müşteri istedi' }]
  await showLine({ ...PICKING_LINE, lots })
  const names = Array.from(document.querySelectorAll('input'), ({ labels }) => labels?.[0]?.textContent)
  expect(names).toEqual([
    'Ezine peyniri: 2 KG · L1 · SKT 01.12.2026',
    'Ezine peyniri: 2 KG · L2 · SKT 01.12.2026 · Müşteri istedi',
  ])
  expect(document.querySelector('input[aria-label]')).toBeNull()
})

test.each([
  [{}, 'SKT teslimattan sonra geçti: mal o gün çıkmadıysa partiyi değiştirin'],
  [{ block_reason: 'Tarihi geçti' }, 'Engellendi (Tarihi geçti): mal teslim günü çıkmadıysa partiyi değiştirin'],
  [
    { block_reason: 'Geri çağırma', expires_on: '2099-12-01', reason: 'Müşteri istedi' },
    'Engellendi (Geri çağırma): mal teslim günü çıkmadıysa partiyi değiştirin',
  ],
  // It came only afterwards.
  [
    { expiry_kind: 'tett', picked_late: true },
    'TETT teslimattan sonra geçti: neden yazıp yeniden seçmezseniz siparişle çıkmaz',
  ],
  // Chosen on purpose.
  [{ expiry_kind: 'tett', reason: 'Müşteri istedi' }, 'TETT teslimattan sonra geçti'],
] as const)(
  'a lot that is blocked or has expired since the delivery day is to be changed if it did not leave: %o',
  async (part, warning) => {
    const expired = { ...lot('1', 'L1'), expires_on: '2026-03-10', ...part }
    await showLine({ ...PICKING_LINE, lots: [expired], leaves_on: '2026-03-11', left_on: '2026-03-10' })
    expect(document.querySelector('label .text-yellow-ink')?.textContent).toBe(warning)
  },
)
