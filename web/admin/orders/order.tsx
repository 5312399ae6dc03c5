import { ArrowLeft, ListTodo, PackageX, ReceiptText } from 'lucide-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { type AnyOrder, readAnyOrder } from '#contract/any-order.ts'
import { readCustomer } from '#contract/customers.ts'
import { downloadOrderSlip, downloadPickList } from '#contract/order-papers.ts'
import { listAnyOrderRevisions } from '#contract/order-revisions.ts'
import { isInPreparation } from '#contract/order-status.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { formatInstant } from '#contract/turkish.ts'
import { isNotFound } from '../../api.ts'
import { DownloadButton } from '../../files/download-button.tsx'
import { Failed } from '../../lists/list-states.tsx'
import { StaleStrip } from '../../lists/stale-strip.tsx'
import { Cancellation } from '../../orders/cancellation.tsx'
import { deliveryDetails } from '../../orders/delivery-day.tsx'
import { useLastReviser, usePlacedBy } from '../../orders/placed-by.tsx'
import { Revisions } from '../../orders/revisions.tsx'
import { afterFirstScreen } from '../../pwa/after-first-screen.ts'
import { useCallQuery } from '../../queries.ts'
import { telLink } from '../../shell/footer.tsx'
import { ActiveBadge } from '../../ui/active-badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Details } from '../../ui/details.tsx'
import { useHotkey, useScreenShortcuts } from '../../ui/hotkey.ts'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { Page } from '../../ui/page.tsx'
import { Link, useLocation, useParams } from '../../ui/router.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { NeighbourButtons, useNeighbours } from './neighbours.tsx'
import { OrderGoods } from './order-goods.tsx'
import type { OrderReturn } from './return-to-list.ts'
import { ReviseAction } from './revise-action.tsx'
import { StatusEditor } from './status-editor.tsx'
import { SavedStatus, useStatusSaves } from './status-saves.tsx'

const OrderLots = afterFirstScreen(async () => (await import('./order-lots.tsx')).AdminOrderLots)

const ID_SHOWN = 12
// In milliseconds. A fallback: changes normally arrive immediately as server-sent events.
const REFRESH_INTERVAL = 60_000

/** One order with its details and revisions, and the editor for its status. */
export function AdminOrder() {
  const { orderId = '' } = useParams()
  const { state } = useLocation()
  const from = isFromList(state) ? state.from : undefined
  const order = useCallQuery(readAnyOrder, { params: { id: orderId }, every: REFRESH_INTERVAL })
  const neighbours = useNeighbours(orderId, order, from)
  const absent = isNotFound(order.error)
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the specification has it logged
    if (absent) console.error(order.error)
  }, [absent, order.error])
  if (absent) return <OrderNotFound />
  const back = <Back id={orderId} from={from} neighbours={<NeighbourButtons neighbours={neighbours} />} />
  if (order.data) return <OrderPage key={orderId} order={order.data} back={back} age={<StaleStrip query={order} />} />
  return (
    <Page title="Sipariş" windowTitle="Sipariş · Yönetim" back={back}>
      {order.error ? <Failed query={order} error={order.error} /> : <OrderLoading />}
    </Page>
  )
}

function OrderPage({ order, back, age }: { order: AnyOrder; back: ReactNode; age: ReactNode }) {
  const saves = useStatusSaves()
  useHotkey(isInPreparation(order.status) ? undefined : 'd', () => void saves.advance(order))
  useScreenShortcuts(SHORTCUTS)
  const isPickingFirst = useIsPhoneWidth() && isInPreparation(order.status)
  const status = <SavedStatus order={order} saves={saves} />
  return (
    <Page
      title={`Sipariş ${orderNumber(order.id)}`}
      windowTitle={`${order.user_company} · Sipariş`}
      aside={status}
      description={`${order.user_company} · ${formatInstant(order.created_at)}`}
      back={back}
      action={
        <>
          <ReviseAction order={order} />
          <OrderPapers id={order.id} />
        </>
      }
    >
      {age}
      <Columns
        facts={<OrderFacts order={order} status={status} />}
        main={
          <>
            {isPickingFirst || <OrderGoods order={order} />}
            <Suspense fallback={isPickingFirst && <div className="min-h-dvh" />}>
              <OrderLots order={order} saves={saves} />
            </Suspense>
            {isPickingFirst && <OrderGoods order={order} />}
            {order.revision_count > 0 && <OrderRevisions key={order.revision_count} id={order.id} />}
          </>
        }
        aside={<OrderCustomer order={order} />}
      />
    </Page>
  )
}

const SHORTCUTS = [
  { keys: ['n'], does: 'Sonraki siparişe geç' },
  { keys: ['p'], does: 'Önceki siparişe geç' },
  { keys: ['d'], does: 'Siparişi sonraki duruma geçir' },
]

/** Downloads of the pick list and the order slip. */
function OrderPapers({ id }: { id: string }) {
  return (
    <>
      <DownloadButton
        icon={ListTodo}
        call={downloadPickList}
        where={{ params: { id } }}
        busyText="Toplama listesi hazırlanıyor"
      >
        Toplama listesi
      </DownloadButton>
      <DownloadButton
        icon={ReceiptText}
        call={downloadOrderSlip}
        where={{ params: { id } }}
        busyText="Sipariş fişi hazırlanıyor"
      >
        Sipariş fişi
      </DownloadButton>
    </>
  )
}

