import { ClipboardList, FileUp, UserCheck, UserPlus, UserRoundCog, Users, Wallet } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Customer, listCustomers } from '#contract/customers.ts'
import { formatMoney, kurus } from '#contract/money.ts'
import { type AdminStats, readAdminStats } from '#contract/reports.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { useCallQuery, useListQuery } from '../../queries.ts'
import { ActiveBadge } from '../../ui/active-badge.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Figures } from '../../ui/figures.tsx'
import { usePhone } from '../../ui/media.ts'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { FilterChips, Toolbar } from '../../ui/toolbar.tsx'
import { AssignMarketerDialog } from './assign-marketer.tsx'
import { CustomerActions } from './customer-actions.tsx'
import { useDeletion, useToggle } from './customer-change.ts'
import { useCustomerEditor } from './customer-editor.tsx'
import { CustomerFilters, useCustomerFilter } from './customer-filters.tsx'
import { ImportStrip } from './import-strip.tsx'
import { NewCustomerDialog } from './new-customer.tsx'

// Rarely used: loaded when it is opened.
const ImportCustomersDialog = lazy(async () => ({
  default: (await import('./import-customers.tsx')).ImportCustomersDialog,
}))

const NONE_SELECTED: ReadonlySet<string> = new Set()

/** All customers, ordered by company name. */
export function CustomersView({ chooser }: { chooser: ReactNode }) {
  const [adding, setAdding] = useState(false)
  const [importing, setImporting] = useState<boolean>()
  const filter = useCustomerFilter()
  const stats = useCallQuery(readAdminStats, {})
  const add = (
    <Button variant="primary" icon={UserPlus} onClick={() => setAdding(true)}>
      Yeni müşteri
    </Button>
  )
  const importButton = (
    <Button icon={FileUp} onClick={() => setImporting(true)}>
      Excel’den aktar
    </Button>
  )
  return (
    <Page
      title="Musteriler"
      windowTitle="Musteriler · Yönetim"
      aside={chooser}
      action={
        <>
          {importButton}
          {add}
        </>
      }
      figures={<Figures figures={figuresOf(stats.data, stats.isError)} />}
    >
      <div className="grid min-w-0 gap-3">
        {!importing && <ImportStrip onOpen={() => setImporting(true)} />}
        <Toolbar label="Müşteri filtreleri">
          <CustomerFilters filter={filter} />
        </Toolbar>
        <FilterChips chips={filter.chips} onClear={filter.clear} />
        <CustomerList filter={filter} add={add} />
      </div>
      <NewCustomerDialog open={adding} onOpenChange={setAdding} />
      {importing !== undefined && (
        <Suspense>
          <ImportCustomersDialog open={importing} onOpenChange={setImporting} />
        </Suspense>
      )}
    </Page>
  )
}

type CustomerListProps = { filter: ReturnType<typeof useCustomerFilter>; add: ReactNode }

