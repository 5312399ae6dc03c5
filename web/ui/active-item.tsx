import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { MenuItem } from './menu.tsx'

type ActiveItemProps<Item> = {
  item: Item
  icons: { deactivate: LucideIcon; activate: LucideIcon }
  /** Receives the item as it was when the menu was opened. */
  onToggle: (shown: Item) => void
}

/**
 * The item of a row's menu that makes the row passive, or active again: what its text said when the menu was opened,
 * whatever other users change since.
 */
export function ActiveItem<Item extends { is_active: boolean }>({ item, icons, onToggle }: ActiveItemProps<Item>) {
  const [shown] = useState(item)
  return (
    <MenuItem icon={shown.is_active ? icons.deactivate : icons.activate} onSelect={() => onToggle(shown)}>
      {shown.is_active ? 'Pasif yap' : 'Aktif yap'}
    </MenuItem>
  )
}
