import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  AUDIT_ACTIONS,
  AUDIT_ENTITIES,
  type AuditAction,
  type AuditEntity,
  type AuditEntry,
  readAudit,
} from '#contract/audit.ts'
import { shortId } from '#contract/orders.ts'
import { formatDay, formatInstant } from '#contract/turkish.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { MissingRow, useRowSheet } from '../../lists/row-sheet.tsx'
import { useListQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { ClearFilters } from '../../ui/clear-filters.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DayRange } from '../../ui/day-input.tsx'
import { dayIn, reversedText } from '../../ui/day-text.ts'
import { SideSheet } from '../../ui/dialog.tsx'
import { ListFilters } from '../../ui/list-filters.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { chipsOf, type FilterChip, FilterChips } from '../../ui/toolbar.tsx'
import { AuditActionBadge, AuditChanges, AuditSummary } from './audit-entry.tsx'
import { actorLabel, isAction, isEntity, recordLabel, recordName } from './audit-labels.ts'
import { LogChooser } from './log-chooser.tsx'

const NO_FILTERS = { entity: '', entity_id: '', action: '', name: '', actor: '', from: '', to: '' }
type FilterName = keyof typeof NO_FILTERS
type Filters = Partial<Record<FilterName, string>>

/** The audit trail, newest entry first. */
export function AuditView({ chooser }: { chooser?: ReactNode }) {
  const filter = useAuditFilter()
  const entries = useListQuery(readAudit, { query: filter.query })
  const chips = filter.chips(entries.items[0])
  const sheet = useRowSheet('entry', entries.items, ({ id }) => String(id))
  const { row: opened } = sheet
  return (
    <Page
      title="İşlem geçmişi"
      windowTitle="İşlem geçmişi · Yönetim"
      aside={
        <>
          {chooser}
          <LogChooser value="audit" />
        </>
      }
    >
      <div className="grid min-w-0 gap-3">
        <AuditFilters filter={filter} chips={chips} />
        <FilterChips chips={chips} onClear={filter.clear} />
        <ListStates query={entries} empty={<NoEntries filter={filter} />}>
          <DataTable
            label="İşlemler"
            columns={COLUMNS}
            rows={entries.items}
            rowKey={entry => String(entry.id)}
            current={sheet.id || undefined}
            onOpen={({ id }) => sheet.open(String(id))}
            onEndReached={entries.hasNextPage ? () => void entries.fetchNextPage() : undefined}
            loadingMore={entries.isFetchingNextPage}
          />
        </ListStates>
      </div>
      {opened && (
        <SideSheet
          open={sheet.isOpen}
          onOpenChange={sheet.close}
          title={recordLabel(opened)}
          description={`${formatInstant(opened.created_at)} · ${actorLabel(opened)}`}
          footer={
            <Button
              onClick={() => {
                sheet.close()
                filter.only({ entity: opened.entity, entity_id: opened.entity_id })
              }}
            >
              Bu kaydın tüm geçmişi
            </Button>
          }
        >
          <AuditChanges entry={opened} />
        </SideSheet>
      )}
      {sheet.isMissing && !entries.isFetching && <MissingRow onClose={sheet.close} />}
    </Page>
  )
}

/** The filters of the audit trail, read from the URL; invalid values are ignored. */
function useAuditFilter() {
  const { read, write } = useAddress()
  const day = (name: FilterName) => dayIn(read(name))
  const requested = read('entity')
  const entity = isEntity(requested) ? requested : undefined
  const requestedAction = read('action')
  const action = isAction(requestedAction) ? requestedAction : undefined
  const query = {
    entity,
    entity_id: read('entity_id'),
    action,
    name: read('name'),
    actor: read('actor'),
    from: day('from'),
    to: day('to'),
  }
  const chip = chipsOf<FilterName>(write)
  return {
    query,
    isFiltered: Object.values(query).some(Boolean),
    set: (changes: Filters) => write(changes),
    /** Sets these filters and removes all others. */
    only: (filters: Filters) => write({ ...NO_FILTERS, ...filters }),
    clear: () => write(NO_FILTERS),
    /** The first entry of a record's history supplies the record's name. */
    chips: (first: AuditEntry | undefined) => [
      ...chip('entity', 'Tür', entity && AUDIT_ENTITIES[entity]),
      ...chip('entity_id', 'Kayıt', query.entity_id && (first ? recordName(first) : shortId(query.entity_id))),
      ...chip('name', 'Kayıt adı', query.name),
      ...chip('action', 'İşlem', action && AUDIT_ACTIONS[action]),
      ...chip('actor', 'Kim', query.actor),
      ...chip('from', 'Başlangıç', query.from && formatDay(query.from)),
      ...chip('to', 'Bitiş', query.to && formatDay(query.to)),
    ],
  }
}

type AuditFiltersProps = { filter: ReturnType<typeof useAuditFilter>; chips: readonly FilterChip[] }

function AuditFilters({ filter: { query, set }, chips }: AuditFiltersProps) {
  const kinds = Object.entries(AUDIT_ENTITIES) as [AuditEntity, string][]
  const actions = Object.entries(AUDIT_ACTIONS) as [AuditAction, string][]
  return (
    <ListFilters
      label="İşlem geçmişi filtreleri"
      search={{ label: 'Kaydın adı veya numarası', value: query.name, onSearch: name => set({ name }) }}
      chips={chips}
      searchKey="name"
    >
      <SearchInput
        label="Yapanın adı"
        value={query.actor}
        onSearch={actor => set({ actor })}
        className="max-sm:col-span-2"
      />
      <Select
        aria-label="Tür"
        placeholder="Tüm türler"
        options={kinds.map(([value, label]) => ({ value, label }))}
        value={query.entity ?? ''}
        onChange={event => set({ entity: event.target.value, entity_id: '' })}
      />
      <Select
        aria-label="İşlem"
        placeholder="Tüm işlemler"
        options={actions.map(([value, label]) => ({ value, label }))}
        value={query.action ?? ''}
        onChange={event => set({ action: event.target.value })}
      />
      <DayRange from={query.from} to={query.to} set={set} />
    </ListFilters>
  )
}

function NoEntries({ filter }: { filter: ReturnType<typeof useAuditFilter> }) {
  return filter.isFiltered ? (
    <EmptyState
      icon={History}
      title="Bu filtrelere uyan işlem yok"
      text={reversedText(filter.query) ?? 'Bir filtreyi kaldırın veya tarih aralığını genişletin.'}
      action={<ClearFilters onClear={filter.clear} />}
    />
  ) : (
    <EmptyState icon={History} title="Henüz işlem yok" text="Yapılan her değişiklik burada görünür." />
  )
}

const truncated = (text: string) => (
  <span className="block truncate max-sm:whitespace-normal" title={text}>
    {text}
  </span>
)

const COLUMNS: readonly Column<AuditEntry>[] = [
  { key: 'record', head: 'Kayıt', cell: entry => truncated(recordLabel(entry)) },
  {
    key: 'action',
    head: 'İşlem',
    width: '11.5rem',
    onPhone: 'aside',
    cell: entry => <AuditActionBadge entry={entry} />,
  },
  {
    key: 'changes',
    head: 'Değişiklik',
    hideOrder: 1,
    minWidth: '10rem',
    cell: entry => <AuditSummary entry={entry} />,
  },
  { key: 'actor', head: 'Kim', hideOrder: 2, minWidth: '7rem', cell: entry => truncated(actorLabel(entry)) },
  { key: 'time', head: 'Zaman', width: '9.5rem', cell: entry => formatInstant(entry.created_at) },
]
