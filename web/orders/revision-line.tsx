import { CircleAlert, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { formatMoney, type Kurus, kurusOf } from '#contract/money.ts'
import { lineTotal } from '#contract/order-totals.ts'
import { MAX_QUANTITY } from '#contract/quantity.ts'
import { afterPress } from '../ui/after-press.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Money } from '../ui/money.tsx'
import { NumberInput } from '../ui/number-input.tsx'
import { wholeText } from '../ui/number-text.ts'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { useQuantityTyping } from '../ui/quantity-typing.ts'
import { VatOfLine } from './order-lines.tsx'
import { differenceText } from './price-guard.ts'
import { type DraftLine, pricedLines, priceError } from './revision-draft.ts'
import type { LineFault } from './use-revision.ts'

type RevisionLineProps = {
  line: DraftLine
  /** The line as saved in the order; undefined for an added one. */
  saved: DraftLine | undefined
  /** The product's list price, if known. */
  listPrice: Kurus | undefined
  fault: LineFault | undefined
  /** Whether it is the only line left, which cannot be removed. */
  isLast: boolean
  onChange: (change: Partial<DraftLine>) => void
  onRemove: () => void
}

/** A line whose quantity and price can be edited; the saved values are shown beside changed ones. */
export function RevisionLine({ line, saved, listPrice, fault, isLast, onChange, onRemove }: RevisionLineProps) {
  const { product_name, brand, unit, vat_rate, quantity, price } = line
  const [wrong, setWrong] = useState<string>()
  const typing = useQuantityTyping(quantity, typed => onChange({ quantity: typed }))
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
              // Hidden without losing its space: a layout shift on blur would make the user's press miss its target.
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
          max={MAX_QUANTITY}
          {...typing}
          onCommit={wanted => onChange({ quantity: wanted })}
          onFault={found => afterPress(() => setWrong(found))}
          className="w-36!"
        />
        <PriceField line={line} fault={fault?.price} onPrice={wanted => onChange({ price: wanted })} />
        <ListPrice line={line} price={listPrice} />
      </div>
      {message && <Fault>{message}</Fault>}
    </li>
  )
}

type PriceFieldProps = { line: DraftLine; fault: string | undefined; onPrice: (price: number | undefined) => void }

/** The price, with its error once the field is left. */
function PriceField({ line, fault, onPrice }: PriceFieldProps) {
  const [wasLeft, setLeft] = useState(false)
  return (
    <Field
      label={`${line.product_name} birim fiyatı`}
      hideLabel
      error={fault ?? (wasLeft ? priceError(line) : undefined)}
      className="w-36"
    >
      <NumberInput
        suffix="₺"
        value={line.price}
        onValue={wanted => {
          setLeft(false)
          onPrice(wanted)
        }}
        onBlur={() => afterPress(() => setLeft(true))}
        className="[&>input]:h-11!"
      />
    </Field>
  )
}

const Fault = ({ children }: { children: string }) => (
  <p role="alert" className="flex items-start gap-1 font-medium text-danger-ink text-sm">
    <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    {children}
  </p>
)

/** The list price, and how far the typed price is from it. */
function ListPrice({ line, price }: { line: DraftLine; price: Kurus | undefined }) {
  const typed = pricedLine(line)?.price
  // Its space is reserved even before the price is known: the content below must not move while the user types.
  return (
    <p className="flex min-h-5 min-w-24 flex-1 basis-24 flex-wrap content-center gap-x-1.5 text-ink-soft text-sm sm:min-h-11">
      {price !== undefined && (
        <span className="whitespace-nowrap">
          Liste <Money amount={price} />
        </span>
      )}
      {price !== undefined && typed !== undefined && typed !== price && (
        <span className="whitespace-nowrap font-medium text-ink">{differenceText(typed, price)}</span>
      )}
    </p>
  )
}

function LineTotal({ line }: { line: DraftLine }) {
  const priced = pricedLine(line)
  // A minimum width, so that a different total does not wrap the name differently.
  return (
    <span className="min-w-24 text-right font-semibold text-base">
      {priced ? <Money amount={lineTotal(priced)} /> : '–'}
    </span>
  )
}

/** A line with its price in kuruş; undefined while that is invalid. */
const pricedLine = (line: DraftLine) => pricedLines([line])?.[0]

type RemovedLineProps = { line: DraftLine; isSaved: boolean; onPutBack: () => void }

/** A removed line in its place, with a button that restores it with its typed values. */
export function RemovedLine({ line, isSaved, onPutBack }: RemovedLineProps) {
  return (
    <li data-line={line.product_id} className="flex items-center gap-3 py-3 first:pt-0">
      <div className="min-w-0 flex-1 text-ink-soft">
        <p className="break-words">
          <s>{line.product_name}</s>
        </p>
        <p className="text-sm">
          {isSaved ? 'Çıkarılacak' : 'Eklenmeyecek'}: {asText(line)}
        </p>
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

const asText = ({ quantity, unit, price = Number.NaN }: DraftLine) =>
  `${wholeText(quantity)} ${unit} × ${Number.isNaN(price) ? '–' : formatMoney(kurusOf(price))}`
