import { CircleAlert, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { formatMoney, kurus } from '#contract/money.ts'
import { lineTotal } from '#contract/orders.ts'
import { VatOfLine } from '../orders/order-lines.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Money } from '../ui/money.tsx'
import { NumberInput } from '../ui/number-input.tsx'
import { wholeText } from '../ui/number-text.ts'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { type DraftLine, pricedLines } from './revision-draft.ts'
import type { LineFault } from './use-revision.ts'

type RevisionLineProps = {
  line: DraftLine
  /** The line as saved in the order, if it is. */
  saved: DraftLine | undefined
  fault: LineFault | undefined
  /** An order must keep at least one line. */
  isLast: boolean
  onChange: (change: Partial<DraftLine>) => void
  onRemove: () => void
}

/** A line whose quantity and price can be edited; the saved values are shown beside changed ones. */
export function RevisionLine({ line, saved, fault, isLast, onChange, onRemove }: RevisionLineProps) {
  const { product_name, brand, unit, vat_rate, quantity, price } = line
  const [wrong, setWrong] = useState<string>()
  const message = wrong ?? fault?.refused
  const differs = saved && (saved.quantity !== quantity || saved.price !== price)
  return (
    <li
      data-line={line.product_id}
      data-faulty={fault?.refused ? true : undefined}
      className="grid grid-cols-1 gap-2 py-3 first:pt-0"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="break-words font-medium">{product_name}</p>
          <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
            {brand && <span className="min-w-0 break-words">{brand}</span>}
            <VatOfLine rate={vat_rate} />
            {saved ? (
              // Its space is reserved: a layout shift on blur would make the user's press miss its target.
              <span className={differs ? undefined : 'invisible'}>Kayıtlı: {asText(saved)}</span>
            ) : (
              <Badge tone="green">Yeni satır</Badge>
            )}
          </p>
        </div>
        <LineTotal line={line} />
        <IconButton
          icon={Trash2}
          label={isLast ? 'Son satır çıkarılamaz' : `${product_name}: satırı çıkar`}
          disabled={isLast}
          onClick={onRemove}
          className="-mt-2 -mr-2"
        />
      </div>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <QuantityStepper
          label={`${product_name} miktarı`}
          unit={unit}
          value={quantity}
          onCommit={wanted => onChange({ quantity: wanted })}
          onFault={setWrong}
          className="w-36!"
        />
        <Field label={`${product_name} birim fiyatı`} hideLabel error={fault?.price} className="w-36">
          <NumberInput
            suffix="₺"
            value={price}
            onValue={wanted => onChange({ price: wanted })}
            className="[&>input]:h-11!"
          />
        </Field>
      </div>
      {message && (
        <p role="alert" className="flex items-start gap-1 font-medium text-danger-ink text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {message}
        </p>
      )}
    </li>
  )
}

function LineTotal({ line }: { line: DraftLine }) {
  const [priced] = pricedLines({ lines: [line], notes: '' }) ?? []
  return <span className="font-semibold text-base">{priced ? <Money amount={lineTotal(priced)} /> : '–'}</span>
}

/** A line that will be removed from the order, with a button to restore it. */
export function RemovedLine({ line, onPutBack }: { line: DraftLine; onPutBack: () => void }) {
  return (
    <li data-line={line.product_id} className="flex items-center gap-3 py-3 first:pt-0">
      <div className="min-w-0 flex-1 text-ink-soft">
        <p className="break-words">
          <s>{line.product_name}</s>
        </p>
        <p className="text-sm">Çıkarılacak: {asText(line)}</p>
      </div>
      <Button
        variant="ghost"
        size="small"
        icon={Undo2}
        aria-label={`${line.product_name}: geri al`}
        onClick={onPutBack}
      >
        Geri al
      </Button>
    </li>
  )
}

const asText = ({ quantity, unit, price = 0 }: DraftLine) =>
  `${wholeText(quantity)} ${unit} × ${formatMoney(kurus(Math.round(price * 100)))}`
