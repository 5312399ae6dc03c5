import { Ellipsis, Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { Menu } from './menu.tsx'

type RowActionsProps = {
  /** What the row is about; names its buttons. */
  name: string
  /** Edits the row in its place; without it there is only the menu. */
  onEdit?: () => void
  /** The row's form was just closed: the focus goes to the row (for its arrow keys), on a phone to the edit button. */
  takesFocus?: boolean
  onFocusTaken?: () => void
  /** The menu's items. */
  children: ReactNode
}

/** The edit button of a row, and the menu of everything else that can be done with it. */
export function RowActions({ name, onEdit, takesFocus = false, onFocusTaken, children }: RowActionsProps) {
  const edit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!takesFocus || !edit.current) return
    const row = edit.current.closest('tr') ?? edit.current
    row.focus()
    onFocusTaken?.()
  })
  return (
    <span className="-my-1.5 flex justify-end max-sm:-mr-2">
      {onEdit && <IconButton ref={edit} size="small" icon={Pencil} label={`Düzenle: ${name}`} onClick={onEdit} />}
      <Menu trigger={<IconButton size="small" icon={Ellipsis} label={`İşlemler: ${name}`} />}>{children}</Menu>
    </span>
  )
}
