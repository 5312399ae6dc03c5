import { formatMoney } from '#contract/money.ts'
import { orderNumber } from '#contract/orders.ts'
import { formatDay, formatInstant } from '#contract/turkish.ts'
import { COMMAND_LINE, record } from '../audit/audit.ts'
import { inTransaction, type Pool } from '../db/transaction.ts'
import { listArchive, readArchived } from '../privacy/archive.ts'
import { InvalidCommand } from './admins.ts'

/** The archived orders, one per line, without the names of their customers. */
export async function archiveText(db: Pool): Promise<string> {
  const orders = await listArchive(db)
  const lines = orders.map(({ order_id, ordered_at, grand_total, delete_on }) => {
    return `${orderNumber(order_id)}   ${formatInstant(ordered_at)}   ${formatMoney(grand_total)}   deleted on ${formatDay(delete_on)}`
  })
  return lines.join('\n') || 'The archive is empty.'
}

/** One archived order as JSON, with amounts in kuruş. Reading it is recorded in the audit trail. */
export async function archivedOrderText(db: Pool, number: string, now: Date): Promise<string> {
  const order = await readArchived(db, number)
  if (!order) throw new InvalidCommand(`The archive has no order ${number}.`)
  const entry = { action: 'exported', entity: 'order', entity_id: order.order_id } as const
  await inTransaction(db, tx => record(tx, { actor: COMMAND_LINE, now }, [entry]))
  return JSON.stringify(order, undefined, 2)
}
