import type { Lot } from '#contract/lots.ts'
import { record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuseField } from '../http/refusal.ts'
import { refreshCatalogue } from '../stock/catalogue-screens.ts'
import { setInCatalogue } from '../stock/lots.ts'
import { readLot } from './lists.ts'
import { lockLot } from './locked-lot.ts'

/**
 * Sets whether the catalogue shows the expiry of a lot. Refuses with `invalid_input` to show a lot without an expiry,
 * and to hide that of an offer.
 */
export function setShownInCatalogue(
  db: Database,
  { actor, now }: { actor: Actor; now: Date },
  id: string,
  in_catalogue: boolean,
): Promise<Lot> {
  return inTransaction(db, async tx => {
    const { lot } = await lockLot(tx, id)
    if (in_catalogue && lot.expires_on === null)
      refuseField('invalid_input', 'in_catalogue', 'Bu partinin tarihi yok; katalogda gösterilemez')
    const offer = tx.selectFrom('offers').select('product_id').where('offer_lot_id', '=', id)
    if (!in_catalogue && (await offer.executeTakeFirst()))
      refuseField('invalid_input', 'in_catalogue', 'Fırsat ürününün tarihi katalogda gösterilir')
    await setInCatalogue(tx, id, in_catalogue)
    const entry = { action: 'updated', entity: 'lot', entity_id: id } as const
    const before = { in_catalogue: lot.in_catalogue }
    await record(tx, { actor, now }, [{ ...entry, before, after: { in_catalogue } }])
    if (lot.in_catalogue !== in_catalogue) refreshCatalogue(tx)
    return readLot(tx, id)
  })
}
