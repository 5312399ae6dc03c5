import { UserPlus, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Customer, listCustomers } from '#contract/customers.ts'
import { ActiveBadge } from '../../parts/active-badge.tsx'
import { usePages } from '../../parts/asking.ts'
import { ListStates } from '../../parts/list-states.tsx'
import { useAddress } from '../../ui/address.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { NewCustomerDialog } from './new-customer.tsx'

/** All customers by company name. */
export function CustomersView({ chooser }: { chooser: ReactNode }) {
  const { read, write } = useAddress()
  const [adding, setAdding] = useState(false)
  const search = read('search')
  const customers = usePages(listCustomers, { query: { search } })
  const add = (
    <Button variant="primary" icon={UserPlus} onClick={() => setAdding(true)}>
      Yeni müşteri
    </Button>
  )
  return (
    <Page title="Musteriler" windowTitle="Musteriler · Yönetim" action={add}>
      <div className="grid min-w-0 gap-3">
        <Toolbar label="Müşteri filtreleri" end={chooser}>
          <SearchInput
            slash
            label="Firma veya kullanıcı adı ara"
            value={search}
            onSearch={text => write({ search: text })}
          />
        </Toolbar>
        <ListStates
          asked={customers}
          empty={
            search ? <NothingFound search={search} onClear={() => write({ search: '' })} /> : <NoCustomers add={add} />
          }
        >
          <DataTable
            label="Müşteriler"
            columns={COLUMNS}
            rows={customers.items}
            rowKey={customer => customer.id}
            onEndReached={customers.hasNextPage ? () => void customers.fetchNextPage() : undefined}
            loadingMore={customers.isFetchingNextPage}
          />
        </ListStates>
      </div>
      <NewCustomerDialog open={adding} onOpenChange={setAdding} />
    </Page>
  )
}

function NoCustomers({ add }: { add: ReactNode }) {
  return (
    <EmptyState
      icon={Users}
      title="Henüz müşteri yok"
      text="Eklediğiniz müşteri, verdiğiniz kullanıcı adı ve şifreyle hemen giriş yapabilir."
      action={add}
    />
  )
}

function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={Users}
      title={`“${search}” ile eşleşen müşteri yok`}
      text="Firma adının veya kullanıcı adının bir bölümünü yazın."
      action={<Button onClick={onClear}>Aramayı temizle</Button>}
    />
  )
}

const line = (text: string | null) => (
  <span className="block truncate max-sm:whitespace-normal" title={text || undefined}>
    {text || '–'}
  </span>
)

const COLUMNS: readonly Column<Customer>[] = [
  { key: 'company', head: 'Firma', cell: customer => line(customer.company_name) },
  { key: 'username', head: 'Kullanıcı adı', cell: customer => line(customer.username) },
  { key: 'email', head: 'E-posta', width: '21%', from: 'lg', cell: customer => line(customer.email) },
  { key: 'phone', head: 'Telefon', width: '9.5rem', from: 'xl', cell: customer => line(customer.phone) },
  { key: 'marketer', head: 'Pazarlamacı', from: 'md', cell: customer => line(customer.assigned_marketer_name) },
  {
    key: 'state',
    head: 'Durum',
    width: '6.5rem',
    onPhone: 'aside',
    cell: customer => <ActiveBadge active={customer.is_active} />,
  },
  {
    key: 'orders',
    head: 'Sipariş',
    width: '5.5rem',
    numeric: true,
    cell: customer => wholeText(customer.total_orders),
  },
  {
    key: 'spent',
    head: 'Harcama',
    width: '9rem',
    numeric: true,
    cell: customer => <Money amount={customer.total_spent} />,
  },
]
