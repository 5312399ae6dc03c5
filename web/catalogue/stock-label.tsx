import { CalendarClock, CircleAlert, CircleCheck, CircleOff } from 'lucide-react'
import type { Product } from '#contract/catalogue.ts'
import { isOverdue, stockLevel } from '#contract/stock-level.ts'
import { useSession } from '../current-session.ts'
import { classNames } from '../ui/class-names.ts'
import { today } from '../ui/clock.ts'
import { wholeText } from '../ui/number-text.ts'
import { INK } from '../ui/tone.ts'
import { dayInLocative } from './day-in-locative.ts'

type Stock = Pick<Product, 'stock_quantity' | 'expected_stock_date'>

type StockLabelProps = {
  product: Stock
  /** For an expected product, shows only the day. */
  short?: boolean
  className?: string
}

/** A product's stock as an icon and a few words; a marketer or admin also sees the available quantity. */
export function StockLabel({ product, short, className }: StockLabelProps) {
  const isStaff = useSession()?.role !== 'customer'
  const { tone, icon: Icon, text } = labelOf(product, isStaff, short)
  return (
    <span className={classNames('inline-flex items-start gap-1 font-medium text-sm', INK[tone], className)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text}
    </span>
  )
}

function labelOf({ stock_quantity, expected_stock_date }: Stock, withFigure: boolean, short = false) {
  const level = stockLevel(stock_quantity)
  const enough = withFigure ? `Stokta · ${wholeText(stock_quantity)}` : 'Stokta'
  if (level === 'enough') return { tone: 'green', icon: CircleCheck, text: enough } as const
  if (level === 'low') return { tone: 'yellow', icon: CircleAlert, text: `Son ${wholeText(stock_quantity)}` } as const
  if (!expected_stock_date) return { tone: 'red', icon: CircleOff, text: 'Tükendi' } as const
  const late = isOverdue(stock_quantity, expected_stock_date, today())
  const text = `${dayInLocative(expected_stock_date)} ${late ? 'gelecekti, gecikti' : 'gelecek'}`
  return { tone: 'blue', icon: CalendarClock, text: short ? text : `Tükendi · ${text}` } as const
}
