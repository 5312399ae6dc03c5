import { type ReactNode, useRef } from 'react'
import { dayWithWeekday } from '#contract/delivery-days.ts'
import { formatDay, istanbulDay } from '#contract/turkish.ts'
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
  /** Offers the first possible day on which all goods that are not overdue are expected, if there is one. */
  choice?: { delivery: Pick<Delivery, 'days' | 'now'>; busy?: boolean; onChoose: (day: string) => void }
  /** Whether they are those of a placed order: they may have arrived before their day. */
  isPlaced?: boolean
  /** The field that chooses the day. */
  children?: ReactNode
}

/** The most products that the sentence names. */
const MAX_NAMED = 5

/** Says below the choice of a delivery day which goods are expected only after that day, and which are overdue. */
export function LateGoods({ goods, date, choice, isPlaced = false, children }: LateGoodsProps) {
  const own = useRef<HTMLDivElement>(null)
  const late = date ? promisedGoods(goods, day => day > date) : []
  const today = choice && !isPlaced && istanbulDay(choice.delivery.now())
  const overdue = date && today ? promisedGoods(goods, day => day < today) : []
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
      {late.length + overdue.length > 0 && (
        <AlertStrip
          kind="warning"
          action={
            later && (
              <Button
                size="small"
                disabled={choice?.busy}
                onClick={() => choose(later.date)}
                // In one line it would be wider than a cart on a phone.
                className="h-auto! min-h-control shrink! whitespace-normal! py-1 sm:pointer-fine:min-h-8"
              >
                Teslimatı {dayWithWeekday(later.date)} gününe al
              </Button>
            )
          }
        >
          {isPlaced
            ? `İleri tarihi teslimat gününden sonra olan ürünler: ${namesOf(late)}.`
            : [...lateText(late), ...overdueText(overdue)].join(' ')}
        </AlertStrip>
      )}
    </div>
  )
}

/** The goods that are promised for such a day, the first ones first. */
const promisedGoods = (goods: readonly OrderedGoods[], isSuch: (day: string) => boolean) =>
  goods
    .flatMap(({ product_name, day }) => (day && isSuch(day) ? [{ product_name, day }] : []))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))

type Promised = ReturnType<typeof promisedGoods>

const lateText = (late: Promised) => sentenceOn(late, 'teslimat gününden sonra gelecek')
const overdueText = (overdue: Promised) => sentenceOn(overdue, 'gecikti, ne zaman geleceği belli değil')

/** A sentence that says this of the goods; none if there are none. */
function sentenceOn(goods: Promised, what: string): string[] {
  if (goods.length === 0) return []
  const names = namesOf(goods)
  return [goods.length === 1 ? `${names} ${what}.` : `${wholeText(goods.length)} ürün ${what}: ${names}.`]
}

function namesOf(goods: Promised): string {
  const names = goods.slice(0, MAX_NAMED).map(({ product_name, day }) => `${product_name} (${formatDay(day)})`)
  const more = goods.length - names.length
  return `${names.join(', ')}${more > 0 ? ` ve ${wholeText(more)} ürün daha` : ''}`
}
