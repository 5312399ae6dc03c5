import { CircleCheck, Clock, type LucideIcon, ReceiptText, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { countedStatuses, type OrderCounter } from '#contract/order-status.ts'
import { readOrderStats } from '#contract/orders.ts'
import { Failed } from '../lists/list-states.tsx'
import { useCallQuery } from '../queries.ts'
import { classNames } from '../ui/class-names.ts'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Link } from '../ui/router.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { INK, type Tone } from '../ui/tone.ts'

/** The address of the orders that a counter of the statistics includes. */
const ordersPath = (counter: OrderCounter) => `/orders?status=${countedStatuses(counter).join()}`

/** The figures of the customer's orders, in one line; each links to the orders that it counts. */
export function OrderFigures() {
  const query = useCallQuery(readOrderStats, {})
  const stats = query.data
  if (query.error && !stats) return <Failed query={query} error={query.error} />
  return (
    // On phones the content determines the widths, since an amount is wider than a count; a figure that is too long
    // wraps.
    <ul
      aria-label="Siparişlerinizin özeti"
      className="flex flex-wrap gap-px overflow-clip rounded-md border border-line bg-line *:flex-auto sm:grid sm:grid-cols-4 [@media(max-height:29.99rem)]:sm:flex"
    >
      <Figure to="/orders" icon={ReceiptText} label="Toplam sipariş" short="Sipariş">
        {stats && wholeText(stats.total_orders)}
      </Figure>
      <Figure to={ordersPath('pending')} icon={Clock} tone="yellow" label="Bekleyen sipariş" short="Bekleyen">
        {stats && wholeText(stats.pending_orders)}
      </Figure>
      <Figure to={ordersPath('completed')} icon={CircleCheck} tone="green" label="Tamamlanan">
        {stats && wholeText(stats.completed_orders)}
      </Figure>
      <Figure to="/orders" icon={Wallet} tone="brand" label="Toplam tutar">
        {stats && <Money amount={stats.total_amount} />}
      </Figure>
    </ul>
  )
}

type FigureProps = {
  to: string
  icon: LucideIcon
  tone?: Tone
  label: string
  /** The label on phones, if `label` is too long for a quarter of the width. */
  short?: string
  /** `undefined` while it is loading. */
  children: ReactNode
}

function Figure({ to, icon: Icon, tone = 'neutral', label, short = label, children }: FigureProps) {
  return (
    <li className="grid min-w-0">
      <Link
        to={to}
        className="ring-inside grid content-start gap-0.5 bg-surface px-2 py-2 max-[22.49rem]:px-1 transition-colors hover:bg-surface-sunken sm:gap-1 sm:p-4 [@media(max-height:29.99rem)]:sm:flex [@media(max-height:29.99rem)]:sm:min-h-11 [@media(max-height:29.99rem)]:sm:items-center [@media(max-height:29.99rem)]:sm:gap-x-2 [@media(max-height:29.99rem)]:sm:px-3 [@media(max-height:29.99rem)]:sm:py-1"
      >
        <span className="flex items-center gap-2 whitespace-nowrap text-ink-soft text-xs sm:text-sm">
          <Icon
            aria-hidden
            className={classNames('size-4 shrink-0 max-md:hidden [@media(max-height:29.99rem)]:hidden', INK[tone])}
          />
          <span className={short === label ? undefined : 'max-sm:sr-only'}>{label}</span>
          {short !== label && (
            <span aria-hidden className="sm:hidden">
              {short}
            </span>
          )}
        </span>
        <span className="whitespace-nowrap font-semibold text-base max-[22.49rem]:text-sm sm:text-lg">
          {children ?? <Skeleton className="h-6 w-12 sm:h-7" />}
        </span>
      </Link>
    </li>
  )
}
