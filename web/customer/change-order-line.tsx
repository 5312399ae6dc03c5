import { CircleAlert, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { lineTotal } from '#contract/order-totals.ts'
import { MAX_QUANTITY } from '#contract/quantity.ts'
import { VatOfLine } from '../orders/order-lines.tsx'
import { untakenText } from '../orders/rebased-line.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { useQuantityTyping } from '../ui/quantity-typing.ts'
import type { ChangedLine } from './order-change.ts'

type ChangeOrderLineProps = {
  line: ChangedLine
  /** The server's error for this line. */
  refused: string | undefined
  /** Whether it is the only line left, which cannot be removed. */
  isLast: boolean
  onQuantity: (quantity: number) => void
  onRemove: () => void
}

/** A line whose quantity can be changed; the quantity in the order is shown beside it. */
export function ChangeOrderLine({ line, refused, isLast, onQuantity, onRemove }: ChangeOrderLineProps) {
  const { product_name, unit, quantity, saved, untaken } = line
  const [wrong, setWrong] = useState<string>()
  const typing = useQuantityTyping(quantity, onQuantity)
  // The server's sentence begins with the product's name, which is already shown above.
  const message = wrong ?? refused?.replace(`${product_name}: `, '') ?? (untaken && untakenText(untaken, line))
  return (
    <li
      data-line={line.product_id}
      data-faulty={refused ? true : undefined}
      className="grid grid-cols-1 gap-2 py-3 first:pt-0"
    >
      <Head line={line} isLast={isLast} onRemove={onRemove} />
      {/* Messages are beside the number, where they do not move other lines under the finger. */}
      <div className="flex min-h-11 items-center gap-x-3">
        <QuantityStepper
          label={`${product_name} miktarı`}
          unit={unit}
          value={quantity}
          max={MAX_QUANTITY}
          {...typing}
          onCommit={onQuantity}
          onFault={setWrong}
          className="shrink-0"
        />
        <div className="grid min-w-0 text-sm">
          {message && (
            <p role="alert" className="flex items-start gap-1 font-medium text-danger-ink">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {message}
            </p>
          )}
          {saved !== undefined && saved !== quantity && (
            <p className="text-ink-soft">
              Kayıtlı: {wholeText(saved)} {unit}
            </p>
          )}
        </div>
      </div>
    </li>
  )
}

/** The product of a line, its price and total, and the button that removes it. */
function Head({ line, isLast, onRemove }: Pick<ChangeOrderLineProps, 'line' | 'isLast' | 'onRemove'>) {
  const { product_name, brand, unit, price, vat_rate, saved } = line
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{product_name}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
          {brand && <span className="min-w-0 break-words">{brand}</span>}
          <span className="whitespace-nowrap">
            <Money amount={price} /> / {unit}
          </span>
          <VatOfLine rate={vat_rate} />
          {saved === undefined && <Badge tone="green">Yeni satır</Badge>}
        </p>
      </div>
      <Money amount={lineTotal(line)} className="font-semibold text-base" />
      <IconButton
        icon={Trash2}
        label={isLast ? 'Son satır çıkarılamaz' : `${product_name}: satırı çıkar`}
        disabled={isLast}
        onClick={onRemove}
        className="-mt-2 -mr-2"
      />
    </div>
  )
}

/** A removed line in its place, with a button to restore it. */
export function RemovedLine({ line, onPutBack }: { line: ChangedLine; onPutBack: () => void }) {
  const { product_id, product_name, saved, unit } = line
  return (
    <li data-line={product_id} className="flex items-center gap-3 py-3 first:pt-0">
      <div className="min-w-0 flex-1 text-ink-soft">
        <p className="break-words">
          <s>{product_name}</s>
        </p>
        <p className="text-sm">{saved === undefined ? 'Eklenmeyecek' : `Çıkarılacak: ${wholeText(saved)} ${unit}`}</p>
      </div>
      <Button size="small" icon={Undo2} aria-label={`${product_name}: geri al`} onClick={onPutBack}>
        Geri al
      </Button>
    </li>
  )
}
