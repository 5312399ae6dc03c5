import { Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { OwnCustomer } from '#contract/customers.ts'
import { useFoundAnnouncement } from '../lists/found-announcement.ts'
import { ListStates } from '../lists/list-states.tsx'
import { NewRows } from '../lists/new-rows.tsx'
import { OfflineDataNote } from '../lists/offline-data-note.tsx'
import { useSteadyList } from '../lists/steady-list.ts'
import { WaitingOrders } from '../orders/waiting-orders.tsx'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { Page } from '../ui/page.tsx'
import { useAddress } from '../ui/query-params.ts'
import { SearchInput } from '../ui/search-input.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { VirtualGrid } from '../ui/virtual-grid.tsx'
import { CustomerCard, hasSameCard } from './customer-card.tsx'
import { useOwnCustomers } from './own-customers.ts'
import { useRepeatOrder } from './repeat-order.tsx'

// Loaded when a customer's page is opened.
const CustomerPage = lazy(async () => ({ default: (await import('./customer-page.tsx')).CustomerPage }))
// Loaded when the first customer is edited.
const EditCustomer = lazy(async () => ({ default: (await import('./edit-customer.tsx')).EditCustomer }))

/** The marketer's customers by company name, or the page of the one that the URL names. */
export function CustomersTab() {
  const id = useAddress().read('customer')
  if (!id) return <CustomerList />
  return (
    <Suspense fallback={<Loading />}>
      <CustomerPage id={id} />
    </Suspense>
  )
}

function CustomerList() {
  const { read, write } = useAddress()
  const { repeat, repeatingId, question } = useRepeatOrder()
  const search = read('search')
  const { query: found, storedAt } = useOwnCustomers(search)
  const query = useSteadyList(found, `${search} ${storedAt}`, hasSameCard)
  useFoundAnnouncement(query, 'müşteri', search !== '')
  const [edited, setEdited] = useState<OwnCustomer>()
  const [open, setOpen] = useState(false)
  const edit = (customer: OwnCustomer) => {
    setEdited(customer)
    setOpen(true)
  }
  return (
    <Page title="Müşteriler" windowTitle="Müşteriler · Pazarlamacı">
      <div className="grid min-w-0 gap-3">
        <SearchInput
          slash
          label="Firma veya kullanıcı adı ara"
          value={search}
          onSearch={text => write({ search: text })}
          className="sm:w-96"
        />
        <WaitingOrders only="customer" />
        <OfflineDataNote what="müşteri listesi" at={storedAt} />
        <ListStates
          query={query}
          empty={search ? <NothingFound search={search} onClear={() => write({ search: '' })} /> : <NoCustomers />}
        >
          <NewRows waiting={query.waiting} noun="müşteri" place="edge" />
          <VirtualGrid
            label="Müşterileriniz"
            items={query.items}
            itemKey={customer => customer.id}
            estimate={() => 320}
            render={customer => (
              <CustomerCard
                customer={customer}
                onEdit={() => edit(customer)}
                onRepeat={() => void repeat({ customer })}
                repeating={repeatingId === customer.id}
              />
            )}
            onEndReached={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
            loadingMore={query.isFetchingNextPage}
          />
        </ListStates>
      </div>
      {question}
      {edited && (
        <Suspense>
          <EditCustomer customer={edited} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function NoCustomers() {
  return (
    <EmptyState
      icon={Users}
      title="Size atanmış müşteri yok"
      text="Yöneticiniz size müşteri atadığında burada görünür."
    />
  )
}

function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={Users}
      title={`“${search}” ile eşleşen müşteri yok`}
      text="Firma adının veya kullanıcı adının bir bölümünü yazın."
      action={<ClearFilters label="Aramayı temizle" onClear={onClear} />}
    />
  )
}
