import { ArrowLeft, FileQuestion, Mail, Phone } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { listRevisions } from '#contract/order-revisions.ts'
import { ORDER_STATUS } from '#contract/order-status.ts'
import { type Order, orderNumber, readOrder } from '#contract/orders.ts'
import { formatInstant } from '#contract/turkish.ts'
import { isNotFound } from '../api.ts'
import { Failed } from '../lists/list-states.tsx'
import { DataAge } from '../lists/offline-data-note.tsx'
import { AddToList } from '../order-lists/add-to-list.tsx'
import { Cancellation } from '../orders/cancellation.tsx'
import { deliveryDetails } from '../orders/delivery-day.tsx'
import { OrderLines } from '../orders/order-lines.tsx'
import { OrderProgress, OrderStatusBadge, shownStatus } from '../orders/order-status.tsx'
import { PlacedBy } from '../orders/placed-by.tsx'
import { PriceSummary } from '../orders/price-summary.tsx'
import { Revisions } from '../orders/revisions.tsx'
import { ShareOrder } from '../orders/share-order.tsx'
import { afterFirstScreen } from '../pwa/after-first-screen.ts'
import { useCallQuery } from '../queries.ts'
import { telLink } from '../shell/footer.tsx'
import { useSettings } from '../shell/use-settings.ts'
import { MakeStanding } from '../standing-orders/make-standing.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Details } from '../ui/details.tsx'
import { Page } from '../ui/page.tsx'
import { Link, useParams } from '../ui/router.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { ChangeOrder } from './change-order.tsx'
import { OrderAgainButton } from './order-again-button.tsx'

const OrderLots = afterFirstScreen(async () => (await import('./order-lots.tsx')).OwnOrderLots)

// A fallback: changes usually arrive as server-sent events.
const EVERY_MINUTE = 60_000

/** The page of one order, kept up to date while open. */
export function OrderDetail() {
  const { orderId = '' } = useParams()
  const query = useCallQuery(readOrder, { params: { id: orderId }, every: EVERY_MINUTE })
  if (isNotFound(query.error)) return <OrderNotFound />
  if (query.data) return <OrderPage order={query.data} age={<DataAge what="sipariş bilgileri" query={query} />} />
  return (
    <Page title="Sipariş" back={<Back />}>
      {query.error ? <Failed query={query} error={query.error} /> : <OrderLoading />}
    </Page>
  )
}

function OrderPage({ order, age }: { order: Order; age: ReactNode }) {
  return (
    <Page
      title={`Sipariş ${orderNumber(order.id)}`}
      aside={<OrderStatusBadge status={order.status} />}
      description={<time dateTime={order.created_at}>{formatInstant(order.created_at)}</time>}
      back={<Back />}
      action={
        <>
          <ChangeOrder order={order} />
          <CancelOrder order={order} />
          <OrderAgainButton order={order} />
          <ShareOrder order={order} />
          <AddToList owner={null} products={order.items.map(item => item.product_id)} />
          <MakeStanding from={{ owner: null, lines: order.items }} />
        </>
      }
    >
      {age}
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_24rem]">
        <div className="grid min-w-0 gap-4">
          <Status order={order} />
          <Card title="Ürünler">
            <OrderLines items={order.items} />
          </Card>
          <Suspense>
            <OrderLots order={order} />
          </Suspense>
          {order.notes && (
            <Card title="Sipariş notu">
              <p className="whitespace-pre-line break-words">{order.notes}</p>
            </Card>
          )}
          {order.revision_count > 0 && <OrderRevisions key={order.revision_count} id={order.id} />}
        </div>
        <div className="grid gap-4">
          <Card title="Fiyat özeti">
            <PriceSummary lines={order.items} fee={order.delivery_fee} />
          </Card>
          <Card title="Teslimat bilgileri">
            <Details
              stacked
              details={[
                ...deliveryDetails(order, false),
                { label: 'Firma', value: order.user_company },
                { label: 'Adres', value: <span className="whitespace-pre-line">{order.user_address}</span> },
                { label: 'Telefon', value: order.user_phone },
              ]}
            />
          </Card>
          <Support order={order} />
        </div>
      </div>
    </Page>
  )
}

function Status({ order }: { order: Order }) {
  const { progress, customerText } = ORDER_STATUS[shownStatus(order.status)]
  return (
    <Card title="Durum" action={<span className="text-ink-soft">%{progress}</span>}>
      <div className="grid gap-3">
        <OrderProgress status={order.status} />
        <output className="text-ink-soft">{customerText}</output>
        <PlacedBy order={order} />
        <Cancellation order={order} />
      </div>
    </Card>
  )
}

/** The wholesaler's support contact, if set. */
function Support({ order }: { order: Order }) {
  const { support_email: mail, support_phone: phone } = useSettings() ?? {}
  if (!mail && !phone) return null
  const subject = encodeURIComponent(`Sipariş ${orderNumber(order.id)}`)
  return (
    <Card title="Yardım mı gerekiyor?">
      <div className="grid gap-2">
        {mail && (
          <Button asChild block>
            <a href={`mailto:${mail}?subject=${subject}`}>
              <Mail aria-hidden className="size-4 shrink-0" /> E-posta gönder
            </a>
          </Button>
        )}
        {phone && (
          <Button asChild block>
            <a href={telLink(phone)}>
              <Phone aria-hidden className="size-4 shrink-0" /> Telefonla ara
            </a>
          </Button>
        )}
      </div>
    </Card>
  )
}

function Back() {
  return (
    <Link to="/orders" className="inline-flex min-h-control items-center gap-1 text-link sm:pointer-fine:min-h-0">
      <ArrowLeft aria-hidden className="size-4" /> Sipariş Geçmişi
    </Link>
  )
}

function OrderNotFound() {
  return (
    <Page title="Sipariş bulunamadı" back={<Back />}>
      <EmptyState
        icon={FileQuestion}
        title="Bu numarayla bir siparişiniz yok"
        text="Link eksik kopyalanmış veya sipariş silinmiş olabilir."
        action={
          <Button asChild variant="primary">
            <Link to="/orders">Siparişlerime dön</Link>
          </Button>
        }
      />
    </Page>
  )
}

function OrderLoading() {
  return (
    <Loading>
      <div className="grid gap-4 lg:grid-cols-[1fr_24rem]">
        <Skeleton className="h-80" />
        <Skeleton className="h-56" />
      </div>
    </Loading>
  )
}

function OrderRevisions({ id }: { id: string }) {
  return <Revisions query={useCallQuery(listRevisions, { params: { id } })} />
}