function CustomerList({ filter, add }: CustomerListProps) {
  const phone = usePhone()
  const customers = useListQuery(listCustomers, { query: filter.query })
  const editor = useCustomerEditor()
  const [selected, setSelected] = useState(NONE_SELECTED)
  const [assigning, setAssigning] = useState(false)
  // Changing the filter clears the selection: it must not contain rows that are not shown.
  const filterKey = JSON.stringify(filter.query)
  const [shownFilterKey, setShownFilterKey] = useState(filterKey)
  if (shownFilterKey !== filterKey) {
    setShownFilterKey(filterKey)
    setSelected(NONE_SELECTED)
  }
  const toggle = useToggle()
  const remove = useDeletion(id => {
    editor.closeIfDeleted(id)
    setSelected(before => new Set([...before].filter(one => one !== id)))
  })
  const actions = actionsColumn(customer => (
    <CustomerActions
      customer={customer}
      takesFocus={editor.lastClosed === customer.id}
      onEdit={() => editor.edit(customer)}
      onToggle={() => void toggle(customer)}
      onDelete={() => void remove(customer)}
    />
  ))
  return (
    <>
      <ListStates
        query={customers}
        empty={filter.chips.length > 0 ? <NothingFound onClear={filter.clear} /> : <NoCustomers add={add} />}
      >
        <DataTable
          label="Müşteriler"
          columns={[...COLUMNS, actions]}
          rows={customers.items}
          rowKey={customer => customer.id}
          // On a phone, tapping a card does nothing: its edit button opens the form.
          onOpen={phone ? undefined : editor.edit}
          selected={selected}
          onSelect={setSelected}
          edited={editor.id && editor.form ? { key: editor.id, form: editor.form } : undefined}
          onEndReached={customers.hasNextPage ? () => void customers.fetchNextPage() : undefined}
          loadingMore={customers.isFetchingNextPage}
        />
      </ListStates>
      <BulkBar count={selected.size} onClear={() => setSelected(NONE_SELECTED)}>
        <Button variant="primary" icon={UserRoundCog} onClick={() => setAssigning(true)}>
          Pazarlamacı ata
        </Button>
      </BulkBar>
      <AssignMarketerDialog
        open={assigning}
        onOpenChange={setAssigning}
        ids={[...selected]}
        onDone={refused => setSelected(new Set(refused))}
      />
    </>
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

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={Users}
      title="Bu filtrelere uyan müşteri yok"
      text="Firma adının veya kullanıcı adının bir bölümünü yazın ya da bir filtreyi kaldırın."
      action={<Button onClick={onClear}>Filtreleri temizle</Button>}
    />
  )
}

const line = (text: string | null) => (
  <span className="block truncate max-sm:whitespace-normal" title={text || undefined}>
    {text || '–'}
  </span>
)

const COLUMNS: readonly Column<Customer>[] = [
  {
    key: 'company',
    head: 'Firma',
    cell: ({ company_name, username }) => (
      <>
        <span className="font-medium">{line(company_name)}</span>
        <span className="font-normal text-ink-soft text-sm">{line(username)}</span>
      </>
    ),
  },
  {
    key: 'contact',
    head: 'İletişim',
    givesWay: 1,
    least: '11rem',
    cell: ({ email, phone }) => (
      <>
        {line(email)}
        <span className="text-ink-soft text-sm">{phone && line(phone)}</span>
      </>
    ),
  },
  {
    key: 'marketer',
    head: 'Pazarlamacı',
    givesWay: 2,
    cell: customer => line(customer.assigned_marketer_name),
  },
  {
    key: 'state',
    head: 'Durum',
    givesWay: 4,
    width: '6.5rem',
    onPhone: 'aside',
    cell: customer => <ActiveBadge active={customer.is_active} />,
  },
  {
    key: 'orders',
    head: 'Sipariş',
    givesWay: 3,
    width: '5rem',
    numeric: true,
    cell: customer => wholeText(customer.total_orders),
  },
  {
    key: 'spent',
    head: 'Harcama',
    width: '8.5rem',
    numeric: true,
    cell: customer => <Money amount={customer.total_spent} />,
  },
]

const actionsColumn = (cell: Column<Customer>['cell']): Column<Customer> => ({
  key: 'actions',
  head: 'İşlemler',
  hideHead: true,
  width: '5.5rem',
  onPhone: 'foot',
  cell,
})

function figuresOf(stats: AdminStats | undefined, failed: boolean) {
  const shown = (figure: (known: AdminStats) => string) => (stats ? figure(stats) : failed ? '–' : undefined)
  const each = (total: number, { total_customers }: AdminStats) => Math.round(total / Math.max(1, total_customers))
  return [
    { label: 'Toplam müşteri', value: shown(known => wholeText(known.total_customers)), icon: Users },
    { label: 'Aktif', value: shown(known => wholeText(known.active_customers)), icon: UserCheck, tone: 'green' },
    {
      label: 'Ortalama sipariş',
      hint: 'müşteri başına',
      value: shown(known => wholeText(each(known.total_orders, known))),
      icon: ClipboardList,
    },
    {
      label: 'Ortalama ciro',
      hint: 'müşteri başına',
      value: shown(known => formatMoney(kurus(each(known.total_revenue, known)))),
      icon: Wallet,
    },
  ] as const
}
