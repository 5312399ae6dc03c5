import { type SqlBool, sql } from 'kysely'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from '#contract/audit.ts'
import { MAIL_KINDS } from '#contract/operations.ts'
import { ROLE_LABELS } from '#contract/roles.ts'
import { SECURITY_EVENTS } from '#contract/security-log.ts'
import { PORTAL_NAME } from '#contract/stock.ts'
import type { Database } from '../db/tables.ts'
import type { SheetColumn, Value } from '../documents/workbook-writing.ts'
import { keyedList, pagesOf } from '../http/lists.ts'
import { section } from './sections.ts'

/**
 * The notifications and mails of a customer, and its entries in audit trail and security log, oldest first; with
 * `hasNotes` also the entries about notes, which contain their texts.
 */
export function trailSections(db: Database, id: string, trail: { hasNotes: boolean }) {
  return [
    section({
      key: 'notifications',
      pages: () => pagesOf(notificationsOf(db, id)),
      json: row => row,
      sheets: [
        {
          name: 'Bildirimler',
          columns: NOTIFICATIONS,
          rows: ({ created_at, read_at, title, body }) => [[created_at, read_at, title, body]],
        },
      ],
    }),
    section({
      key: 'mails',
      pages: () => pagesOf(mailsOf(db, id)),
      json: row => row,
      sheets: [
        {
          name: 'E-postalar',
          columns: MAILS,
          rows: ({ created_at, sent_at, gave_up_at, recipient, kind }) => [
            [created_at, sent_at, gave_up_at, recipient, labelIn(MAIL_KINDS, kind)],
          ],
        },
      ],
    }),
    section({
      key: 'audit_trail',
      pages: () => pagesOf(entriesAbout(db, id, trail)),
      json: row => row,
      sheets: [
        {
          name: 'İşlem geçmişi',
          columns: ENTRIES,
          rows: ({ created_at, actor_role, action, entity, entity_id, before, after }) => [
            [
              created_at,
              roleLabel(actor_role),
              labelIn(AUDIT_ACTIONS, action),
              labelIn(AUDIT_ENTITIES, entity),
              entity_id,
              textOf(before),
              textOf(after),
            ],
          ],
        },
      ],
    }),
    securitySection(db, id),
  ]
}

function securitySection(db: Database, id: string) {
  return section({
    key: 'security_log',
    pages: () => pagesOf(securityEventsOf(db, id)),
    json: row => row,
    sheets: [
      {
        name: 'Güvenlik kayıtları',
        columns: EVENTS,
        rows: ({ created_at, event, address, operation, code, times }) => [
          [created_at, labelIn(SECURITY_EVENTS, event), address, operation, code, times],
        ],
      },
    ],
  })
}

/** The Turkish label of a role; null stands for the portal itself. */
export const roleLabel = (role: string | null) => labelIn(ROLES, role ?? 'portal')

const ROLES = { ...ROLE_LABELS, portal: PORTAL_NAME }

const labelIn = (labels: Record<string, string>, name: string) => labels[name] ?? name
const textOf = (fields: object | null): Value => fields && JSON.stringify(fields)

function notificationsOf(db: Database, id: string) {
  const rows = db
    .selectFrom('notifications')
    .select(['id', 'created_at', 'read_at', 'kind', 'title', 'body', 'link'])
    .where('account_id', '=', id)
  return keyedList(rows, {
    direction: 'asc',
    key: [
      { ref: 'notifications.created_at', kind: 'instant', of: row => row.created_at },
      { ref: 'notifications.id', kind: 'id', of: row => row.id },
    ],
    item: row => row,
  })
}

/** The account that a mail is for; null if its facts have an address only. */
const MAILED_ACCOUNT = sql`coalesce(facts ->> 'account_id', facts ->> 'customer_id', facts -> 'order' ->> 'user_id',
  facts -> 'standing' ->> 'customer_id', facts -> 'undo' ->> 'account_id')`

