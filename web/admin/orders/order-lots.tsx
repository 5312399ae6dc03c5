import { useState } from 'react'
import { type PickedLine, readAnyOrderLots } from '#contract/order-lots.ts'
import { isPicked, ORDER_STATUS } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { LotsCard } from '../../orders/order-lots.tsx'
import { useCallQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { ChangeLots } from './change-lots.tsx'

/** The lots of an order; while it is prepared, those of each line can be changed. */
export function AdminOrderLots({ order }: { order: Pick<Order, 'id' | 'status'> }) {
  const [changing, setChanging] = useState<PickedLine>()
  const lines = useCallQuery(readAnyOrderLots, { params: { id: order.id }, enabled: isPicked(order.status) }).data ?? []
  if (!isPicked(order.status)) return null
  const isPrepared = ORDER_STATUS[order.status].goods === 'reserved'
  return (
    <>
      <LotsCard
        lines={lines}
        actionOf={line =>
          isPrepared && (
            <Button aria-label={`${line.product_name}: partileri değiştir`} onClick={() => setChanging(line)}>
              Değiştir
            </Button>
          )
        }
      />
      {changing && <ChangeLots order_id={order.id} line={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
}
