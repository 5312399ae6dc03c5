import { ClipboardList, FileDown, History, LogOut, Phone, StickyNote, Trash2, UserCheck, UserX } from 'lucide-react'
import type { Customer } from '#contract/customers.ts'
import { downloadCustomerData } from '#contract/privacy.ts'
import { useFileDownload } from '../../files/file-download.ts'
import { ActiveItem } from '../../ui/active-item.tsx'
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { MenuLink } from '../../ui/menu-link.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { useEndSessions } from './end-sessions.ts'

type CustomerActionsProps = {
  customer: Customer
  /** The row's form was just closed: the row takes the focus back. */
  takesFocus: boolean
  onFocusTaken: () => void
  onEdit: () => void
  onToggle: (shown: Customer) => void
  onNotes: () => void
  onDelete: () => void
}

/** The edit button and the menu of actions of a customer's row. */
export function CustomerActions({ customer, onToggle, onNotes, onDelete, ...editing }: CustomerActionsProps) {
  const { id, company_name } = customer
  const { start } = useFileDownload(error => window.alert(error.message))
  const endSessions = useEndSessions()
  return (
    <RowActions name={company_name} {...editing}>
      <ActiveItem item={customer} icons={{ deactivate: UserX, activate: UserCheck }} onToggle={onToggle} />
      <MenuLink icon={Phone} to={`/admin/phone-order?customer=${id}`}>
        Sipariş oluştur
      </MenuLink>
      <MenuLink icon={ClipboardList} to={`/admin/dashboard?tab=orders&customer_id=${id}`}>
        Siparişleri
      </MenuLink>
      <MenuItem icon={StickyNote} onSelect={onNotes}>
        Notlar
      </MenuItem>
      <MenuLink icon={History} to={`/admin/dashboard?tab=reports&view=audit&entity=customer&entity_id=${id}`}>
        Geçmişi
      </MenuLink>
      <MenuItem icon={FileDown} onSelect={() => void start(downloadCustomerData, { params: { id } })}>
        Kişisel verileri indir
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => endSessions({ id, name: company_name })}>
        Oturumlarını kapat
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={onDelete}>
        Müşteriyi sil
      </MenuItem>
    </RowActions>
  )
}
