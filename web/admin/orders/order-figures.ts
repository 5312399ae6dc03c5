import { CircleCheck, ClipboardList, Clock, PackageOpen } from 'lucide-react'
import { countedStatuses, ORDER_STATUS, type OrderCounter, type OrderStatus } from '#contract/order-status.ts'
import type { AdminStats } from '#contract/reports.ts'
import type { Figure } from '../../ui/figures.tsx'
import { wholeText } from '../../ui/number-text.ts'

const COUNTERS = [
  { counter: 'pending', field: 'pending_orders', icon: Clock },
  { counter: 'preparing', field: 'preparing_orders', icon: PackageOpen },
  { counter: 'completed', field: 'completed_orders', icon: CircleCheck },
] as const satisfies readonly { counter: OrderCounter; field: keyof AdminStats; icon: Figure['icon'] }[]

type Stats = { data: AdminStats | undefined; isError: boolean }
type Filter = { query: { status: OrderStatus | undefined }; isFiltered: boolean }
type Choose = { status: (status: OrderStatus | '') => void; all: () => void }

/** The figures of all orders. Pressing one toggles the filter by its status; the first one clears all filters. */
export function orderFigures({ data, isError }: Stats, { query, isFiltered }: Filter, choose: Choose): Figure[] {
  const shown = (count: number | undefined) => (count === undefined ? (isError ? '–' : undefined) : wholeText(count))
  return [
    {
      label: 'Toplam sipariş',
      value: shown(data?.total_orders),
      icon: ClipboardList,
      isPressed: !isFiltered,
      onPress: choose.all,
    },
    ...COUNTERS.flatMap(({ counter, field, icon }) =>
      countedStatuses(counter).map(status => ({
        label: ORDER_STATUS[status].label,
        value: shown(data?.[field]),
        icon,
        tone: ORDER_STATUS[status].tone,
        isPressed: query.status === status,
        onPress: () => choose.status(query.status === status ? '' : status),
      })),
    ),
  ]
}
