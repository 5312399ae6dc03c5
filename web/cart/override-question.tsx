import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { CartDelivery } from './cart-delivery.ts'
import { overridden } from './delivery-note.tsx'

/** Places an order, after an admin has confirmed what it overrides, if there is anything. */
export function useOverrideQuestion(delivery: CartDelivery, place: () => void) {
  const [isOpen, setOpen] = useState(false)
  return {
    sentences: overridden(delivery),
    isOpen,
    ask: () => (delivery.draft?.isOverridden ? setOpen(true) : place()),
    onCancel: () => setOpen(false),
    onConfirm: () => {
      setOpen(false)
      place()
    },
  }
}

/** Asks an admin whether an order is taken that the delivery rules do not allow. */
export function OverrideQuestion({ sentences, isOpen, onCancel, onConfirm }: ReturnType<typeof useOverrideQuestion>) {
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onCancel}
      title="Sipariş yine de alınsın mı?"
      confirm="Siparişi al"
      isUnderFinger
      onConfirm={onConfirm}
    >
      {sentences.map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>İşlem geçmişine yazılır.</p>
    </ConfirmDialog>
  )
}
