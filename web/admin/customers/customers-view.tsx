import { ClipboardList, FileUp, UserCheck, UserPlus, UserRoundCog, Users, Wallet } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { updateCustomer } from '#contract/customer-changes.ts'
import { type Customer, listCustomers } from '#contract/customers.ts'
import { formatMoney, kurus } from '#contract/money.ts'
import { type AdminStats, readAdminStats } from '#contract/reports.ts'
import { useActiveToggle } from '../../customers/active-toggle.ts'
import { useEditedRowInPlace } from '../../lists/edited-row.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { countText, ListSummary } from '../../lists/list-summary.tsx'
import { NewRows } from '../../lists/new-rows.tsx'
import { SelectWhole } from '../../lists/select-whole.tsx'
import { useSteadyList } from '../../lists/steady-list.ts'
import { useCallQuery, useListQuery } from '../../queries.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ClearFilters } from '../../ui/clear-filters.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { selectAllProps } from '../../ui/data-table-columns.ts'
import { FigureLine } from '../../ui/figure-line.tsx'
import { type Figure, Figures } from '../../ui/figures.tsx'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { useSheet } from '../../ui/sheet-address.ts'
import { EmptyState } from '../../ui/states.tsx'
import { FilterChips } from '../../ui/toolbar.tsx'
import { AssignMarketerDialog } from './assign-marketer.tsx'
import { CustomerActions } from './customer-actions.tsx'
import { updateCachedCustomer } from './customer-cache.ts'
import { COLUMNS } from './customer-columns.tsx'
import { useCustomerDeletion } from './customer-deletion.ts'
import { useCustomerEditor } from './customer-editor.tsx'
import { CustomerFilters, useCustomerFilter } from './customer-filters.tsx'
import { useCustomerSelection } from './customer-selection.ts'
import { ImportStrip } from './import-strip.tsx'
import { CustomerListMenu } from './list-menu.tsx'
import { NewCustomerDialog } from './new-customer.tsx'
import { NotesSheet } from './notes.tsx'

// Rarely used: loaded when it is opened.
const ImportCustomersDialog = lazy(async () => ({
  default: (await import('./import-customers.tsx')).ImportCustomersDialog,
}))

