import { type SqlBool, sql } from 'kysely'
import type { StandingOrder } from '#contract/standing-orders.ts'
import type { Tx } from '../db/transaction.ts'
import { chosenLines, namedLines } from './lines.ts'

/** The fields for the audit trail: without the notes, which it would keep when the customer is deleted. */
export function recordedFields({ items, coming: _, notes, ...standing }: StandingOrder) {
  const { id, customer_id, user_company, version, created_at, updated_at, updated_by, past, ...content } = standing
  return { ...content, items: items.map(({ product_name, quantity, unit }) => `${quantity} ${unit} ${product_name}`) }
}

/** `day` is the day for which the order is made, null if it is skipped; `lines` are those of this day alone. */
type ChangedDay = { due_on: string; day: string | null; lines: string[] | null }

/** Whether a row of `standing_order_days` changes its day, unlike one that only has a reminder. */
export const IS_CHANGED = sql<SqlBool>`(is_skipped or moved_to is not null or items is not null)`

/** A due day for the audit trail, as a list; empty if the day is not changed. */
export async function changedDay(tx: Tx, id: string, due_on: string): Promise<ChangedDay[]> {
  const lines = namedLines(sql`changed.standing_order_id`, chosenLines(sql`changed.items`))
  const { rows } = await sql<ChangedDay>`
    select due_on::text, case when not is_skipped then coalesce(moved_to, due_on)::text end as day,
      (select json_agg(concat_ws(' ', quantity, unit, product_name) order by place) from (${lines}) as named) as lines
    from standing_order_days as changed
    where standing_order_id = ${id} and due_on = ${due_on} and ${IS_CHANGED}`.execute(tx)
  return rows
}
