import { sql } from 'kysely'
import type { ConnectedLot, Lot, LotFigures, LotMovement, LotState } from '#contract/lots.ts'
import type { Kurus } from '#contract/money.ts'
import type { ImportedField } from '#contract/product-fields.ts'
import { productSearchWords } from '#contract/product-search.ts'
import type { AdminProduct, Warehouse } from '#contract/products.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'
import { keyedList, type List } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { likeable, turkishFolded } from '../http/search-condition.ts'
import { unitsAt, withNewUnit } from '../stock/changed-units.ts'
import { connectedLots } from '../stock/lot-origins.ts'
import { OFFER_FLAG } from '../stock/lots.ts'
import { IMPORTED_COLUMNS } from '../stock/workbook-fields.ts'

/** The filters of lots. */
export type LotQuery = {
  product_id?: string | undefined
  code?: string | undefined
  search?: string | undefined
  state?: LotState | undefined
  warehouse?: Warehouse | undefined
  category?: string | undefined
  expires_until?: string | undefined
}

/** Lots of existing products by expiry, the earliest first; those without an expiry last. */
export function listLots(db: Database, query: LotQuery, now: Date): List<Lot> {
  return keyedList(filtered(db, query, now).select(SHOWN), {
    direction: 'asc',
    key: [
      { ref: EXPIRY, kind: 'day', of: row => row.expires_on ?? NEVER },
      { ref: 'lots.id', kind: 'id', of: row => row.id },
    ],
    item: row => row,
  })
}

/** A lot with the fields of its product that the inventory workbook has. */
export type SheetLot = Omit<Lot, 'value'> & { value: Kurus } & Pick<AdminProduct, ImportedField>

/** The lots that match the filters, with the fields of their products, for a workbook. */
export function listSheetLots(db: Database, query: LotQuery, now: Date): List<SheetLot> {
  const fields = IMPORTED_COLUMNS.map(column => `products.${column}` as const)
  const lots = filtered(db, query, now).select([...SHOWN, ...fields, 'on_hand as stock_quantity'])
  return keyedList(lots, {
    direction: 'asc',
    key: [
      { ref: EXPIRY, kind: 'day', of: row => row.expires_on ?? NEVER },
      { ref: 'lots.id', kind: 'id', of: row => row.id },
    ],
    item: row => row,
  })
}

/** The number and value (kuruş) of the lots that match the filters, and how many would with each state. */
export async function lotFigures(db: Database, query: LotQuery, now: Date): Promise<LotFigures> {
  const fitting = await filtered(db, query, now)
    .select(eb => [eb.fn.countAll<number>().as('count'), sql<Kurus>`coalesce(sum(${VALUE}), 0)`.as('value')])
    .executeTakeFirstOrThrow()
  const states = await filtered(db, { ...query, state: 'on_hand' }, now)
    .select(eb => [
      eb.fn.countAll<number>().as('on_hand_count'),
      sql<number>`count(*) filter (where expires_on < ${istanbulDay(now)}::date)`.as('expired_count'),
      eb.fn.count<number>('blocked_at').as('blocked_count'),
    ])
    .executeTakeFirstOrThrow()
  const any = await db.selectFrom('lots').select('id').limit(1).executeTakeFirst()
  return { ...fitting, ...states, is_any: any !== undefined }
}

const NEVER = '9999-12-31'
/** The expiry by which lots are sorted, with indexes: of one without it a day that comes after all others. */
export const EXPIRY = sql<string>`coalesce(lots.expires_on, date ${sql.lit(NEVER)})`

/** The lot with this id. Refuses with `not_found`. */
export async function readLot(db: Database, id: string): Promise<Lot> {
  return (await lotsWithProducts(db).select(SHOWN).where('lots.id', '=', id).executeTakeFirst()) ?? refuse('not_found')
}

/**
 * The lots that goods of a lot came from or went to, over any number of steps; those of deleted products are left out.
 */
export async function listConnectedLots(db: Database, id: string): Promise<ConnectedLot[]> {
  await readLot(db, id)
  const ids = await connectedLots(db, [id])
  return lotsWithProducts(db)
    .select(SHOWN)
    .select(
      sql<boolean>`exists (select from lot_origins where lot_id = ${id} and from_lot_id = lots.id)`.as('came_from'),
    )
    .select(sql<boolean>`exists (select from lot_origins where from_lot_id = ${id} and lot_id = lots.id)`.as('went_to'))
    .where('lots.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('lots.id', '!=', id)
    .orderBy('warehouse')
    .orderBy('lots.id')
    .execute()
}

/** Every movement of a lot, newest first, in the unit that its product had then. */
export function listLotMovements(db: Database, lot_id: string): List<LotMovement> {
  const product = sql`(select product_id from lots where id = ${lot_id})`
  const { builder, columns } = unitsAt(db, product, 'lot_ledger.created_at')
  const movements = builder.selectFrom('lot_ledger').where('lot_id', '=', lot_id)
  return keyedList(movements.selectAll().select(columns), {
    direction: 'desc',
    key: [{ ref: 'lot_ledger.id', kind: 'number', of: row => row.id }],
    item: withNewUnit,
  })
}

function filtered(db: Database, query: LotQuery, now: Date) {
  let lots = lotsWithProducts(db)
  const { product_id, code, warehouse, category, expires_until, state = 'on_hand' } = query
  if (state !== 'all') lots = lots.where('lots.on_hand', '>', 0)
  if (state === 'blocked') lots = lots.where('blocked_at', 'is not', null)
  if (state === 'expired') lots = lots.where(EXPIRY, '<', istanbulDay(now))
  if (product_id) lots = lots.where('products.id', '=', product_id)
  if (code) lots = lots.where(sql<boolean>`lower(lots.code collate "C") = lower(${code} collate "C")`)
  if (warehouse) lots = lots.where('warehouse', '=', warehouse)
  if (category) lots = lots.where('category', '=', category)
  if (expires_until) lots = lots.where(EXPIRY, '<=', expires_until)
  for (const word of productSearchWords(query.search ?? '')) {
    const pattern = `%${likeable(word)}%`
    lots = lots.where(eb =>
      eb.or([eb('products.search_text', 'like', pattern), eb(turkishFolded('code'), 'like', pattern)]),
    )
  }
  return lots
}

/** All lots with their products. */
export const lotsWithProducts = (db: Database) =>
  db.selectFrom('lots').innerJoin('products', 'products.id', 'lots.product_id')

const VALUE = sql<Kurus>`(lots.on_hand * price)`
/** The columns of the API's lots. */
export const SHOWN = [
  'lots.id',
  'product_id',
  'products.name as product_name',
  'brand',
  'category',
  'unit',
  'warehouse',
  'code',
  'expires_on',
  'expiry_kind',
  'supplier',
  'delivery_note',
  'received_at',
  'on_hand',
  'picked as picked_quantity',
  'blocked_at',
  'blocked_by_admin_name',
  'block_reason',
  'in_catalogue',
  'sold_past_expiry',
  VALUE.as('value'),
  OFFER_FLAG.as('is_offer'),
] as const
