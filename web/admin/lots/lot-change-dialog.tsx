import { type ReactNode, useId } from 'react'
import { MAX_LOT_REASON } from '#contract/lot-changes.ts'
import type { Lot } from '#contract/lots.ts'
import { readAnyProduct } from '#contract/products.ts'
import { useCallQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { quantityText } from '../../ui/signed-text.ts'
import { TextInput } from '../../ui/text-input.tsx'
import type { LotChange } from './use-lot-change.ts'

type QuantityFieldProps = {
  label: string
  hint: string
  lot: Lot
  change: LotChange
  pending: boolean
  quantity: number | undefined
  setQuantity: (quantity: number | undefined) => void
}

/** The field for the quantity of a lot to change; it takes the focus. */
export function QuantityField({ label, hint, lot, change, pending, quantity, setQuantity }: QuantityFieldProps) {
  return (
    <Field label={label} required hint={hint} {...change.errorOf('unit')} {...change.errorOf('quantity')}>
      <NumberInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type this
        autoFocus
        decimals={0}
        suffix={lot.unit}
        readOnly={pending || change.isUnanswered}
        value={quantity}
        onValue={typed => {
          setQuantity(typed)
          change.forgetFault('quantity')
        }}
      />
    </Field>
  )
}

/** Explains what happens to open orders that would get the lot. */
export const OTHER_LOTS = 'Bu partiyi alacak siparişlere, varsa başka partiler verilir.'
/** Explains that orders whose goods may have left keep a blocked lot. */
export const KEPT = 'Teslim günü geçmiş siparişler partiyi korur; malı çıkmadıysa o siparişte partiyi değiştirin.'
/** Explains that goods of the lot are picked for open orders. */
export const pickedOf = (lot: Lot) =>
  `Bu partiden ${amountOf(lot, lot.picked_quantity)} hazırlanan siparişlere ayrıldı; o siparişlerde partiyi değiştirin.`

export const amountOf = ({ unit }: Lot, quantity: number) => `${quantityText(quantity)} ${unit}`

type ShortageProps = {
  /** The lot, of whose product less can be sold. */
  lot: Lot
  quantity: number
  /** Names warehouse and product, as the dialog is about a lot of another product. */
  isNamed?: boolean
  /** Whether orders may keep some of it, which they then do not lack. */
  mayBeKept?: boolean
}

/** Warns of the quantity that open orders lack once `quantity` less can be sold; shows nothing if they lack none. */
export function Shortage({ lot, quantity, isNamed = false, mayBeKept = false }: ShortageProps) {
  const product = useCallQuery(readAnyProduct, { params: { id: lot.product_id } }).data
  const missing = product ? quantity - Math.max(0, product.available_quantity) : 0
  if (missing <= 0 || quantity <= 0) return null
  const place = isNamed ? `${lot.warehouse}, ${lot.product_name}: açık` : 'Açık'
  return (
    <AlertStrip
      kind="warning"
      title={`${place} siparişlerde ${mayBeKept ? 'en çok ' : ''}${amountOf(lot, missing)} eksik ${mayBeKept ? 'kalabilir' : 'kalır'}`}
    >
      {mayBeKept
        ? 'Partiyi koruyan siparişlerin aldığı eksik sayılmaz.'
        : 'Ürün Envanter’in Tedarik listesinde görünür.'}
    </AlertStrip>
  )
}

export type DialogProps = { lot: Lot; onClose: () => void }

type ChangeDialogProps = DialogProps & {
  title: string
  save: string
  busyText: string
  hint: string
  change: LotChange
  pending: boolean
  onSave: () => void
  fields?: ReactNode
  /** Whether something was entered in the fields. */
  isEntered?: boolean
  /** The consequences of the change. */
  children: ReactNode
}

/** The dialog for changing a lot: its fields, the reason, and the consequences. */
export function LotChangeDialog(props: ChangeDialogProps) {
  const { lot, title, save, busyText, hint, change, pending, onSave, onClose, fields, isEntered, children } = props
  const form = useId()
  const { reason, typeReason, setFaults, errorOf, isUnanswered } = change
  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      description={`${lot.product_name} · Parti ${lot.code}`}
      form={form}
      isChanged={isEntered || reason.trim() !== '' || isUnanswered}
      loss={
        isUnanswered
          ? 'İşlemin kaydedilip kaydedilmediği bilinmiyor; partinin hareketlerine bakın.'
          : 'Yazdıklarınız kaydedilmedi.'
      }
      busy={pending}
      busyText={busyText}
      save={save}
    >
      <Form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          if (reason.trim()) onSave()
          else setFaults(new Map([['reason', 'Neden yazın']]))
        }}
      >
        {isUnanswered && (
          <AlertStrip kind="warning" title="Cevap alınamadı">
            Kapatmadan yeniden deneyin: daha önce ulaştıysa ikinci kez işlenmez.
          </AlertStrip>
        )}
        {fields}
        <Field label="Neden" required hint={hint} {...errorOf('reason')}>
          <TextInput
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type this
            autoFocus={!fields}
            maxLength={MAX_LOT_REASON}
            readOnly={pending || isUnanswered}
            value={reason}
            onChange={({ target }) => typeReason(target.value)}
          />
        </Field>
        <div className="grid gap-3">{children}</div>
      </Form>
    </FormDialog>
  )
}
