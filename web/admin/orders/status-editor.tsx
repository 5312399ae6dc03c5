import { Pencil } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type AnyOrder, setOrderStatus } from '#contract/any-order.ts'
import { isCancelled, ORDER_STATUS, ORDER_STATUSES } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { useCommand } from '../../command.ts'
import { CancelReasonField } from '../../orders/cancel-reason.tsx'
import { STATUS_OPTIONS, statusLabel } from '../../orders/order-status.tsx'
import { randomId } from '../../random-id.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toaster.tsx'
import { ChangedUnits } from './changed-units.tsx'
import { checkCompletion } from './picking/completion-check.ts'
import { recordSeenStatus } from './return-to-list.ts'
import { alertGoods } from './status-saves.tsx'

/** The chosen status, and the status that the order had when the editor was opened or the choice was made. */
type Choice = { statusAtOpening: Order['status']; chosen?: Order['status'] | undefined }

/**
 * Shows an order's status, as `badge`, with an editor to set it to any. A refusal is only logged; the editor stays
 * open.
 */
export function StatusEditor({ order, badge }: { order: AnyOrder; badge: ReactNode }) {
  const editor = useStatusEditor(order)
  const { isOpen } = editor
  const { id, status } = order
  useEffect(() => recordSeenStatus(id, status), [id, status])
  const editButton = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) editButton.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <>
      <ChangedUnits order={order} />
      {isOpen ? (
        <StatusForm order={order} editor={editor} />
      ) : (
        <div className="mt-4 flex items-center justify-between gap-4 border-line border-t pt-4">
          <span className="text-ink-soft">Durum</span>
          <span className="flex flex-wrap items-center justify-end gap-2">
            {badge}
            <Button ref={editButton} size="small" icon={Pencil} onClick={editor.open}>
              Düzenle
            </Button>
          </span>
        </div>
      )}
    </>
  )
}

function useStatusEditor({ id, status }: Order) {
  const [choice, setChoice] = useState<Choice>()
  const [reason, setReason] = useState('')
  // Until the admin chooses, follow the current status: saving must not revert a concurrent change.
  const chosen = choice?.chosen ?? status
  const isCancelling = isCancelled(chosen) && !isCancelled(status)
  const close = () => {
    setChoice(undefined)
    setReason('')
  }
  const { run, pending } = useCommand(setOrderStatus, {
    // oxlint-disable-next-line no-console -- the specification has it logged, and nothing more
    showError: error => console.error(error),
    onReply: ({ message, delivery_warning, ...warnings }, { body }) => {
      // Stays open if another status or reason was entered while this one was being saved.
      if (chosen === body?.status && (!isCancelling || reason === body.reason)) close()
      if (delivery_warning) toast.warning(message, { description: delivery_warning })
      else toast.success(message)
      alertGoods(warnings)
    },
  })
  return {
    isOpen: choice !== undefined,
    chosen,
    /** Whether the status has changed since the opening or the last choice, to another than the chosen one. */
    hasChanged: choice !== undefined && choice.statusAtOpening !== status && choice.chosen !== status,
    pending,
    open: () => setChoice({ statusAtOpening: status }),
    choose: (value: string) =>
      setChoice({ statusAtOpening: status, chosen: ORDER_STATUSES.find(one => one === value) }),
    close,
    save: () => {
      if (chosen === status) return close()
      if (ORDER_STATUS[chosen].goods === 'taken' && !checkCompletion()) return undefined
      return void run({
        params: { id },
        body: { status: chosen, expected_status: status, ...(isCancelling && { reason }) },
        // Of this press only: by the next one, the status may have been changed back.
        key: randomId(),
      })
    },
    isCancelling,
    reason,
    setReason,
  }
}

function StatusForm({ order, editor }: { order: Order; editor: ReturnType<typeof useStatusEditor> }) {
  const { chosen, hasChanged, pending, choose, close, save, isCancelling, reason, setReason } = editor
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !pending) close()
  }
  return (
    <Form
      className="mt-4 border-line border-t pt-4"
      onKeyDown={leave}
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
    >
      <Field label="Durum" hint={hasChanged && `Bu arada değişti: ${statusLabel(order.status)}`}>
        <Select
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
          autoFocus
          options={STATUS_OPTIONS}
          value={chosen}
          onChange={({ target }) => choose(target.value)}
        />
      </Field>
      {isCancelling && <CancelReasonField order_id={order.id} value={reason} onChange={setReason} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" disabled={pending} onClick={close}>
          Vazgeç
        </Button>
        <Button size="small" variant="primary" type="submit" busy={pending} busyText="Durum kaydediliyor">
          Kaydet
        </Button>
      </div>
    </Form>
  )
}
