import { Ban, FileText, PackageSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { blockLot } from '#contract/lot-changes.ts'
import { lotText } from '#contract/lot-labels.ts'
import { isBlockedByAdmin } from '#contract/lots.ts'
import {
  downloadRecall,
  downloadRecallList,
  type Recall,
  type RecalledCustomer,
  type RecalledLot,
  type RecalledOrder,
  type RecallQuery,
  readRecall,
} from '#contract/recalls.ts'
import { formatInstant } from '#contract/turkish.ts'
import { isNotFound } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { DownloadButton } from '../../files/download-button.tsx'
import { Failed } from '../../lists/list-states.tsx'
import { StaleStrip } from '../../lists/stale-strip.tsx'
import { OrderNumber } from '../../orders/order-number.tsx'
import { useCallQuery } from '../../queries.ts'
import { telLink } from '../../shell/footer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatInstantAsDay } from '../../ui/day-formats.ts'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { Link, useLocation } from '../../ui/router.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toaster.tsx'
import { keptText } from '../lots/kept-text.ts'
import { BackLink } from '../stock/back-link.tsx'
import { type LetterText, RecallLetters, useLetterText } from './recall-letters.tsx'
import { RecallScope } from './recall-scope.tsx'

const NAMES = ['lot_id', 'product_id', 'expires_from', 'expires_to'] as const

/** A recall: the receipts of the lots, the goods left, the customers who got some, and the letters to these. */
export function RecallScreen() {
  const { search } = useLocation()
  const given = new URLSearchParams(search)
  const query: RecallQuery = Object.fromEntries(
    NAMES.flatMap(name => (given.get(name) ? [[name, given.get(name)]] : [])),
  )
  const hasSubject = Boolean(query.lot_id || query.product_id)
  const recall = useCallQuery(readRecall, { query, enabled: hasSubject })
  // Held here, so that the letter is kept while the lots of other days are loaded.
  const letter = useLetterText(query, recall.data)
  const isMissing = !hasSubject || isNotFound(recall.error)
  const found = isMissing ? undefined : recall.data
  return (
    <Page
      title="Geri çağırma"
      back={<BackLink to="/admin/dashboard?tab=inventory&view=lots">Partilere dön</BackLink>}
      windowTitle="Geri çağırma · Yönetim"
      description={found && textOf(found.lots)}
      action={found && <Downloads query={query} />}
    >
      <div className="grid min-w-0 grid-cols-1 gap-4">
        {found && <StaleStrip query={recall} />}
        {hasSubject && <RecallScope query={query} product_id={found?.lots[0]?.product_id} />}
        {found ? (
          <Found recall={found} query={query} letter={letter} />
        ) : isMissing ? (
          <Missing isRange={query.product_id !== undefined} />
        ) : recall.error ? (
          <Failed query={recall} error={recall.error} />
        ) : (
          <LoadingRows />
        )}
      </div>
    </Page>
  )
}

/** The products and labels of lots, each once: the other warehouse may have lots with the same label. */
function textOf(lots: readonly RecalledLot[]) {
  const labels = [...new Set(lots.map(lotText))]
  return `${namesOf(lots).join(', ')} · ${labels.length > 2 ? `${labels.length} parti` : labels.join(', ')}`
}

const namesOf = (lots: readonly { product_name: string }[]) => [...new Set(lots.map(lot => lot.product_name))]

function Downloads({ query }: { query: RecallQuery }) {
  return (
    <>
      <DownloadButton icon={FileText} call={downloadRecallList} where={{ query }} busyText="PDF hazırlanıyor">
        PDF indir
      </DownloadButton>
      <DownloadButton call={downloadRecall} where={{ query }} busyText="Excel hazırlanıyor">
        Excel indir
      </DownloadButton>
    </>
  )
}

function Missing({ isRange }: { isRange: boolean }) {
  return (
    <EmptyState
      icon={PackageSearch}
      title="Parti bulunamadı"
      text={
        isRange
          ? 'Bu üründe son tarihi seçilen günler arasında olan parti yok.'
          : 'Geri çağırmaya Envanter › Partiler listesindeki bir partiden başlayın.'
      }
    />
  )
}

type FoundProps = { recall: Recall; query: RecallQuery; letter: LetterText }

function Found({ recall, query, letter }: FoundProps) {
  return (
    <>
      <LotsLeft lots={recall.lots} />
      <Receipts receipts={recall.receipts} lots={recall.lots} />
      <Customers recall={recall} />
      <Orders orders={recall.orders} lots={recall.lots} />
      <RecallLetters recall={recall} query={query} letter={letter} />
    </>
  )
}

/** The quantity left of each lot, and the button that blocks all of them. */
function LotsLeft({ lots }: { lots: Recall['lots'] }) {
  // Also those past their expiry: the portal's block says nothing of a recall, and ends if the expiry was wrong.
  const free = lots.filter(lot => !isBlockedByAdmin(lot))
  const hasNames = namesOf(lots).length > 1
  const textOf = (lot: RecalledLot) => (hasNames ? `${lotText(lot)} · ${lot.product_name}` : lotText(lot))
  const block = useCommand(blockLot, { showError: 'alert', awaitRefetch: true, refetchWhenLost: true })
  const blockAll = async () => {
    let blocked = 0
    const faults: string[] = []
    for (const lot of free) {
      const reply = await block.run({ params: { id: lot.id }, body: { reason: 'Geri çağırma' } }, error => {
        // No error for a lot that another admin has blocked in the meantime.
        if (!error.is(blockLot, 'lot_blocked')) faults.push(`${textOf(lot)}, ${lot.warehouse}: ${error.message}`)
      })
      if (reply) blocked += 1
    }
    if (blocked > 0) toast.success(`${blocked} parti engellendi: artık satılmaz ve hazırlanmaz`)
    if (faults.length > 0) window.alert(['Engellenemeyen partiler:', ...faults].join('\n'))
  }
  return (
    <Card
      title="Depoda kalan"
      action={
        free.length > 0 && (
          <Button icon={Ban} variant="danger" busy={block.pending} onClick={() => void blockAll()}>
            Engelle
          </Button>
        )
      }
    >
      {lots.some(lot => lot.is_related) && (
        <p className="mb-2 text-ink-soft text-sm">
          Bu mal başka yerde de var: geldiği ve gittiği partiler ile öteki depodaki aynı parti de geri çağırmaya
          dahildir ve birlikte engellenir.
        </p>
      )}
      <Rows
        label="Partiler"
        rows={lots.map(lot => ({
          key: lot.id,
          main: textOf(lot),
          more: leftText(lot),
          side: lot.is_related && <Badge tone="neutral">İlgili parti</Badge>,
        }))}
      />
    </Card>
  )
}

function leftText(lot: RecalledLot) {
  const isPicked = lot.picked_quantity > 0
  return [
    `${wholeText(lot.on_hand)} ${lot.unit}`,
    lot.warehouse,
    isPicked && !lot.blocked_at && `${wholeText(lot.picked_quantity)} ${lot.unit} siparişler için hazırlanıyor`,
    lot.blocked_at ? `Engellendi: ${lot.block_reason ?? ''}` : lot.on_hand > 0 && 'Satışta',
    isPicked && lot.blocked_at && keptText(lot),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Receipts({ receipts, lots }: Pick<Recall, 'receipts' | 'lots'>) {
  const hasPlaces = lots.some(lot => lot.is_related)
  const rows = receipts.map(one => ({
    key: `${one.receipt_id} ${one.lot_id}`,
    main: `${one.supplier ?? 'Tedarikçi yazılmamış'}${one.delivery_note ? ` · İrsaliye ${one.delivery_note}` : ''}`,
    more: [
      formatInstant(one.created_at),
      one.created_by_admin_name,
      `${lotText(one)}: ${wholeText(one.quantity)} ${one.unit}`,
      hasPlaces && `${one.product_name}, ${one.warehouse}`,
      one.is_reversed && 'Geri alındı',
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <Card title="Mal kabuller">
      <Rows label="Mal kabuller" rows={rows} empty="Bu partilerin mal kabul kaydı yok." />
    </Card>
  )
}

function Customers({ recall: { customers, orders } }: { recall: Recall }) {
  const rows = customers.map((one, at) => ({
    key: one.customer_id ?? `${at}`,
    main: one.company_name,
    more: `${quantitiesText(orders.filter(order => isOf(order, one)))} · ${one.order_count} sipariş · ${noticeOf(one, orders)}`,
    side: one.phone && (
      <a href={telLink(one.phone)} className="text-link">
        {one.phone}
      </a>
    ),
  }))
  return (
    <Card title={`Müşteriler (${customers.length})`}>
      <Rows label="Müşteriler" rows={rows} empty="Bu partilerden hiçbir müşteriye verilmedi." />
    </Card>
  )
}

/** Whether a customer was notified of its recalled goods, or of a part of them. */
function noticeOf(customer: RecalledCustomer, orders: readonly RecalledOrder[]) {
  if (customer.told_at)
    return `Bilgilendirildi: ${formatInstant(customer.told_at)}, ${customer.told_by_admin_name ?? ''}`
  if (!customer.customer_id) return 'Hesabı silinmiş: mesaj gitmez'
  const isPart = orders.some(order => isOf(order, customer) && order.told_at !== null)
  return isPart ? 'Bir kısmı bildirildi' : 'Bilgilendirilmedi'
}

/** Whether an order is a customer's; for a deleted customer only the company name can be compared. */
const isOf = (order: RecalledOrder, customer: RecalledCustomer) =>
  customer.customer_id ? order.customer_id === customer.customer_id : order.company_name === customer.company_name

/** Quantities summed by unit, such as `6 KG, 2 KOLİ`. */
function quantitiesText(orders: readonly RecalledOrder[]) {
  const sums = new Map<string, number>()
  for (const { unit, quantity } of orders) sums.set(unit, (sums.get(unit) ?? 0) + quantity)
  return [...sums].map(([unit, quantity]) => `${wholeText(quantity)} ${unit}`).join(', ')
}

function Orders({ orders, lots }: Pick<Recall, 'orders' | 'lots'>) {
  const hasPlaces = lots.some(lot => lot.is_related)
  const rows = orders.map(one => ({
    key: `${one.order_id} ${one.lot_id}`,
    main: (
      <>
        {one.customer_id ? (
          <Link to={`/admin/orders/${one.order_id}`} className="text-link">
            <OrderNumber id={one.order_id} />
          </Link>
        ) : (
          <OrderNumber id={one.order_id} />
        )}{' '}
        · {one.company_name}
      </>
    ),
    more: `${one.ordered_at ? `${formatInstantAsDay(one.ordered_at)} · ` : ''}${lotText(one)}: ${wholeText(one.quantity)} ${one.unit}${hasPlaces ? ` · ${one.product_name}, ${one.warehouse}` : ''}${one.told_at ? ` · Bildirildi: ${formatInstant(one.told_at)}` : ''}`,
    side: deliveryBadge(one),
  }))
  return (
    <Card title={`Siparişler (${new Set(orders.map(one => one.order_id)).size})`}>
      <Rows label="Siparişler" rows={rows} empty="Bu partiler hiçbir siparişte yok." />
    </Card>
  )
}

function deliveryBadge({ is_open, left_on }: RecalledOrder) {
  if (is_open) return <Badge tone="yellow">Henüz teslim edilmedi</Badge>
  return left_on && <Badge tone="yellow">Teslim günü geçti</Badge>
}

type Row = { key: string; main: ReactNode; more: string; side?: ReactNode }

function Rows({ label, rows, empty }: { label: string; rows: Row[]; empty?: string }) {
  if (rows.length === 0) return <p className="text-ink-soft">{empty}</p>
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.map(({ key, main, more, side }) => (
        <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
          <div className="min-w-0">
            <p className="wrap-anywhere font-medium">{main}</p>
            <p className="wrap-anywhere text-ink-soft text-sm">{more}</p>
          </div>
          {side}
        </li>
      ))}
    </ul>
  )
}
