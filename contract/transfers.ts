import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id, Notes } from './fields.ts'
import { WarehouseName } from './products.ts'
import { Quantity } from './quantity.ts'
import { SeenUnit } from './seen-unit.ts'

const MAX_TRANSFER_LINES = 500
const NOTHING_TO_MOVE = `Aktarım için 1 ile ${MAX_TRANSFER_LINES} arası ürün ve her birinin miktarı gereklidir`

/**
 * Goods to be moved from their product’s warehouse to the other one; with `lot_id`, goods of this lot. `unit` is the
 * product's as the user saw it.
 */
export const NewTransfer = z.object({
  items: z
    .array(z.object({ product_id: Id, quantity: Quantity, lot_id: z.nullish(Id), unit: SeenUnit }), NOTHING_TO_MOVE)
    .check(z.minLength(1, NOTHING_TO_MOVE), z.maxLength(MAX_TRANSFER_LINES, NOTHING_TO_MOVE)),
  notes: z.nullish(Notes),
})
export type NewTransfer = z.output<typeof NewTransfer>

/**
 * The effect of a transfer on a product and on the same product in the other warehouse; the figures are the quantities
 * on hand after it. `is_new`: the other warehouse had no such product, so an inactive one was created there.
 */
export const Transferred = z.object({
  product_id: z.uuid(),
  to_product_id: z.uuid(),
  product_name: z.string(),
  unit: z.string(),
  quantity: z.int(),
  from: WarehouseName,
  to: WarehouseName,
  stock_quantity: z.int(),
  to_stock_quantity: z.int(),
  is_new: z.boolean(),
  is_active: z.boolean(),
})
export type Transferred = z.infer<typeof Transferred>

export const transferGoods = call('POST /admin/stock/transfers', {
  roles: ['admin'],
  // A transfer also blocks expired lots, and open orders get others.
  invalidates: ['products', 'lots', 'orders'],
  body: NewTransfer,
  reply: z.object({ message: z.string(), items: z.array(Transferred) }),
  creates: true,
  summary:
    'Moves goods to the other warehouse, all lines or none: to the product with the same barcode there, else with the same name, brand and unit, else to a new inactive one. At most the sellable quantity; reservations stay. Taken are goods of the lot that a line names, else goods without a lot and then those that expire first; they keep their lots. It is 400 if a product has another `unit` by then.',
  failure: 'Aktarım kaydedilemedi',
  errors: ['transfer_too_much', 'transfer_unit_differs', 'barcode_taken'],
})
