import * as z from 'zod/mini'
import { Overrides } from '#checked/overridable-rules.ts'
import { NewCustomersOrder } from '#checked/staff-orders.ts'
import { kurus } from '#contract/money.ts'
import { orderTotals } from '#contract/order-totals.ts'
import type { OverridableRule } from '#contract/overridable-rules.ts'
import { REQUEST_TIME } from '#contract/times.ts'
import { type Change, isChange } from './change-draft.ts'
import {
  type CartCustomer,
  type CartLine,
  cartCustomerIn,
  cartLineIn,
  type DraftDelivery,
  type OrderDraft,
} from './order-draft.ts'

/**
 * Why an order was not placed, or a change not made: the server's refusal, an error of the app (`app_fault`) or a failed
 * check of prices, with a message and the messages about single products.
 */
const Refusal = z.object({ code: z.string(), sentence: z.string(), by_product: z.record(z.string(), z.string()) })
export type Refusal = z.output<typeof Refusal>

/**
 * The state of an entry in the outbox. `order_id` of a change is the id of the record that it has created or changed.
 * In stored entries this state is the field `standing`, and states and changes have their kind in `is`, as in all
 * versions of the app.
 */
const OutboxState = z.discriminatedUnion('is', [
  /** To be sent until the server replies or the user withdraws it, however long that takes: no entry expires. */
  z.object({ is: z.literal('waiting') }),
  z.object({ is: z.literal('refused'), refusal: Refusal }),
  /**
   * Withdrawn after it was sent: either it is unknown whether it arrived, or it did (`order_id`) and is to be
   * cancelled.
   */
  z.object({ is: z.literal('withdrawn'), order_id: z.nullable(z.uuid()) }),
  /** Withdrawn too late: the order is already being prepared. */
  z.object({ is: z.literal('too_late'), order_id: z.uuid() }),
])

const StoredLine = z.custom<CartLine>(cartLineIn)
const StoredCustomer = z.custom<CartCustomer>(cartCustomerIn)

const COMMON_FIELDS = {
  /** The idempotency key, the same for every attempt. */
  key: z.uuid(),
  user_id: z.uuid(),
  created_at: z.string(),
  /** How often it was passed to the network. */
  tries: z.int(),
  /** When it was last passed to the network, in milliseconds since 1970; null if never. */
  last_try: z.nullable(z.int()),
  standing: OutboxState,
}

/** An order waiting in this browser. */
const OrderEntry = z.object({
  ...COMMON_FIELDS,
  // Earlier versions stored only orders, without a kind.
  kind: z._default(z.literal('order'), 'order'),
  /** Null for a customer's own order. */
  customer: z._default(z.nullable(StoredCustomer), null),
  body: NewCustomersOrder,
  lines: z.array(StoredLine),
  /** The rules that an admin overrides; earlier versions stored whether it overrides all. */
  overrides_delivery: z._default(Overrides, false),
})
export type OrderEntry = z.output<typeof OrderEntry>

/** A revision, a quote request or a change of a customer waiting in this browser. */
const ChangeEntry = z.object({ ...COMMON_FIELDS, kind: z.literal('change'), change: z.custom<Change>(isChange) })
export type ChangeEntry = z.output<typeof ChangeEntry>

export const Entry = z.union([OrderEntry, ChangeEntry])
export type Entry = z.output<typeof Entry>

/** Whether an entry is an order. */
export const isOrder = (entry: Entry): entry is OrderEntry => entry.kind === 'order'

/** Whether the user must decide what to do with an entry. */
export const needsDecision = ({ standing }: Entry) => standing.is === 'refused' || standing.is === 'too_late'

export type EntryEvent =
  | { kind: 'sent'; at: number }
  | { kind: 'placed'; order_id: string }
  /** It arrived at the server, but the id of the order is unknown here. */
  | { kind: 'arrived_unidentified' }
  | { kind: 'refused'; refusal: Refusal }
  /** The app failed before it sent the request. */
  | { kind: 'not_sent'; refusal: Refusal }
  | { kind: 'withdrawn' }
  /** The server has no order with this key. */
  | { kind: 'absent'; at: number }
  | { kind: 'cancelled' }
  | { kind: 'too_late' }
  /** It arrived, but its customer has been deleted or given to another marketer since. */
  | { kind: 'not_visible' }
  | { kind: 'dismissed' }
  /** A refused order is moved to another day, or kept by an admin for the same day nevertheless. */
  | ({ kind: 'rescheduled' } & Rescheduled)

/** The new day (YYYY-MM-DD) of a refused order, and the rules that an admin overrides for it. */
export type Rescheduled = { delivery_date: string; overrides: readonly OverridableRule[] }

type NewEntry = { key: string; now: Date }

