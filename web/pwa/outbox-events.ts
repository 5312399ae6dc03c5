import { type Order, orderNumber } from '#contract/orders.ts'
import { session } from '../current-session.ts'
import { createListeners } from '../ui/store.ts'
import type { Change, ChangeReply } from './change-draft.ts'
import { type Entry, type EntryEvent, isOrder, type OrderEntry } from './outbox-entry.ts'
import type { SendResult } from './send-order.ts'

/**
 * The outcome of an order or change that was sent in the background; `company_name` is that of the customer for whom a
 * marketer or an admin had ordered.
 */
export type OutboxEvent =
  | { kind: 'changed'; reply: ChangeReply }
  | { kind: 'change_refused'; change: Change; sentence: string }
  /** A withdrawn change that had arrived, or one that arrived although its reply cannot be read. */
  | { kind: 'change_arrived'; change: Change }
  /** A withdrawn change of a customer who has been deleted or given to another marketer since. */
  | { kind: 'change_unknown'; change: Change }
  | { kind: 'placed'; order: Order }
  | { kind: 'refused'; sentence: string; company_name?: string | undefined }
  | { kind: 'cancelled'; number: string }
  /** `returned` is a withdrawn order, whose goods are in the cart again although it exists. */
  | { kind: 'too_late'; number: string; returned: OrderEntry }
  | { kind: 'arrived_unidentified'; returned?: OrderEntry }
  | { kind: 'not_visible'; company_name?: string | undefined; returned?: OrderEntry }

const events = createListeners<[OutboxEvent]>()

/** Calls back on every outcome. Returns the unsubscribe function. */
export const onOutboxEvent = events.subscribe

/** Whether this user is still logged in. */
export const isLoggedIn = (user_id: string) => session()?.user.id === user_id

/** Reports the outcome of an attempt to send an entry, if its user is still logged in. */
export function publish(sent: SendResult | undefined, entry: Entry) {
  if (!sent || !isLoggedIn(entry.user_id)) return
  const change = isOrder(entry) ? undefined : entry.change
  switch (sent.kind) {
    case 'placed':
      return events.notify({ kind: 'placed', order: sent.order })
    case 'changed':
      return events.notify({ kind: 'changed', reply: sent.reply })
    case 'refused':
    case 'not_sent': {
      const { sentence } = sent.refusal
      if (!isOrder(entry)) return events.notify({ kind: 'change_refused', change: entry.change, sentence })
      return events.notify({ kind: 'refused', sentence, company_name: entry.customer?.company_name })
    }
    case 'arrived_unidentified':
      return events.notify(change ? { kind: 'change_arrived', change } : { kind: sent.kind })
    case 'not_visible':
      if (!isOrder(entry)) return events.notify({ kind: 'change_arrived', change: entry.change })
      return events.notify({ kind: sent.kind, company_name: entry.customer?.company_name })
  }
}

/** Reports the outcome of a withdrawn entry that had arrived. */
export function reportWithdrawalOutcome(entry: Entry, { kind }: EntryEvent) {
  const isUnknown = kind === 'arrived_unidentified' || kind === 'not_visible'
  const id = entry.standing.is === 'withdrawn' && entry.standing.order_id
  if (entry.kind === 'change') {
    const { change } = entry
    // Such a change is looked up by the customer's present data, which are not visible: they say nothing about it.
    if (change.is === 'customer' && kind === 'not_visible') events.notify({ kind: 'change_unknown', change })
    else if (isUnknown || kind === 'too_late') events.notify({ kind: 'change_arrived', change })
  } else if (isUnknown) events.notify({ kind, returned: entry })
  else if (id && kind === 'too_late') events.notify({ kind, number: orderNumber(id), returned: entry })
  else if (id && kind === 'cancelled') events.notify({ kind, number: orderNumber(id) })
}
