import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type PastDay, SHOWN_DAYS, type StandingLine, type StandingOrder } from '#contract/standing-orders.ts'
import { orderedAt, plannedDay } from '#contract/standing-plan.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { keyedList, type List } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { newUnitOf } from '../stock/changed-units.ts'
import { dayRulesOf } from './day-rules.ts'
import { DAYS_AHEAD, pendingDaysOf, type ScheduledDay, type Timing } from './pending-days.ts'
import { withPostponed } from './postponed-days.ts'

/** The only access to standing orders: admins see all, marketers those of their customers, customers their own. */
export function visibleTo(db: Database, actor: Actor) {
  const all = db.selectFrom('standing_orders')
  switch (actor.role) {
    case 'admin':
      return all
    case 'marketer':
      return all.where('customer_id', 'in', eb =>
        eb.selectFrom('customers').select('customers.id').where('assigned_marketer_id', '=', actor.id),
      )
    case 'customer':
      return all.where('customer_id', '=', actor.id)
  }
}

/** The visible standing orders by company and name, all or those of a customer. */
export function listStandingOrders(
  db: Database,
  actor: Actor,
  { customer_id }: { customer_id?: string | undefined },
  timing: Timing,
): List<StandingOrder> {
  let query = selectStandingOrders(db, actor)
  if (customer_id) query = query.where('customer_id', '=', customer_id)
  const rows = keyedList(query, {
    direction: 'asc',
    key: [
      { ref: 'account.name', kind: 'text', of: row => row.user_company },
      { ref: 'standing_orders.name', kind: 'text', of: row => row.name },
      { ref: 'standing_orders.id', kind: 'id', of: row => row.id },
    ],
    item: row => row,
  })
  return {
    async read(after, limit) {
      const page = await rows.read(after, limit)
      return { ...page, rows: await standingOrdersOf(db, page.rows, timing) }
    },
  }
}

/** One standing order; refuses one that the actor must not see with `not_found`. */
export async function readStandingOrder(
  db: Database,
  actor: Actor,
  id: string,
  timing: Timing,
): Promise<StandingOrder> {
  const row = await selectStandingOrders(db, actor).where('standing_orders.id', '=', id).executeTakeFirst()
  const [found] = row ? await standingOrdersOf(db, [row], timing) : []
  return found ?? refuse('not_found')
}

/**
 * When the order of a due day is to be made for a day: undefined if it is not, for instance because it is made already,
 * or the due day was skipped or moved.
 */
export async function orderTime(
  db: Database,
  { id, due_on, day }: { id: string; due_on: string; day: string },
  { now, lead }: Timing,
): Promise<Date | undefined> {
  const standing = await db
    .selectFrom('standing_orders')
    .innerJoin('accounts', 'accounts.id', 'customer_id')
    .selectAll('standing_orders')
    .select(daysOf(ID).as('days'))
    .where('standing_orders.id', '=', id)
    .where('is_paused', '=', false)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!standing || standing.days.some(one => one.due_on === due_on && one.made_at !== null)) return undefined
  const rules = (await dayRulesOf(db, [standing.customer_id], now))(standing.customer_id)
  const planned = plannedDay(standing, withPostponed(standing, standing.days, rules, lead), rules, due_on)
  return planned?.day === day ? orderedAt(day, rules, lead) : undefined
}

/** For how long after its last change a paused standing order says that its customer wants nothing, in milliseconds. */
const PAUSE = 8 * 7 * 24 * 60 * 60 * 1000

/**
 * The customers among these whose standing orders will make an order for a day, or would if the day were not skipped or
 * the standing order not paused. One that is paused and was last changed more than eight weeks ago does not count.
 */
export async function customersServedOn(
  db: Database,
  customers: readonly string[],
  day: string,
  timing: Timing,
): Promise<Set<string>> {
  const changedSince = new Date(timing.now.getTime() - PAUSE).toISOString()
  const standing = await db
    .selectFrom('standing_orders')
    .selectAll()
    .select(daysOf(ID).as('days'))
    .where('customer_id', '=', sql<string>`any(${[...customers]}::uuid[])`)
    .where(eb => eb.or([eb('is_paused', '=', false), eb('updated_at', '>', changedSince)]))
    .execute()
  const rules = await dayRulesOf(db, customers, timing.now)
  const serving = standing.filter(one =>
    pendingDaysOf(one, rules(one.customer_id), timing, DAYS_AHEAD).some(({ unskipped_day }) => unskipped_day === day),
  )
  return new Set(serving.map(({ customer_id }) => customer_id))
}

/**
 * The latest stored days of a standing order, the latest due day first: those whose orders were made or failed, and
 * others. Those whose orders were made last are included, however long ago they were due.
 */
export const daysOf = (standing_order_id: RawBuilder<string>) => sql<StoredDay[]>`(
  select coalesce(json_agg(stored order by stored.due_on desc), '[]') from (
    (${latestDays(standing_order_id, IS_MADE, DUE, MADE_DAYS)})
    union (${latestDays(standing_order_id, IS_MADE, sql`made_at`, SHOWN_DAYS)})
    union all (${latestDays(standing_order_id, sql`made_at is null`, DUE, CHANGED_DAYS)})
  ) as stored)`

const IS_MADE = sql`made_at is not null`
const DUE = sql`standing_order_days.due_on`

