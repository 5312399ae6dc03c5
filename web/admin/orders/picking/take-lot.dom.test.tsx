import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import type { Lot } from '#contract/lots.ts'
import { kurus } from '#contract/money.ts'
import type { PickingLine } from '#contract/order-lots.ts'
import { ADMIN, ORDER_ID, WIRE_ORDER } from '../../../testing/samples.ts'
import { button, openScreen, shows } from '../../../testing/screen.ts'
import { startServer } from '../../../testing/scripted-server.ts'

const GOODS = {
  product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  unit: 'KG',
  warehouse: 'Ana Depo',
} as const
const LINE: PickingLine = {
  ...GOODS,
  quantity: 4,
  barcode: null,
  lots: [],
  without_lot: 4,
  has_lots: true,
  leaves_on: '2026-03-10',
  min_remaining_days: null,
  not_proposed: [],
}
const LOT: Lot = {
  ...GOODS,
  id: '00000000-0000-4000-8000-00000000000a',
  category: 'Peynir',
  code: 'A7',
  expires_on: '2050-02-28',
  expiry_kind: 'tett',
  supplier: null,
  delivery_note: null,
  received_at: '2026-03-10T07:00:00.000Z',
  on_hand: 4,
  picked_quantity: 0,
  value: kurus(1_800),
  blocked_at: null,
  blocked_by_admin_name: null,
  block_reason: null,
  in_catalogue: false,
  sold_past_expiry: false,
  is_offer: false,
}

test('the dialog of a scanned lot stays open until the lot is taken, so that the reply does not close another one', async () => {
  const server = await startServer()
  const { startSession } = await import('../../../current-session.ts')
  startSession(ADMIN)
  const { queryClient } = await import('../../../queries.ts')
  const { TakeLot } = await import('./take-lot.tsx')
  const calls: string[] = []
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <TakeLot
        order_id={ORDER_ID}
        line={LINE}
        ticked={new Set()}
        lot={LOT}
        free={4}
        onTaken={() => calls.push('taken')}
        onClose={() => calls.push('closed')}
      />
    </QueryClientProvider>,
  )
  await act(async () => button('Bu partiyi al').click())
  const lots = `PUT /api/admin/orders/${ORDER_ID}/lots`
  // Without a reply the request is sent again.
  const lost = await server.next(lots)
  lost.drop()
  const { reply, body } = await server.next(lots)
  expect(body).toBe(lost.body)
  expect(JSON.parse(body)).toMatchObject({ lots: [{ lot_id: LOT.id, quantity: 4 }], seen: [] })
  await act(async () => button('Vazgeç').click())
  await act(async () => document.querySelector<HTMLElement>('[role=dialog] [aria-label=Kapat]')?.click())
  reply(200, { message: 'Partiler kaydedildi', lots: [] })
  await shows(() => calls.length > 0)
  expect(calls).toEqual(['taken'])
})

/** Renders the outcome of scanning lot A7 in an order with a product and its offer that share a barcode. */
async function openScans() {
  const server = await startServer()
  const { startSession } = await import('../../../current-session.ts')
  startSession(ADMIN)
  const { usePickingScans } = await import('./use-picking-scans.ts')
  const { useTicks } = await import('./ticks.ts')
  const barcode = '8690570001242'
  const offer = { ...LINE, product_id: LOT.id, product_name: 'Ezine peyniri (Fırsat)', barcode }
  let tick: ReturnType<typeof useTicks>['tick'] = () => undefined
  const Scans = () => {
    const ticks = useTicks(WIRE_ORDER)
    const { otherLot, note, scanned, clearFault } = usePickingScans([offer, { ...LINE, barcode }], ticks)
    useEffect(() => {
      tick = ticks.tick
    })
    return (
      <>
        <button type="button" onClick={() => scanned(`010${barcode}10A7`)}>
          Okut
        </button>
        <button type="button" onClick={clearFault}>
          Elle işaretle
        </button>
        <p>{note?.text ?? otherLot?.lot.product_name}</p>
      </>
    )
  }
  const { act } = await openScreen(<Scans />)
  const shown = () => document.querySelector('p')?.textContent
  return { server, act, shown, tick: (key: string, isTicked: boolean) => tick(key, isTicked) }
}

test('a scanned lot can be taken for the line whose product has it, also below an offer with the same barcode', async () => {
  const { server, act, shown } = await openScans()
  const { value: _, ...stored } = LOT
  const lots = [{ ...stored, value: 18 }]
  server.respond('GET /api/admin/lots', ({ query, reply }) =>
    reply(200, query.product_id === LINE.product_id ? lots : []),
  )
  await act(async () => button('Okut').click())
  await shows(() => shown() === LOT.product_name)

  lots[0] = { ...lots[0]!, blocked_at: '2026-03-10T07:00:00.000Z', block_reason: 'Küf' }
  await act(async () => button('Okut').click())
  await shows(() => shown() === 'Ezine peyniri · L A7 · TETT 28.02.2050: engellendi')
})

test('a lot that the open lines’ products do not have is taken for another one of a ticked line with its barcode', async () => {
  const { server, act, shown, tick } = await openScans()
  server.respond('GET /api/admin/lots', ({ reply }) => reply(200, []))
  await act(async () => button('Okut').click())
  await shows(() => shown() === 'Ezine peyniri (Fırsat): “A7” partisi stokta yok')
  await act(async () => button('Elle işaretle').click())
  expect(shown()).toBe('')
  await act(async () => tick(`${LINE.product_id} ${LINE.without_lot}`, true))
  await act(async () => button('Okut').click())
  await shows(() => shown() === 'Ezine peyniri: satır işaretli, okutulan başka bir parti')
})
