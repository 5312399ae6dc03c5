import { type RawBuilder, sql } from 'kysely'
import { saleOf } from '#contract/sale.ts'
import type { NewStandingOrder, Shortage, ShortageRule } from '#contract/standing-orders.ts'
import type { Tx } from '../db/transaction.ts'
import { Refusal, sentence } from '../http/refusal.ts'
import { productsOnSale } from '../orders/pricing.ts'
import { newUnitOf } from '../stock/changed-units.ts'
import { availableOf, lockStock } from '../stock/ledger.ts'

type RequestedLine = NewStandingOrder['items'][number]
type Known = { unit: string }

/**
 * The requested lines, each with its unit: the requested one, else the known line's, else the product's. Refuses
 * products that are neither on sale nor in a known line with `product_unavailable`; its `errors` name each.
 */
export async function withUnits(tx: Tx, lines: readonly RequestedLine[], known: ReadonlyMap<string, Known>) {
  const ids = lines.map(line => line.product_id)
  const products = await productsOnSale(tx, ids)
  const gone = new Set(ids.filter(id => !products.has(id) && !known.has(id)))
  if (gone.size > 0) {
    const names = await namesOf(tx, [...gone])
    const message = sentence('product_unavailable')
    const errors = ids.flatMap((id, i) =>
      gone.has(id) ? [{ field: `items.${i}`, message: named(names.get(id), message) }] : [],
    )
    throw new Refusal('product_unavailable', message, errors)
  }
  return lines.map(({ product_id, quantity, unit }) => ({
    product_id,
    quantity,
    unit: unit ?? known.get(product_id)?.unit ?? products.get(product_id)?.unit,
  }))
}

const named = (name: string | undefined, message: string) => (name ? `${name}: ${message}` : message)

/** The names of products, on sale or not, by id. */
async function namesOf(tx: Tx, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('products')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Stores the lines of a standing order in their order. The line of a product that was deleted stays. */
export async function storeLines(tx: Tx, standing_order_id: string, lines: readonly RequestedLine[]) {
  const former = await tx
    .deleteFrom('standing_order_lines')
    .where('standing_order_id', '=', standing_order_id)
    .returning(['product_id', 'product_name', 'brand', 'unit'])
    .execute()
  const before = new Map(former.map(line => [line.product_id, line]))
  const wanted = await withUnits(tx, lines, before)
  const rows = wanted.map((line, position) => ({ ...before.get(line.product_id), ...line, position }))
  await sql`
    insert into standing_order_lines (standing_order_id, product_id, position, quantity, product_name, brand, unit)
    select ${standing_order_id}, line.product_id, line.position, line.quantity,
      coalesce(products.name, line.product_name), coalesce(products.brand, line.brand), line.unit
    from jsonb_populate_recordset(null::standing_order_lines, ${JSON.stringify(rows)}::jsonb) as line
      left join products on products.id = line.product_id`.execute(tx)
}

/** A line of a due day; `new_unit` is its product's unit, if that is another one. */
type DayLine = {
  product_id: string
  product_name: string
  quantity: number
  unit: string
  new_unit: string | null
}

/** The lines of a due day: the ones chosen for this day alone, else the standing order's. */
export async function linesOf(tx: Tx, { id, days }: OfDays, due_on: string): Promise<DayLine[]> {
  const chosen = days.find(day => day.due_on === due_on)?.items
  const own = sql`
    select product_id, quantity, unit, position as place from standing_order_lines where standing_order_id = ${id}`
  const { rows } = await sql<Omit<DayLine, 'new_unit'> & { present_unit: string | null }>`
    select product_id, product_name, quantity, unit, present_unit
    from (${namedLines(sql`${id}::uuid`, chosen ? chosenLines(sql`${JSON.stringify(chosen)}::jsonb`) : own)}) as named
    order by place`.execute(tx)
  return rows.map(({ present_unit, ...line }) => ({ ...line, new_unit: newUnitOf(line.unit, present_unit) }))
}

type OfDays = {
  id: string
  days: readonly { due_on: string; items: { product_id: string; quantity: number; unit?: string }[] | null }[]
}

/** As a subquery, the lines that the column `items` of a standing order's day contains. */
export const chosenLines = (items: RawBuilder<unknown>) => sql`
  select (item ->> 'product_id')::uuid as product_id, (item ->> 'quantity')::integer as quantity,
    item ->> 'unit' as unit, place
  from jsonb_array_elements(${items}) with ordinality as chosen (item, place)`

/**
 * As a subquery, lines of a standing order with their names and units, which lines of earlier versions may lack, and
 * the units that their products have now.
 */
export const namedLines = (standing_order_id: RawBuilder<unknown>, lines: RawBuilder<unknown>) => sql`
  select wanted.product_id, wanted.quantity, wanted.place,
    coalesce(products.name, line.product_name, 'Silinmiş ürün') as product_name,
    coalesce(wanted.unit, line.unit, products.unit, 'birim') as unit, products.unit as present_unit
  from (${lines}) as wanted
    left join products on products.id = wanted.product_id
    left join standing_order_lines as line
      on line.standing_order_id = ${standing_order_id} and line.product_id = wanted.product_id`

/**
 * The lines of a due day with the quantities that can be sold, and the shortages. A line in another unit than the
 * product's is not ordered, because its quantity was not chosen in the present one. Goods that are out of stock are
 * ordered only if they are expected between `today` and `day`, for which the order is made. Locks the stock.
 */
export async function coveredItems(
  tx: Tx,
  standing: OfDays & { shortages: ShortageRule },
  { due_on, day, today }: { due_on: string; day: string; today: string },
) {
  const lines = await linesOf(tx, standing, due_on)
  const ids = lines.map(line => line.product_id)
  const stock = await lockStock(tx, ids)
  const products = await productsOnSale(tx, ids)
  const shortages: Shortage[] = []
  const items = lines.flatMap(({ product_id, product_name, unit, quantity: wanted }) => {
    const short = (why: Shortage['why'], ordered: number) => {
      shortages.push({ product_name, unit, wanted, ordered, why })
      return ordered > 0 ? [{ product_id, quantity: ordered }] : []
    }
    const [product, figures] = [products.get(product_id), stock.get(product_id)]
    if (!product || !figures) return short('product_unavailable', 0)
    if (newUnitOf(unit, product.unit)) return short('unit_changed', 0)
    const { expected_stock_date: expected } = product
    const isInTime = expected !== null && today <= expected && expected <= day
    const expected_stock_date = isInTime ? expected : null
    const sale = saleOf({ available: availableOf(figures), expected_stock_date }, wanted)
    if (sale.sold) return [{ product_id, quantity: wanted }]
    return short(sale.code, standing.shortages === 'reduce' ? sale.most : 0)
  })
  return { items, shortages }
}
