import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type OverrideQuestionProps = {
  title?: string
  confirm?: string
  /** What is overridden. */
  sentences: readonly string[]
  isOpen: boolean
  /** Why there is nothing left to override, as what the question is about has changed meanwhile. */
  lost?: string | undefined
  onCancel: () => void
  onConfirm: () => void
}

/** Asks an admin whether an order is taken that the delivery rules do not allow. */
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
