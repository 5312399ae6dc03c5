import { sql } from 'kysely'
import {
  type COUNT_STATUSES,
  type CountDifference,
  type CountDifferences,
  type CountedProduct,
  type CountSummary,
  hidesExpected,
  RECENT_COUNTS,
  type StockCount,
} from '#contract/counts.ts'
import { kurus, sum } from '#contract/money.ts'
import type { Warehouse } from '#contract/products.ts'
import { listUncounted } from '../catalogue/lists.ts'
import { groupBy } from '../db/group-by.ts'
import type { Database } from '../db/tables.ts'
import { keyedList, type List } from '../http/lists.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { NEW_UNIT } from '../stock/changed-units.ts'
import { blockedQuantityChanges, countedLots, finalizedLotDifferences, lotDifferences } from './counted-lots.ts'
import { movedSinceCounted } from './moved-since.ts'

/** Counts, newest first. */
export function listCounts(
  db: Database,
  { status }: { status?: (typeof COUNT_STATUSES)[number] | undefined },
): List<CountSummary> {
  let counts = summaries(db)
  if (status) counts = counts.where('finalized_at', status === 'open' ? 'is' : 'is not', null)
  return keyedList(counts, {
    direction: 'desc',
    key: [
      { ref: 'stock_counts.created_at', kind: 'instant', of: row => row.created_at },
      { ref: 'stock_counts.id', kind: 'id', of: row => row.id },
    ],
    item: row => row,
  })
}

/** The last finalized counts with their products. */
export async function recentCounts(db: Database): Promise<StockCount[]> {
  const counts = await summaries(db)
    .where('finalized_at', 'is not', null)
    .orderBy('finalized_at', 'desc')
    .orderBy('stock_counts.id', 'desc')
    .limit(RECENT_COUNTS)
    .execute()
  return withProducts(db, counts)
}

/** A count with its counted products. Refuses an unknown id with `not_found`. */
export async function readCount(db: Database, id: string): Promise<StockCount> {
  const counts = await summaries(db).where('stock_counts.id', '=', id).execute()
  const [count] = await withProducts(db, counts)
  return count ?? refuse('not_found')
}

/**
 * The version of all that `readCount` returns: another one after each change, and in each minute, as a process of an
 * earlier release does not raise it during a rolling update.
 */
export async function versionOfCount(db: Database, id: string, now: Date): Promise<string | undefined> {
  const count = await db.selectFrom('stock_counts').select('version').where('id', '=', id).executeTakeFirst()
  return count && `${count.version}-${Math.floor(now.getTime() / 60_000)}`
}

type UncountedQuery = { count_id: string; warehouse?: Warehouse | undefined; search?: string | undefined }

/** The products that a count covers and that have no counted quantity yet, by category and name. */
export async function uncountedProducts(db: Database, { count_id, ...filter }: UncountedQuery) {
  const count = await summaries(db).where('stock_counts.id', '=', count_id).executeTakeFirst()
  if (!count) refuseField('invalid_input', 'count_id', 'Sayım bulunamadı')
  return listUncounted(db, { ...filter, count_id, category: count.category ?? undefined })
}

