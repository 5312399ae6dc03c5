import * as z from 'zod/mini'
import { list } from './call.ts'
import { CalendarDay, line, mustBeOneOf, SearchText } from './fields.ts'
import { ROLE_LABELS } from './roles.ts'

/** The kinds of entity in the audit trail, with their Turkish labels. */
export const AUDIT_ENTITIES = {
  admin: ROLE_LABELS.admin,
  marketer: ROLE_LABELS.marketer,
  customer: ROLE_LABELS.customer,
  product: 'Ürün',
  order: 'Sipariş',
  quote: 'Teklif',
  standing_order: 'Düzenli sipariş',
  stock_count: 'Sayım',
  lot: 'Parti',
  offer_settings: 'Fırsat satışı',
  mail: 'E-posta',
  delivery_route: 'Teslimat rotası',
  delivery_exception: 'Özel teslimat günü',
  delivery_settings: 'Teslimat ayarları',
} as const
export type AuditEntity = keyof typeof AUDIT_ENTITIES

export const AUDIT_ACTIONS = {
  created: 'Eklendi',
  updated: 'Değiştirildi',
  deleted: 'Silindi',
  deactivated: 'Pasife alındı',
  imported: 'Excel ile aktarıldı',
  status_changed: 'Durumu değiştirildi',
  password_changed: 'Şifresi değiştirildi',
  email_confirmed: 'E-posta adresi onaylandı',
  logged_in: 'Giriş yapıldı',
  finalized: 'Tamamlandı',
  differences_shown: 'Farkları gösterildi',
  unlocked: 'Giriş kilidi açıldı',
  exported: 'Kişisel verileri dışa aktarıldı',
  pseudonymized: 'Kişisel verileri silindi',
  sessions_ended: 'Oturumları kapatıldı',
  second_factor_added: 'İki adımlı giriş açıldı',
  second_factor_replaced: 'İki adımlı giriş başka cihaza taşındı',
  second_factor_removed: 'İki adımlı giriş kapatıldı',
  recovery_code_used: 'Kurtarma kodu kullanıldı',
  recovery_codes_replaced: 'Kurtarma kodları yenilendi',
  note_added: 'Hakkında not eklendi',
  note_deleted: 'Hakkındaki not silindi',
  retried: 'Yeniden gönderildi',
  given_up: 'Vazgeçildi',
  blocked: 'Engellendi',
  released: 'Engeli kaldırıldı',
  written_off: 'İmha edildi',
  recalled: 'Geri çağrıldı',
  offered: 'Fırsata ayrıldı',
  offer_ended: 'Fırsatı bitirildi',
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS

const Fields = z.nullable(z.record(z.string(), z.unknown()))

/** One entry of the audit trail: `before` and `after` hold the fields that changed, amounts in lira. */
export const AuditEntry = z.object({
  id: z.int(),
  created_at: z.string(),
  actor_role: z.nullable(z.string()),
  actor_name: z.nullable(z.string()),
  action: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  /** The entity's current name, or its name when it was deleted. */
  entity_name: z.nullable(z.string()),
  before: Fields,
  after: Fields,
})
export type AuditEntry = z.infer<typeof AuditEntry>

const entities = Object.keys(AUDIT_ENTITIES) as AuditEntity[]
const actions = Object.keys(AUDIT_ACTIONS) as AuditAction[]

export const readAudit = list('GET /admin/audit', {
  roles: ['admin'],
  resources: ['audit'],
  query: {
    entity: z.optional(z.enum(entities, mustBeOneOf('entity', entities))),
    entity_id: z.optional(line('entity_id', 64)),
    action: z.optional(z.enum(actions, mustBeOneOf('action', actions))),
    name: z.optional(SearchText),
    actor: z.optional(SearchText),
    from: z.optional(CalendarDay),
    to: z.optional(CalendarDay),
  },
  item: AuditEntry,
  summary:
    'Who did what when, newest first. `name` matches part of the current name of the entity, or of its last name if it was deleted, or the first 8 or more characters of its id; `actor` matches part of a name or an id; days are Istanbul’s, both included. `entity_name` is the current name of the entity, or the one that it had when it was deleted.',
  failure: 'İşlem geçmişi yüklenemedi',
  personalData: true,
})
