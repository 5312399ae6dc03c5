import { Trash2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Quantity } from '#checked/fields.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toaster.tsx'
import { ProductLine } from './product-line.tsx'
import type { Booking } from './receipt-booking.ts'
import type { Receipt, ReceiptLine } from './receipt-draft.ts'

/** Selects an invalid quantity field. */
export const INVALID = '[aria-invalid]'

type ReceiptGoodsProps = {
  receipt: Receipt
  booking: Booking
  list: RefObject<HTMLUListElement | null>
  /** Called when a quantity was confirmed with Enter. */
  onDone: () => void
}

/** The goods of the receipt with their quantities, and its note. */
export function ReceiptGoods({ receipt, booking, list, onDone }: ReceiptGoodsProps) {
  const { draft, setQuantity, remove, restore, setAbout } = receipt
  const removeLine = (line: ReceiptLine) => {
    if (!remove(line.product_id)) return
    toast.info(`${line.name} listeden çıkarıldı`, { action: { label: 'Geri al', onClick: () => restore(line) } })
  }
  return (
    <>
      <ul
        ref={list}
        inert={booking.pending}
        aria-label="Gelen mallar"
        className="divide-y divide-line rounded-md border border-line bg-surface"
      >
        {draft.lines.map(line => (
          <Line
            key={line.product_id}
            line={line}
            fault={booking.faults.get(line.product_id)}
            onQuantity={quantity => setQuantity(line.product_id, quantity)}
            onRemove={() => removeLine(line)}
            onDone={onDone}
          />
        ))}
      </ul>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Tedarikçi">
          <TextInput
            maxLength={200}
            readOnly={booking.pending}
            value={draft.supplier ?? ''}
            onChange={({ target }) => setAbout({ supplier: target.value })}
          />
        </Field>
        <Field label="İrsaliye no">
          <TextInput
            maxLength={64}
            readOnly={booking.pending}
            value={draft.delivery_note ?? ''}
            onChange={({ target }) => setAbout({ delivery_note: target.value })}
          />
        </Field>
      </div>
      <Field label="Not" hint="Tedarikçi ve irsaliye numarasıyla birlikte stok hareketlerinde görünür.">
        <Textarea
          rows={2}
          readOnly={booking.pending}
          value={draft.notes}
          onChange={({ target }) => setAbout({ notes: target.value })}
        />
      </Field>
      {draft.isUnanswered && (
        <AlertStrip kind="warning" title="Cevap alınamadı">
          Listeyi değiştirmeden yeniden kaydedin: daha önce ulaştıysa ikinci kez işlenmez.
        </AlertStrip>
      )}
    </>
  )
}

type LineProps = {
  line: ReceiptLine
  fault: string | undefined
  onQuantity: (quantity: number) => void
  onRemove: () => void
  /** Called when the quantity was confirmed with Enter. */
  onDone: () => void
}

const faultOf = (typed: number) => Quantity.safeParse(typed).error?.issues[0]?.message

function Line({ line, fault, onQuantity, onRemove, onDone }: LineProps) {
  const [typedFault, setTypedFault] = useState<string>()
  return (
    <li data-product={line.product_id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <ProductLine product={line} />
        {(typedFault ?? fault) && (
          <p role="alert" className="font-medium text-danger-ink text-sm">
            {typedFault ?? fault}
          </p>
        )}
      </div>
      <div
        className="flex items-center gap-1 max-sm:w-full max-sm:justify-between"
        onKeyDownCapture={event => {
          const isShortcut = event.ctrlKey || event.metaKey
          // After the field has committed the typed quantity.
          const { key, target } = event
          if (key === 'Enter' && !isShortcut && target instanceof HTMLInputElement)
            requestAnimationFrame(() => document.activeElement === target && !target.matches(INVALID) && onDone())
        }}
      >
        <QuantityStepper
          label={`${line.name} miktarı`}
          unit={line.unit}
          value={line.quantity}
          onCommit={onQuantity}
          faultOf={faultOf}
          onFault={setTypedFault}
        />
        <IconButton icon={Trash2} label={`Listeden çıkar: ${line.name}`} onClick={onRemove} />
      </div>
    </li>
  )
}