/** The differences that finalizing would make now, or has made, in counting order; amounts in kuruş. */
export async function readDifferences(db: Database, id: string, now: Date): Promise<CountDifferences> {
  const count = await summaries(db).where('stock_counts.id', '=', id).executeTakeFirst()
  if (!count) refuse('not_found')
  if (hidesExpected(count)) refuse('count_blind')
  const rows = await db
    .selectFrom('stock_count_items as item')
    .leftJoin('stock', 'stock.product_id', 'item.product_id')
    .leftJoin('products', 'products.id', 'item.product_id')
    .select([
      'item.product_id',
      'product_name',
      'item.brand',
      'item.unit',
      'item.warehouse',
      'counted_quantity',
      'notes',
    ])
    .$call(query =>
      count.finalized_at
        ? query
            .select(['on_hand_before as stock_quantity', sql<null>`null`.as('reserved_quantity'), 'item.price'])
            .select(sql<null>`null`.as('new_unit'))
        : query
            .select(['on_hand as stock_quantity', 'reserved as reserved_quantity', 'products.price'])
            .select(NEW_UNIT.as('new_unit')),
    )
    .where('count_id', '=', id)
    .orderBy('position')
    .execute()
  const openLots = count.finalized_at ? undefined : await lotDifferences(db, id)
  const blocked = openLots && (await blockedQuantityChanges(db, id, openLots, now))
  const lots = openLots ?? (await finalizedLotDifferences(db, id))
  const movedProducts = openLots && (await movedSinceCounted(db, id))
  const products = rows.map((row): CountDifference => {
    // Quantities in two units have no difference, and the count cannot be finalized.
    if (row.new_unit) return { ...row, reserved_quantity: null, difference: 0, worth: kurus(0) }
    const difference = row.stock_quantity === null ? 0 : row.counted_quantity - row.stock_quantity
    const reserved_quantity =
      row.reserved_quantity === null ? null : row.reserved_quantity + (blocked?.get(row.product_id) ?? 0)
    const worth = kurus(difference * (row.price ?? 0))
    // A deleted product is skipped, and so are its lots.
    const counted = row.stock_quantity === null ? undefined : lots.get(row.product_id)
    const moved = row.stock_quantity === null ? undefined : movedProducts?.get(row.product_id)
    return { ...row, difference, reserved_quantity, worth, ...(counted && { lots: counted }), ...(moved && { moved }) }
  })
  const worths = products.map(({ worth }) => worth)
  return {
    products,
    surplus_worth: sum(worths.filter(worth => worth > 0)),
    missing_worth: kurus(Math.abs(sum(worths.filter(worth => worth < 0)))),
    worth: sum(worths),
  }
}

/** The counted products of these counts, each in counting order. */
export function countedProducts(db: Database, countIds: string[]): Promise<(CountedProduct & { count_id: string })[]> {
  return db
    .selectFrom('stock_count_items')
    .select(['count_id', ...COUNTED])
    .where('count_id', '=', sql<string>`any(${countIds}::uuid[])`)
    .orderBy('position')
    .execute()
}

/** A counted product of a count, with its lots. */
export async function countedProduct(
  db: Database,
  count_id: string,
  product_id: string,
): Promise<CountedProduct | undefined> {
  const product = await db
    .selectFrom('stock_count_items')
    .select(COUNTED)
    .where('count_id', '=', count_id)
    .where('product_id', '=', product_id)
    .executeTakeFirst()
  const lots = await countedLots(db, [count_id], product_id)
  return product && lots.length > 0 ? { ...product, lots } : product
}

/** The columns of a counted product. */
export const COUNTED = [
  'product_id',
  'product_name',
  'brand',
  'unit',
  'warehouse',
  'counted_quantity',
  'image_url',
  'notes',
] as const

async function withProducts(db: Database, counts: CountSummary[]): Promise<StockCount[]> {
  const products = await countedProducts(
    db,
    counts.map(({ id }) => id),
  )
  const ofLots = await countedLots(
    db,
    counts.map(({ id }) => id),
  )
  const lots = groupBy(ofLots, lot => `${lot.count_id} ${lot.product_id}`)
  return counts.map(count => ({
    ...count,
    products: products
      .filter(({ count_id }) => count_id === count.id)
      .map(product => {
        const own = lots.get(`${count.id} ${product.product_id}`)
        return own ? { ...product, lots: own } : product
      }),
  }))
}

function summaries(db: Database) {
  return db
    .selectFrom('stock_counts')
    .select([
      'stock_counts.id',
      'count_date',
      'created_at',
      'created_by_admin_name',
      'finalized_at',
      'finalized_by_admin_name',
      'category',
      'is_blind',
      'differences_shown_at',
      'differences_shown_by_admin_name',
      sql<number>`(select count(*) from stock_count_items where count_id = stock_counts.id)`.as('product_count'),
    ])
}
