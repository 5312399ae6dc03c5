import { useEffectEvent, useLayoutEffect } from 'react'
import { setOrderStatus } from '#contract/any-order.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { request, requestError } from '../../api.ts'
import { onSessionChange } from '../../current-session.ts'
import { changeEach, type Refused } from '../../lists/change-each.ts'
import { randomId } from '../../random-id.ts'
import { noteUser } from '../../same-user.ts'
import { createStore } from '../../ui/store.ts'
import { holdSelection } from './return-to-list.ts'
import { GOODS_WARNINGS, type GoodsWarning, readPresent, type Saved } from './status-saves.tsx'

/** An order to be changed, with the status that the user has seen. */
export type ChosenOrder = { id: string; expected_status: OrderStatus | undefined }

/** What a run has changed, with the versions of the orders as the server saved them, and the ids of the refused ones. */
export type Ended = { saved: readonly Saved[]; failed: readonly string[] }

/** The warnings of saved orders, with the order's number: about their days, and the stock, units and lack of goods. */
export type Warnings = Record<'delivery_warning' | GoodsWarning, string[]>

const WARNINGS = ['delivery_warning', ...GOODS_WARNINGS.map(([name]) => name)] as const

/** The change of many orders' statuses in this window, independent of the open screen. */
type StatusRun = {
  /** Absent unless orders are being changed. */
  progress?: { done: number; count: number }
  /** The orders that the last run could not change. */
  refused: readonly Refused[]
  /** The present state of those whose status another user has changed, by id. */
  present: ReadonlyMap<string, Order>
  /** What the last run has changed, until a list has taken it over. */
  ended?: Ended
}

const NO_RUN: StatusRun = { refused: [], present: new Map() }
const current = createStore(NO_RUN)
let stopping = new AbortController()

export const useStatusRun = current.use

/** Whether orders are being changed, and will be until all are done. */
export const isStatusRunGoingOn = () => current.get().progress !== undefined && !stopping.signal.aborted

/** Ends the run after the requests in flight. */
export const stopStatusRun = () => stopping.abort()

/** Calls `onEnd` once for each run: at its end, or when a list is opened after it. */
export function useStatusRunEnd(onEnd: (ended: Ended) => void) {
  const { ended } = current.use()
  const takeOver = useEffectEvent(onEnd)
  useLayoutEffect(() => {
    if (!ended) return
    const { ended: _, ...rest } = current.get()
    current.set(rest)
    holdSelection(false)
    takeOver(ended)
  }, [ended])
}

/**
 * Sets the status of many orders; one run at a time. It goes on while other screens are open, and ends with the session
 * or when the user stops it; then it resolves to undefined if another user is logged in. Closing the page before its
 * end requires confirmation.
 */
export async function startStatusRun(orders: readonly ChosenOrder[], change: { status: OrderStatus; reason?: string }) {
  stopping = new AbortController()
  const isSameUser = noteUser()
  holdSelection(true)
  const showProgress = (done: number) => current.set({ ...NO_RUN, progress: { done, count: orders.length } })
  showProgress(0)
  const saved: Saved[] = []
  const present = new Map<string, Order>()
  const warnings: Warnings = { delivery_warning: [], stock_warning: [], unit_warning: [], shortage_warning: [] }
  const set = async ({ id, expected_status, key }: ChosenOrder & { key: string }) => {
    try {
      const body = { ...change, expected_status }
      const { order, ...warning } = await request(setOrderStatus, { params: { id }, body, key })
      saved.push({ id, status: order.status, updated_at: order.updated_at })
      for (const name of WARNINGS) if (warning[name]) warnings[name].push(`${orderNumber(id)}: ${warning[name]}`)
    } catch (reason) {
      const isChanged = requestError(reason).is(setOrderStatus, 'order_status_changed')
      const found = isChanged ? await readPresent(id) : undefined
      if (found) present.set(id, found)
      throw reason
    }
  }
  // A repeated request has the same key, so that its reply has the warning of a lost one.
  const keyed = orders.map(order => ({ ...order, key: randomId() }))
  const outcome = await changeEach(keyed, set, { onDone: showProgress, signal: stopping.signal })
  const { refused } = outcome
  if (!isSameUser()) {
    holdSelection(false)
    current.set(NO_RUN)
    return undefined
  }
  current.set({ refused, present, ended: { saved, failed: refused.map(({ id }) => id) } })
  return { ...outcome, saved, warnings, present }
}

onSessionChange(stopStatusRun)
addEventListener('beforeunload', event => current.get().progress && event.preventDefault())