/**
 * The mails of the last 30 days to the account or one of its addresses; another account may have had an address before.
 * They are found by reading all of these mails: an index would cost every order more than a rare export gains.
 */
function mailsOf(db: Database, id: string) {
  const rows = db
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'created_at', 'sent_at', 'gave_up_at'])
    .where(
      sql<SqlBool>`(${MAILED_ACCOUNT} = ${id}::text or ${MAILED_ACCOUNT} is null and recipient in (
        select translate(address, 'İı', 'ii')
        from accounts, lateral (values (confirmed_email), (case when email_set_at <= mails.created_at then email end)) as own (address)
        where accounts.id = ${id}))`,
    )
  return keyedList(rows, {
    direction: 'asc',
    key: [
      { ref: 'mails.created_at', kind: 'instant', of: row => row.created_at },
      { ref: 'mails.id', kind: 'id', of: row => row.id },
    ],
    item: row => row,
  })
}

/** The actions of the customer and the changes of its account, without the names of employees. */
function entriesAbout(db: Database, id: string, { hasNotes }: { hasNotes: boolean }) {
  const rows = db
    .selectFrom('audit_log')
    .select(['id', 'created_at', 'actor_role', 'action', 'entity', 'entity_id', 'before', 'after'])
    .where(eb => eb.or([eb('actor_id', '=', id), eb.and([eb('entity', '=', 'customer'), eb('entity_id', '=', id)])]))
    .$if(!hasNotes, query => query.where('action', 'not in', ['note_added', 'note_deleted']))
  return keyedList(rows, {
    direction: 'asc',
    key: [{ ref: 'audit_log.id', kind: 'number', of: row => row.id }],
    item: row => row,
  })
}

/**
 * The events that the customer itself caused. Wrong logins may be those of others, and other events have the address of
 * their actor.
 */
function securityEventsOf(db: Database, id: string) {
  const rows = db
    .selectFrom('security_log')
    .select(['id', 'created_at', 'event', 'address', 'operation', 'code', 'times'])
    .where('actor_id', '=', id)
  return keyedList(rows, {
    direction: 'asc',
    key: [{ ref: 'security_log.id', kind: 'number', of: row => row.id }],
    item: row => row,
  })
}

const NOTIFICATIONS: SheetColumn[] = [
  { label: 'Tarih', kind: 'instant', width: 17 },
  { label: 'Okundu', kind: 'instant', width: 17 },
  { label: 'Başlık', kind: 'text', width: 40 },
  { label: 'Metin', kind: 'text', width: 50 },
]

const MAILS: SheetColumn[] = [
  { label: 'Tarih', kind: 'instant', width: 17 },
  { label: 'Gönderildi', kind: 'instant', width: 17 },
  { label: 'Vazgeçildi', kind: 'instant', width: 17 },
  { label: 'Alıcı', kind: 'text', width: 30 },
  { label: 'Konu', kind: 'text', width: 34 },
]

const ENTRIES: SheetColumn[] = [
  { label: 'Tarih', kind: 'instant', width: 17 },
  { label: 'Yapan', kind: 'text', width: 14 },
  { label: 'İşlem', kind: 'text', width: 28 },
  { label: 'Kayıt türü', kind: 'text', width: 14 },
  { label: 'Kayıt', kind: 'text', width: 38 },
  { label: 'Önce', kind: 'text', width: 50 },
  { label: 'Sonra', kind: 'text', width: 50 },
]

const EVENTS: SheetColumn[] = [
  { label: 'Tarih', kind: 'instant', width: 17 },
  { label: 'Olay', kind: 'text', width: 28 },
  { label: 'Ağ adresi', kind: 'text', width: 20 },
  { label: 'İstek', kind: 'text', width: 30 },
  { label: 'Kod', kind: 'text', width: 20 },
  { label: 'Kaç kez', kind: 'whole', width: 9 },
]
