import {
  ArrowDownToLine,
  Ban,
  CircleHelp,
  KeyRound,
  LockKeyhole,
  LockOpen,
  LogOut,
  type LucideIcon,
  Mail,
  MailCheck,
  RefreshCw,
  ShieldAlert,
  ShieldCheck,
  ShieldOff,
  UserX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { shortId } from '#contract/orders.ts'
import { readSecurityLog, SECURITY_EVENTS, type SecurityEntry, type SecurityEvent } from '#contract/security-log.ts'
import { formatDay, formatInstant } from '#contract/turkish.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { MissingRow, useRowSheet } from '../../lists/row-sheet.tsx'
import { useListQuery } from '../../queries.ts'
import { isId } from '../../stored-values.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ClearFilters } from '../../ui/clear-filters.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DayRange } from '../../ui/day-input.tsx'
import { dayIn, reversedText } from '../../ui/day-text.ts'
import { Details } from '../../ui/details.tsx'
import { SideSheet } from '../../ui/dialog.tsx'
import { ListFilters } from '../../ui/list-filters.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Tone } from '../../ui/tone.ts'
import { chipsOf, type FilterChip, FilterChips } from '../../ui/toolbar.tsx'
import { LogChooser } from './log-chooser.tsx'
import { eventLabel, isEvent, personLabel, subjectOf } from './security-labels.ts'

const NO_FILTERS = { event: '', person: '', address: '', from: '', to: '' }
type FilterName = keyof typeof NO_FILTERS
type Filters = Partial<Record<FilterName, string>>

/** The security log, newest entry first. */
export function SecurityView({ chooser }: { chooser: ReactNode }) {
  const filter = useSecurityFilter()
  const entries = useListQuery(readSecurityLog, { query: filter.query })
  const chips = filter.chips(entries.items)
  const sheet = useRowSheet('entry', entries.items, ({ id }) => String(id))
  const { row: opened } = sheet
  return (
    <Page
      title="Güvenlik kayıtları"
      windowTitle="Güvenlik kayıtları · Yönetim"
      aside={
        <>
          {chooser}
          <LogChooser value="security" />
        </>
      }
      description="Hatalı girişler, yetkisiz işlemler, kişisel veri aktarımları, şifre ve e-posta değişiklikleri; 180 gün saklanır."
    >
      <div className="grid min-w-0 gap-3">
        <SecurityFilters filter={filter} chips={chips} />
        <FilterChips chips={chips} onClear={filter.clear} />
        <ListStates query={entries} empty={<NoEntries filter={filter} />}>
          <DataTable
            label="Güvenlik kayıtları"
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
          title={eventLabel(opened)}
          description={formatInstant(opened.created_at)}
          footer={<SheetActions entry={opened} onFilter={filter.only} onClose={sheet.close} />}
        >
          <EntryDetails entry={opened} />
        </SideSheet>
      )}
      {sheet.isMissing && !entries.isFetching && <MissingRow onClose={sheet.close} />}
    </Page>
  )
}

/** The filters of the security log, read from the URL; invalid values are ignored. */
function useSecurityFilter() {
  const { read, write } = useAddress()
  const day = (name: FilterName) => dayIn(read(name))
  const requested = read('event')
  const event = isEvent(requested) ? requested : undefined
  const query = { event, person: read('person'), address: read('address'), from: day('from'), to: day('to') }
  const chip = chipsOf<FilterName>(write)
  return {
    query,
    isFiltered: Object.values(query).some(Boolean),
    set: (changes: Filters) => write(changes),
    /** Sets these filters and removes all others. */
    only: (filters: Filters) => write({ ...NO_FILTERS, ...filters }),
    clear: () => write(NO_FILTERS),
    /** If the filter is by one account, its entries supply the name. */
    chips: (entries: readonly SecurityEntry[]) => [
      ...chip('event', 'Olay', event && SECURITY_EVENTS[event]),
      ...chip('person', 'Kişi', isId(query.person) ? nameOf(query.person, entries) : query.person),
      ...chip('address', 'İstemci adresi', query.address),
      ...chip('from', 'Başlangıç', query.from && formatDay(query.from)),
      ...chip('to', 'Bitiş', query.to && formatDay(query.to)),
    ],
  }
}

/** The name of an account in these entries; if they do not contain it, the first 8 characters of its id. */
function nameOf(id: string, entries: readonly SecurityEntry[]): string {
  const person = entries.flatMap(({ account, actor }) => [account, actor]).find(one => one?.id === id)
  return person ? personLabel(person) : shortId(id)
}

type SecurityFiltersProps = { filter: ReturnType<typeof useSecurityFilter>; chips: readonly FilterChip[] }

function SecurityFilters({ filter: { query, set }, chips }: SecurityFiltersProps) {
  const events = Object.entries(SECURITY_EVENTS) as [SecurityEvent, string][]
  return (
    <ListFilters
      label="Güvenlik kaydı filtreleri"
      search={{
        label: 'Kişi adı veya kullanıcı adı',
        value: isId(query.person) ? '' : query.person,
        onSearch: person => set({ person }),
      }}
      chips={chips}
      searchKey="person"
    >
      <SearchInput label="İstemci adresi" value={query.address} onSearch={address => set({ address })} />
      <Select
        aria-label="Olay"
        placeholder="Tüm olaylar"
        options={events.map(([value, label]) => ({ value, label }))}
        value={query.event ?? ''}
        onChange={change => set({ event: change.target.value })}
      />
      <DayRange from={query.from} to={query.to} set={set} />
    </ListFilters>
  )
}

