import { deleteOrderList, type OrderList } from '#contract/order-lists.ts'
import { useDeleteCommand } from '../delete-command.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { wholeText } from '../ui/number-text.ts'
import { toast } from '../ui/toaster.tsx'

type DeleteListProps = {
  list: OrderList
  open: boolean
  onClose: () => void
  onDeleted: () => void
}

/** The question before a list is deleted. */
export function DeleteList({ list, open, onClose, onDeleted }: DeleteListProps) {
  const { run, pending } = useDeleteCommand(deleteOrderList, {
    showError: 'toast',
    onDeleted: () => {
      onClose()
      onDeleted()
      toast.success(`“${list.name}” silindi`)
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title="Liste silinsin mi?"
      confirm="Listeyi sil"
      danger
      busy={pending}
      onConfirm={() => void run({ params: { id: list.id } })}
    >
      “{list.name}” ve {wholeText(list.lines.length)} satırı silinecek. Siparişler ve sepet değişmez.
    </ConfirmDialog>
  )
}
