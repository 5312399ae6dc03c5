import { sql } from 'kysely'
import { ARCHIVED_STATUSES } from '#contract/order-status.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { ArchivedOrder } from '../db/archived-order.ts'
import type { Database } from '../db/tables.ts'
import type { Pool, Tx } from '../db/transaction.ts'

/**
 * Copies what the law requires to be kept of a customer's orders into the archive, before they are deleted; for `years`
 * after the end of the year in which each was last changed, or not at all with 0. Only orders whose status says
 * `isArchived` are copied.
 */
export async function archiveOrdersOf(tx: Tx, customer_id: string, years: number, now: Date) {
  if (years === 0) return
  // Locked by a statement of its own, so that the next one sees what was committed before.
  await tx.selectFrom('orders').select('id').where('customer_id', '=', customer_id).orderBy('id').forUpdate().execute()
  await sql`
    insert into order_archive (order_id, ordered_at, archived_at, delete_on, content)
    select id, created_at, ${now},
      make_date(extract(year from istanbul_day(updated_at))::integer + ${years}::integer + 1, 1, 1),
      jsonb_build_object(
        'status', status, 'company', user_company, 'address', user_address,
        'subtotal', subtotal, 'total_vat', total_vat, 'grand_total', grand_total,
        'delivery_fee', delivery_fee, 'delivery_date', delivery_date,
        'lines', (
          select jsonb_agg(jsonb_build_object('product', product_name, 'brand', brand, 'quantity', quantity, 'unit', unit,
            'price', price, 'vat_rate', vat_rate, 'total', total_price) order by position)
          from order_items where order_id = orders.id))
    from orders where customer_id = ${customer_id} and status = any(${ARCHIVED_STATUSES})`.execute(tx)
}

/** Deletes archived orders whose retention has ended. */
export async function deleteExpiredArchive(db: Pool, now: Date) {
  await db.deleteFrom('order_archive').where('delete_on', '<=', istanbulDay(now)).execute()
}

/** The archived orders, oldest first, without the data of their customers. */
export async function listArchive(db: Database) {
  return db
    .selectFrom('order_archive')
    .select(['order_id', 'ordered_at', 'archived_at', 'delete_on'])
    .select(sql<ArchivedOrder['grand_total']>`(content ->> 'grand_total')::bigint`.as('grand_total'))
    .orderBy('ordered_at')
    .orderBy('order_id')
    .execute()
}

/** The archived order with this number or id. */
export async function readArchived(db: Database, number: string) {
  return db
    .selectFrom('order_archive')
    .selectAll()
    .where(sql<boolean>`starts_with(order_id::text, ${number.toLowerCase()})`)
    .where(sql<boolean>`length(${number}::text) >= 8`)
    .executeTakeFirst()
}

/** Date and company of these orders of deleted customers, by id: a recall has to name every customer that got goods. */
export async function archivedNames(db: Database, orderIds: readonly string[]) {
  const rows = await db
    .selectFrom('order_archive')
    .select(['order_id', 'ordered_at', sql<string>`content ->> 'company'`.as('company')])
    .where('order_id', '=', sql<string>`any(${[...orderIds]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ order_id, ...order }) => [order_id, order]))
}
