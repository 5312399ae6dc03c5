import * as z from 'zod/mini'

/** The fields of an order that say who placed and who revised it. */
export const OrderActors = {
  created_by_marketer_id: z.nullable(z.uuid()),
  /**
   * The role that placed the order for its customer, and the marketer's name; the name is `null` for an admin, who acts
   * for the wholesaler. Both are `null` if the customer placed it. Optional, as replies stored in browsers may be
   * older.
   */
  placed_by: z.optional(z.nullable(z.enum(['marketer', 'admin']))),
  placed_by_name: z.optional(z.nullable(z.string())),
  revised_by_marketer_id: z.nullable(z.uuid()),
  /** The marketer who revised it last, 'Yönetici' for an admin, `null` for the customer. */
  revised_by_marketer_name: z.nullable(z.string()),
}
