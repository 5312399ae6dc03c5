import * as z from 'zod/mini'
import { AUDIT_ACTIONS, AUDIT_ENTITIES, type AuditAction, type AuditEntity, type AuditEntry } from '#contract/audit.ts'
import { EXCEPTION_LABELS, weekdayName } from '#contract/delivery-days.ts'
import { formatMoney, kurusOf } from '#contract/money.ts'
import { MAIL_KINDS } from '#contract/operations.ts'
import { ORDER_STATUS } from '#contract/order-status.ts'
import { shortId } from '#contract/orders.ts'
import type { OverridableRule } from '#contract/overridable-rules.ts'
import { LOT_TRACKING_LABELS } from '#contract/product-fields.ts'
import { QUOTE_STATUS } from '#contract/quote-status.ts'
import { ROLE_LABELS } from '#contract/roles.ts'
import { SHORTAGE_LABELS } from '#contract/standing-orders.ts'
import { CLOSED_DAY_LABELS } from '#contract/standing-plan.ts'
import { PORTAL_NAME } from '#contract/stock.ts'
import { formatDay } from '#contract/turkish.ts'
import { numberTextOf } from '../products/field-text.ts'
import { byField, fieldName } from './field-names.ts'

export const isEntity = (name: string): name is AuditEntity => name in AUDIT_ENTITIES
export const isAction = (name: string): name is AuditAction => name in AUDIT_ACTIONS

/** The action in Turkish: 'Değiştirildi'. */
export const actionLabel = ({ action }: AuditEntry) => (isAction(action) ? AUDIT_ACTIONS[action] : action)

/** The record an entry is about: 'Müşteri · Çınaraltı Lokantası'; of settings, which exist once, only their kind. */
export function recordLabel(entry: AuditEntry) {
  const kind = kindLabel(entry.entity)
  return isUnique(entry) ? kind : `${kind} · ${recordName(entry)}`
}

/** The name of the record an entry is about. Without a name, the first 8 characters of its id. */
export function recordName(entry: AuditEntry): string {
  const { entity, entity_id, entity_name, before, after } = entry
  if (isUnique(entry)) return kindLabel(entity)
  const own = [before, after]
    .flatMap(fields => [fields?.company_name, fields?.name, fields?.date, fields?.count_date])
    .find(Boolean)
  const name = entity_name ?? (typeof own === 'string' ? own : shortId(entity_id))
  return isNamedByDay(entity) && DAY.test(name) ? formatDay(name) : name
}

const isUnique = ({ entity }: AuditEntry) => entity === 'delivery_settings' || entity === 'offer_settings'
const kindLabel = (entity: string) => (isEntity(entity) ? AUDIT_ENTITIES[entity] : entity)

const DAY = /^\d{4}-\d\d-\d\d$/
const isNamedByDay = (entity: string) => entity === 'stock_count' || entity === 'delivery_exception'

/** The Turkish label of a stored role. */
export const roleLabel = (role: string) => (ROLE_LABELS as Record<string, string>)[role] ?? role

/** The actor with its role: 'Ayşe (Yönetici)'; 'Sistem' for changes made by the portal itself. */
export function actorLabel({ actor_name, actor_role }: AuditEntry) {
  const role = actor_role && roleLabel(actor_role)
  return `${actor_name ?? PORTAL_NAME}${role ? ` (${role})` : ''}`
}

/** A field of an entry as display texts. With `isFact` it was not changed, but says what was, or why. */
export type FieldChange = { field: string; label: string; before: string; after: string; isFact: boolean }

/** Fields that name the goods of a change and its reason. Entries of a change have them in `after`, and null in `before`. */
const FACTS: Record<string, readonly string[]> = {
  lot: ['product_name', 'code', 'expires_on', 'reason'],
  order: ['product_name', 'reason'],
}

