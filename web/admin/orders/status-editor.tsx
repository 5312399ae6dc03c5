import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ORDER_STATUS, ORDER_STATUSES } from '#contract/order-status.ts'
import { type Order, setOrderStatus } from '#contract/orders.ts'
import { useCommand } from '../../command.ts'
import { OrderStatusBadge } from '../../orders/order-status.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toaster.tsx'

const OPTIONS = ORDER_STATUSES.map(value => ({ value, label: ORDER_STATUS[value].label }))

/** The chosen status, and the status that the order had when the editor was opened. */
type Choice = { statusAtOpening: Order['status']; chosen?: Order['status'] | undefined }

/** Shows an order's status with an editor to set it to any of the four. A refusal is only logged; the editor stays. */
export function StatusEditor({ order }: { order: Order }) {
  const [choice, setChoice] = useState<Choice>()
  const editButton = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const open = choice !== undefined
  const close = () => setChoice(undefined)
  const hasChanged = choice !== undefined && choice.statusAtOpening !== order.status
  // Until the admin chooses, follow the current status: saving must not revert a concurrent change.
  const chosen = choice?.chosen ?? order.status
  useEffect(() => {
    if (wasOpen.current && !open) editButton.current?.focus()
    wasOpen.current = open
  }, [open])
  const { run, pending } = useCommand(setOrderStatus, {
    // oxlint-disable-next-line no-console -- the specification has it logged, and nothing more
    showError: error => console.error(error),
    onReply: ({ message }) => {
      close()
      toast.success(message)
    },
  })
  const send = () => {
    if (chosen === order.status) close()
    else void run({ params: { id: order.id }, body: { status: chosen } })
  }
  if (!open)
    return (
      <div className="mt-4 flex items-center justify-between gap-4 border-line border-t pt-4">
        <span className="text-ink-soft">Durum</span>
        <span className="flex flex-wrap items-center justify-end gap-2">
          <OrderStatusBadge status={order.status} />
          <Button
            ref={editButton}
            size="small"
            icon={Pencil}
            onClick={() => setChoice({ statusAtOpening: order.status })}
          >
            Düzenle
          </Button>
        </span>
      </div>
    )
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !pending) close()
  }
  return (
    <Form
      className="mt-4 border-line border-t pt-4"
      onKeyDown={leave}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <Field label="Durum" hint={hasChanged && `Bu arada değişti: ${ORDER_STATUS[order.status].label}`}>
        <Select
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
          autoFocus
          options={OPTIONS}
          value={chosen}
          onChange={({ target }) =>
            setChoice({ statusAtOpening: order.status, chosen: ORDER_STATUSES.find(status => status === target.value) })
          }
        />
      </Field>
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
