import { sql } from 'kysely'
import type { StandingOrder } from '#contract/standing-orders.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { chosenLines, namedLines } from './lines.ts'
import { readStandingOrder, type Timing } from './lists.ts'

/** A standing order that the actor may see, and its fields for the audit trail. */
export async function readWithFields(tx: Tx, { actor, ...timing }: Timing & { actor: Actor }, id: string) {
  const standing = await readStandingOrder(tx, actor, id, timing)
  return { standing, fields: fieldsOf(standing, await changedDays(tx, id, timing.now)) }
}

/** Without the notes, which the trail would keep when the customer is deleted. */
function fieldsOf({ items, coming: _, notes, ...standing }: StandingOrder, changed: ChangedDay[]) {
  const { id, customer_id, user_company, version, created_at, updated_at, updated_by, past, ...content } = standing
  return {
    ...content,
    items: items.map(({ product_name, quantity, unit }) => `${quantity} ${unit} ${product_name}`),
    coming: changed,
  }
}

/** `day` is the day for which the order is made, null if it is skipped; `lines` are those of this day alone. */
type ChangedDay = { due_on: string; day: string | null; lines: string[] | null }

/** The days to come that were changed, from what is stored, so that a pause or a closed day is no change of them. */
async function changedDays(tx: Tx, id: string, now: Date): Promise<ChangedDay[]> {
  const lines = namedLines(sql`changed.standing_order_id`, chosenLines(sql`changed.items`))
  const { rows } = await sql<ChangedDay>`
    select due_on::text, case when not is_skipped then coalesce(moved_to, due_on)::text end as day,
      (select json_agg(concat_ws(' ', quantity, unit, product_name) order by place) from (${lines}) as named) as lines
    from standing_order_days as changed
    where standing_order_id = ${id} and made_at is null and (is_skipped or moved_to is not null or items is not null)
      and coalesce(moved_to, due_on) >= ${istanbulDay(now)}
    order by changed.due_on`.execute(tx)
  return rows
}
