import { ArrowRightLeft, Ban, History, LockOpen, PackageX, PencilLine, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { showLotInCatalogue } from '#contract/lot-changes.ts'
import {
  type ConnectedLot,
  isBlockedByAdmin,
  type Lot,
  type LotMovement,
  listConnectedLots,
  listLotMovements,
  listLots,
  readLot,
  unpickedOf,
} from '#contract/lots.ts'
import { readAnyProduct } from '#contract/products.ts'
import { LEDGER_REASONS, PORTAL_NAME } from '#contract/stock.ts'
import { formatInstant } from '#contract/turkish.ts'
import { type ApiError, isNotFound } from '../../api.ts'
import { Failed, ListStates } from '../../lists/list-states.tsx'
import { MoreButton } from '../../lists/more-button.tsx'
import { useRowCommand } from '../../lists/row-command.ts'
import { OrderNumber } from '../../orders/order-number.tsx'
import { cacheRow, useCallQuery, useListQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { today } from '../../ui/clock.ts'
import { Details } from '../../ui/details.tsx'
import { SideSheet } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { Link } from '../../ui/router.tsx'
import { quantityText, signedText } from '../../ui/signed-text.ts'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toaster.tsx'
import { expiryLabel, remainingDaysOf } from './expiry-text.ts'
import type { LotAction } from './lot-dialogs.tsx'
import { LotOfferSection } from './lot-offer.tsx'
import { LotState } from './lot-state.tsx'

const LotDialog = lazy(async () => ({ default: (await import('./lot-dialogs.tsx')).LotDialog }))

const TransferDialog = lazy(async () => ({
  default: (await import('../inventory/transfer-dialog.tsx')).TransferDialog,
}))

/** A sheet beside the list with a lot's data, origin, actions and movements. */
export function LotSheet({ id, listed, onClose }: { id: string; listed: Lot | undefined; onClose: () => void }) {
  const query = useCallQuery(readLot, { params: { id } })
  const lot = query.data ?? listed
  const isGone = isNotFound(query.error)
  return (
    <SideSheet
      open
      onOpenChange={onClose}
      title={lot ? `Parti ${lot.code}` : 'Parti'}
      description={lot && `${lot.product_name} · ${lot.warehouse}`}
      focusTitle
    >
      {lot && !isGone ? (
        <OpenLot lot={lot} />
      ) : isGone ? (
        <AlertStrip kind="warning" title="Parti bulunamadı">
          Ürünüyle birlikte silinmiş olabilir.
        </AlertStrip>
      ) : query.error ? (
        <Failed query={query} error={query.error} />
      ) : (
        <LoadingRows />
      )}
    </SideSheet>
  )
}

function OpenLot({ lot }: { lot: Lot }) {
  const [action, setAction] = useState<LotAction | 'transfer'>()
  const connected = useCallQuery(listConnectedLots, { params: { id: lot.id } }).data ?? []
  return (
    <div className="grid grid-cols-1 gap-4">
      <LotState lot={lot} />
      <Details details={detailsOf(lot)} />
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        {lot.blocked_at && (
          <Button icon={LockOpen} onClick={() => setAction('release')}>
            Engeli kaldır
          </Button>
        )}
        {!isBlockedByAdmin(lot) && (
          <Button icon={Ban} onClick={() => setAction('block')}>
            Engelle
          </Button>
        )}
        <Button asChild>
          <Link to={`/admin/recall?lot_id=${lot.id}`}>
            <Undo2 aria-hidden className="size-4" /> Geri çağır
          </Link>
        </Button>
        <Button icon={PencilLine} onClick={() => setAction('correct')}>
          Düzelt
        </Button>
        {canMove(lot) && (
          <Button icon={ArrowRightLeft} onClick={() => setAction('transfer')}>
            Aktar
          </Button>
        )}
        {lot.on_hand > 0 && (
          <Button icon={PackageX} onClick={() => setAction('write_off')}>
            İmha et
          </Button>
        )}
      </div>
      {action === 'transfer' && (
        <Suspense>
          <TransferLot lot={lot} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
      {lot.expires_on !== null && <InCatalogue lot={lot} />}
      {lot.expires_on !== null && <LotOfferSection lot={lot} />}
      {/* Below the buttons, which it would move when it arrives. */}
      {connected.length > 0 && <Details details={wayOf(lot, connected)} />}
      <Movements lot_id={lot.id} />
      {action && action !== 'transfer' && (
        <Suspense>
          <LotDialog action={action} lot={lot} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** Whether goods of the lot can be moved to the other warehouse; an offer's goods are sold where they are. */
const canMove = (lot: Lot) => !lot.blocked_at && unpickedOf(lot) > 0 && !lot.is_offer

function TransferLot({ lot, onClose }: { lot: Lot; onClose: () => void }) {
  const query = useCallQuery(readAnyProduct, { params: { id: lot.product_id } })
  if (query.data) return <TransferDialog products={[query.data]} lot={lot} onClose={onClose} />
  return query.error && <Failed query={query} error={query.error} />
}

/** The switch that shows the lot's expiry in the catalogue; an offer's expiry is always shown. */
function InCatalogue({ lot }: { lot: Lot }) {
  const { run, pending } = useRowCommand(showLotInCatalogue, {
    showError: (error: ApiError) => window.alert(error.message),
    onReply: ({ message, lot: changed }) => {
      cacheRow({ read: readLot, list: listLots }, changed)
      toast.success(message)
    },
  })
  if (lot.is_offer) return <p className="text-ink-soft text-sm">Fırsat ürününün tarihi katalogda gösterilir.</p>
  return (
    <div className="grid gap-1">
      <Switch
        label="Katalogda göster"
        checked={lot.in_catalogue}
        busy={pending}
        onChange={({ target }) => void run({ params: { id: lot.id }, body: { in_catalogue: target.checked } })}
      />
      <p className="text-ink-soft text-sm">
        Müşteri ve pazarlamacı katalogda “{expiryLabel(lot)}” okur; parti bitince veya engellenince yazı kalkar.
      </p>
    </div>
  )
}

function detailsOf(lot: Lot) {
  const left = remainingDaysOf(lot, today())
  const amount = (quantity: number) => `${quantityText(quantity)} ${lot.unit}`
  return [
    { label: 'Tarih', value: [expiryLabel(lot), left?.text].filter(Boolean).join(' · ') },
    { label: 'Eldeki', value: amount(lot.on_hand) },
    { label: 'Hazırlanan', value: lot.picked_quantity > 0 && amount(lot.picked_quantity) },
    { label: 'Değer (KDV hariç)', value: <Money amount={lot.value} /> },
    { label: 'Marka', value: lot.brand },
    { label: 'Kategori', value: lot.category },
    { label: 'Tedarikçi', value: lot.supplier },
    { label: 'İrsaliye no', value: lot.delivery_note },
    { label: 'İlk mal kabul', value: formatInstant(lot.received_at) },
  ]
}

/** The lots that goods of this lot came from and went to, if they were moved. */
const wayOf = ({ product_name }: Lot, connected: readonly ConnectedLot[]) =>
  [
    {
      label: 'Geldiği parti',
      value: linksTo(
        product_name,
        connected.filter(one => one.came_from),
      ),
    },
    {
      label: 'Gittiği parti',
      value: linksTo(
        product_name,
        connected.filter(one => one.went_to),
      ),
    },
  ].filter(({ value }) => value !== undefined)

/** Links to lots, named by warehouse, or by product if its name differs. */
function linksTo(product_name: string, lots: readonly ConnectedLot[]) {
  if (lots.length === 0) return undefined
  return lots.map(lot => (
    <Link
      key={lot.id}
      to={`/admin/dashboard?tab=inventory&view=lots&warehouse=all&state=all&lot=${lot.id}`}
      className="block text-link"
    >
      {lot.product_name === product_name ? lot.warehouse : lot.product_name} · {quantityText(lot.on_hand)} {lot.unit}
    </Link>
  ))
}

function Movements({ lot_id }: { lot_id: string }) {
  const query = useListQuery(listLotMovements, { query: { lot_id } })
  return (
    <section className="grid grid-cols-1 gap-1 border-line border-t pt-4">
      <h3 className="font-semibold">Hareketler</h3>
      <ListStates query={query} empty={<EmptyState icon={History} title="Henüz hareket yok" />}>
        <ol aria-label="Parti hareketleri" className="grid grid-cols-1 divide-y divide-line">
          {query.items.map(movement => (
            <li key={movement.id} className="grid gap-1 py-3">
              <Movement movement={movement} />
            </li>
          ))}
        </ol>
      </ListStates>
      <MoreButton query={query} />
    </section>
  )
}

function Movement({ movement }: { movement: LotMovement }) {
  const { created_at, reason, on_hand_change: change, on_hand_after, actor_name, order_id, count_id, note } = movement
  // Of the present unit, which is above, there is no need.
  const unit = movement.new_unit && movement.unit
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{LEDGER_REASONS[reason]}</span>
        <time dateTime={created_at} className="text-ink-soft text-sm">
          {formatInstant(created_at)}
        </time>
      </div>
      <p className="flex flex-wrap gap-x-3 text-sm tabular-nums">
        {change !== 0 && (
          <span className={`font-semibold ${change > 0 ? 'text-green-ink' : 'text-red-ink'}`}>
            {signedText(change)}
          </span>
        )}
        <span className="text-ink-soft">
          Elde kalan {quantityText(on_hand_after)} {unit}
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
        <span>{actor_name ?? PORTAL_NAME}</span>
        {order_id && (
          <Link to={`/admin/orders/${order_id}`} className="text-link">
            Sipariş <OrderNumber id={order_id} />
          </Link>
        )}
        {count_id && (
          <Link to={`/admin/dashboard?tab=stock&mode=recent&count=${count_id}`} className="text-link">
            Sayımı aç
          </Link>
        )}
      </p>
      {note && <p className="break-words text-sm">“{note}”</p>}
    </>
  )
}
