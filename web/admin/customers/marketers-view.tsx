import { Contact, History, LogOut, UserCheck, UserPlus, Users, UserX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { listMarketers, type Marketer, updateMarketer } from '#contract/marketers.ts'
import { useCommand } from '../../command.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { useListQuery } from '../../queries.ts'
import { ActiveBadge } from '../../ui/active-badge.tsx'
import { ActiveItem } from '../../ui/active-item.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { MenuLink } from '../../ui/menu-link.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { Link } from '../../ui/router.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toaster.tsx'
import { useEndSessions } from './end-sessions.ts'
import { HandOverDialog } from './hand-over.tsx'
import { MarketerDialog } from './marketer-form.tsx'

/** The dialog over the list and its marketer, which is retained while the dialog closes. */
type DialogState = { kind: 'add' | 'edit' | 'hand over'; marketer?: Marketer; open: boolean }

/** All marketers, ordered by name, each with its number of customers. */
export function MarketersView({ chooser }: { chooser: ReactNode }) {
  const phone = useIsPhoneWidth()
  const [dialogState, setDialogState] = useState<DialogState>()
  const toggle = useMarketerActiveToggle()
  const endSessions = useEndSessions()
  const marketers = useListQuery(listMarketers, {})
  const edit = (marketer: Marketer) => setDialogState({ kind: 'edit', marketer, open: true })
  const dialog = {
    open: dialogState?.open ?? false,
    onOpenChange: (open: boolean) => dialogState && setDialogState({ ...dialogState, open }),
  }
  const add = (
    <Button variant="primary" icon={UserPlus} onClick={() => setDialogState({ kind: 'add', open: true })}>
      Yeni pazarlamacı
    </Button>
  )
  const actions: Column<Marketer> = {
    key: 'actions',
    head: 'İşlemler',
    hideHead: true,
    width: '5.5rem',
    onPhone: 'foot',
    cell: marketer => (
      <MarketerActions
        marketer={marketer}
        onEdit={() => edit(marketer)}
        onHandOver={() => setDialogState({ kind: 'hand over', marketer, open: true })}
        onToggle={toggle}
        onEndSessions={() => endSessions(marketer)}
      />
    ),
  }
  return (
    <Page title="Pazarlamacılar" windowTitle="Pazarlamacılar · Yönetim" aside={chooser} action={add}>
      <div className="grid min-w-0 gap-3">
        <ListStates query={marketers} empty={<NoMarketers add={add} />}>
          <DataTable
            label="Pazarlamacılar"
            columns={[...COLUMNS, actions]}
            rows={marketers.items}
            rowKey={marketer => marketer.id}
            onOpen={phone ? undefined : edit}
            onEndReached={marketers.hasNextPage ? () => void marketers.fetchNextPage() : undefined}
            loadingMore={marketers.isFetchingNextPage}
          />
        </ListStates>
      </div>
      {dialogState && dialogState.kind !== 'hand over' && (
        <MarketerDialog key={dialogState.marketer?.id} marketer={dialogState.marketer} {...dialog} />
      )}
      {dialogState?.marketer && dialogState.kind === 'hand over' && (
        <HandOverDialog key={dialogState.marketer.id} marketer={dialogState.marketer} {...dialog} />
      )}
    </Page>
  )
}

function NoMarketers({ add }: { add: ReactNode }) {
  return (
    <EmptyState
      icon={Contact}
      title="Henüz pazarlamacı yok"
      text="Eklediğiniz pazarlamacıya müşteri atayabilirsiniz; pazarlamacı onların siparişlerini izler."
      action={add}
    />
  )
}

type MarketerActionsProps = {
  marketer: Marketer
  onEdit: () => void
  onHandOver: () => void
  onToggle: (shown: Marketer) => void
  onEndSessions: () => void
}

function MarketerActions({ marketer, onEdit, onHandOver, onToggle, onEndSessions }: MarketerActionsProps) {
  return (
    <RowActions name={marketer.name} onEdit={onEdit}>
      <MenuLink icon={Users} to={customersOf(marketer)}>
        Müşterileri
      </MenuLink>
      <MenuItem icon={Contact} disabled={marketer.customer_count === 0} onSelect={onHandOver}>
        Müşterilerini devret
      </MenuItem>
      <ActiveItem item={marketer} icons={{ deactivate: UserX, activate: UserCheck }} onToggle={onToggle} />
      <MenuItem icon={LogOut} onSelect={onEndSessions}>
        Oturumlarını kapat
      </MenuItem>
      <MenuLink icon={History} to={`/admin/dashboard?tab=reports&view=audit&entity=marketer&entity_id=${marketer.id}`}>
        Geçmişi
      </MenuLink>
    </RowActions>
  )
}

const customersOf = ({ id }: Marketer) => `/admin/dashboard?tab=customers&marketer=${id}`

// The same call with this action's fallback message, shown when the server gives no reason.
const setActive = { ...updateMarketer, failure: 'Hata' }

/** Deactivates a marketer's account after confirmation, or activates it again. */
function useMarketerActiveToggle() {
  const { run } = useCommand(setActive, {
    refetchWhenLost: true,
    showError: error => window.alert(`Durum değiştirilemedi: ${error.message}`),
    onReply: ({ marketer: { is_active, name } }) =>
      toast.success(is_active ? 'Pazarlamacı aktif yapıldı' : 'Pazarlamacı pasif yapıldı', { description: name }),
  })
  return ({ id, name, is_active, customer_count }: Marketer) => {
    const customersNote = customer_count
      ? ` ${wholeText(customer_count)} müşterisi kendisinde kalır; önce devredebilirsiniz.`
      : ''
    const question = `${name} pasif yapılsın mı?\n\nGiriş yapamaz, açık oturumları kapanır.${customersNote}`
    if (!is_active || window.confirm(question)) void run({ params: { id }, body: { is_active: !is_active } })
  }
}

const COLUMNS: readonly Column<Marketer>[] = [
  { key: 'name', head: 'Ad soyad', cell: marketer => <span className="block truncate">{marketer.name}</span> },
  {
    key: 'username',
    head: 'Kullanıcı adı',
    hideOrder: 1,
    cell: marketer => <span className="block truncate">{marketer.username}</span>,
  },
  {
    key: 'state',
    head: 'Durum',
    width: '6.5rem',
    onPhone: 'aside',
    cell: marketer => <ActiveBadge active={marketer.is_active} />,
  },
  {
    key: 'customers',
    head: 'Müşteri',
    width: '6rem',
    numeric: true,
    cell: marketer => (
      <Link to={customersOf(marketer)} className="text-link">
        <span className="sr-only">{marketer.name}: müşterileri, </span>
        {/* Wide enough for a touch target of 44 px together with the cell's padding. */}
        <span className="inline-block min-w-5">{wholeText(marketer.customer_count)}</span>
      </Link>
    ),
  },
]