/** A new outbox entry of an order, whose body is sent unchanged on every attempt. */
export const newEntry = (
  user_id: string,
  { lines, notes, customer, delivery }: OrderDraft,
  entry: NewEntry,
): OrderEntry => ({
  ...unsent(user_id, entry),
  kind: 'order',
  customer,
  body: bodyOf(lines, notes, delivery),
  lines: [...lines],
  overrides_delivery: storedOverrides(delivery?.overrides ?? []),
})

/** The rules as entries have them: false, which is not sent, for none. */
const storedOverrides = (rules: readonly OverridableRule[]) => rules.length > 0 && [...rules]

/** A new outbox entry of a change. */
export const newChange = (user_id: string, change: Change, entry: NewEntry): ChangeEntry => ({
  ...unsent(user_id, entry),
  kind: 'change',
  change,
})

const unsent = (user_id: string, { key, now }: NewEntry) => ({
  key,
  user_id,
  created_at: now.toISOString(),
  tries: 0,
  last_try: null,
  standing: { is: 'waiting' } as const,
})

/** The request body for these lines. */
export function bodyOf(lines: readonly CartLine[], notes: string, delivery?: DraftDelivery): NewCustomersOrder {
  return {
    // The terms that the user saw, prices in lira, so that the server can name the lines that have changed.
    items: lines.map(({ product_id, quantity, price, list_price, vat_rate, unit }) => ({
      product_id,
      quantity,
      price: price / 100,
      vat_rate,
      unit,
      ...(list_price !== undefined && { agreed_price: price }),
    })),
    notes: notes.trim() || null,
    expected_total: kurus(orderTotals(lines).grand + (delivery?.fee ?? 0)),
    ...(delivery?.date && { delivery_date: delivery.date }),
  }
}

/** The entry after an event; `undefined` if it leaves the outbox. Events that do not apply change nothing. */
export function nextEntry(entry: Entry, event: EntryEvent): Entry | undefined {
  switch (entry.standing.is) {
    case 'waiting':
      return afterWaiting(entry, event)
    case 'withdrawn':
      return afterWithdrawn(entry, event)
    case 'refused':
      if (event.kind === 'rescheduled' && isOrder(entry)) return rescheduled(entry, event)
      return event.kind === 'dismissed' ? undefined : entry
    default:
      return event.kind === 'dismissed' ? undefined : entry
  }
}

/** The server does not store the key of a refused order, so the order keeps it and can still be placed only once. */
const rescheduled = (entry: OrderEntry, { delivery_date, overrides }: Rescheduled): OrderEntry => ({
  ...entry,
  tries: 0,
  last_try: null,
  standing: { is: 'waiting' },
  body: { ...entry.body, delivery_date },
  overrides_delivery: storedOverrides(overrides),
})

function afterWaiting(entry: Entry, event: EntryEvent): Entry | undefined {
  switch (event.kind) {
    case 'sent':
      return { ...entry, tries: entry.tries + 1, last_try: event.at }
    case 'placed':
    case 'arrived_unidentified':
    case 'not_visible':
      return undefined
    case 'refused':
      return { ...entry, standing: { is: 'refused', refusal: event.refusal } }
    case 'not_sent':
      return afterAppFault(entry, event.refusal)
    case 'withdrawn':
      // An entry that was never sent cannot have arrived.
      return entry.tries === 0 ? undefined : { ...entry, standing: { is: 'withdrawn', order_id: null } }
    default:
      return entry
  }
}

function afterAppFault(entry: Entry, refusal: Refusal): Entry {
  const tries = Math.max(0, entry.tries - 1)
  // An earlier attempt may have arrived: keep waiting for a response.
  return { ...entry, tries, ...(tries === 0 && { standing: { is: 'refused', refusal } }) }
}

function afterWithdrawn(entry: Entry, event: EntryEvent): Entry | undefined {
  const order_id = entry.standing.is === 'withdrawn' ? entry.standing.order_id : null
  switch (event.kind) {
    case 'placed':
      return { ...entry, standing: { is: 'withdrawn', order_id: event.order_id } }
    case 'absent':
      return afterAbsence(entry, event.at)
    // The refusal of a request that was in flight proves that the order was not placed.
    case 'refused':
    case 'cancelled':
    case 'arrived_unidentified':
    case 'not_visible':
      return undefined
    case 'too_late':
      return order_id ? { ...entry, standing: { is: 'too_late', order_id } } : entry
    default:
      return entry
  }
}

function afterAbsence(entry: Entry, at: number): Entry | undefined {
  const waited = at - (entry.last_try ?? 0)
  // The device's clock was set back: restart the wait, so that it ends.
  if (waited < 0) return { ...entry, last_try: at }
  return waited > REQUEST_TIME ? undefined : entry
}