function NoEntries({ filter }: { filter: ReturnType<typeof useSecurityFilter> }) {
  return filter.isFiltered ? (
    <EmptyState
      icon={ShieldCheck}
      title="Bu filtrelere uyan kayıt yok"
      text={reversedText(filter.query) ?? 'Bir filtreyi kaldırın veya tarih aralığını genişletin.'}
      action={<ClearFilters onClear={filter.clear} />}
    />
  ) : (
    <EmptyState icon={ShieldCheck} title="Henüz kayıt yok" text="Güvenliği ilgilendiren olaylar burada görünür." />
  )
}

type SheetActionsProps = {
  entry: SecurityEntry
  onFilter: (filters: Filters) => void
  onClose: () => void
}

function SheetActions({ entry, onFilter, onClose }: SheetActionsProps) {
  const subject = subjectOf(entry)
  const { address } = entry
  const filterBy = (filters: Filters) => {
    onClose()
    onFilter(filters)
  }
  return (
    <>
      {subject && <Button onClick={() => filterBy({ person: subject.id })}>Bu kişinin kayıtları</Button>}
      {address && <Button onClick={() => filterBy({ address })}>Bu adresin kayıtları</Button>}
    </>
  )
}

function EntryDetails({ entry }: { entry: SecurityEntry }) {
  const { actor, address, times, operation, code, request_id } = entry
  const selectable = (text: string | null) => text && <span className="select-all break-all">{text}</span>
  return (
    <div className="grid gap-4">
      <div>
        <EventBadge entry={entry} />
      </div>
      <Details
        stacked
        details={[
          { label: 'Hesap', value: personLabel(subjectOf(entry)) },
          { label: 'İşlemi yapan', value: personLabel(actor) },
          { label: 'İstemci adresi', value: selectable(address) },
          { label: 'Bir saniyede kaç kez', value: wholeText(times) },
          { label: 'Çağrı', value: selectable(operation) },
          { label: 'Ret kodu', value: selectable(code) },
          { label: 'İstek numarası', value: selectable(request_id) },
        ]}
      />
    </div>
  )
}

const LOOKS: Record<SecurityEvent, { tone: Tone; icon: LucideIcon }> = {
  wrong_login: { tone: 'yellow', icon: ShieldAlert },
  login_denied: { tone: 'yellow', icon: UserX },
  locked_out: { tone: 'red', icon: LockKeyhole },
  wrong_password: { tone: 'yellow', icon: ShieldAlert },
  wrong_code: { tone: 'yellow', icon: ShieldAlert },
  denied: { tone: 'red', icon: Ban },
  exported: { tone: 'blue', icon: ArrowDownToLine },
  password_changed: { tone: 'blue', icon: KeyRound },
  email_changed: { tone: 'blue', icon: Mail },
  email_confirmed: { tone: 'green', icon: MailCheck },
  unlocked: { tone: 'green', icon: LockOpen },
  sessions_ended: { tone: 'yellow', icon: LogOut },
  second_factor_added: { tone: 'green', icon: ShieldCheck },
  second_factor_replaced: { tone: 'yellow', icon: ShieldCheck },
  second_factor_removed: { tone: 'red', icon: ShieldOff },
  recovery_code_used: { tone: 'yellow', icon: KeyRound },
  recovery_codes_replaced: { tone: 'yellow', icon: RefreshCw },
  restored: { tone: 'yellow', icon: RefreshCw },
  unrecorded: { tone: 'neutral', icon: CircleHelp },
}

/** The event as a coloured badge, with the number of times if it was repeated. */
function EventBadge({ entry }: { entry: SecurityEntry }) {
  const looks: Partial<Record<string, (typeof LOOKS)[SecurityEvent]>> = LOOKS
  const times = entry.times > 1 ? ` × ${wholeText(entry.times)}` : ''
  return (
    <Badge {...looks[entry.event]}>
      {eventLabel(entry)}
      {times}
    </Badge>
  )
}

const truncated = (text: string) => (
  <span className="block truncate max-sm:whitespace-normal" title={text}>
    {text || '–'}
  </span>
)

const COLUMNS: readonly Column<SecurityEntry>[] = [
  { key: 'person', head: 'Hesap', minWidth: '9rem', cell: entry => truncated(personLabel(subjectOf(entry))) },
  { key: 'event', head: 'Olay', width: '14rem', onPhone: 'aside', cell: entry => <EventBadge entry={entry} /> },
  {
    key: 'actor',
    head: 'İşlemi yapan',
    hideOrder: 1,
    minWidth: '8rem',
    cell: ({ actor }) => truncated(personLabel(actor)),
  },
  {
    key: 'address',
    head: 'İstemci adresi',
    hideOrder: 2,
    width: '10rem',
    cell: entry => truncated(entry.address ?? ''),
  },
  { key: 'time', head: 'Zaman', width: '9.5rem', cell: entry => formatInstant(entry.created_at) },
]
