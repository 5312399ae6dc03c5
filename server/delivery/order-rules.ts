import { DELIVERY_HORIZON_DAYS, dayWithWeekday, deliversOn, isPastCutoff } from '#contract/delivery-days.ts'
import { deliveryFee, isBelowMinimum, revisedFee } from '#contract/delivery-fee.ts'
import { formatMoney, type Kurus, kurus } from '#contract/money.ts'
import { isOverridden, type OverridableRule, type Overrides } from '#contract/overridable-rules.ts'
import { daysLater, istanbulDay } from '#contract/turkish.ts'
import { type Tx, takeAdvisoryLock } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { countOrders, type DeliveryTerms, freeDays, readTerms, type TermsRoute } from './terms.ts'

/** The columns of an order that contain its delivery day. */
export type OrderDay = { delivery_date: string | null; delivery_route_id: string | null; delivery_route: string | null }

/** The requested delivery day of an order (absent: the next possible one), and the rules that an admin overrides. */
export type Wanted = { date?: string | null | undefined; overrides?: Overrides | undefined; now: Date }

/** The rules that an admin has overridden for an order. */
export type Overridden = OverridableRule[]

/** Refuses with `forbidden` if another role than an admin overrides rules. */
export function requireAdminToOverride({ role }: Pick<Actor, 'role'>, overrides: Overrides = false) {
  const isAny = overrides === true || (overrides !== false && overrides.length > 0)
  if (isAny && role !== 'admin') refuse('forbidden')
}

/**
 * The delivery day of a new order: the requested one, else the next possible one that is not full; null without a
 * route. A route with a capacity is locked for the day until the transaction ends, after the stock. Refuses with
 * `cutoff_passed`, `delivery_day_full` or `delivery_day_unavailable`, unless an admin overrides each rule that the day
 * breaks; a day in the past is refused even then.
 */
export async function chooseDay(
  tx: Tx,
  { route }: Pick<DeliveryTerms, 'route'>,
  { date, overrides = false, now }: Wanted,
): Promise<OrderDay & { overridden: Overridden }> {
  if (!route) return withoutRoute(date ?? null, overrides, now)
  const delivery = { delivery_route_id: route.id, delivery_route: route.name }
  if (!date) {
    const day = await nextFreeDay(tx, route, now)
    if (day !== undefined) return { ...delivery, delivery_date: day, overridden: [] }
    if (!isOverridden(overrides, 'delivery_day_unavailable')) refuse('delivery_day_unavailable', null, null)
    return { ...delivery, delivery_date: null, overridden: ['delivery_day_unavailable'] }
  }
  const overridden: Overridden = []
  const check = async (code: DayProblem | undefined) => {
    if (!code) return
    const isAllowed = isOverridden(overrides, code) && date >= istanbulDay(now)
    if (!isAllowed) await refuseDay(tx, code, route, date, now)
    overridden.push(code)
  }
  await check(calendarProblem(route, date, now))
  // A late order also takes a place.
  await check((await hasRoom(tx, route, date)) ? undefined : 'delivery_day_full')
  return { ...delivery, delivery_date: date, overridden }
}

function withoutRoute(date: string | null, overrides: Overrides, now: Date) {
  const isAllowed = date === null || (isOverridden(overrides, 'delivery_day_unavailable') && date >= istanbulDay(now))
  if (!isAllowed) refuseField('delivery_day_unavailable', 'delivery_date', dayWithWeekday(date), null)
  const overridden: Overridden = date === null ? [] : ['delivery_day_unavailable']
  return { delivery_date: date, delivery_route_id: null, delivery_route: null, overridden }
}

/**
 * The rules of deliveries that an order breaks if it is taken up after it was cancelled, with a warning in Turkish. It
 * keeps its day nevertheless, since admins can give an order any status. The day is locked as by `chooseDay`.
 */
export async function retakeDay(
  tx: Tx,
  { id: order_id, customer_id, delivery_date: day, delivery_route_id: route_id }: TakenUp,
  now: Date,
): Promise<{ overridden: Overridden; delivery_warning?: string }> {
  if (!day) return { overridden: [] }
  const { route } = await readTerms(tx, customer_id, now, { order_id, route_id })
  const isPast = day < istanbulDay(now)
  // The route of the order may have been deleted.
  const rules = isPast || route?.id !== route_id ? [] : await brokenRules(tx, route, day, now)
  const overridden: Overridden = isPast ? ['cutoff_passed'] : rules
  if (overridden.length === 0) return { overridden }
  const texts = isPast ? ['günü geçti'] : rules.map(rule => DAY_WARNINGS[rule])
  return { overridden, delivery_warning: `${dayWithWeekday(day)}: ${texts.join('; ')}` }
}

type TakenUp = Pick<OrderDay, 'delivery_date' | 'delivery_route_id'> & { id: string; customer_id: string }

async function brokenRules(tx: Tx, route: TermsRoute, day: string, now: Date): Promise<DayProblem[]> {
  const problem = calendarProblem(route, day, now)
  const isFull = !(await hasRoom(tx, route, day))
  return [...(problem ? [problem] : []), ...(isFull ? (['delivery_day_full'] as const) : [])]
}

