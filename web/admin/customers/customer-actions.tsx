import {
  ClipboardList,
  Ellipsis,
  FileDown,
  History,
  LogOut,
  Pencil,
  StickyNote,
  Trash2,
  UserCheck,
  UserX,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Customer } from '#contract/customers.ts'
import { downloadCustomerData } from '#contract/privacy.ts'
import { useFileDownload } from '../../files/file-download.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { MenuLink } from '../../ui/menu-link.tsx'
import { useEndSessions } from './end-sessions.ts'
import { useNotes } from './notes.tsx'

type CustomerActionsProps = {
  customer: Customer
  /** The row's form was just closed: the edit button takes the focus back. */
  takesFocus: boolean
  onEdit: () => void
  onToggle: () => void
  onDelete: () => void
}

/** The edit button and the menu of actions of a customer's row. */
export function CustomerActions({ customer, takesFocus, onEdit, onToggle, onDelete }: CustomerActionsProps) {
  const { id, company_name, is_active } = customer
  const { start } = useFileDownload(error => window.alert(error.message))
  const endSessions = useEndSessions()
  const notes = useNotes(customer)
  const edit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) edit.current?.focus()
  }, [takesFocus])
  return (
    <span className="inline-flex">
      <IconButton ref={edit} size="small" icon={Pencil} label={`Düzenle: ${company_name}`} onClick={onEdit} />
      <Menu trigger={<IconButton size="small" icon={Ellipsis} label={`İşlemler: ${company_name}`} />}>
        <MenuItem icon={is_active ? UserX : UserCheck} onSelect={onToggle}>
          {is_active ? 'Pasif yap' : 'Aktif yap'}
        </MenuItem>
        <MenuLink icon={ClipboardList} to={`/admin/dashboard?tab=orders&customer_id=${id}`}>
          Siparişleri
        </MenuLink>
        <MenuItem icon={StickyNote} onSelect={notes.open}>
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
      </Menu>
      {notes.sheet}
    </span>
  )
}
