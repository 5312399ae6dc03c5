import { CalendarClock, CircleAlert, type LucideIcon, Package, TriangleAlert, Wallet } from 'lucide-react'
import { type InventoryStats, readInventoryStats } from '#contract/inventory.ts'
import { formatMoney } from '#contract/money.ts'
import { MAIN_WAREHOUSE, type Warehouse } from '#contract/products.ts'
import { useCallQuery } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { wholeText } from '../../ui/number-text.ts'
import { putInto } from '../../ui/query-params.ts'
import { Link } from '../../ui/router.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { INK, type Tone } from '../../ui/tone.ts'

type Figure = {
  label: string
  icon: LucideIcon
  tone: Tone
  value: (stats: InventoryStats) => string
  hint?: string
  /** The URL parameters of the list that it counts. */
  list?: Record<string, string>
}

const FIGURES: readonly Figure[] = [
  { label: 'Ürün', icon: Package, tone: 'neutral', value: one => wholeText(one.total_products), list: {} },
  {
    label: 'Tükenen',
    icon: CircleAlert,
    tone: 'red',
    value: one => wholeText(one.out_of_stock),
    list: { level: 'out', active: 'true' },
  },
  {
    label: 'Azalan',
    icon: TriangleAlert,
    tone: 'yellow',
    value: one => wholeText(one.low_stock),
    list: { level: 'low', active: 'true' },
  },
  {
    label: 'Tedarik bekleyen',
    icon: CalendarClock,
    tone: 'blue',
    value: one => wholeText(one.on_backorder),
    list: { view: 'backorders' },
  },
  {
    label: 'Stok değeri',
    icon: Wallet,
    tone: 'neutral',
    value: one => formatMoney(one.stock_worth),
    hint: 'KDV hariç',
  },
]

/** The figures of a warehouse on one line; each that counts products leads to their list. */
export function InventoryFigures({ warehouse, className }: { warehouse: Warehouse; className: string }) {
  const stats = useCallQuery(readInventoryStats, { query: { warehouse } })
  return (
    <dl
      className={classNames(
        '-my-2 flex min-w-0 gap-x-5 overflow-x-auto py-2 max-sm:-mx-gutter max-sm:px-gutter print:hidden',
        className,
      )}
    >
      {FIGURES.map(({ label, icon: Icon, tone, value, hint, list }) => (
        <div
          key={label}
          className="relative flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-sm px-1 text-sm has-[a]:hover:bg-surface-sunken"
        >
          <dt className="flex items-center gap-1.5 text-ink-soft">
            <Icon aria-hidden className={classNames('size-4 shrink-0', INK[tone])} />
            {label}
          </dt>
          <dd className="font-semibold">
            {stats.data ? value(stats.data) : stats.isError ? '–' : <Skeleton className="h-4 w-8" />}
            {list && (
              // Covers the whole figure, on touch screens also a little above and below it.
              <Link
                to={addressOf(warehouse, list)}
                aria-label={stats.data ? `${label}: ${value(stats.data)}` : label}
                className="ring-inside absolute inset-0 -inset-y-2 rounded-sm sm:pointer-fine:inset-y-0"
              />
            )}
          </dd>
          {hint && <dd className="text-ink-soft text-xs">{hint}</dd>}
        </div>
      ))}
    </dl>
  )
}

function addressOf(warehouse: Warehouse, list: Record<string, string>) {
  const inWarehouse = { tab: 'inventory', warehouse: warehouse === MAIN_WAREHOUSE ? '' : warehouse }
  return `/admin/dashboard?${putInto(new URLSearchParams(), { ...inWarehouse, ...list })}`
}
