import { Ellipsis, Pause, PencilLine, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  changeStandingOrder,
  deleteStandingOrder,
  type StandingOrder,
  UNIT_CHANGES,
  unitChangeText,
} from '#contract/standing-orders.ts'
import { formatDay } from '#contract/turkish.ts'
import { useSession } from '../current-session.ts'
import { useDeleteCommand } from '../delete-command.ts'
import { useRowCommand } from '../lists/row-command.ts'
import { showNextResults } from '../lists/steady-list.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { toast } from '../ui/toaster.tsx'
import { ComingDays } from './coming-days.tsx'
import { PastDay } from './past-day.tsx'
import { costOf, rhythmText } from './standing-texts.ts'

type StandingCardProps = {
  standing: StandingOrder
  /** Whether the customer is shown, as to marketers and admins. */
  namesCustomer: boolean
  /** The address of the order's page. */
  orderPath: (id: string) => string
  onEdit: () => void
}

/** A standing order: its products and rhythm, its coming days, and the outcome of the past ones. */
export function StandingCard({ standing, namesCustomer, orderPath, onEdit }: StandingCardProps) {
  const { name, user_company, items, ends_on, is_paused, past } = standing
  const gone = items.filter(line => line.price === null)
  const inOtherUnits = items.filter(line => line.price !== null && line.new_unit)
  return (
    <Card
      title={name}
      action={
        <span className="flex items-center gap-2">
          {is_paused && (
            <Badge tone="yellow" icon={Pause}>
              Duraklatıldı
            </Badge>
          )}
          <Actions standing={standing} onEdit={onEdit} />
        </span>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        <div>
          {namesCustomer && <p className="break-words font-medium">{user_company}</p>}
          <p>
            {rhythmText(standing)}
            {ends_on && `, ${formatDay(ends_on)} gününe kadar`}
          </p>
          <p className="text-ink-soft text-sm">
            {wholeText(items.length)} ürün · bugünkü fiyatlarla <Money amount={costOf(items)} /> + KDV
          </p>
          {gone.length > 0 && (
            <p className="text-danger-ink text-sm">
              Artık satışta değil: {gone.map(({ product_name }) => product_name).join(', ')}
            </p>
          )}
          {inOtherUnits.length > 0 && (
            <p className="text-danger-ink text-sm">
              {UNIT_CHANGES} {inOtherUnits.map(unitChangeText).join(', ')}
            </p>
          )}
        </div>
        {is_paused ? (
          <p className="text-ink-soft">Duraklatıldığı sürece sipariş verilmez.</p>
        ) : (
          <ComingDays standing={standing} />
        )}
        {past.length > 0 && (
          <Disclosure summary="Son siparişler" className="-mx-4">
            <ul className="grid gap-2">
              {past.map(day => (
                <li key={day.due_on}>
                  <PastDay day={day} orderPath={orderPath} />
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </div>
    </Card>
  )
}

function Actions({ standing, onEdit }: Pick<StandingCardProps, 'standing' | 'onEdit'>) {
  const { id, name } = standing
  const session = useSession()
  const [isDeleting, setIsDeleting] = useState(false)
  const change = useRowCommand(changeStandingOrder, {
    showError: 'toast',
    onReply: saved => {
      showNextResults('standing-orders')
      toast.success(saved.is_paused ? `“${name}” duraklatıldı` : `“${name}” sürüyor`)
    },
  })
  const deletion = useDeleteCommand(deleteStandingOrder, {
    showError: 'toast',
    onDeleted: reply => {
      showNextResults('standing-orders')
      setIsDeleting(false)
      // Without a reply, the customer (and the standing order) may have been assigned to another marketer instead.
      if (reply || session?.role !== 'marketer') toast.success(`“${name}” silindi`)
      else toast.info(`“${name}” artık listenizde yok`)
    },
  })
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={`İşlemler: ${name}`} />}>
        <MenuItem icon={PencilLine} onSelect={onEdit}>
          Düzenle
        </MenuItem>
        <PauseItem
          standing={standing}
          disabled={change.pending}
          onChange={body => void change.run({ params: { id }, body })}
        />
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => setIsDeleting(true)}>
          Sil
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title="Düzenli sipariş silinsin mi?"
        confirm="Düzenli siparişi sil"
        danger
        busy={deletion.pending}
        onConfirm={() => void deletion.run({ params: { id } })}
      >
        “{name}” artık sipariş vermez. Verilmiş siparişler değişmez.
      </ConfirmDialog>
    </>
  )
}

type PauseItemProps = {
  standing: StandingOrder
  disabled: boolean
  onChange: (body: { version: number; is_paused: boolean }) => void
}

/** Pauses or resumes the standing order as it was when its menu was opened, whatever other users change since. */
function PauseItem({ standing, disabled, onChange }: PauseItemProps) {
  const [{ version, is_paused }] = useState(standing)
  return (
    <MenuItem
      icon={is_paused ? Play : Pause}
      disabled={disabled}
      onSelect={() => onChange({ version, is_paused: !is_paused })}
    >
      {is_paused ? 'Sürdür' : 'Duraklat'}
    </MenuItem>
  )
}
