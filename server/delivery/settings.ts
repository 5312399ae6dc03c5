import type { DeliverySettings } from '#contract/delivery-rules.ts'
import { type Kurus, liraOf } from '#contract/money.ts'
import { type By, record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { refreshScreens } from '../notifications/live.ts'

const COLUMNS = ['closed_on_holidays', 'closed_on_half_days', 'minimum', 'fee'] as const

/** The settings until an admin changes them. */
export const DEFAULT_SETTINGS: DeliverySettings = {
  closed_on_holidays: true,
  closed_on_half_days: false,
  minimum: null,
  fee: null,
}

/** The settings that all routes have in common; minimum and fee in kuruş. */
export async function readSettings(db: Database): Promise<DeliverySettings> {
  return (await db.selectFrom('delivery_settings').select(COLUMNS).executeTakeFirst()) ?? DEFAULT_SETTINGS
}

type Change = { [Field in keyof DeliverySettings]?: DeliverySettings[Field] | undefined }

/** Changes the settings that all routes have in common; absent fields stay. */
export async function changeSettings(db: Database, by: By, change: Change): Promise<DeliverySettings> {
  return inTransaction(db, async tx => {
    await tx
      .insertInto('delivery_settings')
      .values(DEFAULT_SETTINGS)
      .onConflict(conflict => conflict.column('id').doNothing())
      .execute()
    const before = await tx.selectFrom('delivery_settings').select(COLUMNS).forUpdate().executeTakeFirstOrThrow()
    const after = await tx
      .updateTable('delivery_settings')
      .set({ id: true, ...change })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    const entry = { action: 'updated', entity: 'delivery_settings', entity_id: 'delivery' } as const
    await record(tx, by, [{ ...entry, before: inLira(before), after: inLira(after) }])
    refreshDelivery(tx)
    return after
  })
}

/** The fields as the API shows them: amounts in lira. */
export const inLira = <Fields extends { minimum: Kurus | null; fee: Kurus | null }>(fields: Fields) => ({
  ...fields,
  minimum: liraOrNull(fields.minimum),
  fee: liraOrNull(fields.fee),
})

/** An amount in lira, as the audit trail stores it. */
export const liraOrNull = (amount: Kurus | null) => (amount === null ? null : liraOf(amount))

/** Makes every open screen that shows delivery days fetch them again. */
export function refreshDelivery(tx: Tx) {
  refreshScreens(tx, { roles: ['admin', 'marketer', 'customer'] })
}
