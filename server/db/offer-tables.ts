import type { ColumnType, Generated } from 'kysely'

/** Offers: products that sell goods of a lot near its expiry. */
export type OfferTable = {
  /** The product on offer. */
  product_id: string
  /** The product from which its goods come. */
  source_id: string
  /** The lot of that product. */
  lot_id: string
  /** The lot of the product on offer, into which the goods were moved. */
  offer_lot_id: string
  ended_at: ColumnType<string | null, Date | null | undefined, Date | null>
}

/** Whether new offers may be made; its only row exists once an admin has changed that. */
export type OfferSettingsTable = { id: Generated<boolean>; is_allowed: boolean }