/** The changed fields as display texts; `nameOf` resolves a marketer's id to a name. */
export function changesOf(
  { entity, before, after }: AuditEntry,
  nameOf: (id: string) => string | undefined,
): FieldChange[] {
  const fields = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])].sort(byField)
  const format = (field: string, value: unknown) => formatValue(entity, field, value, nameOf)
  return fields
    .map(field => {
      // The stored name of a picture means nothing to users.
      const [was, is] =
        field === 'image_url'
          ? [before?.[field] ? 'eski resim' : '', after?.[field] ? 'yeni resim' : '']
          : [format(field, before?.[field]), format(field, after?.[field])]
      const isFact = before !== null && !was && FACTS[entity]?.includes(field) === true
      return { field, label: fieldName(field), before: was, after: is, isFact }
    })
    .filter(change => change.before || change.after)
}

/** The changes and then the facts in one line: 'Miktar: 10 → 8 · Ezine, L1'. */
export function summaryOf(changes: readonly FieldChange[]): string {
  const changed = changes
    .filter(({ isFact }) => !isFact)
    .map(({ label, before, after }) => `${label}: ${before || 'boş'} → ${after || 'boş'}`)
  const facts = changes.filter(({ isFact }) => isFact).map(({ after }) => after)
  return [changed, facts].flatMap(texts => texts.join(', ') || []).join(' · ')
}

const RULE_LABELS: Record<OverridableRule, string> = {
  cutoff_passed: 'Son sipariş saati',
  delivery_day_full: 'Günün kapasitesi',
  delivery_day_unavailable: 'Teslimat günleri',
  minimum_not_reached: 'En az sipariş tutarı',
}

/** The Turkish names of API values, by field. */
const VALUE_NAMES: Record<string, Record<string, string>> = {
  lot_tracking: LOT_TRACKING_LABELS,
  closed_days: CLOSED_DAY_LABELS,
  shortages: SHORTAGE_LABELS,
  overridden: RULE_LABELS,
}
const KINDS: Record<string, Record<string, string>> = {
  mail: MAIL_KINDS,
  delivery_exception: EXCEPTION_LABELS,
}
/** Fields with an amount in lira, except those of products. */
const AMOUNTS = new Set(['order_total', 'grand_total', 'order_minimum', 'minimum', 'fee'])

/** A stored value as display text; an absent value is ''. */
function formatValue(
  entity: string,
  field: string,
  value: unknown,
  nameOf: (id: string) => string | undefined,
): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Evet' : 'Hayır'
  if (AMOUNTS.has(field) && typeof value === 'number') return formatMoney(kurusOf(value))
  if (typeof value === 'number') return numberTextOf(field, value)
  if (Array.isArray(value)) return listText(field, value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (field === 'assigned_marketer_id') return nameOf(value) ?? value
  if (field === 'status') return statusLabel(entity, value)
  if (/(^|_)(date|on)$/.test(field) && DAY.test(value)) return formatDay(value)
  return (field === 'kind' ? KINDS[entity] : VALUE_NAMES[field])?.[value] ?? value
}

function listText(field: string, values: readonly unknown[]): string {
  if (field === 'weekdays') return values.map(day => weekdayName(Number(day))).join(', ')
  if (field === 'coming') return values.map(changedDayText).join('\n')
  return values.map(value => VALUE_NAMES[field]?.[String(value)] ?? value).join('\n')
}

/** A day of a standing order that was moved, left out, or given products of its own. */
function changedDayText(value: unknown): string {
  const { data } = ChangedDay.safeParse(value)
  if (!data) return JSON.stringify(value)
  const { due_on, day, lines } = data
  const moved = day === due_on ? '' : day === null ? 'atlanır' : `${formatDay(day)} gününe alındı`
  const own = typeof lines === 'number' ? [`${lines} ürün`] : (lines ?? [])
  return `${formatDay(due_on)}: ${[moved, ...own].filter(Boolean).join(', ')}`
}

const ChangedDay = z.object({
  due_on: z.string(),
  day: z.nullable(z.string()),
  /** Only their number in entries of earlier versions. */
  lines: z.nullable(z.union([z.number(), z.array(z.string())])),
})

function statusLabel(entity: string, status: string) {
  const statuses: Record<string, { label: string }> = entity === 'quote' ? QUOTE_STATUS : ORDER_STATUS
  return statuses[status]?.label ?? status
}
