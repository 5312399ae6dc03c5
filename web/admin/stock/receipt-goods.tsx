import { Trash2 } from 'lucide-react'
import { type MouseEvent, type RefObject, useRef, useState } from 'react'
import { Quantity } from '#checked/quantity.ts'
import { MAX_DELIVERY_NOTE, MAX_SUPPLIER } from '#contract/stock.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { focusNextRow } from '../../ui/focus-next-row.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toaster.tsx'
import { EMPTY_CODE, INVALID, LotFields } from './lot-fields.tsx'
import type { LotQuestion } from './lot-questions.ts'
import { ProductLine } from './product-line.tsx'
import type { Booking, LineFault } from './receipt-booking.ts'
import type { LineChange, OpenReceipt } from './receipt-draft.ts'
import { codeFault, hasLotFields, type ReceiptLine } from './receipt-lines.ts'

type ReceiptGoodsProps = {
  receipt: OpenReceipt
  booking: Booking
  list: RefObject<HTMLUListElement | null>
  questionOf: (line: ReceiptLine) => LotQuestion | undefined
  /** The ids of the lines of the last attempt to book; missing lots are shown for these only. */
  tried: ReadonlySet<string>
  /** Called when a quantity, or the lot after it, was confirmed with Enter. */
  onDone: () => void
}

/** Selects the button that removes a line. */
const REMOVE = '[data-remove]'

/** The goods of the receipt with their quantities and lots, and the fields of the whole receipt. */
export function ReceiptGoods({ receipt, booking, list, questionOf, tried, onDone }: ReceiptGoodsProps) {
  const { draft, changeLine, remove, restore } = receipt
  const removeLine = (line: ReceiptLine, { currentTarget, detail }: MouseEvent<HTMLElement>) => {
    if (!remove(line.id)) return
    if (draft.lines.length > 1) focusNextRow(currentTarget, REMOVE)
    // On touch screens, focusing the field would open the on-screen keyboard.
    else if (detail === 0) onDone()
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
            key={line.id}
            line={line}
            fault={booking.faults.get(line.id)}
            codeFault={tried.has(line.id) ? codeFault(line) : undefined}
            question={questionOf(line)}
            onChange={how => changeLine(line.id, how)}
            onRemove={press => removeLine(line, press)}
            onDone={onDone}
          />
        ))}
      </ul>
      <About receipt={receipt} pending={booking.pending} />
      {draft.isUnanswered && !booking.pending && (
        <AlertStrip kind="warning" title="Cevap alınamadı">
          Listeyi değiştirmeden yeniden kaydedin: daha önce ulaştıysa ikinci kez işlenmez.
        </AlertStrip>
      )}
    </>
  )
}

/** The fields of the whole receipt. */
function About({ receipt: { draft, setAbout }, pending }: { receipt: OpenReceipt; pending: boolean }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Tedarikçi">
          <TextInput
            maxLength={MAX_SUPPLIER}
            readOnly={pending}
            value={draft.supplier ?? ''}
            onChange={({ target }) => setAbout({ supplier: target.value })}
          />
        </Field>
        <Field label="İrsaliye no">
          <TextInput
            maxLength={MAX_DELIVERY_NOTE}
            readOnly={pending}
            value={draft.delivery_note ?? ''}
            onChange={({ target }) => setAbout({ delivery_note: target.value })}
          />
        </Field>
      </div>
      <Field label="Not" hint="Tedarikçi ve irsaliye numarasıyla birlikte stok hareketlerinde görünür.">
        <Textarea
          rows={2}
          readOnly={pending}
          value={draft.notes}
          onChange={({ target }) => setAbout({ notes: target.value })}
        />
      </Field>
    </>
  )
}

type LineProps = {
  line: ReceiptLine
  /** The fault that the server found. */
  fault: LineFault | undefined
  codeFault: string | undefined
  question: LotQuestion | undefined
  onChange: (how: LineChange) => void
  onRemove: (press: MouseEvent<HTMLElement>) => void
  /** Called when the quantity, or the lot after it, was confirmed with Enter. */
  onDone: () => void
}

const faultOf = (typed: number) => Quantity.safeParse(typed).error?.issues[0]?.message

function Line(props: LineProps) {
  const { line, fault, onChange, onRemove, onDone } = props
  const [typedFault, setTypedFault] = useState<string>()
  const row = useRef<HTMLLIElement>(null)
  // Distinguishes the lots of a product.
  const name = [line.name, line.code].filter(Boolean).join(' ')
  const shownFault = typedFault ?? (fault?.isLot ? undefined : fault?.message)
  const goOn = () => {
    const code = row.current?.querySelector<HTMLElement>(EMPTY_CODE)
    if (code) code.focus()
    else onDone()
  }
  return (
    <li ref={row} data-line={line.id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <ProductLine product={line} />
        {shownFault && (
          <p role="alert" className="font-medium text-danger-ink text-sm">
            {shownFault}
          </p>
        )}
      </div>
      <div
        className="flex items-center gap-1 max-sm:w-full max-sm:justify-between"
        onKeyDownCapture={event => {
          const isShortcut = event.ctrlKey || event.metaKey
          // The frame below comes after the field has committed the typed quantity.
          const { key, target } = event
          if (key === 'Enter' && !isShortcut && target instanceof HTMLInputElement)
            requestAnimationFrame(() => document.activeElement === target && !target.matches(INVALID) && goOn())
        }}
      >
        <QuantityStepper
          label={`${name} miktarı`}
          unit={line.unit}
          value={line.quantity}
          onCommit={quantity => onChange({ quantity })}
          faultOf={faultOf}
          onFault={setTypedFault}
        />
        <IconButton data-remove icon={Trash2} label={`Listeden çıkar: ${name}`} onClick={onRemove} />
      </div>
      {(hasLotFields(line) || fault?.isLot) && (
        <LotFields
          line={line}
          fault={props.codeFault ?? (fault?.isLot ? fault.message : undefined)}
          question={props.question}
          onChange={onChange}
          onDone={onDone}
        />
      )}
    </li>
  )
}
