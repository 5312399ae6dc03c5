import type { BoughtProduct } from '#contract/order-lists.ts'
import type { NewStandingOrder } from '#contract/standing-orders.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { readGuide } from '../order-lists/guide.ts'
import { createList } from '../order-lists/order-lists.ts'
import { readSettings } from '../settings.ts'
import { changeStandingOrder, createStandingOrder } from '../standing-orders/standing-orders.ts'

/** The defaults, whatever the demo's settings are, so that the sample is always the same. */
const { guideDays: days, standingOrderLead: lead } = readSettings({})
/** The least number of products in a customer's order guide; a customer with fewer gets no lists or standing orders. */
const MIN_LINES = 4

/**
 * The lists of customers, cut from their order guides; with `hasTargets`, the targets are twice the usual quantities.
 */
const LISTS = [
  { customer: 0, name: 'Haftalık', from: 0, to: 12, hasTargets: true },
  { customer: 0, name: 'Hafta sonu', from: 5, to: 10 },
  { customer: 1, name: 'Bar', from: 0, to: 8, hasTargets: true },
  { customer: 2, name: 'Kahvaltı', from: 0, to: 9 },
  { customer: 3, name: 'Reyon', from: 0, to: 14, hasTargets: true },
]

type StandingOrderContent = Pick<
  NewStandingOrder,
  'name' | 'weekdays' | 'every_weeks' | 'closed_days' | 'shortages' | 'notes'
>

const STANDING_ORDERS: { customer: number; isPaused?: boolean; content: StandingOrderContent }[] = [
  {
    customer: 0,
    content: {
      name: 'Mutfak',
      weekdays: [1, 4],
      every_weeks: 1,
      closed_days: 'move',
      shortages: 'reduce',
      notes: 'Sabah 10’dan önce',
    },
  },
  {
    customer: 2,
    content: {
      name: 'Kahvaltı büfesi',
      weekdays: [2],
      every_weeks: 2,
      closed_days: 'skip',
      shortages: 'leave_out',
      notes: null,
    },
  },
  {
    customer: 3,
    isPaused: true,
    content: { name: 'Reyon', weekdays: [5], every_weeks: 1, closed_days: 'move', shortages: 'reduce', notes: null },
  },
]

type Daily = {
  customers: Actor<'customer'>[]
  marketerOf: (customer: number) => Actor<'marketer'> | undefined
  now: Date
}

/** Order lists and standing orders of the first customers, made from their order guides; some by their marketer. */
export async function fillDailyOrdering(tx: Tx, { customers, marketerOf, now }: Daily) {
  const guides = new Map<number, BoughtProduct[]>()
  for (const [i, customer] of customers.slice(0, 4).entries()) {
    const { lines } = await readGuide(tx, customer, customer.id, { now, days })
    if (lines.length >= MIN_LINES) guides.set(i, lines)
  }
  for (const { customer, name, from, to, hasTargets } of LISTS) {
    const lines = guides
      .get(customer)
      ?.slice(from, to)
      .map(({ product_id, usual_quantity }) => ({
        product_id,
        target: hasTargets ? usual_quantity * 2 : null,
      }))
    if (lines) await createList(tx, { actor: customers[customer]!, now }, customers[customer]!.id, { name, lines })
  }
  for (const { customer, isPaused, content } of STANDING_ORDERS) {
    const items = guides.get(customer)?.slice(0, 6)
    if (!items) continue
    const { id: customer_id } = customers[customer]!
    const by = { actor: marketerOf(customer) ?? customers[customer]!, now, lead }
    const lines = items.map(({ product_id, usual_quantity }) => ({ product_id, quantity: usual_quantity }))
    const standing = { ...content, customer_id, items: lines, starts_on: undefined, ends_on: null }
    const { id, version } = await createStandingOrder(tx, by, standing)
    if (isPaused) await changeStandingOrder(tx, by, id, { version, is_paused: true })
  }
}
