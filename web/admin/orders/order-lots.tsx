import { lazy, Suspense, useEffect } from 'react'
import { readAnyOrderLots } from '#contract/order-lots.ts'
import { isInPreparation } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { OrderLots } from '../../orders/order-lots.tsx'
import { forgetTicks } from './picking/ticks.ts'
import type { StatusSaves } from './status-saves.tsx'

const PickingCard = lazy(async () => ({ default: (await import('./picking/picking-card.tsx')).PickingCard }))

/** The lots of an order; while it is prepared, all of its lines are shown, to be confirmed and changed. */
export function AdminOrderLots({ order, saves }: { order: Order; saves: StatusSaves }) {
  const { id, status, updated_at } = order
  const isOpen = isInPreparation(status)
  useEffect(() => {
    if (!isOpen) forgetTicks({ id, updated_at })
  }, [id, updated_at, isOpen])
  if (!isOpen) return <OrderLots order={{ id, status }} call={readAnyOrderLots} />
  const { isSaving = false, hasFailed = false } = saves.shown(order)
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <PickingCard
        order={{ id, updated_at }}
        onComplete={() => void saves.advance(order)}
        isCompleting={isSaving}
        hasFailed={hasFailed}
      />
    </Suspense>
  )
}
