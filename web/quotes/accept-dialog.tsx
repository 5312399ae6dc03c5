import { type ReactNode, useState } from 'react'
import { formatMoney, formatNumber } from '#contract/money.ts'
import { orderTotals } from '#contract/order-totals.ts'
import type { QuoteAnswer } from '#contract/quotes.ts'
import { sentenceOf } from '../cart/cart-changes.ts'
import { DaySelect, NO_DAY } from '../delivery/day-select.tsx'
import { chosenOrNext, useLoadedDelivery } from '../delivery/delivery-query.ts'
import { LateGoods, type OrderedGoods } from '../delivery/late-goods.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useJustReplaced } from '../ui/just-replaced.ts'
import { wholeText } from '../ui/number-text.ts'
import { Segmented } from '../ui/segmented.tsx'
import { useAnnouncement } from '../ui/use-announcement.ts'
import { type ShortLine, takenLines } from './acceptance.ts'
import { useAnswerStock } from './use-answer-stock.ts'

type AcceptDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  answer: QuoteAnswer
  /** 'Lezzet Lokantası adına ', if a marketer accepts. */
  onBehalfOf: string
  /** Rendered above the choices: why an acceptance would be refused. */
  warning: ReactNode
  busy: boolean
  /** Why there is nothing left to accept. */
  lost?: string | undefined
  /** The customer for whom a marketer accepts; null for the logged-in customer. */
  customer_id: string | null
  /** Called with the accepted lines and their delivery day. */
  onAccept: (accepted: Accepted) => void
}

/** The accepted lines of an answer, all of them without `items`, and the delivery day (YYYY-MM-DD), if any. */
export type Accepted = { items?: { product_id: string; quantity: number }[]; delivery_date?: string }

/**
 * Confirms the acceptance of an answer. For products that cannot be ordered as answered, it shows the quantity left,
 * which can be taken or left out.
 */
export function AcceptDialog({
  open,
  onOpenChange,
  answer,
  onBehalfOf,
  warning,
  busy,
  lost,
  customer_id,
  onAccept,
}: AcceptDialogProps) {
  const { short, promised, isLoading } = useAnswerStock(answer, open)
  const goods = promised.map(({ item: { product_name }, day }) => ({ product_name, day }))
  const { day, hasNoDay, field, isUnknown } = useDayField(customer_id, goods, open)
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const taken = takenLines(answer.items, short, leftOut)
  const isChanged = useJustReplaced(open && !isLoading ? JSON.stringify([short, promised]) : undefined)
  const sentence =
    taken.length > 0
      ? `${onBehalfOf}${wholeText(taken.length)} ürün için KDV dahil ${formatMoney(orderTotals(taken).grand)} tutarında sipariş verilecek.`
      : 'Bu seçimle sipariş edilecek ürün kalmıyor.'
  useAnnouncement(isChanged ? sentence : '')
  const choose = (id: string, choice: Choice) =>
    setLeftOut(new Set([...leftOut].filter(one => one !== id).concat(choice === 'leave' ? id : [])))
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Teklif kabul edilsin mi?"
      fields={
        <>
          {warning}
          <ShortLines lines={short} leftOut={leftOut} onChoose={choose} />
          <PromisedLines lines={promised} />
          {field}
        </>
      }
      confirm="Kabul et ve sipariş ver"
      busy={busy}
      isLoading={isLoading || isUnknown || isChanged}
      lost={lost}
      isRefused={taken.length === 0 || hasNoDay}
      onConfirm={() => onAccept({ ...(short.length > 0 && { items: quantitiesOf(taken) }), ...day })}
    >
      {sentence}
      {taken.length > 0 &&
        short.length > 0 &&
        ' Teklifin tamamı şu anda karşılanamıyor; fiyatlar teklifteki gibi kalır.'}
    </ConfirmDialog>
  )
}

/** The lines that are not in stock, with the day for which they are promised, in the words of the cart. */
function PromisedLines({ lines }: { lines: ReturnType<typeof useAnswerStock>['promised'] }) {
  if (lines.length === 0) return null
  return (
    <ul aria-label="İleri tarihli ürünler" className="grid gap-1">
      {lines.map(({ item: { product_id, product_name }, day }) => (
        <li key={product_id} className="break-words">
          <span className="font-medium">{product_name}:</span> {sentenceOf({ kind: 'promised', day })}
        </li>
      ))}
    </ul>
  )
}

const quantitiesOf = (lines: ReturnType<typeof takenLines>) =>
  lines.map(({ product_id, quantity }) => ({ product_id, quantity }))

/**
 * The delivery day of an order of these goods, and the field that chooses it or says that there is none (`hasNoDay`);
 * both are undefined without a route. `isUnknown` while they are loaded, and just after the day has been replaced by
 * itself.
 */
function useDayField(customer_id: string | null, goods: readonly OrderedGoods[], isOpen: boolean) {
  const { delivery, isLoading } = useLoadedDelivery(customer_id, isOpen)
  const [chosen, setChosen] = useState('')
  const day = delivery && chosenOrNext(delivery, chosen)
  const hasNoDay = delivery?.hasNoDay === true && !day
  const field = hasNoDay ? (
    <p className="font-medium text-red-ink">{NO_DAY}</p>
  ) : (
    delivery &&
    day && (
      <LateGoods goods={goods} date={day.date} choice={{ delivery, onChoose: setChosen }}>
        <Field label="Teslimat günü">
          <DaySelect delivery={delivery} value={day.date} onChange={setChosen} />
        </Field>
      </LateGoods>
    )
  )
  const isReplaced = useJustReplaced(day?.date, chosen)
  return { day: day && { delivery_date: day.date }, hasNoDay, field, isUnknown: isLoading || isReplaced }
}

type Choice = 'take' | 'leave'

type ShortLinesProps = {
  lines: readonly ShortLine[]
  leftOut: ReadonlySet<string>
  onChoose: (product_id: string, choice: Choice) => void
}

/** The products that cannot be ordered as answered. */
function ShortLines({ lines, leftOut, onChoose }: ShortLinesProps) {
  if (lines.length === 0) return null
  return (
    <ul aria-label="Tamamı karşılanamayan ürünler" className="grid gap-3">
      {lines.map(line => (
        <Short
          key={line.item.product_id}
          line={line}
          choice={leftOut.has(line.item.product_id) ? 'leave' : 'take'}
          onChoose={choice => onChoose(line.item.product_id, choice)}
        />
      ))}
    </ul>
  )
}

type ShortProps = { line: ShortLine; choice: Choice; onChoose: (choice: Choice) => void }

/** A product with the quantity left and, if that is not 0, the choice to take it or to leave it out. */
function Short({ line: { item, left, why }, choice, onChoose }: ShortProps) {
  const { product_name, quantity, unit } = item
  return (
    <li className="grid min-w-0 gap-1">
      <p className="break-words">
        <span className="font-medium">{product_name}:</span>{' '}
        {left > 0
          ? `teklifte ${formatNumber(quantity)} ${unit}, stokta ${formatNumber(left)} ${unit} kaldı`
          : `${why}; siparişe eklenmeyecek`}
      </p>
      {left > 0 && (
        <Segmented
          block
          label={product_name}
          value={choice}
          onChange={onChoose}
          options={[
            { value: 'take', label: `${formatNumber(left)} ${unit} al` },
            { value: 'leave', label: 'Bu ürünü alma' },
          ]}
        />
      )}
    </li>
  )
}
