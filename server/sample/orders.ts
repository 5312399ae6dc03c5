import { weekdayOf } from '#contract/calendar.ts'
import { type Kurus, kurus } from '#contract/money.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { daysLater, istanbulDay } from '#contract/turkish.ts'
import { habitsOf, orderProbability, weeklyDemand, wishesOf } from './baskets.ts'
import { everyDay, isSunday, minutesAfter, minutesInto, newEventQueue, nextWorkingDay } from './event-queue.ts'
import { ORDER_NOTES, REVISION_NOTES } from './notes.ts'
import { KINDS, type SampleCustomer } from './people.ts'
import type { SampleProduct } from './products.ts'
import type { Random } from './random.ts'
import { shelfOf } from './stock.ts'

export type Line = { product: number; quantity: number }

/** One event. Products, customers and orders are referred to by index; orders are in the order of time. */
export type Step = { at: Date } & (
  | { kind: 'receipt'; lines: Line[]; supplier: string; delivery_note: string }
  | { kind: 'order'; customer: number; byMarketer: boolean; lines: Line[]; notes: string | null }
  | { kind: 'revision'; order: number; lines: (Line & { price: Kurus })[]; notes: string }
  | { kind: 'cancellation'; order: number }
  | { kind: 'status'; order: number; status: OrderStatus }
  /** From this step on orders are delivered by routes. */
  | { kind: 'routes' }
)

/** The events of the last weeks, with the stock at the start and the instant at which each customer joined. */
export type Trade = { start: Date; opening: number[]; joined: Date[]; steps: Step[] }

type Order = { place: number; customer: number; lines: Line[]; isSettled: boolean; waitsForGoods: boolean }

/** The suppliers of the receipts, by category. */
const SUPPLIERS = ['Trakya Süt Ürünleri', 'Ege Zeytincilik', 'Boğaziçi Gıda Dağıtım', 'Anadolu Kuru Gıda'] as const
const SELL_OUT_DAYS = 9
const LAST_DELIVERY_DAYS = 32
const ROUTES_DAYS = 12

/**
 * Generates the events of the last `weeks` weeks. No order exceeds the available stock, so every step can be replayed.
 */
