import type { NewReceipt } from '#contract/stock.ts'
import { type Database, inTransaction } from '../db/tables.ts'
import type { Actor } from '../http/house.ts'
import { type Line, receive } from './ledger.ts'

/** Books goods in, all lines or none. Lines of one product are booked as one. */
export async function receiveGoods(db: Database, actor: Actor, receipt: NewReceipt, now: Date) {
  const lines = merged('items' in receipt ? receipt.items : [receipt])
  const stock = await inTransaction(db, tx =>
    receive(tx, lines, { reason: 'receipt', actor, now, note: receipt.notes || null }),
  )
  return {
    message: 'Mal kabulü kaydedildi',
    items: lines.map(line => ({ ...line, stock_quantity: stock.get(line.product_id)?.on_hand ?? 0 })),
  }
}

function merged(lines: Line[]): Line[] {
  const quantities = new Map<string, number>()
  for (const { product_id, quantity } of lines) quantities.set(product_id, (quantities.get(product_id) ?? 0) + quantity)
  return [...quantities].map(([product_id, quantity]) => ({ product_id, quantity }))
}
