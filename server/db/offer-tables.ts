import type { ColumnType, Generated } from 'kysely'

/** The columns of products that sell goods of a lot near its expiry. */
export type OffersTable = {
  product_id: string
  source_id: string
  lot_id: string
  offer_lot_id: string
  ended_at: ColumnType<string | null, Date | null | undefined, Date | null>
}

/** The only row contains whether new offers may be made. */
export type OfferSettingsTable = { id: Generated<boolean>; is_allowed: boolean }
