import { type ReactNode, Suspense, useState } from 'react'
import { readCustomer } from '#contract/customers.ts'
import { ORDER_STATUS } from '#contract/order-status.ts'
import { downloadOrders } from '#contract/reports.ts'
import { formatDay } from '#contract/turkish.ts'
import { DownloadButton } from '../../files/download-button.tsx'
import { STATUS_OPTIONS } from '../../orders/order-status.tsx'
import { afterFirstScreen } from '../../pwa/after-first-screen.ts'
import { useCallQuery } from '../../queries.ts'
import type { Sort } from '../../ui/data-table.tsx'
import { DayRange } from '../../ui/day-input.tsx'
import { ListFilters } from '../../ui/list-filters.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { Select } from '../../ui/select.tsx'
import { chipsOf } from '../../ui/toolbar.tsx'
import { CustomerFilter } from './customer-filter.tsx'
import { FILTER_NAMES, type FilterName, readFilter, readSorting } from './order-filter.ts'

/** The filters and the order of the order list, read from the URL; invalid values are ignored. */
export function useOrderFilter() {
  const { read, write } = useAddress()
  const query = readFilter(read)
  const sorting = readSorting(read)
  const company = useCompany(query.customer_id)
  const [route, setRoute] = useState('')
  const chip = chipsOf<FilterName>(write)
  return {
    query,
    /** The query with the order. */
    sorted: { ...query, ...sorting },
    sort: sorting.sort ? { key: sorting.sort, descending: sorting.order === 'desc' } : NEWEST_FIRST,
    sortBy: ({ key, descending }: Sort) => {
      const isUsual = key === NEWEST_FIRST.key && descending
      write(isUsual ? { sort: '', order: '' } : { sort: key, order: descending ? 'desc' : '' })
    },
    company,
    /** Called with a route's name by the part of the screen that has loaded the routes. */
    setRoute,
    set: (changes: Partial<Record<FilterName, string>>) => write(changes),
    clear: () => write(Object.fromEntries(FILTER_NAMES.map(name => [name, '']))),
    chips: [
      ...chip('search', 'Arama', query.search),
      ...chip('status', 'Durum', query.status && ORDER_STATUS[query.status].label),
      ...chip('customer_id', 'Müşteri', company),
      ...chip('from', 'Başlangıç', query.from && formatDay(query.from)),
      ...chip('to', 'Bitiş', query.to && formatDay(query.to)),
      ...chip('delivery_date', 'Teslimat', query.delivery_date && formatDay(query.delivery_date)),
      ...chip('route_id', 'Rota', query.route_id && (route || 'seçilen rota')),
    ],
  }
}

const NEWEST_FIRST: Sort = { key: 'created_at', descending: true }

/** The company name of the customer whose id is in the URL. */
function useCompany(id = '') {
  const query = useCallQuery(readCustomer, { params: { id }, enabled: id !== '' })
  if (id === '') return undefined
  return query.data?.company_name ?? (query.isError ? 'Bulunamayan müşteri' : 'Yükleniyor')
}

type OrderFiltersProps = {
  filter: ReturnType<typeof useOrderFilter>
  /** The checkbox that selects all orders, beside the search on phones. */
  selectAll: ReactNode
  /** On phones also behind the button: the choice of the order, and the deliveries. */
  more: ReactNode
}

/** The search and filter fields of the order list. */
export function OrderFilters({ filter, selectAll, more }: OrderFiltersProps) {
  return (
    <ListFilters
      label="Sipariş filtreleri"
      search={{
        label: 'Firma, kullanıcı adı veya sipariş no',
        value: filter.query.search,
        onSearch: search => filter.set({ search }),
      }}
      chips={filter.chips}
      end={<OrdersExport filter={filter} />}
      selectAll={selectAll}
      more={more}
    >
      <FilterFields filter={filter} />
    </ListFilters>
  )
}

function FilterFields({ filter: { query, company, set } }: Pick<OrderFiltersProps, 'filter'>) {
  return (
    <>
      <Select
        aria-label="Durum"
        placeholder="Tüm durumlar"
        options={STATUS_OPTIONS}
        value={query.status ?? ''}
        onChange={event => set({ status: event.target.value })}
      />
      <CustomerFilter chosen={company ?? ''} onChoose={customer => set({ customer_id: customer?.id ?? '' })} />
      <DayRange from={query.from} to={query.to} set={set} />
    </>
  )
}

const OrdersExport = ({ filter: { query } }: Pick<OrderFiltersProps, 'filter'>) => (
  <>
    <DownloadButton call={downloadOrders} where={{ query }} busyText="Excel dosyası hazırlanıyor">
      Excel’e aktar
    </DownloadButton>
    {/* The fallback keeps the menu's place while it loads. */}
    <Suspense fallback={<span className="size-control shrink-0" />}>
      <ExportMenu query={query} />
    </Suspense>
  </>
)

const ExportMenu = afterFirstScreen(async () => (await import('./export-menu.tsx')).ExportMenu)