/** All customers, by company name unless a column is chosen. */
export function CustomersView({ chooser }: { chooser: ReactNode }) {
  const adding = useSheet('new')
  const [importing, setImporting] = useState<boolean>()
  const phone = useIsPhoneWidth()
  const filter = useCustomerFilter()
  const stats = useCallQuery(readAdminStats, {})
  const add = (
    <Button variant="primary" icon={UserPlus} onClick={() => adding.open('customer', { skipsLeaveCheck: true })}>
      Yeni müşteri
    </Button>
  )
  const figures = figuresOf(stats.data, stats.isError, filter)
  const startImport = () => setImporting(true)
  return (
    <Page
      title="Musteriler"
      windowTitle="Musteriler · Yönetim"
      aside={chooser}
      action={
        phone ? (
          <div className="flex items-center gap-1 *:first:flex-1">
            {add}
            <CustomerListMenu filter={filter} onImport={startImport} />
          </div>
        ) : (
          <>
            <Button icon={FileUp} onClick={startImport}>
              Excel’den aktar
            </Button>
            {add}
            <CustomerListMenu filter={filter} />
          </>
        )
      }
      figures={!phone && <Figures figures={figures} />}
    >
      <div className="grid min-w-0 gap-2 sm:gap-3">
        {!importing && <ImportStrip onOpen={startImport} />}
        {/* The average revenue is too long for a quarter of a narrow phone's line. */}
        {phone && <FigureLine figures={figures.slice(0, 3)} />}
        <CustomerList filter={filter} add={add} />
      </div>
      <NewCustomerDialog open={adding.id !== ''} onClose={adding.close} />
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
  const phone = useIsPhoneWidth()
  const list = JSON.stringify(filter.sorted)
  const query = useSteadyList(useListQuery(listCustomers, { query: filter.sorted }), list)
  const editor = useCustomerEditor()
  const items = useEditedRowInPlace(query.items, editor.id, list)
  const customers = { ...query, items }
  const selection = useCustomerSelection(filter, customers.items)
  const { chosen, choose } = selection
  const notes = useSheet('notes')
  const { toggle } = useActiveToggle(updateCustomer, updateCachedCustomer)
  const remove = useCustomerDeletion(id => {
    editor.closeIfDeleted(id)
    selection.drop([id])
  })
  const actions = actionsColumn(customer => (
    <CustomerActions
      customer={customer}
      takesFocus={editor.lastClosed === customer.id}
      onFocusTaken={editor.forgetLastClosed}
      onEdit={() => editor.edit(customer)}
      onToggle={shown => void toggle(shown)}
      onNotes={() => notes.open(customer.id, { skipsLeaveCheck: true })}
      onDelete={() => void remove(customer)}
    />
  ))
  const tableSelection = {
    rows: customers.items,
    rowKey: ({ id }: Customer) => id,
    selected: new Set(chosen),
    onSelect: (ids: ReadonlySet<string>) => choose([...ids]),
  }
  return (
    <>
      <CustomerFilters filter={filter} selectAll={<Checkbox {...selectAllProps(tableSelection)} />} />
      <FilterChips chips={filter.chips} onClear={filter.clear} />
      <ListSummary text={filter.chips.length > 0 ? countText(customers, 'müşteri') : undefined} />
      <ListStates
        query={customers}
        empty={filter.chips.length > 0 ? <NothingFound onClear={filter.clear} /> : <NoCustomers add={add} />}
      >
        <NewRows waiting={customers.waiting} noun="müşteri" place="head" />
        <DataTable
          label="Müşteriler"
          {...tableSelection}
          hasOwnSelectAll
          columns={[...COLUMNS, actions]}
          sort={filter.sort}
          onSort={filter.sortBy}
          // On a phone, tapping a card does nothing: its edit button opens the form.
          onOpen={phone ? undefined : editor.edit}
          edited={editor.id && editor.form ? { key: editor.id, form: editor.form } : undefined}
          onEndReached={customers.hasNextPage ? () => void customers.fetchNextPage() : undefined}
          loadingMore={customers.isFetchingNextPage}
        />
      </ListStates>
      <ChosenCustomers selection={selection} customers={customers} />
      {notes.id && <NotesSheet key={notes.id} id={notes.id} onClose={notes.close} />}
    </>
  )
}

type ChosenCustomersProps = {
  selection: ReturnType<typeof useCustomerSelection>
  customers: { items: readonly Customer[]; total?: number | undefined; hasNextPage: boolean }
}

/** The actions on the chosen customers, and the offer to choose the whole list. */
function ChosenCustomers({ selection, customers: { items, total = 0, hasNextPage } }: ChosenCustomersProps) {
  const [assigning, setAssigning] = useState(false)
  const { chosen, choose, seen, forget, selectWhole, isSelecting } = selection
  const set = new Set(chosen)
  return (
    <>
      <BulkBar count={chosen.length} onClear={() => choose([])}>
        {hasNextPage && items.every(({ id }) => set.has(id)) && (
          <SelectWhole
            total={total}
            chosen={chosen.length}
            nouns={['müşterinin', 'müşteri']}
            busy={isSelecting}
            onSelect={selectWhole}
          />
        )}
        <Button variant="primary" icon={UserRoundCog} onClick={() => setAssigning(true)}>
          Pazarlamacı ata
        </Button>
      </BulkBar>
      <AssignMarketerDialog
        open={assigning}
        onOpenChange={setAssigning}
        ids={chosen}
        customers={items}
        seen={seen}
        onDone={(left, changed) => {
          choose(left)
          forget(changed)
        }}
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
      action={<ClearFilters onClear={onClear} />}
    />
  )
}

const actionsColumn = (cell: Column<Customer>['cell']): Column<Customer> => ({
  key: 'actions',
  head: 'İşlemler',
  hideHead: true,
  width: '5.5rem',
  onPhone: 'foot',
  cell,
})

/** The figures above the list; those that count customers filter it when pressed. */
function figuresOf(
  stats: AdminStats | undefined,
  failed: boolean,
  { query, chips, set, clear }: ReturnType<typeof useCustomerFilter>,
): Figure[] {
  const shown = (figure: (known: AdminStats) => string) => (stats ? figure(stats) : failed ? '–' : undefined)
  const each = (total: number, { total_customers }: AdminStats) => Math.round(total / Math.max(1, total_customers))
  return [
    {
      label: 'Toplam müşteri',
      value: shown(known => wholeText(known.total_customers)),
      icon: Users,
      isPressed: chips.length === 0,
      onPress: clear,
    },
    {
      label: 'Aktif',
      value: shown(known => wholeText(known.active_customers)),
      icon: UserCheck,
      tone: 'green',
      isPressed: query.is_active === 'true',
      onPress: () => set({ active: query.is_active === 'true' ? '' : 'true' }),
    },
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
  ]
}
