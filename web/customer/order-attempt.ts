import * as z from 'zod/mini'
import { type Kurus, kurus } from '#contract/money.ts'
import { listOrders, type Order } from '#contract/orders.ts'
import { askPage } from '../api.ts'
import { session } from '../session.ts'

/** An order that was sent and not answered yet: it may have arrived or not. */
const Attempt = z.object({ content: z.string(), key: z.uuid(), begun: z.number(), isOutdated: z.boolean() })
type Attempt = z.output<typeof Attempt>

/** What an attempt sent; amounts are kuruş. */
const Sent = z.object({
  items: z.array(z.object({ product_id: z.string(), quantity: z.number() })),
  notes: z.nullable(z.string()),
  expected_total: z.pipe(
    z.number(),
    z.transform((total): Kurus => kurus(total)),
  ),
})

/** After so long the same cart is a new wish, not another try. */
const SAME_WISH = 10 * 60 * 1000
const CLOCKS_DIFFER = 10 * 60 * 1000

/**
 * The `Idempotency-Key` to send this content with: the unanswered attempt's where it is another try of the same wish,
 * also after the page was closed, so that no order is placed twice; else a new one.
 */
export function attemptKey(content: string): string {
  const open = openAttempt()
  if (open && isSameWish(open, content)) return open.key
  const attempt: Attempt = { content, key: crypto.randomUUID(), begun: Date.now(), isOutdated: false }
  localStorage.setItem(place(), JSON.stringify(attempt))
  return attempt.key
}

/** The attempt has its answer, yes or no; the next one is another, even if it looks the same. */
export function attemptAnswered() {
  localStorage.removeItem(place())
}

/** The cart was emptied: whatever it holds next is a new wish. */
export function attemptOutdated() {
  const open = openAttempt()
  if (open) localStorage.setItem(place(), JSON.stringify({ ...open, isOutdated: true }))
}

/** The order that an unanswered attempt of an earlier wish has placed after all, if it has. */
export async function placedEarlier(content: string): Promise<Order | undefined> {
  const open = openAttempt()
  if (!open || isSameWish(open, content)) return undefined
  const sent = Sent.parse(JSON.parse(open.content))
  const { items } = await askPage(listOrders, {}, { limit: 20 })
  const placed = items.find(
    order => Date.parse(order.created_at) > open.begun - CLOCKS_DIFFER && isWhatWasSent(order, sent),
  )
  attemptAnswered()
  return placed
}

const isSameWish = (open: Attempt, content: string) =>
  open.content === content && !open.isOutdated && Date.now() - open.begun < SAME_WISH

function isWhatWasSent(order: Order, sent: z.output<typeof Sent>) {
  const quantities = new Map(order.items.map(item => [item.product_id, item.quantity]))
  return (
    order.notes === sent.notes &&
    order.grand_total === sent.expected_total &&
    order.items.length === sent.items.length &&
    sent.items.every(item => quantities.get(item.product_id) === item.quantity)
  )
}

const place = () => `order-attempt:${session()?.user.id ?? ''}`

function openAttempt(): Attempt | undefined {
  const text = localStorage.getItem(place())
  try {
    return Attempt.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    return undefined
  }
}
