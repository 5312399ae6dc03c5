import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Quantity } from '#checked/quantity.ts'
import { type Lot, unpickedOf } from '#contract/lots.ts'
import { type AdminProduct, WAREHOUSES, type Warehouse } from '#contract/products.ts'
import { type Transferred, transferGoods } from '#contract/transfers.ts'
import type { ApiError } from '../../api.ts'
import { useRowCommand } from '../../lists/row-command.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { isOutcomeUnknown } from '../../open-outcome.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { quantityText } from '../../ui/signed-text.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toaster.tsx'
import { useStoredTransfer } from './stored-transfer.ts'

type TransferDialogProps = {
  /** Products of one warehouse. */
  products: readonly AdminProduct[]
  /** The lot of the only product; if absent, goods without a lot are moved first, then those that expire first. */
  lot?: Lot
  onClose: () => void
  onDone?: () => void
}

/** Moves goods to the other warehouse, all lines or none. */
export function TransferDialog(props: TransferDialogProps) {
  const form = useId()
  const transfer = useTransfer(form, props)
  const { shown, from, to, lines, notes, setNotes, wasSent, isUnanswered, isLocked, pending, save } = transfer
  return (
    <FormDialog
      open
      onClose={props.onClose}
      title="Depoya aktar"
      description={`${from} → ${to}`}
      form={form}
      isChanged={lines.length > 0 || notes !== ''}
      loss={isUnanswered ? LOSS_OF_UNANSWERED : 'Yazdığınız aktarım kaydedilmedi.'}
      busy={pending}
      busyText="Aktarım kaydediliyor"
      save="Aktar"
    >
      <Form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        {isUnanswered && (
          <AlertStrip kind="warning" title="Cevap alınamadı">
            Kapatmadan yeniden aktarın: daha önce ulaştıysa ikinci kez işlenmez.
          </AlertStrip>
        )}
        {wasSent && !isUnanswered && (
          <AlertStrip kind="warning" title="Oturumunuz bu aktarım gönderilirken sona erdi">
            {LOSS_OF_UNANSWERED}
          </AlertStrip>
        )}
        {shown.map((product, i) => (
          <QuantityField key={product.id} product={product} transfer={transfer} isFirst={i === 0} />
        ))}
        <Field label="Not" hint="Her iki deponun stok hareketlerinde görünür.">
          <Textarea rows={2} readOnly={isLocked} value={notes} onChange={({ target }) => setNotes(target.value)} />
        </Field>
        <p className="text-ink-soft text-sm">
          Mallar {to}’daki aynı barkodlu ürüne eklenir. Öyle bir ürün yoksa adı, markası ve birimi aynı olana eklenir
          (ikisinin de barkodu varsa ayrı ürün sayılırlar); o da yoksa pasif bir ürün açılır.
        </p>
      </Form>
    </FormDialog>
  )
}

const LOSS_OF_UNANSWERED =
  'Aktarımın işlenip işlenmediği bilinmiyor. Yeniden aktarmadan önce ürünün stok hareketlerine bakın.'

type QuantityFieldProps = { product: AdminProduct; transfer: ReturnType<typeof useTransfer>; isFirst: boolean }

function QuantityField({ product, transfer, isFirst }: QuantityFieldProps) {
  const { id, name, unit, available_quantity, reserved_quantity } = product
  const { lot } = transfer
  const fault = transfer.faults.get(id)
  const free = lot ? Math.min(available_quantity, unpickedOf(lot)) : available_quantity
  const most = quantityText(Math.max(0, free))
  return (
    <Field
      label={lot ? `${name} · Parti ${lot.code}` : name}
      hint={`En fazla ${most} ${unit}; ayrılan ${wholeText(reserved_quantity)} ${unit} yerinde kalır.`}
      {...(fault && { error: fault })}
    >
      <NumberInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type this
        autoFocus={isFirst}
        decimals={0}
        suffix={unit}
        readOnly={transfer.isLocked}
        value={transfer.typed.get(id)}
        onValue={quantity => transfer.type(id, quantity)}
      />
    </Field>
  )
}

