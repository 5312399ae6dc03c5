import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { OwnCustomer } from '#contract/customers.ts'
import { ORDER_STATUS, ORDER_STATUSES } from '#contract/order-status.ts'
import { formatDay } from '#contract/turkish.ts'
import { useFoundAnnouncement } from '../lists/found-announcement.ts'
import { STATUS_OPTIONS } from '../orders/order-status.tsx'
import { idIn } from '../stored-values.ts'
import { classNames } from '../ui/class-names.ts'
import { Combobox } from '../ui/combobox.tsx'
import { DayInput } from '../ui/day-input.tsx'
import { dayIn } from '../ui/day-text.ts'
import { Field } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useIsPhoneWidth, useMedia } from '../ui/media.ts'
import { useAddress } from '../ui/query-params.ts'
import { SearchInput } from '../ui/search-input.tsx'
import { Select } from '../ui/select.tsx'
import { MORE_FOUND, useSettledText } from '../ui/settled-text.ts'
import { chipsOf } from '../ui/toolbar.tsx'
import { NARROW_PHONE } from '../ui/widths.ts'
import { customersFound } from './customer-search.ts'
import { useOwnCustomer, useOwnCustomers } from './own-customers.ts'

const NAMES = ['search', 'status', 'customer_id', 'from', 'to'] as const
type FilterName = (typeof NAMES)[number]

/** The filters of the marketer's orders, read from the URL; invalid values are ignored. `chips` excludes the search. */
export function useOrderFilters() {
  const { read, write } = useAddress()
  const day = (name: FilterName) => dayIn(read(name))
  const query = {
    search: read('search'),
    status: ORDER_STATUSES.find(status => status === read('status')),
    customer_id: idIn(read('customer_id')),
    from: day('from'),
    to: day('to'),
  }
  const company = useCompany(query.customer_id)
  // The order that the URL names may not match the new filter.
  const set = (changes: Partial<Record<FilterName, string>>) => write({ ...changes, order: '' })
  const chip = chipsOf<FilterName>(set)
  return {
    query,
    company,
    set,
    clear: () => set(Object.fromEntries(NAMES.map(name => [name, '']))),
    chips: [
      ...chip('status', 'Durum', query.status && ORDER_STATUS[query.status].label),
      ...chip('customer_id', 'Müşteri', company),
      ...chip('from', 'Başlangıç', query.from && formatDay(query.from)),
      ...chip('to', 'Bitiş', query.to && formatDay(query.to)),
    ],
  }
}

/** The company name of the customer whose id is in the URL. */
function useCompany(id = '') {
  const query = useOwnCustomer(id)
  if (id === '') return undefined
  return query.data?.company_name ?? (query.isError ? 'Bulunamayan müşteri' : 'Yükleniyor')
}

type OrderFiltersProps = { filters: ReturnType<typeof useOrderFilters> }

/** The search and the filters in one line; below 64 rem, a button opens the filters. */
export function OrderFilters({ filters: { query, company, set, chips } }: OrderFiltersProps) {
  const [open, setOpen] = useState(false)
  const isPhone = useIsPhoneWidth()
  const isNarrow = useMedia(NARROW_PHONE)
  return (
    <fieldset aria-label="Sipariş filtreleri" className="flex min-w-0 flex-wrap items-center gap-2">
      <SearchInput
        slash
        label="Firma, kullanıcı adı veya sipariş no"
        placeholder={isNarrow ? 'Firma, sipariş no' : isPhone ? 'Firma veya sipariş no' : undefined}
        value={query.search}
        onSearch={search => set({ search })}
        className="min-w-0 flex-1 lg:min-w-72 lg:max-w-96"
      />
      <IconButton
        icon={SlidersHorizontal}
        label={open ? 'Filtreleri kapat' : 'Filtreler'}
        count={open ? 0 : chips.length}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="border border-line-strong/60 bg-surface lg:hidden"
      />
      <div
        className={classNames(
          'grid basis-full grid-cols-2 gap-2 sm:flex sm:flex-wrap lg:basis-auto',
          !open && 'max-lg:hidden!',
        )}
      >
        <Select
          aria-label="Durum"
          value={query.status ?? ''}
          onChange={event => set({ status: event.target.value })}
          placeholder="Tüm durumlar"
          options={STATUS_OPTIONS}
          className="sm:w-40"
        />
        <CustomerFilter chosen={company ?? ''} onChoose={customer => set({ customer_id: customer?.id ?? '' })} />
        <DayInput label="Başlangıç" value={query.from ?? ''} max={query.to ?? ''} onDay={from => set({ from })} />
        <DayInput label="Bitiş" value={query.to ?? ''} min={query.from ?? ''} onDay={to => set({ to })} />
      </div>
    </fieldset>
  )
}

type CustomerFilterProps = { chosen: string; onChoose: (customer?: OwnCustomer) => void }

const MAX_SHOWN = 60

/** Chooses the customer whose orders are shown, by company name or username. */
function CustomerFilter({ chosen, onChoose }: CustomerFilterProps) {
  const [typed, setTyped] = useState('')
  const search = useSettledText(typed)
  const { query } = useOwnCustomers(search)
  // Results for an earlier text are not offered for the current one.
  const found = customersFound(query.items, typed)
  const isEmpty = found.length === 0
  const isSettled = search === typed && !query.isPending && !query.isPlaceholderData
  const note = isEmpty && (isSettled ? 'Eşleşen müşteri yok' : 'Müşteriler yükleniyor')
  const more = found.length > MAX_SHOWN || query.hasNextPage
  useFoundAnnouncement(query, 'müşteri', isSettled && typed !== '')
  return (
    <Field label="Müşteri" hideLabel className="sm:w-52">
      <Combobox
        label="Müşteriler"
        chosen={chosen}
        placeholder="Müşteri"
        items={found.slice(0, MAX_SHOWN)}
        isProvisional={!isSettled}
        itemKey={customer => customer.id}
        render={({ company_name, username }) => (
          <span className="min-w-0">
            <span className="line-clamp-2 break-words">{company_name}</span>
            <span className="block truncate text-ink-soft text-sm">{username}</span>
          </span>
        )}
        onType={setTyped}
        onChoose={onChoose}
        note={query.error?.message ?? (note || (more ? MORE_FOUND : null))}
      />
    </Field>
  )
}
