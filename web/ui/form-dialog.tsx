import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, SideSheet } from './dialog.tsx'
import { useConfirmBeforeLeaving } from './leave-guard.ts'
import { useLeaveUnsaved } from './leave-unsaved.tsx'

type FormDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** The id of the form inside. */
  form: string
  /** Whether there is something to lose, and what is said of it. */
  isChanged: boolean
  loss: string
  busy: boolean
  busyText: string
  /** What the button that sends it says. */
  save?: string
  /** It cannot be sent as it is. */
  disabled?: boolean
  description?: ReactNode
  wide?: boolean
  /** Beside the list, which stays where it was. */
  beside?: boolean
  children: ReactNode
}

/** A form in a dialog. What was typed is not lost by closing without being asked. */
export function FormDialog(props: FormDialogProps) {
  const { open, onClose, title, form, isChanged, loss, busy, busyText, children } = props
  const { save = 'Kaydet', disabled, description, wide, beside } = props
  const unsaved = useLeaveUnsaved({ isChanged, loss, onLeave: onClose })
  useConfirmBeforeLeaving(open && isChanged, loss, onClose)
  const Window = beside ? SideSheet : Dialog
  const leave = () => {
    if (!busy) unsaved.leave()
  }
  return (
    <>
      <Window
        {...(!beside && { wide })}
        open={open}
        onOpenChange={leave}
        title={title}
        description={description}
        footer={
          <>
            <Button onClick={leave}>Vazgeç</Button>
            <Button variant="primary" type="submit" form={form} disabled={disabled} busy={busy} busyText={busyText}>
              {save}
            </Button>
          </>
        }
      >
        {children}
      </Window>
      {unsaved.question}
    </>
  )
}
