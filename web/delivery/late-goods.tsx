import { type ReactNode, useRef } from 'react'
import { dayWithWeekday } from '#contract/delivery-days.ts'
import { formatDay } from '#contract/turkish.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { wholeText } from '../ui/number-text.ts'
import type { Delivery } from './delivery-query.ts'

/** A product of an order, and the day (YYYY-MM-DD) for which it is promised; null for one in stock. */
export type OrderedGoods = { product_name: string; day: string | null }

type LateGoodsProps = {
  goods: readonly OrderedGoods[]
  /** The delivery day of the order; '' for none. */
  date: string
  /** Offers the first possible day on which all goods are there, if there is one. */
  choice?: { delivery: Pick<Delivery, 'days'>; busy?: boolean; onChoose: (day: string) => void }
  /** Whether they are those of a placed order: they may have arrived before their day. */
  isPlaced?: boolean
  /** The field that chooses the day. */
  children?: ReactNode
}

/** The most products that the sentence names. */
const MAX_NAMED = 5

/** Says below the choice of a delivery day which goods are expected only after that day. */
export function LateGoods({ goods, date, choice, isPlaced = false, children }: LateGoodsProps) {
  const own = useRef<HTMLDivElement>(null)
  const late = lateGoods(goods, date)
  const last = late[late.length - 1]?.day
  const later = last && choice?.delivery.days.find(day => !day.isFull && day.date >= last)
  const choose = (day: string) => {
    choice?.onChoose(day)
    // The focused button disappears.
    own.current?.querySelector('select')?.focus()
  }
  return (
    <div ref={own} className="contents">
      {children}
      {last && (
        <AlertStrip
          kind="warning"
          action={
            later && (
              <Button size="small" disabled={choice?.busy} onClick={() => choose(later.date)}>
                Teslimatı {dayWithWeekday(later.date)} gününe al
              </Button>
            )
          }
        >
          {isPlaced ? `İleri tarihi teslimat gününden sonra olan ürünler: ${namesOf(late)}.` : sentenceOf(late)}
        </AlertStrip>
      )}
    </div>
  )
}

/** The goods that are promised for a later day than this one, the first ones first. */
const lateGoods = (goods: readonly OrderedGoods[], date: string) =>
  goods
    .flatMap(({ product_name, day }) => (date && day && day > date ? [{ product_name, day }] : []))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))

type Late = ReturnType<typeof lateGoods>

const sentenceOf = (late: Late) =>
  late.length === 1
    ? `${namesOf(late)} teslimat gününden sonra gelecek.`
    : `${wholeText(late.length)} ürün teslimat gününden sonra gelecek: ${namesOf(late)}.`

function namesOf(late: Late): string {
  const names = late.slice(0, MAX_NAMED).map(({ product_name, day }) => `${product_name} (${formatDay(day)})`)
  const more = late.length - names.length
  return `${names.join(', ')}${more > 0 ? ` ve ${wholeText(more)} ürün daha` : ''}`
}
