import { CircleX, PencilLine } from 'lucide-react'
import { Suspense } from 'react'
import { listCustomersOrderRevisions } from '#contract/order-revisions.ts'
import { isPending } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { formatInstant } from '#contract/turkish.ts'
import { useEndedDraft } from '../forms/unsaved-drafts.ts'
import { NoConnection } from '../lists/no-connection.tsx'
import { AddToList } from '../order-lists/add-to-list.tsx'
import { Cancellation } from '../orders/cancellation.tsx'
import { DeliveryDay, deliveryDetails } from '../orders/delivery-day.tsx'
import { GrandTotal } from '../orders/grand-total.tsx'
import { OrderLines } from '../orders/order-lines.tsx'
import { OrderNumber } from '../orders/order-number.tsx'
import { OrderStatusBadge } from '../orders/order-status.tsx'
import { PlacedBy, useLastReviser } from '../orders/placed-by.tsx'
import { PriceSummary } from '../orders/price-summary.tsx'
import { revisionDrafts } from '../orders/revision-drafts.ts'
import { RevisionList } from '../orders/revisions.tsx'
import { ShareOrder } from '../orders/share-order.tsx'
import { afterFirstScreen } from '../pwa/after-first-screen.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { useWaitingChanges } from '../pwa/waiting-changes.ts'
import { useCallQuery } from '../queries.ts'
import { MakeStanding } from '../standing-orders/make-standing.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Details } from '../ui/details.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

const OrderLots = afterFirstScreen(async () => (await import('./order-lots.tsx')).CustomersOrderLots)

export type OrderAction = 'revise' | 'cancel'

type CustomersOrderProps = {
  order: Order
  open: boolean
  onToggle: (open: boolean) => void
  onAction: (action: OrderAction, order: Order) => void
}

/** An order of one of the marketer's customers, which expands to its details and actions. */
export function CustomersOrder({ order, open, onToggle, onAction }: CustomersOrderProps) {
  return (
    <Disclosure
      open={open}
      onToggle={onToggle}
      className="rounded-md border border-line bg-surface"
      summary={<Summary order={order} />}
    >
      {open && <OrderContent order={order} onAction={onAction} />}
    </Disclosure>
  )
}

/** The actions, lines, sums, note and revisions of an order. */
export function OrderContent({ order, onAction }: Pick<CustomersOrderProps, 'order' | 'onAction'>) {
  useEndedDraft(revisionDrafts, order.id, !isPending(order))
  return (
    <>
      {isPending(order) && <Actions order={order} onAction={onAction} />}
      <div className="flex flex-wrap pb-2">
        <ShareOrder ghost order={order} />
        <AddToList ghost owner={order.user_id} products={order.items.map(item => item.product_id)} />
        <MakeStanding ghost from={{ owner: order.user_id, lines: order.items }} />
      </div>
      <DeliveryFacts order={order} />
      <PlacedBy order={order} className="pb-2" />
      <Cancellation order={order} className="pb-2" />
      <OrderLines items={order.items} />
      <Suspense>
        <OrderLots order={order} />
      </Suspense>
      <PriceSummary lines={order.items} fee={order.delivery_fee} className="border-line border-t pt-4" />
      {order.notes && (
        <div className={PART}>
          <h3 className="text-ink-soft text-sm">Sipariş notu</h3>
          <p className="whitespace-pre-line break-words">{order.notes}</p>
        </div>
      )}
      {order.revision_count > 0 && <OrderRevisions key={order.revision_count} order={order} />}
    </>
  )
}

function DeliveryFacts({ order }: { order: Order }) {
  const details = deliveryDetails(order, true)
  return details.length > 0 && <Details details={details} className="pb-2" />
}

/** The actions of a pending order; while a revision of it waits to be sent, there are none. */
function Actions({ order, onAction }: Pick<CustomersOrderProps, 'order' | 'onAction'>) {
  const online = useOnline()
  const isWaiting = useWaitingChanges('revision').some(({ change }) => change.order_id === order.id)
  return (
    <div className="grid gap-2 pb-2">
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button icon={PencilLine} disabled={isWaiting} onClick={() => onAction('revise', order)}>
          Revize et
        </Button>
        <Button icon={CircleX} disabled={isWaiting || !online} onClick={() => onAction('cancel', order)}>
          Siparişi iptal et
        </Button>
      </div>
      {isWaiting && <p className="text-ink-soft text-sm">Bu siparişin revizyonu gönderilmeyi bekliyor.</p>}
      <NoConnection>
        {isWaiting ? 'Bağlantı gelince gönderilir.' : 'Revizyon bu cihazda bekleyebilir; iptal için bağlantı gerekir.'}
      </NoConnection>
    </div>
  )
}

const PART = 'mt-4 grid gap-2 border-line border-t pt-4'

function OrderRevisions({ order }: { order: Order }) {
  const reviser = useLastReviser(order)
  return (
    <div className={PART}>
      <h3 className="font-semibold">Revizyonlar</h3>
      {reviser && (
        <p className="text-ink-soft text-sm">
          Son revize eden: <span className="font-medium text-ink">{reviser}</span>
        </p>
      )}
      <RevisionList query={useCallQuery(listCustomersOrderRevisions, { params: { id: order.id } })} />
    </div>
  )
}

function Summary({ order }: { order: Order }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <div className="flex min-w-0 items-baseline justify-between gap-4">
        <h2 className="line-clamp-2 min-w-0 break-words font-semibold">{order.user_company}</h2>
        <GrandTotal amount={order.grand_total} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm sm:flex-nowrap">
        <span className="contents sm:grid sm:gap-1">
          <span className="text-ink-soft">
            <OrderNumber id={order.id} className="text-ink" /> · {formatInstant(order.created_at)}
          </span>
          <DeliveryDay order={order} />
        </span>
        <span className="flex flex-wrap gap-1 sm:justify-end">
          {order.revision_count > 0 && (
            <Badge tone="brand" icon={PencilLine}>
              {order.revision_count} kez revize
            </Badge>
          )}
          <OrderStatusBadge status={order.status} />
        </span>
      </div>
    </div>
  )
}
