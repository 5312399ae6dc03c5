import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type OverrideQuestionProps = {
  title?: string
  confirm?: string
  /** The obstacles that are overridden, as sentences. */
  sentences: readonly string[]
  isOpen: boolean
  /** Why there is nothing left to override, as the data has changed while the dialog was open. */
  lost?: string | undefined
  onCancel: () => void
  onConfirm: () => void
}

/** The dialog in which an admin confirms an order that the delivery rules do not allow. */
export function OverrideQuestion({
  title = 'Sipariş yine de alınsın mı?',
  confirm = 'Siparişi al',
  sentences,
  isOpen,
  lost,
  onCancel,
  onConfirm,
}: OverrideQuestionProps) {
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onCancel}
      title={title}
      confirm={confirm}
      isUnderFinger
      lost={lost}
      onConfirm={onConfirm}
    >
      {sentences.map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>İşlem geçmişine yazılır.</p>
    </ConfirmDialog>
  )
}
