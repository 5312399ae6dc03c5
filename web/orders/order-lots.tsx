import { lotText } from '#contract/lot-labels.ts'
import {
  type LineLots,
  type readAnyOrderLots,
  type readCustomersOrderLots,
  type readOrderLots,
} from '#contract/order-lots.ts'
import { hasPicks } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { useCallQuery } from '../queries.ts'
import { Card } from '../ui/card.tsx'
import { wholeText } from '../ui/number-text.ts'

type OrderLotsProps = {
  order: Pick<Order, 'id' | 'status'>
  call: typeof readOrderLots | typeof readCustomersOrderLots | typeof readAnyOrderLots
}

/** The lots that an order gets or got, as a card; nothing while there are none. */
export function OrderLots({ order, call }: OrderLotsProps) {
  const lines = useCallQuery(call, { params: { id: order.id }, enabled: hasPicks(order.status) }).data ?? []
  if (!hasPicks(order.status) || lines.length === 0) return null
  return (
    <Card title="Partiler">
      <ul className="divide-y divide-line">
        {lines.map(line => (
          <li key={line.product_id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere font-medium">{line.product_name}</p>
              <LotsOfLine line={line} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function LotsOfLine({ line: { lots, unit, without_lot } }: { line: LineLots }) {
  return (
    <ul className="text-sm">
      {lots.map(lot => (
        <li key={lot.lot_id} className="wrap-anywhere">
          {lotText(lot)}: <span className="font-medium tabular-nums">{wholeText(lot.quantity)}</span> {unit}
          {lot.reason && <span className="text-ink-soft"> · {lot.reason}</span>}
        </li>
      ))}
      {without_lot > 0 && (
        <li className="text-ink-soft">
          Partisiz: <span className="tabular-nums">{wholeText(without_lot)}</span> {unit}
        </li>
      )}
    </ul>
  )
}
