import { useState } from 'react'
import { Quantity, StockQuantity } from '#checked/quantity.ts'
import { blockLot, correctLot, releaseLot, sellableChange, writeOffLot } from '#contract/lot-changes.ts'
import { expiryLetters } from '#contract/lot-labels.ts'
import { isBlockedByAdmin, type Lot, listConnectedLots, unpickedOf } from '#contract/lots.ts'
import { useRowCommand } from '../../lists/row-command.ts'
import { useCallQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { today } from '../../ui/clock.ts'
import { quantityFault } from '../../ui/number-text.ts'
import { signedText } from '../../ui/signed-text.ts'
import { remainingDaysOf } from './expiry-text.ts'
import { keptText } from './kept-text.ts'
import {
  amountOf,
  type DialogProps,
  KEPT,
  LotChangeDialog,
  OTHER_LOTS,
  pickedOf,
  QuantityField,
  Shortage,
} from './lot-change-dialog.tsx'
import { useLotChange } from './use-lot-change.ts'

export type LotAction = 'block' | 'release' | 'write_off' | 'correct'

/** A dialog that states the consequences of an action on a lot, requires a reason, and performs it. */
export function LotDialog({ action, ...props }: DialogProps & { action: LotAction }) {
  // The lot as it was when the dialog opened: the server checks its current state.
  const [lot] = useState(props.lot)
  const parts = { lot, onClose: props.onClose }
  if (action === 'block') return <BlockDialog {...parts} />
  if (action === 'correct') return <CorrectDialog {...parts} />
  return action === 'release' ? <ReleaseDialog {...parts} /> : <WriteOffDialog {...parts} />
}

function BlockDialog({ lot, onClose }: DialogProps) {
  const change = useLotChange(onClose)
  const { run, pending } = useRowCommand(blockLot, change.command)
  const [withConnected, setWithConnected] = useState(true)
  const connected = useCallQuery(listConnectedLots, { params: { id: lot.id } }).data
  const elsewhere = (connected ?? []).filter(one => !isBlockedByAdmin(one))
  return (
    <LotChangeDialog
      title="Partiyi engelle"
      save="Engelle"
      busyText="Parti engelleniyor"
      {...{ lot, change, pending, onClose }}
      onSave={() =>
        void run({
          params: { id: lot.id },
          // If it is not known whether there are any, they are also blocked.
          body: { reason: change.reason.trim(), with_connected: connected?.length !== 0 && withConnected },
        })
      }
      hint="Örneğin: Müşteri şikâyeti, analiz bekleniyor"
    >
      <p>
        {lot.on_hand > 0 ? `Eldeki ${amountOf(lot, lot.on_hand)}` : 'Bundan sonra gelecek mal'} satılmaz ve siparişlere
        hazırlanmaz. Mal rafta kalır; engeli sonra kaldırabilirsiniz.
        {lot.picked_quantity > 0 && ` ${OTHER_LOTS} ${KEPT}`}
      </p>
      {elsewhere.length > 0 && (
        <>
          <AlertStrip kind="warning" title="Bu maldan başka partilere de geçti">
            {elsewhere.map(one => (
              <span key={one.id} className="wrap-anywhere block">
                {one.warehouse}: {one.product_name}, elde {amountOf(one, one.on_hand)}
              </span>
            ))}
          </AlertStrip>
          <Checkbox
            label="Onları da engelle"
            disabled={pending || change.isUnanswered}
            checked={withConnected}
            onChange={({ target }) => setWithConnected(target.checked)}
          />
        </>
      )}
      {byProduct([lot, ...(withConnected ? elsewhere : [])]).map(({ first, on_hand, isPicked }) => (
        <Shortage
          key={first.product_id}
          lot={first}
          quantity={on_hand}
          isNamed={first.product_id !== lot.product_id}
          mayBeKept={isPicked}
        />
      ))}
    </LotChangeDialog>
  )
}

/**
 * The lots' products, each with its first lot and what is on hand of its lots that are not blocked yet, and whether some
 * of that is picked for orders.
 */
function byProduct(lots: readonly Lot[]) {
  const products = new Map<string, { first: Lot; on_hand: number; isPicked: boolean }>()
  for (const lot of lots) {
    const { first, on_hand, isPicked } = products.get(lot.product_id) ?? { first: lot, on_hand: 0, isPicked: false }
    const more = lot.blocked_at ? { on_hand: 0, picked_quantity: 0 } : lot
    const sum = { on_hand: on_hand + more.on_hand, isPicked: isPicked || more.picked_quantity > 0 }
    products.set(lot.product_id, { first, ...sum })
  }
  return [...products.values()]
}

function ReleaseDialog({ lot, onClose }: DialogProps) {
  const change = useLotChange(onClose)
  const { run, pending } = useRowCommand(releaseLot, change.command)
  const isExpired = remainingDaysOf(lot, today())?.isExpired
  return (
    <LotChangeDialog
      title="Partinin engelini kaldır"
      save="Engeli kaldır"
      busyText="Engel kaldırılıyor"
      {...{ lot, change, pending, onClose }}
      onSave={() => void run({ params: { id: lot.id }, body: { reason: change.reason.trim() } })}
      hint="Örneğin: Analiz sonucu temiz"
    >
      <p>
        {lot.on_hand > 0 ? `Eldeki ${amountOf(lot, lot.on_hand)}` : 'Bundan sonra gelecek mal'} yeniden satılır. Ürünü
        bekleyen müşterilere haber gider.
      </p>
      {isExpired && (
        <AlertStrip kind="warning" title={`${expiryLetters(lot.expiry_kind)} geçti`}>
          Engel kalkınca bu mal satılabilir stokta sayılır. Siparişlere önerilmez; hazırlayan, neden yazarak seçebilir.
        </AlertStrip>
      )}
    </LotChangeDialog>
  )
}

function WriteOffDialog({ lot, onClose }: DialogProps) {
  const change = useLotChange(onClose)
  const isExpired = remainingDaysOf(lot, today())?.isExpired
  // What orders keep of a blocked or expired lot has probably left.
  const there = lot.blocked_at || isExpired ? unpickedOf(lot) : lot.on_hand
  const [proposed] = useState(() => (isExpired && there > 0 ? there : undefined))
  const [quantity, setQuantity] = useState(proposed)
  const { run, pending } = useRowCommand(writeOffLot, change.command)
  const fault = writeOffFault(quantity, lot.on_hand)
  const taken = fault ? 0 : (quantity ?? 0)
  const left = lot.on_hand - taken
  const lost = -sellableChange(lot, { quantity: left }, today())
  const save = () => {
    if (fault) return change.setFaults(new Map([['quantity', fault]]))
    return void run({ params: { id: lot.id }, body: { quantity: taken, reason: change.reason.trim(), unit: lot.unit } })
  }
  return (
    <LotChangeDialog
      title="İmha et"
      save="İmha et"
      busyText="İmha kaydediliyor"
      {...{ lot, change, pending, onClose }}
      onSave={save}
      hint="Örneğin: Tarihi geçti, ambalajı patladı"
      isEntered={quantity !== proposed}
      fields={
        <QuantityField
          label="Miktar"
          hint={`Elde ${amountOf(lot, lot.on_hand)} var.`}
          {...{ lot, change, pending, quantity, setQuantity }}
        />
      }
    >
      <p>
        {taken > 0
          ? `${amountOf(lot, taken)} stoktan düşülür, elde ${amountOf(lot, left)} kalır. Bu işlem geri alınamaz.`
          : 'Yazdığınız miktar stoktan düşülür. Bu işlem geri alınamaz.'}
        {taken > 0 && lot.picked_quantity > left && ` ${pickedText(lot, left)}`}
      </p>
      <Shortage lot={lot} quantity={lost} />
    </LotChangeDialog>
  )
}

/** What happens to orders if fewer goods of the lot are left than they have picked. */
function pickedText(lot: Lot, left: number) {
  const kept = lot.blocked_at ? `${keptText(lot)} Çıkan malı imha etmeyin.` : undefined
  return left === 0 ? [kept, OTHER_LOTS].filter(Boolean).join(' ') : (kept ?? pickedOf(lot))
}

/** What is wrong with the quantity to write off, if it is not between 1 and `most`. */
function writeOffFault(quantity: number | undefined, most: number): string | undefined {
  if (quantity === undefined) return 'İmha edilecek miktarı yazın'
  return Quantity.safeParse(quantity).error?.issues[0]?.message ?? quantityFault(quantity, most)
}

function CorrectDialog({ lot, onClose }: DialogProps) {
  const change = useLotChange(onClose)
  const [quantity, setQuantity] = useState<number>()
  const [fromUnnamed, setFromUnnamed] = useState(false)
  const { run, pending } = useRowCommand(correctLot, change.command)
  const fault = correctionFault(quantity)
  const counted = fault ? lot.on_hand : (quantity ?? lot.on_hand)
  const by = counted - lot.on_hand
  const lost = -sellableChange(lot, { quantity: counted, from_unnamed: fromUnnamed }, today())
  const save = () => {
    if (fault) return change.setFaults(new Map([['quantity', fault]]))
    const body = {
      quantity: counted,
      old_quantity: lot.on_hand,
      reason: change.reason.trim(),
      from_unnamed: fromUnnamed,
      unit: lot.unit,
    }
    return void run({ params: { id: lot.id }, body })
  }
  return (
    <LotChangeDialog
      title="Partiyi düzelt"
      save="Düzelt"
      busyText="Parti düzeltiliyor"
      {...{ lot, change, pending, onClose }}
      onSave={save}
      hint="Örneğin: Raf kontrolünde 2 koli eksik"
      isEntered={quantity !== undefined || fromUnnamed}
      fields={
        <>
          <QuantityField
            label="Raftaki miktar"
            hint={by === 0 ? `Elde ${amountOf(lot, lot.on_hand)} görünüyor.` : `Fark: ${signedText(by)} ${lot.unit}`}
            {...{ lot, change, pending, quantity, setQuantity }}
          />
          <Checkbox
            label="Fark, ürünün partisiz stoğundan"
            disabled={pending || change.isUnanswered}
            checked={fromUnnamed}
            onChange={({ target }) => setFromUnnamed(target.checked)}
          />
        </>
      }
    >
      <p>
        {fromUnnamed
          ? 'Ürünün toplam stoğu değişmez: fark, partisi yazılmamış maldan alınır veya ona eklenir.'
          : 'Ürünün stoğu fark kadar değişir.'}
        {by < 0 && lot.picked_quantity > counted && ` ${counted === 0 ? OTHER_LOTS : pickedOf(lot)}`}
      </p>
      <Shortage lot={lot} quantity={lost} />
    </LotChangeDialog>
  )
}

/** What is wrong with the quantity on the shelf. */
const correctionFault = (quantity: number | undefined) =>
  quantity === undefined ? 'Raftaki miktarı yazın' : StockQuantity.safeParse(quantity).error?.issues[0]?.message
