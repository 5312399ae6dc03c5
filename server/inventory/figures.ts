import { sql } from 'kysely'
import type { Backorder, InventoryStats, ToReorder } from '#contract/inventory.ts'
import type { Kurus } from '#contract/money.ts'
import { AWAITING_STATUSES } from '#contract/order-status.ts'
import type { Warehouse } from '#contract/products.ts'
import { LOW_STOCK } from '#contract/stock-level.ts'
import type { Database } from '../db/tables.ts'
import { keyedList, type List } from '../http/lists.ts'
import { AVAILABLE, HAS_LEVEL } from '../stock/ledger.ts'
import { IN_BLOCKED_LOTS, IS_OFFER, KEPT_IN_BLOCKED_LOTS } from '../stock/lots.ts'
import { SUGGESTED_QUANTITY } from './suggested-quantity.ts'

/** Neither list has an index in its order: each page reads and sorts all of it. */
const PAGE_SIZE = 5000

type Where = { warehouse?: Warehouse | undefined }

/** The quantity that orders and blocked lots need, each of them once. */
const NEEDED = sql<number>`(reserved - ${KEPT_IN_BLOCKED_LOTS})`

/**
 * Whether less is on hand than needed. The missing goods were promised for a day, or were sold from a stock that has
 * turned out to be smaller. The first comparison spares most products the second one.
 */
const ON_BACKORDER = sql<boolean>`(on_hand < reserved and on_hand < ${NEEDED})`

/** The figures of a warehouse, or of both. */
export function inventoryStats(db: Database, { warehouse }: Where): Promise<InventoryStats> {
  return inWarehouse(db, warehouse)
    .select(eb => [
      eb.fn.countAll<number>().as('total_products'),
      sql<number>`count(*) filter (where is_active)`.as('active_products'),
      sql<number>`count(*) filter (where is_active and ${HAS_LEVEL.out})`.as('out_of_stock'),
      sql<number>`count(*) filter (where is_active and ${HAS_LEVEL.low})`.as('low_stock'),
      sql<Kurus>`coalesce(sum(on_hand * price), 0)`.as('stock_worth'),
      sql<number>`count(*) filter (where ${ON_BACKORDER})`.as('on_backorder'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Products on sale, except offers, that are low, out of stock or at their reorder point, by available quantity, the
 * lowest first.
 */
export function productsToReorder(db: Database, { warehouse }: Where): List<ToReorder> {
  const low = inWarehouse(db, warehouse)
    // What was entered in another unit than the product has now does not apply.
    .leftJoin('reorder_levels', join =>
      join
        .onRef('reorder_levels.product_id', '=', 'products.id')
        .on(sql<boolean>`coalesce(reorder_levels.unit, products.unit) = products.unit`),
    )
    .select(SHOWN)
    .select(['reorder_point', 'reorder_quantity', SUGGESTED_QUANTITY.as('suggested_quantity')])
    .where('is_active', '=', true)
    // An offer gets goods from its lot only, and none from a supplier.
    .where(sql<boolean>`not ${IS_OFFER}`)
    .where(sql<boolean>`(${AVAILABLE} < ${LOW_STOCK} or ${AVAILABLE} <= reorder_point)`)
  return keyedList(low, {
    direction: 'asc',
    key: [
      { ref: AVAILABLE, kind: 'number', of: row => row.available_quantity },
      { ref: 'products.name', kind: 'text', of: row => row.product_name },
      { ref: 'products.id', kind: 'id', of: row => row.product_id },
    ],
    item: row => row,
    pageSize: PAGE_SIZE,
  })
}

/**
 * Quantities in open orders that the stock on hand does not cover: first those sold from stock (`promised_for` is
 * null), then those promised for a day, by day, then by product.
 */
export function backorders(db: Database, { warehouse }: Where): List<Backorder> {
  const promised = inWarehouse(db, warehouse)
    .innerJoin('order_items', 'order_items.product_id', 'products.id')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(SHOWN)
    .select([
      sql<string | null>`order_items.expected_stock_date::text`.as('promised_for'),
      sql<number | null>`case when not ${IN_FORMER_UNIT} then sum(quantity)::bigint end`.as('promised_quantity'),
      sql<Backorder['promised_by_unit']>`case when ${IN_FORMER_UNIT} then ${BY_UNIT} end`.as('promised_by_unit'),
      sql<number | null>`
        case when not bool_or(${IN_FORMER_UNIT}) over (partition by products.id)
        then least(sum(quantity), greatest(0, ${NEEDED} - on_hand - ${OF_LATER_DAYS}))::bigint end`.as(
        'missing_quantity',
      ),
      sql<number>`count(*)`.as('order_count'),
      // Goods on the shelf first cover the lines that were sold from stock, but no order gets blocked lots, except what
      // it keeps of them. Not in `having`, as the lines that are covered count in the windows, too.
      sql<boolean>`order_items.expected_stock_date is not null
        or sum(quantity) > on_hand - ${IN_BLOCKED_LOTS} + ${KEPT_IN_BLOCKED_LOTS}`.as('is_awaiting'),
    ])
    .where('status', 'in', AWAITING_STATUSES)
    .where(ON_BACKORDER)
    .groupBy(['products.id', 'stock.product_id', 'order_items.expected_stock_date'])
  return keyedList(db.selectFrom(promised.as('promised')).selectAll().where('is_awaiting', '=', true), {
    direction: 'asc',
    key: [
      { ref: sql`coalesce(promised_for, '')`, kind: 'text', of: row => row.promised_for ?? '' },
      { ref: 'product_name', kind: 'text', of: row => row.product_name },
      { ref: 'product_id', kind: 'id', of: row => row.product_id },
    ],
    item: ({ is_awaiting: _, ...row }) => row,
    pageSize: PAGE_SIZE,
  })
}

/** The quantity promised for later days, which is missing first: goods on hand go to the earlier days. */
const OF_LATER_DAYS = sql<number>`coalesce(sum(sum(quantity)) over (
  partition by products.id order by order_items.expected_stock_date desc nulls last
  rows between unbounded preceding and 1 preceding), 0)`

/** Whether some of the group's lines were ordered in another unit than their product has now. */
const IN_FORMER_UNIT = sql<boolean>`bool_or(order_items.unit <> products.unit)`

const BY_UNIT = sql`(
  select jsonb_agg(jsonb_build_object('quantity', sums.quantity, 'unit', sums.unit) order by sums.unit collate "tr-x-icu")
  from (
    select line.unit, sum(line.quantity) as quantity
    from order_items as line join orders as ordered on ordered.id = line.order_id
    where line.product_id = products.id and ordered.status in (${sql.join(AWAITING_STATUSES)})
      and line.expected_stock_date is not distinct from order_items.expected_stock_date
    group by line.unit) as sums)`

const SHOWN = [
  'products.id as product_id',
  'products.name as product_name',
  'products.brand',
  'products.unit',
  'products.barcode',
  'products.warehouse',
  'products.expected_stock_date',
  'stock.on_hand as stock_quantity',
  'stock.reserved as reserved_quantity',
  AVAILABLE.as('available_quantity'),
] as const

function inWarehouse(db: Database, warehouse: Warehouse | undefined) {
  const all = db.selectFrom('products').innerJoin('stock', 'stock.product_id', 'products.id')
  return warehouse ? all.where('warehouse', '=', warehouse) : all
}
