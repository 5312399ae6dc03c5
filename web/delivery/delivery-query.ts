import { useEffect, useState } from 'react'
import { type DeliveryDays, readCustomersDeliveryDays, readDeliveryDays } from '#contract/delivery.ts'
import { useSession } from '../current-session.ts'
import { useCallQuery } from '../queries.ts'

const MINUTE = 60_000
/** How often the days are fetched again while they are shown, in ms: a day may have become full. */
const REFRESH = 5 * MINUTE
/** The longest timer for a cut-off, in ms; when it ends the next one starts, as a timer cannot run for a month. */
const MAX_WAIT = 60 * MINUTE

/** A delivery day that can be chosen now. `cutoff` is the instant from which orders for it are late. */
export type OpenDay = { date: string; cutoff: Date; isFull: boolean }

/** The delivery data of a customer. */
export type Delivery = {
  hasRoute: boolean
  /** For an admin all days that are possible, for others those that are offered. */
  days: readonly OpenDay[]
  /** For an admin: the full days, also those that take no orders for another reason. */
  fullDays: readonly string[]
  /**
   * Whether the server has no day for an order. It may have one if only the loaded days have passed, as they do without
   * a connection; it then chooses the day of an order that names none.
   */
  hasNoDay: boolean
  /** The minimum of an order and the fee of a smaller one, in kuruş. */
  terms: Pick<DeliveryDays, 'minimum' | 'fee'>
  /** Whether the order whose delivery it is, is from an accepted quote. */
  isFromQuote: boolean
  /** The current time of the server, whatever this device's clock shows. */
  now: () => Date
}

/**
 * The delivery days of a customer, or with `null` of the logged-in customer, with `order_id` those of its order's
 * route; undefined until they are loaded. A day is removed at its cut-off by the server's time, even without a
 * connection.
 */
export const useDelivery = (owner: string | null, enabled = true, order_id?: string) =>
  useLoadedDelivery(owner, enabled, order_id).delivery

/** The same, and whether the days are being loaded for the first time. */
export function useLoadedDelivery(
  owner: string | null,
  enabled = true,
  order_id?: string,
): { delivery: Delivery | undefined; isLoading: boolean } {
  const role = useSession()?.role
  const common = { every: REFRESH, ...(order_id && { query: { order_id } }) }
  const own = useCallQuery(readDeliveryDays, { enabled: enabled && owner === null && role === 'customer', ...common })
  const customers = useCallQuery(readCustomersDeliveryDays, {
    params: { id: owner ?? '' },
    enabled: enabled && owner !== null && (role === 'marketer' || role === 'admin'),
    ...common,
  })
  const query = owner === null ? own : customers
  const { data, dataUpdatedAt } = query
  const [, render] = useState(0)
  const delivery = enabled && data ? deliveryOf(data, dataUpdatedAt) : undefined
  const nextCutoff = delivery?.days[0]?.cutoff.getTime()
  const isKnown = delivery !== undefined
  const { refetch } = query
  useEffect(() => {
    if (!isKnown || nextCutoff === undefined || !data) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const left = nextCutoff - serverTime(data, dataUpdatedAt).getTime()
      timer = setTimeout(left > MAX_WAIT ? wait : pass, Math.min(left, MAX_WAIT))
    }
    const pass = () => {
      render(count => count + 1)
      void refetch()
    }
    wait()
    return () => clearTimeout(timer)
  }, [isKnown, nextCutoff, data, dataUpdatedAt, refetch])
  return { delivery, isLoading: query.isLoading }
}

/** The current time of the server that sent a reply when this device's clock showed `at` (ms since 1970). */
const serverTime = ({ now }: Pick<DeliveryDays, 'now'>, at: number) =>
  new Date(Date.parse(now) + Math.max(0, Date.now() - at))

function deliveryOf(data: DeliveryDays, at: number): Delivery {
  const now = () => serverTime(data, at)
  const present = now()
  return {
    hasRoute: data.has_route,
    days: data.days
      .map(({ date, cutoff, is_full }) => ({ date, cutoff: new Date(cutoff), isFull: is_full }))
      .filter(({ cutoff }) => cutoff > present),
    fullDays: data.full_days ?? [],
    hasNoDay: data.has_route && data.days.every(({ is_full }) => is_full),
    terms: { minimum: data.minimum, fee: data.fee },
    isFromQuote: data.is_from_quote === true,
    now,
  }
}

/** The delivery day of an order: the chosen one while it is offered and not full, or else the first such day. */
export function chosenOrNext({ days }: Pick<Delivery, 'days'>, chosen: string): OpenDay | undefined {
  const free = days.filter(({ isFull }) => !isFull)
  return free.find(({ date }) => date === chosen) ?? free[0]
}
