import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import { refuseField } from '../http/refusal.ts'

type InUnit = { product_id: string; product_name: string; unit: string }

/**
 * The products that no longer have the unit of a stored quantity, such as 'Ezine (ADET → PAKET)'; '' if there are none.
 * Locks as `unitsOf` does.
 */
export async function changedUnitsText(tx: Tx, stored: readonly InUnit[]): Promise<string> {
  const units = await unitsOf(
    tx,
    stored.map(({ product_id }) => product_id),
  )
  return stored
    .flatMap(({ product_id, product_name, unit }) => {
      const new_unit = newUnitOf(unit, units.get(product_id))
      return new_unit ? [unitChange({ product_name, unit, new_unit })] : []
    })
    .join(', ')
}

/**
 * The present units of products, by id. Until the transaction ends, the products keep them. Their stock must be locked.
 * Deleted products are left out.
 */
export async function unitsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const products = await tx
    .selectFrom('products')
    .select(['id', 'unit'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(products.map(({ id, unit }) => [id, unit]))
}

/** The present unit of a product, if it is not the unit of a stored quantity; null if it is, or without a product. */
export const newUnitOf = (unit: string, present: string | null | undefined) =>
  present && present !== unit ? present : null

/** As `newUnitOf`, of the joined `products` and stored rows with the alias `item`. */
export const NEW_UNIT = sql<string | null>`nullif(products.unit, item.unit)`

/** Whether a row of `audit_log` records that the product with this id got another unit. */
export const isUnitChange = (productId: RawBuilder<unknown>) =>
  sql<SqlBool>`entity = 'product' and entity_id = ${productId}::text and after ->> 'unit' <> before ->> 'unit'`

/** The unit that the product with this id had before the first change of its unit after an instant; null without one. */
export const unitBeforeChange = (productId: RawBuilder<unknown>, instant: RawBuilder<unknown>) =>
  sql<string | null>`(
    select before ->> 'unit' from audit_log where ${isUnitChange(productId)} and created_at > ${instant}
    order by created_at, id limit 1)`

/**
 * For queries of a product's movements: the `builder` with the changes of its unit, which are read once for all rows,
 * and the columns `unit`, which it had at the `time` of a movement according to the audit trail, and `present_unit`. Of
 * a deleted product the latter is null, and so is the unit since its last change.
 */
export function unitsAt(
  db: Database,
  productId: RawBuilder<unknown>,
  time: 'stock_ledger.created_at' | 'lot_ledger.created_at',
) {
  const present = sql<string | null>`(select unit from products where id = ${productId})`
  const builder = db.with(
    cte => cte('unit_change').materialized(),
    query =>
      query
        .selectFrom('audit_log')
        .where(isUnitChange(productId))
        .select(['id', 'created_at', sql<string>`before ->> 'unit'`.as('unit')]),
  )
  const then = sql<string | null>`coalesce((select unit from unit_change where created_at > ${sql.ref(time)}
    order by created_at, id limit 1), ${present})`
  return { builder, columns: [then.as('unit'), present.as('present_unit')] as const }
}

/** A movement with its columns of `unitsAt`, as replies have it: with `new_unit`, the present unit if it is another. */
export const withNewUnit = <Row extends { unit: string | null; present_unit: string | null }>({
  present_unit,
  ...row
}: Row) => ({ ...row, new_unit: row.unit && newUnitOf(row.unit, present_unit) })

/** 'Ezine (ADET → PAKET)' */
export const unitChange = (change: { product_name: string; unit: string; new_unit: string }) =>
  `${change.product_name} (${change.unit} → ${change.new_unit})`

/**
 * Why a quantity that the user entered in another unit than that of its product is refused, ending with the `advice`
 * to the user; else undefined.
 */
export const unitFault = (entered: string | undefined, unit: string, advice: string) =>
  entered === undefined || entered === unit ? undefined : `Ürünün birimi artık ${unit}; ${advice}`

/** Refuses with `invalid_input` a quantity that the user of a dialog entered in another unit than its product has. */
export function refuseOtherUnit(entered: string | undefined, unit: string, field = 'unit') {
  const fault = unitFault(entered, unit, 'pencereyi kapatıp yeniden açın')
  if (fault) refuseField('invalid_input', field, fault)
}

/** As `refuseOtherUnit`, with the present unit of the product, if that exists. Locks as `unitsOf` does. */
export async function refuseOtherUnitOf(tx: Tx, productId: string, entered: string | undefined) {
  if (entered === undefined) return
  const unit = (await unitsOf(tx, [productId])).get(productId)
  if (unit) refuseOtherUnit(entered, unit)
}
