import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
import { inBatches } from './batches.ts'
import type { KnownChange, StockChoice } from './import-plan.ts'

/**
 * The changes, without the change of a product's stock if the request keeps the stock, or if it has moved since the
 * export and the row is not forced; `kept` then has the figures. A product whose stock has moved also keeps its unit; if
 * the file has another one, it keeps its price and the stock of all of its rows, as these are for the unit of the file.
 */
export async function dropStaleStockChanges(tx: Tx, all: KnownChange[], { stock, exported, forcedRows }: StockChoice) {
  const keep = (change: KnownChange): KnownChange => {
    return { ...change, after: { ...change.after, stock_quantity: change.before.stock_quantity } }
  }
  if (stock === 'keep') return all.map(keep)
  if (!exported) return all
  const changesStock = ({ before, after }: KnownChange) => before.stock_quantity !== after.stock_quantity
  const changing = all.filter(changesStock)
  const ofProducts = changing.flatMap(({ before, lot }) => (lot ? [] : before.id))
  const ofLots = changing.flatMap(({ lot }) => lot?.known?.id ?? [])
  const moved = new Map([
    ...(await movedSince(tx, PRODUCTS, ofProducts, exported.ledgerId)),
    ...(await movedSince(tx, LOTS, ofLots, exported.lotLedgerId)),
  ])
  const movedBy = ({ before, lot }: KnownChange) => moved.get(lot ? (lot.known?.id ?? '') : before.id)
  const isStale = (change: KnownChange) =>
    changesStock(change) && movedBy(change) !== undefined && forcedRows.get(change.row) !== change.before.stock_quantity
  const keeping = new Set(all.flatMap(change => (isStale(change) ? change.before.id : [])))
  // The further rows of a product do not repeat its unit.
  const inOtherUnit = new Set(all.flatMap(({ before, after }) => (before.unit === after.unit ? [] : before.id)))
  return all.map((change): KnownChange => {
    const { before, after } = change
    if (!keeping.has(before.id)) return change
    if (!isStale(change) && !(changesStock(change) && inOtherUnit.has(before.id))) return withUnit(change)
    // The user has decided about the movements of a forced row: it is kept because of the unit.
    const { arrived = 0, left = 0 } = (isStale(change) && movedBy(change)) || {}
    const kept = { wanted: after.stock_quantity, on_hand: before.stock_quantity, arrived, left }
    return withUnit({ ...keep(change), kept })
  })
}

function withUnit(change: KnownChange): KnownChange {
  const { before, after } = change
  if (before.unit === after.unit) return change
  const { unit, price } = before
  return { ...change, after: { ...after, unit, price }, unitInFile: { unit: after.unit, price: after.price } }
}

const PRODUCTS = { ledger: sql.table('stock_ledger'), moved: sql.ref('product_id') }
const LOTS = { ledger: sql.table('lot_ledger'), moved: sql.ref('lot_id') }

type MovedBy = { arrived: number; left: number }

/** The quantities that arrived and left after a row of the ledger, by id, where the quantity on hand has changed. */
async function movedSince(tx: Tx, { ledger, moved }: typeof PRODUCTS, ids: string[], after: number) {
  const all = new Map<string, MovedBy>()
  for (const batch of inBatches(ids)) {
    const { rows } = await sql<MovedBy & { of: string }>`
      select ${moved} as of, sum(greatest(on_hand_change, 0))::bigint as arrived,
        sum(greatest(-on_hand_change, 0))::bigint as left
      from ${ledger} where ${moved} = any(${batch}::uuid[]) and id > ${after}
      group by ${moved} having sum(on_hand_change) <> 0`.execute(tx)
    for (const { of, ...by } of rows) all.set(of, by)
  }
  return all
}
