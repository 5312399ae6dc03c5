import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id } from './fields.ts'
import { Quantity, StockQuantity } from './quantity.ts'
import { SeenUnit } from './seen-unit.ts'

/**
 * The available quantity at which a product is reordered, and the quantity that is ordered then, once or several times.
 * Both are null if not set; a product is listed for reordering below `LOW_STOCK` in any case.
 */
export const ReorderLevel = z.object({
  reorder_point: z.nullable(StockQuantity),
  reorder_quantity: z.nullable(Quantity),
})
export type ReorderLevel = z.output<typeof ReorderLevel>

/** The level that was set in another unit than the product has now, and does not apply any more. */
const FormerLevel = z.extend(ReorderLevel, { unit: z.string() })

export const readReorderLevel = call('GET /admin/inventory/reorder-levels/:id', {
  params: { id: Id },
  roles: ['admin'],
  resources: ['products'],
  // A server of an earlier version sends no `unit`.
  reply: z.extend(ReorderLevel, { unit: z.optional(z.string()), former: z.optional(FormerLevel) }),
  summary:
    'The available quantity at which a product is to be reordered, and in which multiples; `null` if not set. `unit` is the present unit of the product, and `former` has what was set in another one.',
  failure: 'Sipariş noktası yüklenemedi',
})

export const setReorderLevel = call('PUT /admin/inventory/reorder-levels/:id', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['products'],
  body: z.object({
    reorder_point: z.optional(ReorderLevel.shape.reorder_point),
    reorder_quantity: z.optional(ReorderLevel.shape.reorder_quantity),
    /** The product's unit as the user saw it. */
    unit: SeenUnit,
  }),
  reply: z.extend(ReorderLevel, { message: z.string() }),
  summary:
    'Sets the reorder point and quantity of a product, or removes one (`null`); fields that are not sent stay. It is 400 if the product has another `unit` by then.',
  failure: 'Sipariş noktası kaydedilemedi',
})
