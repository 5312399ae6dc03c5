import { CalendarDay, Id } from '#checked/fields.ts'
import { readCustomer } from '#contract/customers.ts'
import { ORDER_STATUS, ORDER_STATUSES } from '#contract/order-status.ts'
import { downloadOrders } from '#contract/reports.ts'
import { formatDay } from '#contract/turkish.ts'
import { DownloadButton } from '../../files/download-button.tsx'
import { STATUS_OPTIONS } from '../../orders/order-status.tsx'
import { useCallQuery } from '../../queries.ts'
import { useAddress } from '../../ui/address.ts'
import { DayInput } from '../../ui/day-input.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { type FilterChip, Toolbar } from '../../ui/toolbar.tsx'
import { CustomerFilter } from './customer-filter.tsx'

const NAMES = ['search', 'status', 'customer_id', 'from', 'to'] as const
type FilterName = (typeof NAMES)[number]

/** The filters of the order list, read from the URL; invalid values are ignored. */
export function useOrderFilter() {
  const { read, write } = useAddress()
  const day = (name: FilterName) => CalendarDay.safeParse(read(name)).data
  const query = {
    search: read('search'),
    status: ORDER_STATUSES.find(status => status === read('status')),
    customer_id: Id.safeParse(read('customer_id')).data,
    from: day('from'),
    to: day('to'),
  }
  const company = useCompany(query.customer_id)
  const chip = (key: FilterName, label: string, value: string | undefined): FilterChip[] =>
    value ? [{ key, label, value, onRemove: () => write({ [key]: '' }) }] : []
  return {
    query,
    company,
    set: (changes: Partial<Record<FilterName, string>>) => write(changes),
    clear: () => write(Object.fromEntries(NAMES.map(name => [name, '']))),
    chips: [
      ...chip('search', 'Arama', query.search),
      ...chip('status', 'Durum', query.status && ORDER_STATUS[query.status].label),
      ...chip('customer_id', 'Müşteri', company),
      ...chip('from', 'Başlangıç', query.from && formatDay(query.from)),
      ...chip('to', 'Bitiş', query.to && formatDay(query.to)),
    ],
  }
}

/** The company name of the customer whose id is in the URL. */
function useCompany(id = '') {
  const query = useCallQuery(readCustomer, { params: { id }, enabled: id !== '' })
  if (id === '') return undefined
  return query.data?.company_name ?? (query.isError ? 'Bulunamayan müşteri' : 'Yükleniyor')
}

/** The search and filter fields of the order list, and the export of the filtered orders. */
export function OrderFilters({ filter: { query, company, set } }: { filter: ReturnType<typeof useOrderFilter> }) {
  return (
    <Toolbar
      label="Sipariş filtreleri"
      end={
        <DownloadButton call={downloadOrders} where={{ query }} busyText="Excel dosyası hazırlanıyor">
          Excel’e aktar
        </DownloadButton>
      }
    >
      <SearchInput
        slash
        label="Firma, kullanıcı adı veya sipariş no"
        value={query.search}
        onSearch={search => set({ search })}
      />
      <Select
        aria-label="Durum"
        placeholder="Tüm durumlar"
        options={STATUS_OPTIONS}
        value={query.status ?? ''}
        onChange={event => set({ status: event.target.value })}
      />
      <CustomerFilter chosen={company ?? ''} onChoose={customer => set({ customer_id: customer?.id ?? '' })} />
      <DayInput label="Başlangıç" value={query.from ?? ''} max={query.to} onDay={from => set({ from })} />
      <DayInput label="Bitiş" value={query.to ?? ''} min={query.from} onDay={to => set({ to })} />
    </Toolbar>
  )
}
