import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { LeaveUnsaved, useAskedBeforeUnload } from './leave-unsaved.tsx'

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
  children: ReactNode
}

/** A form in a dialog. What was typed is not lost by closing without being asked. */
export function FormDialog({ open, onClose, title, form, isChanged, loss, busy, busyText, children }: FormDialogProps) {
  const [leaving, setLeaving] = useState(false)
  useAskedBeforeUnload(open && isChanged)
  const leave = () => {
    if (busy) return
    if (isChanged) setLeaving(true)
    else onClose()
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={leave}
        title={title}
        footer={
          <>
            <Button onClick={leave}>Vazgeç</Button>
            <Button variant="primary" type="submit" form={form} busy={busy} busyText={busyText}>
              Kaydet
            </Button>
          </>
        }
      >
        {children}
      </Dialog>
      <LeaveUnsaved
        open={leaving}
        onOpenChange={setLeaving}
        onLeave={() => {
          setLeaving(false)
          onClose()
        }}
      >
        {loss}
      </LeaveUnsaved>
    </>
  )
}
