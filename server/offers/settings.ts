import { type By, record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import { refreshScreens } from '../notifications/live.ts'

/** Whether new offers may be made; false until an admin allows it. */
export async function areOffersAllowed(db: Database): Promise<boolean> {
  return (await db.selectFrom('offer_settings').select('is_allowed').executeTakeFirst())?.is_allowed ?? false
}

export async function allowOffers(db: Database, by: By, is_allowed: boolean) {
  return inTransaction(db, async tx => {
    const before = { is_allowed: await areOffersAllowed(tx) }
    await tx
      .insertInto('offer_settings')
      .values({ is_allowed })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ is_allowed }))
      .execute()
    const entry = { action: 'updated', entity: 'offer_settings', entity_id: 'offers' } as const
    await record(tx, by, [{ ...entry, before, after: { is_allowed } }])
    refreshScreens(tx, { roles: ['admin'] })
    return { message: is_allowed ? 'Fırsat satışı açıldı' : 'Fırsat satışı kapatıldı', is_allowed }
  })
}
