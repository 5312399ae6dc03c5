import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { AuditAction, AuditEntity, AuditEntry } from '#contract/audit.ts'
import { SessionStaff } from '#contract/auth.ts'
import type { Role, Schema } from '#contract/call.ts'
import { StockCount } from '#contract/counts.ts'
import { Customer } from '#contract/customers.ts'
import { AmountOrNone, DeliveryException, DeliveryRoute, DeliverySettings } from '#contract/delivery-rules.ts'
import { Lot } from '#contract/lots.ts'
import { Marketer } from '#contract/marketers.ts'
import { OutgoingMail } from '#contract/operations.ts'
import { Order } from '#contract/orders.ts'
import { AdminProduct } from '#contract/products.ts'
import { Quote } from '#contract/quotes.ts'
import { ReorderLevel } from '#contract/reorder-levels.ts'
import { isSecret } from '#contract/secret.ts'
import type { SecurityEvent } from '#contract/security-log.ts'
import { StandingOrder } from '#contract/standing-orders.ts'
import { fold, searchWords } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'
import { queueStatement, type Tx } from '../db/transaction.ts'
import type { Actor, Origin } from '../http/context.ts'
import { keyedList, type List } from '../http/lists.ts'
import { containing, isId, within } from '../http/search-condition.ts'
import { type SecurityRecord, securityInsert } from '../security-log/security-log.ts'
import { isNamed } from './named-entities.ts'

/** An action on an entity, with its fields before and after in the API's representation. */
export type AuditRecord = {
  action: AuditAction
  entity: AuditEntity
  entity_id: string
  before?: object
  after?: object
}

/**
 * The actor and the time of an action; without an actor the portal itself acted. `origin` is for actions that are also
 * recorded in the security log.
 */
export type By = {
  actor: Pick<Actor, 'id' | 'role' | 'name'> | typeof COMMAND_LINE | undefined
  now: Date
  origin?: Origin | undefined
}

/** The actor of commands run on the server, which has no account. */
export const COMMAND_LINE = { id: null, role: null, name: 'Komut satırı' } as const

/**
 * Adds entries to the audit trail in the caller's transaction. With both `before` and `after`, only the fields that
 * differ are stored, and nothing if none differs. Throws for a field that the API does not show of the entity, or one
 * that is declared secret. Actions that concern the security of an account are also added to the security log.
 */
export async function record(tx: Tx, { actor, now, origin }: By, records: AuditRecord[]) {
  const rows = records.map(rowOf).filter(row => row !== undefined)
  if (rows.length === 0) return
  const insert = sql`
    insert into audit_log (created_at, actor_id, actor_role, actor_name, search_text, action, entity, entity_id, before, after)
    select ${now}, ${actor?.id ?? null}::uuid, ${actor?.role ?? null}, ${actor?.name ?? null}, ${fold(actor?.name ?? '')},
      action, entity, entity_id, before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as entry (action text, entity text, entity_id text, before jsonb, after jsonb)`
  await queueStatement(tx, { compile: () => insert.compile(tx) })
  const events = rows.flatMap(securityEventsOf)
  if (events.length === 0) return
  const by = { created_at: now, actor_id: actor?.id, origin }
  await queueStatement(tx, securityInsert(events.map(event => ({ ...event, ...by }))))
}

const SECURITY_ACTIONS: Partial<Record<AuditAction, SecurityEvent>> = {
  password_changed: 'password_changed',
  email_confirmed: 'email_confirmed',
  unlocked: 'unlocked',
  exported: 'exported',
  sessions_ended: 'sessions_ended',
  second_factor_added: 'second_factor_added',
  second_factor_replaced: 'second_factor_replaced',
  second_factor_removed: 'second_factor_removed',
  recovery_code_used: 'recovery_code_used',
  recovery_codes_replaced: 'recovery_codes_replaced',
}
const ACCOUNTS = new Set<string>(['admin', 'marketer', 'customer'] satisfies Role[])

function securityEventsOf({
  action,
  entity,
  entity_id: account_id,
  before,
  after,
}: AuditRecord): Pick<SecurityRecord, 'event' | 'account_id'>[] {
  if (!ACCOUNTS.has(entity)) return []
  const isReaddressed = before && after && 'email' in after
  const events = [SECURITY_ACTIONS[action], isReaddressed ? ('email_changed' as const) : undefined]
  return events.flatMap(event => (event ? [{ event, account_id }] : []))
}

function rowOf({ before, after, ...rest }: AuditRecord): AuditRecord | undefined {
  const defined = (fields: object) => definedFields(rest.entity, fields)
  if (!before || !after)
    return { ...rest, ...(before && { before: defined(before) }), ...(after && { after: defined(after) }) }
  const [was, is]: [Record<string, unknown>, Record<string, unknown>] = [{ ...before }, defined(after)]
  const changed = Object.keys(is).filter(name => JSON.stringify(is[name]) !== JSON.stringify(was[name]))
  if (changed.length === 0) return undefined
  const only = (fields: Record<string, unknown>) =>
    Object.fromEntries(changed.map(name => [name, fields[name] ?? null]))
  return { ...rest, before: only(was), after: only(is) }
}