export function makeTrade(
  random: Random,
  {
    now,
    weeks,
    products,
    customers,
  }: { now: Date; weeks: number; products: SampleProduct[]; customers: SampleCustomer[] },
): Trade {
  const today = istanbulDay(now)
  const first = daysLater(today, -7 * weeks)
  const lastDelivery = daysLater(today, -LAST_DELIVERY_DAYS)
  const sellOut = workingDayUpTo(daysLater(today, -SELL_OUT_DAYS))
  const habits = habitsOf(random, customers, products)
  const weekly = weeklyDemand(habits, products.length)
  const opening = weekly.map(demand => Math.ceil(demand * 3 + random.between(6, 24)))
  const joined = customers.map((_, i) => joinedOn(first, weeks, i, customers.length))
  const shelf = shelfOf(opening)
  const left = products.map(({ finalStock }) => (finalStock === 'low' ? random.between(1, 8) : 0))
  const runsOut = (product: number) => ['low', 'gone', 'awaited'].includes(products[product]!.finalStock)

  const steps: Step[] = []
  const events = newEventQueue()
  let orders = 0
  let waybills = 1180

  const order = (at: Date, customer: number, lines: Line[], waitsForGoods = false) => {
    if (lines.length === 0) return
    const { marketer } = customers[customer]!
    const byMarketer = marketer !== undefined && random.chance(0.2)
    const notes = random.chance(0.18) ? random.pick(ORDER_NOTES) : null
    steps.push({ at, kind: 'order', customer, byMarketer, lines, notes })
    shelf.reserve(lines)
    const isSettled = lines.some(line => runsOut(line.product))
    follow(at, { place: orders++, customer, lines, isSettled, waitsForGoods })
  }

  // The further events of an order: most are packed and delivered on the next working days.
  const follow = (at: Date, placed: Order) => {
    const marketer = customers[placed.customer]!.marketer
    if (!placed.isSettled && random.chance(0.04))
      return events.put(minutesAfter(at, random.between(6, 70)), later => cancel(later, placed))
    if (!placed.isSettled && marketer !== undefined && random.chance(0.07))
      events.put(minutesAfter(at, random.between(15, 80)), later => revise(later, placed))
    const isEarly = at < minutesInto(istanbulDay(at), 9 * 60) && random.chance(0.3)
    const packed = isEarly ? istanbulDay(at) : nextWorkingDay(at, random.pick([1, 1, 1, 2, 2, 3]))
    events.put(minutesInto(packed, random.between(isEarly ? 660 : 480, isEarly ? 1020 : 660)), later =>
      pack(later, placed),
    )
  }
  const setStatus = (at: Date, { place }: Order, status: OrderStatus) =>
    steps.push({ at, kind: 'status', order: place, status })
  const cancel = (at: Date, placed: Order) => {
    steps.push({ at, kind: 'cancellation', order: placed.place })
    shelf.release(placed.lines)
  }
  const pack = (at: Date, placed: Order) => {
    setStatus(at, placed, 'hazirlaniyor')
    if (placed.waitsForGoods) return
    if (!placed.isSettled && random.chance(0.012))
      return events.put(minutesAfter(at, random.between(30, 120)), later => {
        setStatus(later, placed, 'iptal')
        shelf.release(placed.lines)
      })
    events.put(minutesInto(nextWorkingDay(at, random.chance(0.3) ? 2 : 1), random.between(9 * 60, 17 * 60)), later => {
      setStatus(later, placed, 'tamamlandi')
      shelf.deliver(placed.lines)
    })
  }
  const revise = (at: Date, placed: Order) => {
    const before = placed.lines
    const changed = random.between(0, before.length - 1)
    const discount = random.chance(0.4) ? random.pick([0.95, 0.92, 0.9]) : 1
    const after = before.flatMap(({ product, quantity }, i) => {
      if (i !== changed) return [{ product, quantity }]
      if (before.length > 3 && random.chance(0.25)) return []
      const more = Math.min(quantity + random.between(1, 4), quantity + Math.max(0, shelf.available(product)))
      return [{ product, quantity: random.chance(0.6) && more > quantity ? more : Math.ceil(quantity / 2) }]
    })
    shelf.release(before)
    shelf.reserve(after)
    placed.lines = after
    const lines = after.map((line, i) => {
      const { price } = products[line.product]!
      return { ...line, price: i === 0 ? kurus(Math.round((price * discount) / 50) * 50) : price }
    })
    steps.push({ at, kind: 'revision', order: placed.place, lines, notes: random.pick(REVISION_NOTES) })
  }

  const visit = (at: Date, customer: number) => {
    const wishes = wishesOf(random, habits[customer]!)
    const fromShelf = wishes.flatMap(({ product, quantity }) => {
      const most = shelf.available(product) - left[product]!
      return most > 0 ? [{ product, quantity: Math.min(quantity, most) }] : []
    })
    const isAwaited = ({ product }: Line) =>
      products[product]!.finalStock === 'awaited' && shelf.available(product) <= 0
    const forwardDated = istanbulDay(at) > sellOut ? wishes.filter(isAwaited) : []
    order(at, customer, [...fromShelf, ...forwardDated], forwardDated.length > 0)
  }
  // A banquet buys the rest of the products that are to run out.
  const orderRemainder = (at: Date, customer: number, share: number) => {
    const rest = products.flatMap((_, product) => {
      const quantity = shelf.available(product) - left[product]!
      return runsOut(product) && product % 3 === share && quantity > 0 ? [{ product, quantity }] : []
    })
    order(at, customer, rest)
  }
  const receive = (at: Date, category: SampleProduct['category']) => {
    const lines = products.flatMap((product, i) => {
      const isOver = runsOut(i) && istanbulDay(at) >= lastDelivery
      const isEnough = shelf.available(i) > weekly[i]! * 1.7 + 10
      if (product.category !== category || !product.is_active || isOver || isEnough) return []
      const missing = weekly[i]! * 3.5 + 18 - shelf.available(i)
      return [{ product: i, quantity: Math.ceil(missing / 6) * 6 }]
    })
    if (lines.length === 0) return
    const supplier = SUPPLIERS[categories.indexOf(category) % SUPPLIERS.length]!
    steps.push({ at, kind: 'receipt', lines, supplier, delivery_note: `${at.getUTCFullYear()}-${waybills++}` })
    shelf.receive(lines)
  }

  const categories = [...new Set(products.map(product => product.category))]
  for (const day of everyDay(daysLater(first, 1), today)) {
    customers.forEach((_, i) => {
      if (minutesInto(day, 0) < joined[i]! || !random.chance(orderProbability(habits[i]!, weekdayOf(day)))) return
      events.put(minutesInto(day, orderMinute(random)), at => visit(at, i))
    })
    categories.forEach((category, i) => {
      if (weekdayOf(day) === 1 + (i % 6))
        events.put(minutesInto(day, 13 * 60 + random.between(0, 200)), at => receive(at, category))
    })
    if (day === sellOut)
      largest(customers).forEach((customer, share) => {
        events.put(minutesInto(day, 17 * 60 + share * 20), at => orderRemainder(at, customer, share))
      })
  }
  const routesOn = daysLater(today, -Math.min(ROUTES_DAYS, 7 * weeks - 1))
  events.put(minutesInto(routesOn, 6 * 60), at => steps.push({ at, kind: 'routes' }))
  events.runUntil(now)
  return { start: minutesInto(first, 9 * 60), opening, joined, steps }
}

/** The minute of the day of an order: mostly between 6:30 and 11:00, sometimes in the afternoon. */
function orderMinute(random: Random): number {
  if (random.chance(0.08)) return 14 * 60 + random.next() * 240
  return 6.5 * 60 + ((random.next() + random.next()) / 2) * 270
}

function workingDayUpTo(day: string): string {
  return isSunday(day) ? daysLater(day, -1) : day
}

/** Three quarters of the customers exist from the start; the others join one after the other. */
function joinedOn(first: string, weeks: number, place: number, customers: number): Date {
  const late = Math.max(0, place + 1 - Math.ceil(customers * 0.75))
  return minutesInto(daysLater(first, Math.floor((late / customers) * weeks * 7 * 3)), 10 * 60)
}

/** The indexes of the three largest customers. */
function largest(customers: SampleCustomer[]): number[] {
  const places = customers.map((_, i) => i)
  return places.sort((a, b) => KINDS[customers[b]!.kind].size - KINDS[customers[a]!.kind].size).slice(0, 3)
}