/** The input of a transfer, and the command that sends it. */
function useTransfer(form: string, { products, lot, onClose, onDone }: TransferDialogProps) {
  // The products as they were when the dialog opened; the server checks what can be moved.
  const [shown] = useState(products)
  const from = shown[0]?.warehouse
  const to = otherWarehouse(from)
  const { typed, setTyped, notes, setNotes, lines, fillIn } = useTypedGoods(shown, lot)
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const [isUnanswered, setUnanswered] = useState(false)
  const { run, pending } = useRowCommand(transferGoods, {
    refetchWhenLost: true,
    showError: (error: ApiError) => {
      setUnanswered(was => isOutcomeUnknown(error, was))
      setFaults(faultsIn(error, lines))
      window.alert(error.isUnanswered ? 'Cevap alınamadı: aktarımın işlenip işlenmediği bilinmiyor' : error.message)
    },
    onReply: ({ message, items }) => {
      showNextResults('products', 'lots')
      const description = descriptionOf(items)
      toast.success(message, description ? { description } : {})
      onDone?.()
      onClose()
    },
  })
  const wasSent = useStoredTransfer({ products: shown, lot, lines, notes, pending, isUnanswered, fillIn })
  const save = () => {
    const wrong = lines.flatMap(({ product_id, quantity }) => {
      const fault = Quantity.safeParse(quantity).error?.issues[0]?.message
      return fault ? [[product_id, fault] as const] : []
    })
    const [first] = shown
    if (lines.length === 0 && first) wrong.push([first.id, 'Aktarılacak miktarı yazın'])
    flushSync(() => setFaults(new Map(wrong)))
    if (wrong.length > 0) document.getElementById(form)?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    else void run({ body: { items: lines, notes: notes || null } })
  }
  return {
    shown,
    lot,
    from,
    to,
    lines,
    typed,
    type: (id: string, quantity: number | undefined) => {
      setTyped(new Map(typed).set(id, quantity))
      setFaults(new Map([...faults].filter(([one]) => one !== id)))
    },
    notes,
    setNotes,
    faults,
    wasSent,
    isUnanswered,
    /** The transfer is being sent, or may have been made: an edited one would be a second transfer. */
    isLocked: pending || isUnanswered,
    pending,
    save,
  }
}

/** The typed quantities by product, their lines, and the note. */
function useTypedGoods(products: readonly AdminProduct[], lot: Lot | undefined) {
  const [typed, setTyped] = useState<ReadonlyMap<string, number | undefined>>(new Map())
  const [notes, setNotes] = useState('')
  const lines = products.flatMap(({ id, unit }) => {
    const quantity = typed.get(id)
    return quantity === undefined ? [] : [{ product_id: id, quantity, ...(lot && { lot_id: lot.id }), unit }]
  })
  const fillIn = (quantities: typeof typed, note: string) => {
    setTyped(quantities)
    setNotes(note)
  }
  return { typed, setTyped, notes, setNotes, lines, fillIn }
}

/** The warehouse that goods of this one can go to. */
const otherWarehouse = (from: Warehouse | undefined) => WAREHOUSES.find(one => one !== from) ?? WAREHOUSES[0]

function faultsIn({ errors }: ApiError, sent: readonly { product_id: string }[]): ReadonlyMap<string, string> {
  return new Map(
    errors.flatMap(({ field, message }) => {
      const line = sent[Number(/^items\.(\d+)/.exec(field)?.[1])]
      return line ? [[line.product_id, message] as const] : []
    }),
  )
}

/** Names the moved goods that customers do not see, as their product in the other warehouse is passive. */
function descriptionOf(items: readonly Transferred[]): string | undefined {
  const passive = items.filter(({ is_active }) => !is_active).map(({ product_name, to }) => `${product_name} (${to})`)
  return passive.length > 0 ? `Pasif, satışa kapalı: ${passive.join(', ')}` : undefined
}
