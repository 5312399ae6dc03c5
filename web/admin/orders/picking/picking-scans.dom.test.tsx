import { expect, test } from 'vitest'
import type { PickingLine } from '#contract/order-lots.ts'
import { ADMIN, PICKING_LINE } from '../../../testing/samples.ts'
import { button, openScreen, shows } from '../../../testing/screen.ts'
import { startServer } from '../../../testing/scripted-server.ts'

const BARCODE = '8690570001242'
const lot = (code: string, quantity: number, more: Partial<PickingLine['lots'][number]> = {}) => ({
  lot_id: `0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c5${code.at(-1)}`,
  code,
  expires_on: '2026-03-10',
  expiry_kind: 'skt' as const,
  quantity,
  reason: null,
  ...more,
})
const BLOCKED = { block_reason: 'Tarihi geçti' }

/** Scans codes at goods of a line that should have left on 10 March 2026; resolves to what the screen reports. */
async function openScans(lots: PickingLine['lots'], without_lot = 0) {
  const server = await startServer()
  const { startSession } = await import('../../../current-session.ts')
  startSession(ADMIN)
  const { usePickingScans } = await import('./use-picking-scans.ts')
  const days = { leaves_on: '2026-03-11', left_on: '2026-03-10' }
  const line: PickingLine = { ...PICKING_LINE, ...days, barcode: BARCODE, has_lots: true, lots, without_lot }
  const ticked = new Set<string>()
  const Scans = () => {
    const { note, otherLot, scanned } = usePickingScans([line], { ticked, tick: key => void ticked.add(key) })
    return (
      <>
        <button type="button" onClick={({ currentTarget }) => scanned(currentTarget.value)}>
          Okut
        </button>
        <output>{otherLot ? 'Başka bir parti' : note && `${note.kind} ${note.text}`}</output>
      </>
    )
  }
  const { act } = await openScreen(<Scans />)
  const shown = () => document.querySelector('output')?.textContent ?? ''
  const scan = async (code: string) => {
    const before = shown()
    button('Okut').setAttribute('value', code)
    await act(async () => button('Okut').click())
    await shows(() => shown() !== before)
    return shown()
  }
  return { server, scan, ticked }
}

const gs1 = (code: string) => `010${BARCODE}10${code}`

test('goods of a lot that is blocked, or has expired since the delivery day, are not ticked: they have not left', async () => {
  const { scan, ticked } = await openScans([
    lot('L1', 1, BLOCKED),
    lot('L2', 1, { block_reason: 'Geri çağırma', expires_on: '2026-09-01' }),
    lot('L3', 1, { expiry_kind: 'tett' }),
    lot('L4', 1, { expiry_kind: 'tett', reason: 'Müşteri istedi' }),
    lot('L5', 1, { ...BLOCKED, reason: 'O gün çıktı' }),
  ])
  const change = 'mal teslim günü çıkmadıysa partiyi değiştirin'
  expect(await scan(gs1('L1'))).toContain(
    `wrong Ezine peyniri · L1 · SKT 10.03.2026: Engellendi (Tarihi geçti): ${change}`,
  )
  expect(await scan(gs1('L2'))).toContain(`L2 · SKT 01.09.2026: Engellendi (Geri çağırma): ${change}`)
  expect(await scan(gs1('L3'))).toContain('TETT teslimattan sonra geçti: mal o gün çıkmadıysa partiyi değiştirin')
  expect(await scan(gs1('L5'))).toContain('wrong')
  expect(ticked.size).toBe(0)
  expect(await scan(gs1('L4'))).toContain('found Ezine peyniri · L4')
  expect(ticked.size).toBe(1)
})

test('a plain barcode ticks the goods of other lots first', async () => {
  const { scan } = await openScans([lot('L1', 2, BLOCKED), lot('L2', 1, { expires_on: '2026-09-01' })], 1)
  expect(await scan(BARCODE)).toContain('found Ezine peyniri · L2')
  expect(await scan(BARCODE)).toContain('found Ezine peyniri · Partisiz')
  expect(await scan(BARCODE)).toContain('wrong Ezine peyniri · L1')
})

test('a scanned lot that the portal has blocked is not offered, as its goods have not left', async () => {
  const { server, scan } = await openScans([lot('L1', 4, { expires_on: '2026-09-01' })])
  const answered = server.next('GET /api/admin/lots').then(({ reply }) =>
    reply(200, [
      {
        ...lot('L9', 0),
        id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c59',
        product_id: PICKING_LINE.product_id,
        product_name: 'Ezine peyniri',
        brand: '',
        category: 'Peynir',
        unit: 'KG',
        warehouse: 'Ana Depo',
        supplier: null,
        delivery_note: null,
        received_at: '2026-02-10T07:00:00.000Z',
        on_hand: 9,
        picked_quantity: 0,
        value: 0,
        blocked_at: '2026-03-10T21:05:00.000Z',
        blocked_by_admin_name: null,
        block_reason: 'Tarihi geçti',
        in_catalogue: false,
        sold_past_expiry: false,
        is_offer: false,
      },
    ]),
  )
  expect(await scan(gs1('L9'))).toBe('wrong Ezine peyniri · L9 · SKT 10.03.2026: engellendi')
  await answered
})