const DAY_WARNINGS: Record<DayProblem, string> = {
  cutoff_passed: 'son sipariş saati geçti',
  delivery_day_full: 'teslimat dolu',
  delivery_day_unavailable: 'teslimat yapılmıyor',
}

/** The first possible day with room for one more order, which is reserved until the transaction ends. */
async function nextFreeDay(tx: Tx, route: TermsRoute, now: Date): Promise<string | undefined> {
  // Other orders may fill a day between the count and the lock, so all days are tried, in ascending order.
  for (const day of await freeDays(tx, route, now, route.capacity === null ? 1 : DELIVERY_HORIZON_DAYS))
    if (await hasRoom(tx, route, day)) return day
  return undefined
}

/** Whether a day has room for one more order. Other orders of this route and day wait until the transaction ends. */
async function hasRoom(tx: Tx, { id, capacity }: TermsRoute, day: string): Promise<boolean> {
  if (capacity === null) return true
  // A separate statement, so that the next one sees the orders of the transaction that this one waited for.
  await takeAdvisoryLock(tx, 'delivery_capacity', `${id} ${day}`)
  const [count] = await countOrders(tx, [id], day, day)
  return (count?.orders ?? 0) < capacity
}

type DayProblem = Exclude<OverridableRule, 'minimum_not_reached'>

function calendarProblem({ calendar }: TermsRoute, day: string, now: Date): DayProblem | undefined {
  const today = istanbulDay(now)
  if (day < today) return 'cutoff_passed'
  if (day > daysLater(today, DELIVERY_HORIZON_DAYS) || !deliversOn(calendar, day)) return 'delivery_day_unavailable'
  return isPastCutoff(calendar.route, day, now) ? 'cutoff_passed' : undefined
}

async function refuseDay(tx: Tx, code: DayProblem, route: TermsRoute, day: string, now: Date): Promise<never> {
  const [next] = await freeDays(tx, route, now, 1)
  return refuseField(code, 'delivery_date', dayWithWeekday(day), next === undefined ? null : dayWithWeekday(next))
}

/**
 * The delivery fee of a new order (kuruş); `goods` is their total in kuruş with VAT. Refuses with `minimum_not_reached`
 * if the goods are below the minimum and no fee is set, unless an admin overrides that rule.
 */
export function feeOf(
  { amounts }: DeliveryTerms,
  goods: Kurus,
  overrides: Overrides = false,
): { fee: Kurus; overridden: Overridden } {
  const isTooSmall = isBelowMinimum(amounts, goods) && amounts.fee === null
  if (isTooSmall && !isOverridden(overrides, 'minimum_not_reached')) refuseSmall(amounts.minimum, goods)
  return { fee: deliveryFee(amounts, goods), overridden: isTooSmall ? ['minimum_not_reached'] : [] }
}

function refuseSmall(minimum: Kurus | null, goods: Kurus): never {
  return refuse('minimum_not_reached', formatMoney(minimum ?? goods), formatMoney(kurus((minimum ?? goods) - goods)))
}

type Revised = { id: string; customer_id: string; delivery_fee: Kurus } & OrderDay
type Revision = Wanted & { actor: Actor; goods: { before: Kurus; after: Kurus }; keepsRest: boolean }

/**
 * Delivery day and fee (kuruş) of an order after a revision; `goods` is the total of its goods in kuruş with VAT. A new
 * day is chosen as for a new order. Once the cut-off of its day has passed, only admins can change an order. An order
 * from an accepted quote has neither minimum nor fee.
 */
export async function reviseDelivery(tx: Tx, order: Revised, { actor, goods, keepsRest, ...wanted }: Revision) {
  const { id: order_id, delivery_date, delivery_route_id, delivery_route, delivery_fee: fee } = order
  const own: OrderDay = { delivery_date, delivery_route_id, delivery_route }
  const keepsDay = !wanted.date || wanted.date === delivery_date
  if (keepsRest && keepsDay) return { ...own, delivery_fee: fee, overridden: [] }

  const ownTerms = await readTerms(tx, order.customer_id, wanted.now, { order_id, route_id: delivery_route_id })
  if (actor.role !== 'admin' && delivery_date) refuseLateChange(ownTerms, { ...own, delivery_date }, wanted.now)
  const terms = keepsDay ? ownTerms : await readTerms(tx, order.customer_id, wanted.now, { order_id })
  const day = keepsDay ? { ...own, overridden: [] } : await chooseDay(tx, terms, wanted)
  const isByAdmin = actor.role === 'admin'
  const { amounts } = terms
  const isTooSmall = isBelowMinimum(amounts, goods.after) && amounts.fee === null && fee === 0
  if (isTooSmall && !isByAdmin && goods.after < goods.before) refuseSmall(amounts.minimum, goods.after)
  return { ...day, delivery_fee: revisedFee(amounts, { goods: goods.before, fee }, goods.after, isByAdmin) }
}

function refuseLateChange(
  { route }: DeliveryTerms,
  { delivery_date: day, delivery_route_id }: OrderDay & { delivery_date: string },
  now: Date,
) {
  // The route of the order may have been deleted.
  const ownRoute = route?.id === delivery_route_id ? route : null
  const isLate = ownRoute ? isPastCutoff(ownRoute.calendar.route, day, now) : istanbulDay(now) >= day
  if (isLate) refuseField('cutoff_passed', 'delivery_date', dayWithWeekday(day), null, true)
}
