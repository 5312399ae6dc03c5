import { CalendarDay } from '#contract/fields.ts'
import { ORDER_STATUS, ORDER_STATUSES } from '#contract/orders.ts'
import { formatDay } from '#contract/turkish.ts'
import { STATUS_OPTIONS } from '../../parts/order-status.tsx'
import { useAddress } from '../../ui/address.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { type FilterChip, Toolbar } from '../../ui/toolbar.tsx'
import { DayInput } from '../day-input.tsx'

type FilterName = 'search' | 'status' | 'from' | 'to'

/** The filters of the orders as the address says them; what it says wrongly is as good as not said. */
export function useOrderFilter() {
  const { read, write } = useAddress()
  const day = (name: FilterName) => CalendarDay.safeParse(read(name)).data
  const query = {
    search: read('search'),
    status: ORDER_STATUSES.find(status => status === read('status')),
    from: day('from'),
    to: day('to'),
  }
  const chip = (key: FilterName, label: string, value: string | undefined): FilterChip[] =>
    value ? [{ key, label, value, onRemove: () => write({ [key]: '' }) }] : []
  return {
    query,
    set: (changes: Partial<Record<FilterName, string>>) => write(changes),
    clear: () => write({ search: '', status: '', from: '', to: '' }),
    chips: [
      ...chip('search', 'Arama', query.search),
      ...chip('status', 'Durum', query.status && ORDER_STATUS[query.status].label),
      ...chip('from', 'Başlangıç', query.from && formatDay(query.from)),
      ...chip('to', 'Bitiş', query.to && formatDay(query.to)),
    ],
  }
}

/** What narrows the list of orders down. */
export function OrderFilters({ filter: { query, set } }: { filter: ReturnType<typeof useOrderFilter> }) {
  return (
    <Toolbar label="Sipariş filtreleri">
      <SearchInput
        slash
        label="Firma, kullanıcı adı veya sipariş no"
        value={query.search}
        onSearch={search => set({ search })}
      />
      <Select
        aria-label="Durum"
        className="max-sm:basis-full!"
        placeholder="Tüm durumlar"
        options={STATUS_OPTIONS}
        value={query.status ?? ''}
        onChange={event => set({ status: event.target.value })}
      />
      <DayInput label="Başlangıç" value={query.from ?? ''} max={query.to} onDay={from => set({ from })} />
      <DayInput label="Bitiş" value={query.to ?? ''} min={query.from} onDay={to => set({ to })} />
    </Toolbar>
  )
}
