import type { ReactNode } from 'react'
import { ACTIVE_LABELS } from '#contract/active-labels.ts'
import { CUSTOMER_SORTS, NO_MARKETER } from '#contract/customers.ts'
import { idIn } from '../../stored-values.ts'
import { ACTIVE_OPTIONS, activeIn } from '../../ui/active-filter.ts'
import type { Sort } from '../../ui/data-table.tsx'
import { ListFilters } from '../../ui/list-filters.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { Select } from '../../ui/select.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { chipsOf } from '../../ui/toolbar.tsx'
import { COLUMNS } from './customer-columns.tsx'
import { marketerOptions, useMarketers } from './marketer-options.ts'

type FilterName = 'search' | 'marketer' | 'active'

/** The filters and the order of the customer list, read from the URL; invalid values are ignored. */
export function useCustomerFilter() {
  const { read, write } = useAddress()
  const marketers = useMarketers()
  const marketer = read('marketer')
  const marketer_id = marketer === NO_MARKETER ? NO_MARKETER : idIn(marketer)
  const is_active = activeIn(read('active'))
  const name = marketers.data?.find(({ id }) => id === marketer_id)?.name ?? 'Seçilen'
  const sort = CUSTOMER_SORTS.find(one => one === read('sort')) ?? 'company_name'
  const descending = read('order') === 'desc'
  const query = { search: read('search'), marketer_id, is_active }
  const chip = chipsOf<FilterName>(write)
  return {
    query,
    /** The query with the order. */
    sorted: { ...query, sort, ...(descending && { order: 'desc' as const }) },
    sort: { key: sort, descending },
    sortBy: (wanted: Sort) => write({ sort: wanted.key, order: wanted.descending ? 'desc' : '' }),
    set: (changes: Partial<Record<FilterName, string>>) => write(changes),
    clear: () => write({ search: '', marketer: '', active: '' }),
    chips: [
      ...chip('search', 'Arama', read('search')),
      ...chip('marketer', 'Pazarlamacı', marketer_id && (marketer_id === NO_MARKETER ? 'Yok' : name)),
      ...chip('active', 'Durum', is_active && ACTIVE_LABELS[is_active]),
    ],
  }
}

type CustomerFiltersProps = {
  filter: ReturnType<typeof useCustomerFilter>
  /** The checkbox that selects all customers, beside the search on phones. */
  selectAll: ReactNode
}

/** The search and filter fields of the customer list; on phones one button opens the filters and the sort order. */
export function CustomerFilters({ filter, selectAll }: CustomerFiltersProps) {
  const { query, chips, set, sort, sortBy } = filter
  return (
    <ListFilters
      label="Müşteri filtreleri"
      search={{
        label: 'Firma veya kullanıcı adı ara',
        value: query.search,
        onSearch: search => set({ search }),
      }}
      chips={chips}
      selectAll={selectAll}
      more={<SortSelect columns={COLUMNS} sort={sort} onSort={sortBy} />}
    >
      <FilterFields filter={filter} />
    </ListFilters>
  )
}

function FilterFields({ filter: { query, set } }: Pick<CustomerFiltersProps, 'filter'>) {
  const marketers = useMarketers()
  return (
    <>
      <Select
        aria-label="Pazarlamacı"
        placeholder="Tüm pazarlamacılar"
        options={[
          { value: NO_MARKETER, label: 'Pazarlamacısı yok' },
          ...(marketerOptions(marketers.data, query.marketer_id) ?? []),
        ]}
        value={query.marketer_id ?? ''}
        onChange={event => set({ marketer: event.target.value })}
        // A fixed width: the marketers' names arrive after the first paint.
        className="sm:w-56"
      />
      <Select
        aria-label="Durum"
        placeholder="Tüm durumlar"
        options={ACTIVE_OPTIONS}
        value={query.is_active ?? ''}
        onChange={event => set({ active: event.target.value })}
      />
    </>
  )
}