/** The order's number, date and revisions, and the editor for its status. */
function OrderFacts({ order, status }: { order: AnyOrder; status: ReactNode }) {
  const placedBy = usePlacedBy(order)
  return (
    <Card
      title="Sipariş bilgileri"
      action={
        <Link
          to={`/admin/dashboard?tab=reports&view=audit&entity=order&entity_id=${order.id}`}
          className="text-link text-sm"
        >
          İşlem geçmişi
        </Link>
      }
    >
      <Details
        details={[
          { label: 'Sipariş no', value: order.id.slice(0, ID_SHOWN) },
          { label: 'Tarih', value: formatInstant(order.created_at) },
          ...deliveryDetails(order, true),
          ...(placedBy ? [{ label: 'Siparişi alan', value: placedBy }] : []),
          ...(order.revision_count > 0 ? [{ label: 'Revizyon', value: <RevisionFact order={order} /> }] : []),
        ]}
      />
      <Cancellation order={order} className="mt-4 border-line border-t pt-4" />
      <StatusEditor order={order} badge={status} />
    </Card>
  )
}

/** The customer's data at the time of the order, with a link to the current record. */
function OrderCustomer({ order }: { order: Order }) {
  const { id, company_name, username, email, phone, address } = order.customer_info
  const today = useCallQuery(readCustomer, { params: { id } }).data
  const search = new URLSearchParams({ tab: 'customers', search: today?.username ?? username })
  return (
    <Card title="Müşteri bilgileri" action={today && !today.is_active && <ActiveBadge active={false} />}>
      <Details
        stacked
        details={[
          {
            label: 'Firma',
            value: (
              <Link to={`/admin/dashboard?${search}`} className="text-link">
                {order.user_company || company_name}
              </Link>
            ),
          },
          { label: 'E-posta', value: mailTo(order.user_email || email) },
          { label: 'Telefon', value: callTo(order.user_phone || phone) },
          {
            label: 'Adres',
            value: <span className="whitespace-pre-line">{order.user_address || address || '–'}</span>,
          },
          ...(today ? [{ label: 'Pazarlamacı', value: today.assigned_marketer_name }] : []),
        ]}
      />
    </Card>
  )
}

const mailTo = (address: string) =>
  address && (
    <a className="text-link" href={`mailto:${address}`}>
      {address}
    </a>
  )

const callTo = (phone: string) =>
  phone && (
    <a className="text-link" href={telLink(phone)}>
      {phone}
    </a>
  )

function RevisionFact({ order }: { order: Order }) {
  return (
    <Badge tone="brand">
      {order.revision_count} kez · {useLastReviser(order) ?? 'müşteri'}
    </Badge>
  )
}

/** Two columns with the goods on the left; on a phone one column that starts with the facts, the most edited part. */
function Columns({ facts, main, aside }: { facts: ReactNode; main: ReactNode; aside?: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3 lg:grid-rows-[auto_1fr]">
      <div className="grid min-w-0 grid-cols-1 lg:col-start-3">{facts}</div>
      <div className="grid min-w-0 grid-cols-1 gap-4 lg:col-span-2 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        {main}
      </div>
      <div className="grid min-w-0 grid-cols-1 lg:col-start-3">{aside}</div>
    </div>
  )
}

type BackProps = { id: string; from: string | undefined; neighbours: ReactNode }

/** A link back to the list with its previous filters, and to the orders before and after this one. */
function Back({ id, from = '', neighbours }: BackProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <Link
        to={`/admin/dashboard${from}`}
        state={{ returnedFrom: id } satisfies OrderReturn}
        className="-my-2 inline-flex min-h-control items-center gap-1 text-link"
      >
        <ArrowLeft aria-hidden className="size-4" /> Siparişlere dön
      </Link>
      {neighbours}
    </span>
  )
}

const isFromList = (state: unknown): state is { from: string } =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'

function OrderNotFound() {
  return (
    <Page title="Sipariş Bulunamadı" windowTitle="Sipariş Bulunamadı · Yönetim">
      <EmptyState
        icon={PackageX}
        title="Bu adreste bir sipariş yok"
        text="Sipariş silinmiş veya adres yanlış yazılmış olabilir."
        action={
          <Button asChild>
            <Link to="/admin/dashboard">Siparişlere dön</Link>
          </Button>
        }
      />
    </Page>
  )
}

function OrderLoading() {
  const lines = [1, 2, 3, 4]
  return (
    <Loading label="Sipariş yükleniyor">
      <Columns
        main={
          <Card title="Ürünler">
            <div className="grid gap-5 py-3">
              {lines.map(line => (
                <Skeleton key={line} className="h-10" />
              ))}
            </div>
          </Card>
        }
        facts={
          <Card title="Sipariş bilgileri">
            <div className="grid gap-4">
              {lines.map(line => (
                <Skeleton key={line} className="h-5" />
              ))}
            </div>
          </Card>
        }
      />
    </Loading>
  )
}

function OrderRevisions({ id }: { id: string }) {
  return <Revisions query={useCallQuery(listAnyOrderRevisions, { params: { id } })} />
}
