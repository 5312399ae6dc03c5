import { useState } from 'react'
import { insufficientStockMessage } from '#contract/sale.ts'
import { type RepeatableLine, sentenceOf } from '../orders/order-again.ts'
import { VatOfLine } from '../orders/order-lines.tsx'
import type { CartLine } from '../pwa/order-draft.ts'
import { Badge } from '../ui/badge.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { classNames } from '../ui/class-names.ts'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { toast } from '../ui/toaster.tsx'

type OrderAgainLineProps = {
  line: RepeatableLine
  isChosen: boolean
  quantity: number
  /** The product's line in the cart, which may still have a former unit of it. */
  inCart: CartLine | undefined
  onChoose: (isChosen: boolean) => void
  onQuantity: (quantity: number) => void
}

/** A line of an old order: whether and in which quantity it is ordered again, and how it differs today. */
export function OrderAgainLine({ line, isChosen, quantity, inCart, onChoose, onQuantity }: OrderAgainLineProps) {
  const { name, product, most, differences } = line
  const [fault, setFault] = useState<string>()
  const isAvailable = line.quantity > 0
  return (
    <li className="grid grid-cols-1 gap-y-0.5 py-3">
      <Checkbox
        label={<span className="wrap-anywhere min-w-0 font-medium">{name}</span>}
        checked={isAvailable && isChosen}
        disabled={!isAvailable}
        onChange={event => onChoose(event.target.checked)}
        className={classNames('justify-self-start', !isAvailable && 'text-ink-faint')}
      />
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1 pl-7">
        <div className="grid flex-1 basis-36 gap-0.5 text-ink-soft text-sm">
          {product && isAvailable ? (
            <p className="flex flex-wrap gap-x-2">
              <span className="whitespace-nowrap">
                <Money amount={product.price} /> / {product.unit}
              </span>
              <VatOfLine rate={product.vat_rate} />
            </p>
          ) : (
            <Badge tone="red" className="justify-self-start">
              Sepete eklenemez
            </Badge>
          )}
          {differences.map(difference => (
            <p key={difference.kind} className="font-medium text-ink">
              {sentenceOf(difference)}
            </p>
          ))}
          {inCart && (
            <p>
              Sepetinizde {wholeText(inCart.quantity)} {inCart.unit} var.
            </p>
          )}
        </div>
        {product && isAvailable && (
          <QuantityStepper
            label={`${name} miktarı`}
            unit={product.unit}
            value={quantity}
            max={most}
            onTooMany={() => toast.warning(insufficientStockMessage(most))}
            onCommit={onQuantity}
            onFault={setFault}
            className="shrink-0"
          />
        )}
      </div>
      {fault && (
        <p role="alert" className="pl-7 font-medium text-danger-ink text-sm">
          {fault}
        </p>
      )}
    </li>
  )
}
