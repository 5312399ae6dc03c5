import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ORDER_STATUS, ORDER_STATUSES } from '#contract/order-status.ts'
import { listAllOrders, type Order, readAnyOrder, setOrderStatus } from '#contract/orders.ts'
import { readAdminStats } from '#contract/reports.ts'
import { request } from '../../api.ts'
import { OrderStatusBadge } from '../../orders/order-status.tsx'
import { queryKeyOf } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { useSingleFlight } from '../../ui/single-flight.ts'
import { toast } from '../../ui/toaster.tsx'

const OPTIONS = ORDER_STATUSES.map(value => ({ value, label: ORDER_STATUS[value].label }))

/** The chosen status, and the status that the order had when the editor was opened. */
type Choice = { statusAtOpening: Order['status']; chosen?: Order['status'] | undefined }

/** Shows an order's status with an editor to set it to any of the four. A refusal is only logged; the editor stays. */
export function StatusEditor({ order }: { order: Order }) {
  const [choice, setChoice] = useState<Choice>()
  const queryClient = useQueryClient()
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
  const save = useMutation({
    mutationFn: (status: Order['status']) => request(setOrderStatus, { params: { id: order.id }, body: { status } }),
    onSuccess: ({ message }) => {
      close()
      toast.success(message)
      for (const call of [readAnyOrder, listAllOrders, readAdminStats])
        void queryClient.invalidateQueries({ queryKey: queryKeyOf(call) })
    },
    // oxlint-disable-next-line no-console -- the specification has it logged, and nothing more
    onError: error => console.error(error),
  })
  const send = useSingleFlight(async () => {
    if (chosen === order.status) close()
    else await save.mutateAsync(chosen).catch(() => undefined)
  })
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
    if (event.key === 'Escape' && !save.isPending) close()
  }
  return (
    <Form
      className="mt-4 border-line border-t pt-4"
      onKeyDown={leave}
      onSubmit={event => {
        event.preventDefault()
        void send()
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
        <Button size="small" disabled={save.isPending} onClick={close}>
          Vazgeç
        </Button>
        <Button size="small" variant="primary" type="submit" busy={save.isPending} busyText="Durum kaydediliyor">
          Kaydet
        </Button>
      </div>
    </Form>
  )
}
