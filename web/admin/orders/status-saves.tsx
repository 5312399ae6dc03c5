import { useState } from 'react'
import { readAnyOrder, setOrderStatus } from '#contract/any-order.ts'
import { ORDER_STATUS, ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { type ApiError, isNotFound, request, requestError } from '../../api.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { OrderStatusBadge } from '../../orders/order-status.tsx'
import { invalidate } from '../../queries.ts'
import { randomId } from '../../random-id.ts'
import { sendAgainIfLost } from '../../send-again.ts'
import { announce } from '../../ui/announce.ts'
import { toast } from '../../ui/toaster.tsx'

/** An order's status, and the version of the order that has it. */
export type Saved = Pick<Order, 'id' | 'status' | 'updated_at'>
/** The status that is shown of an order until the list has a newer version of it than `version`. */
type Save = { version: string; status: OrderStatus; isSaving?: boolean; hasFailed?: boolean }

export type StatusSaves = ReturnType<typeof useStatusSaves>

/**
 * Sets orders to their next status: it is shown immediately, and reverted if it cannot be saved. Neither such a
 * save nor “Geri al” overwrites a status that the user has not seen. `onShown` is called with the status that is shown
 * of an order after such a change.
 */
export function useStatusSaves(onShown?: (id: string, status: OrderStatus) => void) {
  const [saves, setSaves] = useState<ReadonlyMap<string, Save>>(new Map())
  const put = (id: string, save: Save) => setSaves(present => new Map(present).set(id, save))
  const end = (id: string, save: Save) => {
    put(id, save)
    onShown?.(id, save.status)
  }
  const shown = ({ id, status, updated_at }: Saved): Omit<Save, 'version'> => {
    const save = saves.get(id)
    return save && (save.isSaving || updated_at <= save.version) ? save : { status }
  }
  /** Returns the error if the status could not be saved. */
  const save = async ({ id, updated_at: version }: Saved, from: OrderStatus, to: OrderStatus) => {
    put(id, { version, status: to, isSaving: true })
    try {
      const change = { params: { id }, body: { status: to, expected_status: from }, key: randomId() }
      const reply = await sendAgainIfLost(() => request(setOrderStatus, change))
      end(id, { version: reply.order.updated_at, status: reply.order.status })
      alertGoods(reply)
    } catch (reason) {
      const error = requestError(reason)
      // oxlint-disable-next-line no-console -- the specification has it logged
      console.error(error)
      const present = error.is(setOrderStatus, 'order_status_changed') ? await readPresent(id) : undefined
      end(id, { version: present?.updated_at ?? version, status: present?.status ?? from, hasFailed: true })
      // Its customer has been deleted, and the order with it.
      if (isNotFound(error)) showNextResults('orders')
      if (error.isDecision) void invalidate(setOrderStatus.invalidates)
      return error
    }
    void invalidate(setOrderStatus.invalidates)
    return undefined
  }
  const undo = async (order: Saved, from: OrderStatus, to: OrderStatus) => {
    const error = await save(order, from, to)
    if (error) toast.error(...failureText(order, error))
  }
  return {
    /** Sets the next status; does nothing if there is none, or while one is being saved. */
    advance: async (order: Saved) => {
      const { status, isSaving } = shown(order)
      const next = nextStatus(status)
      if (!next || isSaving) return
      const error = await save(order, status, next)
      if (error?.isDecision) return toast.error(...failureText(order, error))
      // Rows and the picking card show the failure; the announcement is for screen readers.
      if (error) return announce(failureText(order, error)[0])
      toast.success(`Sipariş ${orderNumber(order.id)}: ${ORDER_STATUS[next].label}`, {
        action: { label: 'Geri al', onClick: () => void undo(order, next, status) },
      })
    },
    /** Shows the statuses that orders got by a bulk change, until the list has them or newer ones. */
    markSaved: (orders: readonly Saved[]) => {
      const shown = orders.map(({ id, status, updated_at: version }) => [id, { version, status }] as const)
      setSaves(present => new Map([...present, ...shown]))
    },
    /** Marks orders whose status could not be saved by a bulk change. */
    markFailed: (orders: readonly Saved[]) => {
      for (const { id, status, updated_at: version } of orders) put(id, { version, status, hasFailed: true })
    },
    shown,
  }
}

/** The warnings about goods in a reply, with the words before the goods. */
export const GOODS_WARNINGS = [
  ['stock_warning', 'Stok yetmediği hâlde ayrılan ürünler:'],
  ['unit_warning', 'Stoğa yeni birimle işlenen ürünler:'],
  ['shortage_warning', 'Stoktan eksik düşülen ürünler:'],
] as const

export type GoodsWarning = (typeof GOODS_WARNINGS)[number][0]

/**
 * Alerts the user to goods that were lacking, or did not leave the stock as ordered or return to it as they had left;
 * the status can be set again, but a toast, which a press dismisses, may be missed.
 */
export function alertGoods(reply: { [name in GoodsWarning]?: string | undefined }) {
  for (const [name, words] of GOODS_WARNINGS) if (reply[name]) window.alert(`${words}\n${reply[name]}`)
}

// An older app proposes nothing for a status that it does not know.
const nextStatus = (status: OrderStatus): OrderStatus | null =>
  ORDER_STATUSES.includes(status) ? ORDER_STATUS[status].next : null

/** The order with the status that another user has set; `undefined` if it cannot be fetched. */
export const readPresent = (id: string) => request(readAnyOrder, { params: { id } }).catch(() => undefined)

/** The title of a toast about a status that was not saved, with the message of a refusal as its description. */
const failureText = ({ id }: Saved, { isDecision, message }: ApiError) =>
  [`Sipariş ${orderNumber(id)}: durum kaydedilemedi`, isDecision ? { description: message } : {}] as const

/** The order's status, even while it is being saved, with a remark if saving has failed. */
export function SavedStatus({ order, saves }: { order: Saved; saves: StatusSaves }) {
  const { status, hasFailed } = saves.shown(order)
  return (
    <span className="inline-grid justify-items-start gap-0.5">
      <OrderStatusBadge status={status} />
      {hasFailed && <span className="text-danger-ink text-xs">kaydedilemedi</span>}
    </span>
  )
}
