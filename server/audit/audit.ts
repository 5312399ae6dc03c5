import { sql } from 'kysely'
import type { AuditAction, AuditEntity, AuditEntry } from '#contract/audit.ts'
import { daysLater, fold, searchWords, startOfIstanbulDay } from '#contract/turkish.ts'
import type { Database, Tx } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { keyedList, type List } from '../http/lists.ts'
import { containing } from '../http/search-condition.ts'

/** Something that was done, with the thing before and after, as the API shows it. */
export type AuditRecord = {
  action: AuditAction
  entity: AuditEntity
  entity_id: string
  before?: object
  after?: object
}

/** Who did it and when; nobody is the portal itself. */
export type By = { actor: Pick<Actor, 'id' | 'role' | 'name'> | typeof COMMAND_LINE | undefined; now: Date }

/** Whoever runs a command on the portal's own machine: it has no account. */
export const COMMAND_LINE = { id: null, role: null, name: 'Komut satırı' } as const

/**
 * Writes down what was done, in the transaction that does it. Where there is a before and an after, only the fields that
 * differ are kept, and nothing is written if none does. Passwords and tokens are never kept.
 */
export async function record(tx: Tx, { actor, now }: By, deeds: AuditRecord[]) {
  const rows = deeds.map(told).filter(row => row !== undefined)
  if (rows.length === 0) return
  await sql`
    insert into audit_log (created_at, actor_id, actor_role, actor_name, search_text, action, entity, entity_id, before, after)
    select ${now}, ${actor?.id ?? null}::uuid, ${actor?.role ?? null}, ${actor?.name ?? null}, ${fold(actor?.name ?? '')},
      action, entity, entity_id, before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as deed (action text, entity text, entity_id text, before jsonb, after jsonb)`.execute(tx)
}

function told({ before, after, ...deed }: AuditRecord): AuditRecord | undefined {
  if (!before || !after)
    return { ...deed, ...(before && { before: open(before) }), ...(after && { after: open(after) }) }
  const [was, is] = [open(before), open(after)]
  const changed = Object.keys(is).filter(name => JSON.stringify(is[name]) !== JSON.stringify(was[name]))
  if (changed.length === 0) return undefined
  const only = (fields: Record<string, unknown>) =>
    Object.fromEntries(changed.map(name => [name, fields[name] ?? null]))
  return { ...deed, before: only(was), after: only(is) }
}

/** What may be read by whoever reads the trail. */
function open(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== undefined && !/password|token/i.test(name)),
  )
}

export type AuditFilter = {
  entity?: AuditEntity | undefined
  entity_id?: string | undefined
  actor?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What was done, newest first. `actor` is an account's id, or words of a name. */
export function listAudit(db: Database, { entity, entity_id, actor = '', from, to }: AuditFilter): List<AuditEntry> {
  let entries = db
    .selectFrom('audit_log')
    .select(['id', 'created_at', 'actor_role', 'actor_name', 'action', 'entity', 'entity_id', 'before', 'after'])
    .select(NAME.as('entity_name'))
  if (entity) entries = entries.where('entity', '=', entity)
  if (entity_id) entries = entries.where('entity_id', '=', entity_id)
  if (from) entries = entries.where('created_at', '>=', startOfIstanbulDay(from).toISOString())
  if (to) entries = entries.where('created_at', '<', startOfIstanbulDay(daysLater(to, 1)).toISOString())
  entries = ID.test(actor)
    ? entries.where('actor_id', '=', actor)
    : entries.where(containing('audit_log.search_text', searchWords(actor)))
  return keyedList(entries, {
    direction: 'desc',
    key: [
      { ref: 'audit_log.created_at', kind: 'instant', of: row => row.created_at },
      { ref: 'audit_log.id', kind: 'number', of: row => row.id },
    ],
    item: row => row,
  })
}

/** Accounts and products by their names, orders by their numbers, counts by their days; what is gone as it was called. */
const NAME = sql<string | null>`coalesce(
  case
    when entity_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then null
    when entity in ('admin', 'marketer', 'customer') then (select name from accounts where id = entity_id::uuid)
    when entity = 'product' then (select name from products where id = entity_id::uuid)
    when entity = 'order' then left(entity_id, 8)
    when entity = 'quote' then (
      select name from custom_orders join accounts on accounts.id = customer_id where custom_orders.id = entity_id::uuid)
    when entity = 'stock_count' then (select count_date::text from stock_counts where id = entity_id::uuid)
  end,
  (select coalesce(gone.before ->> 'company_name', gone.before ->> 'name')
    from audit_log as gone
    where gone.entity = audit_log.entity and gone.entity_id = audit_log.entity_id and gone.action = 'deleted'
    limit 1)
)`
