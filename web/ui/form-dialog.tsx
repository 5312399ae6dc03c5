import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog, SideSheet } from './dialog.tsx'
import { useFocusAfterBusy } from './focus-after-busy.ts'
import { useConfirmBeforeLeaving } from './leave-guard.ts'
import { useLeaveUnsaved } from './leave-unsaved.tsx'

type FormDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** The id of the form inside. */
  form: string
  /** Whether there are unsaved changes, and the sentence that names what would be lost. */
  isChanged: boolean
  loss: string
  busy: boolean
  busyText: string
  /** The label of the submit button. */
  save?: string
  /** The form cannot be submitted in its current state. */
  disabled?: boolean
  description?: ReactNode
  wide?: boolean
  /** As in `Dialog`. */
  whole?: boolean
  focusTitle?: boolean
  /** As a side panel; the list keeps its position. */
  asSidePanel?: boolean
  children: ReactNode
}

/**
 * A form in a dialog. Closing it with unsaved changes requires a confirmation. While it is being saved, it stays open and
 * cannot be edited, as what is typed then would not be saved.
 */
export function FormDialog(props: FormDialogProps) {
  const { open, onClose, title, form, isChanged, loss, busy, busyText, children } = props
  const { save = 'Kaydet', disabled, description, wide, whole, focusTitle, asSidePanel } = props
  const unsaved = useLeaveUnsaved({ isChanged, loss, onLeave: onClose })
  useConfirmBeforeLeaving(open && isChanged, loss, onClose, open && busy)
  const content = useRef<HTMLDivElement>(null)
  useFocusAfterBusy(busy, content)
  const Window = asSidePanel ? SideSheet : Dialog
  const leave = () => {
    if (!busy) unsaved.leave()
  }
  return (
    <>
      <Window
        {...(!asSidePanel && { wide, whole, focusTitle })}
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
        <div ref={content} inert={busy} className="contents">
          {children}
        </div>
      </Window>
      {unsaved.question}
    </>
  )
}