const latestDays = (
  id: RawBuilder<string>,
  condition: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
  most: number,
) => sql`
  select due_on::text, is_skipped, moved_to::text, items, made_at, reminded_at, reminded_day::text, reminded_until,
    day::text, order_id, shortages, failure
  from standing_order_days where standing_order_id = ${id} and ${condition} order by ${by} desc limit ${most}`

/** Enough for all that are checked and shown. Changes have another limit, so they never hide that an order was made. */
const MADE_DAYS = 100
/** Enough for a change of each day of a year, and for skipped days. */
const CHANGED_DAYS = 500

type StoredDay = ScheduledDay & {
  items: { product_id: string; quantity: number; unit?: string }[] | null
  day: string | null
  order_id: string | null
  shortages: PastDay['shortages'] | null
  failure: string | null
}

const ID = sql<string>`standing_orders.id`

function selectStandingOrders(db: Database, actor: Actor) {
  return visibleTo(db, actor)
    .innerJoin('accounts as account', 'account.id', 'customer_id')
    .select(eb => [
      'standing_orders.id',
      'customer_id',
      'account.name as user_company',
      'standing_orders.name',
      'notes',
      'weekdays',
      'every_weeks',
      'starts_on',
      'ends_on',
      'closed_days',
      'shortages',
      'is_paused',
      'version',
      'standing_orders.created_at',
      'updated_at',
      'updated_by',
      'effective_from',
      'checked_at',
      'planned_days',
      daysOf(ID).as('days'),
      jsonArrayFrom(
        eb
          .selectFrom('standing_order_lines as line')
          .leftJoin('products', 'products.id', 'line.product_id')
          .whereRef('line.standing_order_id', '=', 'standing_orders.id')
          .orderBy('line.position')
          .select(['line.product_id', 'line.quantity'])
          .select(line => [
            line.fn.coalesce('products.name', 'line.product_name').as('product_name'),
            line.fn.coalesce('products.brand', 'line.brand').as('brand'),
            'line.unit',
            'products.unit as present_unit',
            onSale('price').as('price'),
            onSale('vat_rate').as('vat_rate'),
          ]),
      ).as('items'),
    ])
}

const onSale = (column: 'price' | 'vat_rate') =>
  sql<StandingLine['price']>`case when products.is_active then products.${sql.ref(column)} end`

type Row = Awaited<ReturnType<ReturnType<typeof selectStandingOrders>['executeTakeFirstOrThrow']>>

async function standingOrdersOf(db: Database, rows: Row[], timing: Timing): Promise<StandingOrder[]> {
  const customers = rows.map(row => row.customer_id)
  const rules = await dayRulesOf(db, customers, timing.now)
  const products = await changedProducts(db, rows)
  return rows.map(({ effective_from, checked_at, planned_days, days, ...row }) => {
    const changes = new Map(days.map(day => [day.due_on, day]))
    const lines = new Map(row.items.map(line => [line.product_id, line]))
    const pending = row.is_paused
      ? []
      : pendingDaysOf(
          { ...row, effective_from, checked_at, planned_days, days },
          rules(row.customer_id),
          timing,
          SHOWN_DAYS,
        )
    return {
      ...row,
      items: row.items.map(line => inUnit(line)),
      coming: pending.map(({ ordered_at, ...day }) => ({
        ...day,
        ordered_at: ordered_at && ordered_at.toISOString(),
        items: changedLines(changes.get(day.due_on)?.items ?? null, lines, products),
      })),
      past: days.filter(isPast).sort(latestFirst).slice(0, SHOWN_DAYS).map(pastDay),
    }
  })
}

const isPast = (day: StoredDay): day is StoredDay & { made_at: string } => day.made_at !== null

const latestFirst = (one: { made_at: string }, other: { made_at: string }) =>
  Date.parse(other.made_at) - Date.parse(one.made_at)

const pastDay = ({ due_on, day, made_at, order_id, shortages, failure }: StoredDay & { made_at: string }): PastDay => ({
  due_on,
  day,
  made_at: new Date(made_at).toISOString(),
  order_id,
  shortages: shortages ?? [],
  failure,
})

type ChangedItems = StoredDay['items']

/** A line with the unit of its product, null if that was deleted. */
type ReadLine = Omit<StandingLine, 'new_unit'> & { present_unit: string | null }

function changedLines(items: ChangedItems, ...known: ReadonlyMap<string, ReadLine>[]): StandingLine[] | null {
  if (!items) return null
  return items.flatMap(({ product_id, quantity, unit }) => {
    const line = known.map(lines => lines.get(product_id)).find(Boolean)
    return line ? [{ ...inUnit(line, unit), quantity }] : []
  })
}

/** The line with its quantity in this unit, by default the line's own. */
const inUnit = ({ present_unit, ...line }: ReadLine, unit = line.unit): StandingLine => {
  return { ...line, unit, new_unit: newUnitOf(unit, present_unit) }
}

/** The products of changed days, even if the standing orders' own lines do not have them. */
async function changedProducts(db: Database, rows: Row[]): Promise<ReadonlyMap<string, ReadLine>> {
  const ids = rows.flatMap(({ days }) => days.flatMap(({ items }) => items?.map(item => item.product_id) ?? []))
  if (ids.length === 0) return new Map()
  const products = await db
    .selectFrom('products')
    .select(['id as product_id', 'name as product_name', 'brand', 'unit'])
    .select([onSale('price').as('price'), onSale('vat_rate').as('vat_rate')])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(products.map(product => [product.product_id, { ...product, present_unit: product.unit, quantity: 0 }]))
}
