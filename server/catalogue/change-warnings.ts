import type { AdminProduct, ProductChange } from '#contract/products.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { dearOfferWarning } from './dear-offers.ts'
import { formerUnitWarning } from './former-units.ts'

/** What the reply to a change of a product, which was made in this transaction, warns of. */
export const changeWarnings = async (
  tx: Tx,
  by: { actor: Actor; now: Date },
  product: AdminProduct,
  { unit, price }: Pick<ProductChange, 'unit' | 'price'>,
): Promise<{ unit_warning?: string; offer_warning?: string }> => ({
  ...(unit && (await formerUnitWarning(tx, by, product))),
  ...(price !== undefined && (await dearOfferWarning(tx, [product.id]))),
})
