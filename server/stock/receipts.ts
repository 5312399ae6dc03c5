import { MAX_STOCK } from '#contract/fields.ts'
import { formatNumber } from '#contract/money.ts'
import type { NewReceipt } from '#contract/stock.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { Refusal } from '../http/refusal.ts'
import { type Arrivals, type Figures, type Line, lockStock, move } from './ledger.ts'
import { noteOf, storeReceipt } from './receipt-history.ts'

/** Books a goods receipt, all lines or none, and stores it. Lines of one product are merged. */
export async function receiveGoods(
  tx: Tx,
  { actor, now, arrivals }: { actor: Actor; now: Date; arrivals: Arrivals },
  receipt: NewReceipt,
) {
  const items = 'items' in receipt ? receipt.items : [receipt]
  const fieldOf = (i: number) => ('items' in receipt ? `items.${i}` : 'product_id')
  const lines = merged(items)
  const stock = await lockStock(tx, [...lines.keys()])
  const errors = items.flatMap(({ product_id }, i) => {
    const message = faultOf(stock.get(product_id), lines.get(product_id) ?? 0)
    return message ? [{ field: fieldOf(i), message }] : []
  })
  if (errors[0]) throw new Refusal('invalid_input', errors[0].message, errors)
  const moves = [...lines].map(([product_id, on_hand]) => ({ product_id, on_hand }))
  await move(tx, moves, { reason: 'receipt', actor, now, arrivals, note: noteOf(receipt) })
  const id = await storeReceipt(tx, { actor, now }, receipt, lines)
  return {
    message: 'Mal kabulü kaydedildi',
    id,
    items: [...lines].map(([product_id, quantity]) => {
      return { product_id, quantity, stock_quantity: (stock.get(product_id)?.on_hand ?? 0) + quantity }
    }),
  }
}

function faultOf(stock: Figures | undefined, quantity: number): string | undefined {
  if (!stock) return 'Ürün bulunamadı'
  return stock.on_hand + quantity > MAX_STOCK ? `Stok en fazla ${formatNumber(MAX_STOCK)} olabilir` : undefined
}

function merged(items: Line[]): Map<string, number> {
  const quantities = new Map<string, number>()
  for (const { product_id, quantity } of items) quantities.set(product_id, (quantities.get(product_id) ?? 0) + quantity)
  return quantities
}
