import { useEffect, useRef } from 'react'
import { lotText } from '#contract/lot-labels.ts'
import { type PickingLine, whyNotProposed } from '#contract/order-lots.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { today } from '../../../ui/clock.ts'
import { wholeText } from '../../../ui/number-text.ts'
import { expiryWarning } from './lot-warning.ts'
import { partsOf } from './scanned-part.ts'
import type { useTicks } from './ticks.ts'

type PickedGoodsProps = {
  line: PickingLine
  ticks: ReturnType<typeof useTicks>
  /** The part that was scanned last. */
  last: string | undefined
  onChange: () => void
}

/** A line with its parts, each with a checkbox, and lots on the shelf that were not proposed. */
export function PickedGoods({ line, ticks, last, onChange }: PickedGoodsProps) {
  const { product_name, brand, has_lots, min_remaining_days, not_proposed } = line
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium">
          {product_name} <span className="font-normal text-ink-soft">{brand}</span>
        </p>
        {has_lots && Boolean(min_remaining_days) && (
          <p className="text-ink-soft text-sm">
            En az {wholeText(min_remaining_days ?? 0)} günü kalan partiler isteniyor
          </p>
        )}
        <ul>
          {partsOf(line).map(part => (
            <PickedPart
              key={part.key}
              product={product_name}
              text={part.text}
              amount={`${wholeText(part.quantity)} ${line.unit}`}
              reason={part.lot?.reason}
              {...(part.lot && { warning: warningOf(part.lot, line) })}
              isTicked={ticks.ticked.has(part.key)}
              isLast={part.key === last}
              onTick={isTicked => ticks.tick(part.key, isTicked)}
            />
          ))}
        </ul>
      </div>
      {has_lots && (
        <Button size="small" aria-label={`${product_name}: partileri değiştir`} onClick={onChange}>
          Değiştir
        </Button>
      )}
      {not_proposed.length > 0 && (
        <ul className="w-full text-sm text-yellow-ink">
          {not_proposed.map(lot => (
            <li key={lot.lot_id} className="wrap-anywhere">
              Rafta var, önerilmedi: {lotText(lot)} · {wholeText(lot.quantity)} {line.unit} ·{' '}
              {whyNotProposed(lot, line, today())}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type PickedLot = PickingLine['lots'][number]

/** The warnings about a lot that is blocked or expires before its goods leave, or of which orders are to get too much. */
const warningOf = (lot: PickedLot, line: PickingLine) =>
  [expiryWarning(lot, line), shortageWarning(lot, line)].filter(Boolean).join(' · ')

const shortageWarning = ({ too_little }: PickedLot, { unit }: PickingLine) =>
  too_little &&
  `Bu partiden elde ${wholeText(too_little.on_hand)} ${unit} var, siparişlere ${wholeText(too_little.picked)} ${unit} ayrıldı: partiyi değiştirin`

type PickedPartProps = {
  product: string
  text: string
  amount: string
  reason: string | null | undefined
  warning?: string | undefined
  isTicked: boolean
  isLast: boolean
  onTick: (isTicked: boolean) => void
}

function PickedPart({ product, text, amount, reason, warning, isTicked, isLast, onTick }: PickedPartProps) {
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isLast) place.current?.scrollIntoView({ block: 'center' })
  }, [isLast])
  return (
    <li ref={place} className={classNames('wrap-anywhere', isTicked && 'text-ink-soft')}>
      <Checkbox
        checked={isTicked}
        onChange={({ target }) => onTick(target.checked)}
        label={
          <span>
            <span className="sr-only">{product}: </span>
            <span className="font-semibold tabular-nums">{amount}</span>
            {text && ` · ${text}`}
            {reason && <span className="text-ink-soft"> · {reason}</span>}
            {warning && <span className="block text-sm text-yellow-ink">{warning}</span>}
          </span>
        }
      />
    </li>
  )
}
