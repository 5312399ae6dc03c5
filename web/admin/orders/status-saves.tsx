import { useState } from 'react'
import { ORDER_STATUS, type OrderStatus } from '#contract/order-status.ts'
import { type Order, orderNumber, setOrderStatus } from '#contract/orders.ts'
import { request, requestError } from '../../api.ts'
import { OrderStatusBadge } from '../../orders/order-status.tsx'
import { invalidate } from '../../queries.ts'
import { announce } from '../../ui/announce.ts'
import { toast } from '../../ui/toaster.tsx'
import { nextStatus } from './next-status.ts'

type Saved = Pick<Order, 'id' | 'status' | 'updated_at'>
/** What is shown of an order until its list has a version other than this one. */
type Save = { version: string; status: OrderStatus; isSaving?: boolean; hasFailed?: boolean }

export type StatusSaves = ReturnType<typeof useStatusSaves>

/** Sets orders to their next status: it is shown at once, and taken back if it cannot be saved. */
export function useStatusSaves() {
  const [saves, setSaves] = useState<ReadonlyMap<string, Save>>(new Map())
  const put = (id: string, save: Save) => setSaves(present => new Map(present).set(id, save))
  const shown = ({ id, status, updated_at }: Saved): Omit<Save, 'version'> => {
    const save = saves.get(id)
    return save && (save.isSaving || save.version === updated_at) ? save : { status }
  }
  const save = async ({ id, updated_at: version }: Saved, from: OrderStatus, to: OrderStatus) => {
    put(id, { version, status: to, isSaving: true })
    try {
      await request(setOrderStatus, { params: { id }, body: { status: to } })
    } catch (error) {
      // oxlint-disable-next-line no-console -- the specification has it logged
      console.error(requestError(error))
      put(id, { version, status: from, hasFailed: true })
      announce(`Sipariş ${orderNumber(id)}: durum kaydedilemedi`)
      return false
    }
    put(id, { version, status: to })
    void invalidate(setOrderStatus.invalidates)
    return true
  }
  const undo = async (order: Saved, from: OrderStatus, to: OrderStatus) => {
    if (!(await save(order, from, to))) toast.error(`Sipariş ${orderNumber(order.id)}: durum kaydedilemedi`)
  }
  return {
    /** Sets the next status; nothing if there is none, or while one is being saved. */
    advance: async (order: Saved) => {
      const { status, isSaving } = shown(order)
      const next = nextStatus(status)
      if (!next || isSaving || !(await save(order, status, next))) return
      toast.success(`Sipariş ${orderNumber(order.id)}: ${ORDER_STATUS[next].label}`, {
        action: { label: 'Geri al', onClick: () => void undo(order, next, status) },
      })
    },
    /** Shows the status that orders got by other means, until the list has it. */
    markSaved: (orders: readonly Saved[], status: OrderStatus) => {
      for (const { id, updated_at: version } of orders) put(id, { version, status })
    },
    /** Marks orders whose status could not be saved by other means. */
    markFailed: (orders: readonly Saved[]) => {
      for (const { id, status, updated_at: version } of orders) put(id, { version, status, hasFailed: true })
    },
    shown,
  }
}

/** The order's status while it is being saved, with a remark if that has failed. */
export function SavedStatus({ order, saves }: { order: Saved; saves: StatusSaves }) {
  const { status, hasFailed } = saves.shown(order)
  return (
    <span className="inline-grid justify-items-start gap-0.5">
      <OrderStatusBadge status={status} />
      {hasFailed && <span className="text-danger-ink text-xs">kaydedilemedi</span>}
    </span>
  )
}