/** The fields that are not undefined; throws for one that must not be recorded. */
function definedFields(entity: AuditEntity, fields: object): Record<string, unknown> {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined)
  const { shape } = SHOWN[entity]
  for (const [name] of defined) {
    const field = shape[name]
    if (!field || isSecret(field)) throw new Error(`the audit trail may not hold the field ${name} of a ${entity}`)
  }
  return Object.fromEntries(defined)
}

/** Recorded of the orders that are deleted with their customer; `order_total` (lira) leaves cancelled ones out. */
const DELETED_ORDERS = { order_count: z.int(), order_total: z.number(), order_ids: z.array(z.string()) }

/** The delivery settings of a customer. */
const DELIVERY = { delivery_route: z.nullable(z.string()), order_minimum: AmountOrNone }

/** How the API shows each kind of entity. */
const SHOWN: Record<AuditEntity, { shape: Readonly<Record<string, Schema>> }> = {
  admin: z.extend(SessionStaff, { is_active: z.boolean() }),
  marketer: Marketer,
  // In the API, a note is not part of its customer.
  customer: z.extend(Customer, { ...DELETED_ORDERS, ...DELIVERY, note: z.string() }),
  product: z.extend(AdminProduct, ReorderLevel.shape),
  // `product_name`: the product whose lots were chosen.
  order: z.extend(Order, {
    overridden: z.array(z.string()),
    product_name: z.string(),
    lots: z.array(z.string()),
    reason: z.string(),
  }),
  quote: Quote,
  standing_order: z.extend(StandingOrder, { notes_changed: z.boolean() }),
  stock_count: StockCount,
  // `told`: how many customers were notified of a recall; entries are stored with this name.
  lot: z.extend(Lot, { quantity: z.int(), reason: z.string(), told: z.int() }),
  offer_settings: z.object({ is_allowed: z.boolean() }),
  mail: OutgoingMail,
  delivery_route: DeliveryRoute,
  delivery_exception: z.extend(z.omit(DeliveryException, { route_id: true }), {
    delivery_route: z.nullable(z.string()),
  }),
  delivery_settings: DeliverySettings,
}

type AuditFilter = {
  entity?: AuditEntity | undefined
  entity_id?: string | undefined
  action?: AuditAction | undefined
  name?: string | undefined
  actor?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/**
 * The audit trail, newest first. `actor` is an account id or words of a name; `name` is the entity's name, see
 * `isNamed`; `from` and `to` are Istanbul days.
 */
export function listAudit(db: Database, filter: AuditFilter): List<AuditEntry> {
  return { read: async (after, limit) => (await entriesOf(db, filter)).read(after, limit) }
}

async function entriesOf(db: Database, { entity, entity_id, action, name = '', actor = '', from, to }: AuditFilter) {
  let entries = db
    .selectFrom('audit_log')
    .select(['id', 'created_at', 'actor_role', 'actor_name', 'action', 'entity', 'entity_id', 'before', 'after'])
    .select(NAME.as('entity_name'))
  if (entity) entries = entries.where('entity', '=', entity)
  if (entity_id) entries = entries.where('entity_id', '=', entity_id)
  if (action) entries = entries.where('action', '=', action)
  if (searchWords(name).length) entries = entries.where(await isNamed(db, name))
  entries = entries.where(within('created_at', { from, to }))
  entries = isId(actor)
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

/**
 * The name of an entity: an account's, a product's or a standing order's own name, an order's number, the customer of a
 * quote, code and product of a lot, the day of a count, day and route of an exception; for a deleted entity, its last
 * name.
 */
const NAME = sql<string | null>`coalesce(
  case
    when entity_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then null
    when entity in ('admin', 'marketer', 'customer') then (select name from accounts where id = entity_id::uuid)
    when entity = 'product' then (select name from products where id = entity_id::uuid)
    when entity = 'order' then left(entity_id, 8)
    when entity = 'mail' then (select recipient from mails where id = entity_id::uuid)
    when entity = 'quote' then (
      select name from custom_orders join accounts on accounts.id = customer_id where custom_orders.id = entity_id::uuid)
    when entity = 'standing_order' then (select name from standing_orders where id = entity_id::uuid)
    when entity = 'delivery_route' then (select name from delivery_routes where id = entity_id::uuid)
    when entity = 'delivery_exception' then (
      select concat_ws(' · ', to_char(date, 'DD.MM.YYYY'), delivery_routes.name)
      from delivery_exceptions left join delivery_routes on delivery_routes.id = route_id
      where delivery_exceptions.id = entity_id::uuid)
    when entity = 'lot' then (
      select code || coalesce(' · ' || products.name, '') from lots left join products on products.id = product_id
      where lots.id = entity_id::uuid)
    when entity = 'stock_count' then (select count_date::text from stock_counts where id = entity_id::uuid)
  end,
  (select coalesce(gone.before ->> 'company_name', gone.before ->> 'name')
    from audit_log as gone
    where gone.entity = audit_log.entity and gone.entity_id = audit_log.entity_id and gone.action = 'deleted'
    limit 1),
  (select concat_ws(' · ', to_char((fields ->> 'date')::date, 'DD.MM.YYYY'), fields ->> 'delivery_route')
    from audit_log as known cross join lateral (select coalesce(known.before, known.after) as fields) as either
    where audit_log.entity = 'delivery_exception' and known.entity = audit_log.entity
      and known.entity_id = audit_log.entity_id and known.action in ('created', 'deleted')
    order by known.id desc limit 1)
)`
