import { ArrowRight, History } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { downloadLedger, LEDGER_REASONS, type LedgerEntry, PORTAL_NAME, readLedger } from '#contract/stock.ts'
import { formatInstant } from '#contract/turkish.ts'
import { DownloadButton } from '../../files/download-button.tsx'
import { ListStates } from '../../lists/list-states.tsx'
import { NewRows } from '../../lists/new-rows.tsx'
import { useSteadyList } from '../../lists/steady-list.ts'
import { OrderNumber } from '../../orders/order-number.tsx'
import { useListQuery } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { SideSheet } from '../../ui/dialog.tsx'
import { Link } from '../../ui/router.tsx'
import { quantityText, signedText } from '../../ui/signed-text.ts'
import { EmptyState } from '../../ui/states.tsx'
import { LoadingMore } from '../../ui/virtual-grid.tsx'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

type LedgerSheetProps = {
  product: { id: string; name: string }
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Rendered above the movements. */
  children?: ReactNode
}

/** All movements of a product's stock, newest first, in a sheet beside the list. */
export function LedgerSheet({ product, open, onOpenChange, children }: LedgerSheetProps) {
  return (
    <SideSheet
      open={open}
      onOpenChange={onOpenChange}
      title="Stok hareketleri"
      description={product.name}
      footer={
        <DownloadButton
          call={downloadLedger}
          where={{ query: { product_id: product.id } }}
          busyText="Excel dosyası hazırlanıyor"
        >
          Excel indir
        </DownloadButton>
      }
    >
      <div className="flex h-full flex-col gap-3">
        {children}
        <div className="relative -mx-4 min-h-64 flex-1 sm:-mx-6">
          <Ledger product_id={product.id} onLeave={() => onOpenChange(false)} />
        </div>
      </div>
    </SideSheet>
  )
}

function Ledger({ product_id, onLeave }: { product_id: string; onLeave: () => void }) {
  const query = useSteadyList(useListQuery(readLedger, { query: { product_id } }), product_id)
  return (
    <ListStates query={query} empty={<EmptyState icon={History} title="Henüz stok hareketi yok" />}>
      <NewRows waiting={query.waiting} noun="hareket" place="between" />
      <Movements
        entries={query.items}
        onLeave={onLeave}
        onEndReached={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        loadingMore={query.isFetchingNextPage}
      />
    </ListStates>
  )
}

type MovementsProps = {
  entries: readonly LedgerEntry[]
  onLeave: () => void
  onEndReached: (() => void) | undefined
  loadingMore: boolean
}

function Movements({ entries, onLeave, onEndReached, loadingMore }: MovementsProps) {
  const box = useRef<HTMLElement>(null)
  const { list, virtualizer, rows, before, after } = useVirtualRows<HTMLOListElement>({
    count: entries.length,
    estimate: 93,
    onEndReached,
    box,
  })
  return (
    <section
      ref={box}
      aria-label="Stok hareketleri"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows scroll it
      tabIndex={0}
      className="ring-inside absolute inset-0 overflow-y-auto overscroll-contain px-4 sm:px-6"
    >
      <ol
        ref={list}
        aria-label="Stok hareketleri"
        className="grid grid-cols-1"
        style={{ paddingTop: before, paddingBottom: after }}
      >
        {rows.map(({ index }) => {
          const entry = entries[index]
          return (
            entry && (
              <li
                key={entry.id}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={onEndReached ? -1 : entries.length}
                aria-posinset={index + 1}
                className="border-line border-b py-3"
              >
                <Movement entry={entry} onLeave={onLeave} />
              </li>
            )
          )
        })}
      </ol>
      {loadingMore && <LoadingMore />}
    </section>
  )
}

function Movement({ entry, onLeave }: { entry: LedgerEntry; onLeave: () => void }) {
  const { created_at, reason, actor_name, order_id, count_id, note } = entry
  const unit = entry.new_unit && entry.unit
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{LEDGER_REASONS[reason]}</span>
        <time dateTime={created_at} className="text-ink-soft text-sm">
          {formatInstant(created_at)}
        </time>
      </div>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <Figure what="Eldeki" change={entry.on_hand_change} after={entry.on_hand_after} unit={unit} />
        <Figure what="Ayrılan" change={entry.reserved_change} after={entry.reserved_after} unit={unit} />
      </div>
      <p className="wrap-anywhere flex flex-wrap items-baseline gap-x-3 text-ink-soft text-sm">
        <span>{actor_name ?? PORTAL_NAME}</span>
        {order_id && (
          <SheetLink to={`/admin/orders/${order_id}`} onLeave={onLeave}>
            Sipariş <OrderNumber id={order_id} />
          </SheetLink>
        )}
        {count_id && (
          <SheetLink to={`/admin/dashboard?tab=stock&mode=recent&count=${count_id}`} onLeave={onLeave}>
            Sayımı aç
          </SheetLink>
        )}
      </p>
      {note && <p className="wrap-anywhere whitespace-pre-line text-sm">“{note}”</p>}
    </div>
  )
}

function SheetLink({ to, onLeave, children }: { to: string; onLeave: () => void; children: ReactNode }) {
  return (
    <Link to={to} onClick={onLeave} className="text-link">
      {children}
    </Link>
  )
}

type FigureProps = {
  what: string
  change: number
  after: number
  /** The unit of both, if the product has another one now. */
  unit: string | null
}

/** A figure after a movement, with its change if there is one. */
function Figure({ what, change, after, unit }: FigureProps) {
  const moved = change > 0 ? 'text-green-ink' : change < 0 ? 'text-red-ink' : 'text-ink-soft'
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <span className="text-ink-soft text-sm">{what}</span>
      {change !== 0 && (
        <>
          <span className={classNames('font-semibold', moved)}>{signedText(change)}</span>
          <ArrowRight aria-hidden className="size-3.5 text-ink-soft" />
          <VisuallyHidden>yeni değer</VisuallyHidden>
        </>
      )}
      <span className={change === 0 ? 'text-ink-soft' : undefined}>
        {quantityText(after)} {unit}
      </span>
    </span>
  )
}
