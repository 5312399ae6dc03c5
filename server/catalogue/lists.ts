import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { spellingsOf } from '#contract/barcode-spellings.ts'
import { type Product } from '#contract/catalogue.ts'
import { type ExpiryKind, expiryText } from '#contract/lot-labels.ts'
import type { Kurus } from '#contract/money.ts'
import type { ProductSort } from '#contract/product-query.ts'
import { productSearchWords } from '#contract/product-search.ts'
import { type AdminProduct, Barcode, type ProductLevel, WAREHOUSES, type Warehouse } from '#contract/products.ts'
import { productsOfBarcode } from '#contract/products-of-barcode.ts'
import type { Database, Tables } from '../db/tables.ts'
import { type KeyColumn, keyedList, type List } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { containing, likeable } from '../http/search-condition.ts'
import { AVAILABLE, availableOf, HAS_LEVEL } from '../stock/ledger.ts'
import { IS_OFFER, OFFER_FLAG } from '../stock/lots.ts'

type Products = SelectQueryBuilder<Tables, 'products' | 'stock', object>

/** Products on sale, as customers and marketers see them; with `search` best match first. */
export function listProducts(
  db: Database,
  { category, search, ids }: { category?: string | undefined; search?: string | undefined; ids?: string | undefined },
): List<Product> {
  let products = onSale(db)
  if (category) products = products.where('category', '=', category)
  if (ids !== undefined) products = products.where('products.id', '=', sql<string>`any(${validIds(ids)}::uuid[])`)
  return { ...ordered(products, { search }, shownToCustomer), total: () => countOf(products, search) }
}

