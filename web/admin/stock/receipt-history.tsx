import { PackagePlus, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { expiryText } from '#contract/lot-labels.ts'
import { listReceipts, type ReceiptSummary, readReceipt, reverseReceipt, type StoredReceipt } from '#contract/stock.ts'
import { formatInstant } from '#contract/turkish.ts'
import { isNotFound, request } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { useFoundAnnouncement } from '../../lists/found-announcement.ts'
import { Failed, ListStates } from '../../lists/list-states.tsx'
import { cacheRow, useCallQuery, useListQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Details } from '../../ui/details.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { useNavigate } from '../../ui/router.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { quantityText } from '../../ui/signed-text.ts'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toaster.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { WarehouseBadge } from '../products/warehouse-badge.tsx'
import { BackLink } from './back-link.tsx'

const STOCK = '/admin/dashboard?tab=stock'
/** URL of the booked receipts. */
export const RECEIPTS = `${STOCK}&mode=add&step=history`

/** The booked receipts, or the one that the URL's `receipt` names. */
export function ReceiptHistory() {
  const { read } = useAddress()
  const id = read('receipt')
  return id ? <OneReceipt key={id} id={id} /> : <Receipts />
}

function Receipts() {
  const navigate = useNavigate()
  const { read, write } = useAddress()
  const search = read('search')
  const receipts = useListQuery(listReceipts, { query: { search: search || undefined } })
  useFoundAnnouncement(receipts, 'mal kabul', search !== '')
  return (
    <Page
      title="Mal kabul geçmişi"
      windowTitle="Mal kabul geçmişi · Stok"
      back={<BackLink to={`${STOCK}&mode=add`}>Mal kabul</BackLink>}
    >
      <div className="grid min-w-0 grid-cols-1 gap-3">
        <Toolbar label="Mal kabulleri ara">
          <SearchInput
            label="Tedarikçi, irsaliye veya ürün ara"
            slash
            value={search}
            onSearch={text => write({ search: text })}
          />
        </Toolbar>
        <ListStates
          query={receipts}
          empty={
            <EmptyState
              icon={PackagePlus}
              title={search ? 'Sonuç yok' : 'Mal kabul yok'}
              text={search ? `“${search}” ile eşleşen mal kabul yok.` : 'Stoğa alınan mallar burada görünür.'}
            />
          }
        >
          <DataTable
            label="Mal kabuller"
            columns={COLUMNS}
            rows={receipts.items}
            rowKey={receipt => receipt.id}
            onOpen={receipt => navigate(`${RECEIPTS}&receipt=${receipt.id}`)}
            onEndReached={receipts.hasNextPage ? () => void receipts.fetchNextPage() : undefined}
            loadingMore={receipts.isFetchingNextPage}
          />
        </ListStates>
      </div>
    </Page>
  )
}

const COLUMNS: readonly Column<ReceiptSummary>[] = [
  {
    key: 'when',
    head: 'Tarih',
    width: '10rem',
    cell: ({ created_at }) => <span className="font-medium">{formatInstant(created_at)}</span>,
  },
  {
    key: 'supplier',
    head: 'Tedarikçi',
    cell: ({ supplier, notes }) => <span className="break-words sm:line-clamp-2">{supplier ?? notes ?? '–'}</span>,
  },
  { key: 'note', head: 'İrsaliye no', hideOrder: 2, width: '9rem', cell: ({ delivery_note }) => delivery_note ?? '–' },
  { key: 'products', head: 'Ürün', width: '5rem', numeric: true, cell: receipt => wholeText(receipt.product_count) },
  { key: 'by', head: 'Kaydeden', hideOrder: 1, cell: receipt => receipt.created_by_admin_name ?? '–' },
  {
    key: 'state',
    head: 'Durum',
    width: '8rem',
    onPhone: 'aside',
    cell: ({ reversed_at }) => reversed_at && <Badge tone="yellow">Geri alındı</Badge>,
  },
]

function OneReceipt({ id }: { id: string }) {
  const query = useCallQuery(readReceipt, { params: { id } })
  const back = <BackLink to={RECEIPTS}>Mal kabul geçmişi</BackLink>
  if (query.data) return <ReceiptPage receipt={query.data} back={back} />
  return (
    <Page title="Mal kabul" windowTitle="Mal kabul · Stok" back={back}>
      {isNotFound(query.error) ? (
        <EmptyState icon={PackagePlus} title="Mal kabul bulunamadı" />
      ) : query.error ? (
        <Failed query={query} error={query.error} />
      ) : (
        <LoadingRows />
      )}
    </Page>
  )
}

function ReceiptPage({ receipt, back }: { receipt: StoredReceipt; back: ReactNode }) {
  const { created_at, created_by_admin_name, supplier, delivery_note, notes, items } = receipt
  const title = `${formatInstant(created_at)} mal kabulü`
  return (
    <Page
      title={title}
      windowTitle={`${title} · Stok`}
      description={[created_by_admin_name, `${wholeText(items.length)} ürün`].filter(Boolean).join(' · ')}
      back={back}
      action={!receipt.reversed_at && <ReverseButton receipt={receipt} />}
    >
      <div className="grid min-w-0 grid-cols-1 gap-4">
        {receipt.reversed_at && (
          <AlertStrip kind="warning" title="Geri alındı">
            {[receipt.reversed_by_admin_name, formatInstant(receipt.reversed_at)].filter(Boolean).join(' · ')}. Mallar
            stoktan düşüldü; iki hareket de stok hareketlerinde durur.
          </AlertStrip>
        )}
        <div className="max-w-xl">
          <Details
            details={[
              { label: 'Tedarikçi', value: supplier },
              { label: 'İrsaliye no', value: delivery_note },
              { label: 'Not', value: notes },
            ]}
          />
        </div>
        <DataTable label="Gelen mallar" columns={GOODS} rows={items} rowKey={item => item.product_id} />
      </div>
    </Page>
  )
}

type Item = StoredReceipt['items'][number]

const GOODS: readonly Column<Item>[] = [
  {
    key: 'name',
    head: 'Ürün',
    cell: ({ product_name, brand, unit, warehouse, lots, stock_quantity }) => (
      <>
        <span className="block break-words font-medium">{product_name}</span>
        <span className="block truncate font-normal text-ink-soft text-sm">{brand}</span>
        {lots.map(({ lot_id, code, expires_on, expiry_kind, quantity }) => (
          <span key={lot_id} className="block break-words font-normal text-sm tabular-nums">
            {[`Parti ${code}`, expires_on && expiryText(expires_on, expiry_kind), `${wholeText(quantity)} ${unit}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        ))}
        <WarehouseBadge warehouse={warehouse} />
        {stock_quantity === null && <Badge tone="yellow">Silinmiş ürün</Badge>}
      </>
    ),
  },
  {
    key: 'quantity',
    head: 'Gelen',
    width: '8rem',
    numeric: true,
    onPhone: 'aside',
    cell: ({ quantity, unit }) => `${wholeText(quantity)} ${unit}`,
  },
  {
    key: 'on-hand',
    head: 'Şimdi eldeki',
    width: '8rem',
    numeric: true,
    cell: ({ stock_quantity, unit, new_unit }) =>
      stock_quantity === null ? '–' : `${quantityText(stock_quantity)} ${new_unit ?? unit}`,
  },
]

const UNKNOWN = 'Cevap alınamadı: mal kabulün geri alınıp alınmadığı bağlantı gelince burada görünür'

/**
 * Reverses a receipt after a confirmation, which names the products that would be oversold. If the response is lost,
 * fetches the state of the receipt and reports it.
 */
function ReverseButton({ receipt }: { receipt: StoredReceipt }) {
  const showReversed = (reversed: StoredReceipt, message: string) => {
    cacheRow({ read: readReceipt, list: listReceipts }, reversed)
    toast.success(message)
  }
  const { run, pending } = useCommand(reverseReceipt, {
    showError: async error => {
      if (!error.isUnanswered) return window.alert(error.message)
      const found = await request(readReceipt, { params: { id: receipt.id } }).catch(() => undefined)
      if (!found) window.alert(UNKNOWN)
      else if (found.reversed_at) showReversed(found, 'Cevabı kaybolan geri alma yapılmış')
      else window.alert(error.message)
    },
    refetchWhenLost: true,
    onReply: ({ message, receipt: reversed }) => showReversed(reversed, message),
  })
  const reverse = () => {
    const oversold = receipt.items.filter(item => reservedAfter(item) > Math.max(0, leftOf(item)))
    const names = oversold.map(({ product_name }) => product_name).join(', ')
    const warning = oversold.length > 0 ? `\n\nAyrılandan az kalacaklar: ${names}` : ''
    const goods = `${wholeText(receipt.items.length)} ürünün gelen miktarı stoktan düşülecek.`
    if (window.confirm(`Mal kabul geri alınsın mı? ${goods}${warning}`)) void run({ params: { id: receipt.id } })
  }
  return (
    <Button icon={Undo2} busy={pending} busyText="Mal kabul geri alınıyor" onClick={reverse}>
      Geri al
    </Button>
  )
}

/** The reserved quantity after the reversal: goods of a blocked lot that are taken off the shelf no longer count. */
const reservedAfter = ({ reserved_quantity, lots }: Item) =>
  lots.reduce((reserved, lot) => (lot.is_blocked ? reserved - lot.quantity : reserved), reserved_quantity ?? 0)
const leftOf = ({ stock_quantity, quantity }: Item) => (stock_quantity ?? Number.POSITIVE_INFINITY) - quantity