async function countOf(products: Products, search = '') {
  const matching = products.where(containing('products.search_text', productSearchWords(search)))
  const { count } = await matching.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

/** All products as admins see them: by `sort` if given, else with `search` best match first, else by name. */
export function listAllProducts(
  db: Database,
  filter: {
    warehouse?: Warehouse | undefined
    category?: string | undefined
    search?: string | undefined
    is_active?: 'true' | 'false' | undefined
    level?: ProductLevel | undefined
    sort?: ProductSort | undefined
    order?: 'asc' | 'desc' | undefined
    without_offers?: boolean
  },
): List<AdminProduct> {
  let products = all(db)
  if (filter.warehouse) products = products.where('warehouse', '=', filter.warehouse)
  if (filter.category) products = products.where('category', '=', filter.category)
  if (filter.is_active) products = products.where('is_active', '=', filter.is_active === 'true')
  if (filter.level) products = products.where(LEVELS[filter.level])
  if (filter.without_offers) products = products.where(sql<SqlBool>`not ${IS_OFFER}`)
  return { ...ordered(products, filter, shownToAdmin), total: () => countOf(products, filter.search) }
}

/** Products on sale or in stock that are not in a count, by category and name. */
export function listUncounted(
  db: Database,
  {
    count_id,
    ...filter
  }: {
    count_id: string
    warehouse?: Warehouse | undefined
    category?: string | undefined
    search?: string | undefined
  },
): List<AdminProduct> {
  let products = all(db)
    .where(sql<SqlBool>`(is_active or on_hand > 0)`)
    .where(
      sql<SqlBool>`not exists (select from stock_count_items as item where count_id = ${count_id} and item.product_id = products.id)`,
    )
  if (filter.warehouse) products = products.where('warehouse', '=', filter.warehouse)
  if (filter.category) products = products.where('category', '=', filter.category)
  return {
    ...ordered(products, { search: filter.search, sort: 'category' }, shownToAdmin),
    total: () => countOf(products, filter.search),
  }
}

/** A product on sale as customers see it. Refuses any other id with `not_found`. */
export async function readProduct(db: Database, id: string): Promise<Product> {
  const row = await withFigures(onSale(db)).where('products.id', '=', id).executeTakeFirst()
  return row ? shownToCustomer(row) : refuse('not_found')
}

/** A product on sale as customers see it, with the text that searches match. */
export type RowOnSale = Product & { search_text: string }

/** The products on sale that follow the given one in the order of their names; at most `limit`. */
export async function readPageOnSale(
  db: Database,
  after: Pick<RowOnSale, 'id' | 'name'> | undefined,
  limit: number,
): Promise<RowOnSale[]> {
  let products = withFigures(onSale(db)).orderBy('products.name').orderBy('products.id').limit(limit)
  if (after)
    products = products.where(eb =>
      eb(eb.refTuple('products.name', 'products.id'), '>', eb.tuple(after.name, after.id)),
    )
  return (await products.execute()).map(shownToCustomer)
}

/** The products with these ids, as far as they are on sale. */
export async function readSomeOnSale(db: Database, ids: string[]): Promise<RowOnSale[]> {
  const rows = await withFigures(onSale(db)).where('products.id', '=', sql<string>`any(${ids}::uuid[])`).execute()
  return rows.map(shownToCustomer)
}

/** A product as admins see it, whether it is on sale or not. Refuses an unknown id with `not_found`. */
export async function readAnyProduct(db: Database, id: string): Promise<AdminProduct> {
  const row = await withFigures(all(db)).where('products.id', '=', id).executeTakeFirst()
  return row ? shownToAdmin(row) : refuse('not_found')
}

/**
 * The product of a barcode in any spelling, of the given warehouse or else preferably of the main one. Refuses with
 * `not_found` if there is none.
 */
export async function findByBarcode(db: Database, text: string, warehouse?: Warehouse): Promise<AdminProduct> {
  const found = await findInWarehouses(db, text)
  return found.find(product => !warehouse || product.warehouse === warehouse) ?? refuse('not_found')
}

/** The products of a barcode in any spelling, one per warehouse, the main warehouse's first; else `not_found`. */
export async function findInWarehouses(db: Database, text: string): Promise<AdminProduct[]> {
  const { data: barcode } = Barcode.safeParse(text)
  if (!barcode) refuse('not_found')
  const rows = await withFigures(all(db))
    // The index of barcodes begins with the warehouse.
    .where('warehouse', 'in', WAREHOUSES)
    .where('barcode', '=', sql<string>`any(${spellingsOf(barcode)}::text[])`)
    .execute()
  const found = productsOfBarcode(barcode, rows)
  return found.length > 0 ? found.map(shownToAdmin) : refuse('not_found')
}

const all = (db: Database): Products => db.selectFrom('products').innerJoin('stock', 'product_id', 'products.id')
const onSale = (db: Database) => all(db).where('is_active', '=', true)
const withFigures = (products: Products) =>
  products
    .selectAll('products')
    .select(['on_hand', 'reserved', 'moved_at', FIRST_EXPIRY.as('first_expiry'), SHOWN_EXPIRY.as('shown_expiry')])
    .select([REGULAR_PRICE.as('regular_price'), OFFER_FLAG.as('is_offer')])

type Expiry = { expires_on: string; expiry_kind: ExpiryKind | null }

/** The expiry of a product's lot that expires first, of those on hand that fulfil the condition. */
const expiryOf = (condition: RawBuilder<unknown>) => sql<Expiry | null>`case when in_lots > 0 then (
  select json_build_object('expires_on', expires_on, 'expiry_kind', expiry_kind) from lots
  where lots.product_id = products.id and lots.on_hand > 0 and expires_on is not null and ${condition}
  order by expires_on limit 1) end`
const FIRST_EXPIRY = expiryOf(sql`true`)
/** The expiry that the catalogue shows. */
export const SHOWN_EXPIRY = expiryOf(sql`in_catalogue and blocked_at is null`)

/** The regular price of the goods of an offer (kuruş), if it is higher and for the same unit. */
const REGULAR_PRICE = sql<Kurus | null>`(select source.price from offers join products as source on source.id = source_id
  where offers.product_id = products.id and source.unit = products.unit and source.price > products.price)`

type Row = Awaited<ReturnType<ReturnType<typeof withFigures>['executeTakeFirstOrThrow']>>

const LEVELS: Record<ProductLevel, RawBuilder<SqlBool>> = {
  ...HAS_LEVEL,
  undated: sql`${HAS_LEVEL.out} and expected_stock_date is null and not ${IS_OFFER}`,
}

type Found = Row & { match_rank: number }
type Order = { search?: string | undefined; sort?: ProductSort | undefined; order?: 'asc' | 'desc' | undefined }

function ordered<Item>(products: Products, { search, sort, order }: Order, item: (row: Row) => Item): List<Item> {
  const words = productSearchWords(search ?? '')
  const query = withFigures(products)
    .select(matchRank(words).as('match_rank'))
    .where(containing('products.search_text', words))
  const byMatch: KeyColumn<Found>[] = words.length
    ? [{ ref: matchRank(words), kind: 'number', of: row => row.match_rank }]
    : []
  return keyedList(query, {
    direction: order ?? 'asc',
    key: [
      ...(sort ? SORTED_BY[sort] : byMatch),
      { ref: 'products.name', kind: 'text', of: row => row.name },
      { ref: 'products.id', kind: 'id', of: row => row.id },
    ],
    item,
  })
}

/** The sort keys that precede the name. */
const SORTED_BY: Record<ProductSort, KeyColumn<Row>[]> = {
  name: [],
  category: [{ ref: 'products.category', kind: 'text', of: row => row.category }],
  price: [{ ref: 'products.price', kind: 'number', of: row => row.price }],
  stock_quantity: [{ ref: 'on_hand', kind: 'number', of: row => row.on_hand }],
  reserved_quantity: [{ ref: 'reserved', kind: 'number', of: row => row.reserved }],
  available_quantity: [{ ref: AVAILABLE, kind: 'number', of: availableOf }],
  barcode: [{ ref: sql`coalesce(barcode, '') collate "tr-x-icu"`, kind: 'text', of: row => row.barcode ?? '' }],
  is_active: [{ ref: sql`(not is_active)::integer`, kind: 'number', of: row => (row.is_active ? 0 : 1) }],
}

/** The ranks 0 to 4 of `ProductSearch`. In the searched text two line breaks follow the name, one brand and barcode. */
function matchRank(words: string[]) {
  const term = likeable(words.join(' '))
  const text = sql.ref('products.search_text')
  const outsideCategory = words.map(word => sql<SqlBool>`${text} like ${`%${likeable(word)}%\n%`}`)
  return sql<number>`case when ${text} like ${`${term}%`} then 0
    when ${text} like ${`% ${term}%\n%\n%`} then 1
    when ${text} like ${`%${term}%\n%\n%`} then 2
    when ${outsideCategory.length ? sql.join(outsideCategory, sql` and `) : sql`true`} then 3 else 4 end`
}

const validIds = (ids: string) => ids.split(',').filter(id => z.uuid().safeParse(id).success)

function shownToCustomer(row: Row): RowOnSale {
  return {
    ...row,
    stock_quantity: Math.max(0, availableOf(row)),
    shown_expiry: expiryTextOf(row.shown_expiry),
    regular_price: row.regular_price ?? undefined,
  }
}

/** An expiry in words, as catalogue and PDF show it; undefined without one. */
export const expiryTextOf = (expiry: Expiry | null) =>
  expiry ? expiryText(expiry.expires_on, expiry.expiry_kind) : undefined

function shownToAdmin(row: Row): AdminProduct {
  return {
    ...row,
    shown_expiry: expiryTextOf(row.shown_expiry),
    regular_price: row.regular_price ?? undefined,
    stock_quantity: row.on_hand,
    reserved_quantity: row.reserved,
    available_quantity: availableOf(row),
    // The later of the last edit and the last change of the quantity on hand; reservations do not count.
    updated_at: row.moved_at > row.updated_at ? row.moved_at : row.updated_at,
  }
}
