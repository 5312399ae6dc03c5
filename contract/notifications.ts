import * as z from 'zod/mini'
import { call, list } from './call.ts'
import { Id } from './fields.ts'
import type { Resource } from './resources.ts'

/** The kinds of notifications; screens show an icon for each. */
const NOTIFICATION_KINDS = [
  'order_received',
  'order_status',
  'order_revised',
  'product_arrived',
  'quote_requested',
  'quote_answered',
  'quote_accepted',
  'quote_declined',
  'standing_order',
  'order_reminder',
  'lot_expiry',
  'recall',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

export const Notification = z.object({
  id: z.uuid(),
  created_at: z.string(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  /** The path of the screen that shows its subject. */
  link: z.string(),
  read_at: z.nullable(z.string()),
})
export type Notification = z.infer<typeof Notification>

const FAILED = 'Bildirimler yüklenemedi'
const ALL_ROLES = ['customer', 'marketer', 'admin'] as const

export const listNotifications = list('GET /notifications', {
  roles: ALL_ROLES,
  resources: ['notifications'],
  item: Notification,
  summary: 'The user’s notifications, newest first.',
  failure: FAILED,
})

const Count = z.object({ count: z.int() })

export const countUnread = call('GET /notifications/unread', {
  roles: ALL_ROLES,
  resources: ['notifications'],
  reply: Count,
  summary: 'How many notifications the user has not read.',
  failure: FAILED,
})

export const markRead = call('POST /notifications/read', {
  roles: ALL_ROLES,
  invalidates: ['notifications'],
  body: z._default(
    z.object({
      ids: z.optional(z.array(Id, 'ids bir liste olmalıdır').check(z.maxLength(500, 'En fazla 500 bildirim'))),
      /** In addition to `ids`, all that were made until this time. */
      until: z.optional(z.iso.datetime('until geçerli bir zaman olmalıdır (UTC)')),
    }),
    {},
  ),
  reply: Count,
  summary:
    'Marks notifications as read: those given by ids and those that were made until an instant, or all without both; replies with how many are left unread.',
  failure: 'Bildirimler okundu olarak işaretlenemedi',
})

/** The resources whose changes the server reports to open screens, so that these refetch the queries that show them. */
export const LIVE_TOPICS = [
  'notifications',
  'orders',
  'quotes',
  'carts',
  'lists',
  'products',
  'delivery',
  'standing-orders',
] as const satisfies readonly Resource[]
export type LiveTopic = (typeof LIVE_TOPICS)[number]

/** How far back `followEvents` repeats changes, in milliseconds. */
export const MAX_EVENT_AGE = 60_000

export const followEvents = call('GET /events', {
  roles: ALL_ROLES,
  query: z.object({
    /**
     * Changes of the last `age` milliseconds are repeated, because a screen fetches its data before it follows events.
     */
    age: z.optional(
      z.coerce
        .number('age bir sayı olmalıdır')
        .check(
          z.int('age tam sayı olmalıdır'),
          z.minimum(0, 'age en az 0 olmalıdır'),
          z.maximum(MAX_EVENT_AGE, `age en fazla ${MAX_EVENT_AGE} olabilir`),
        ),
    ),
  }),
  // A stream, not cached.
  resources: [],
  reply: z.string(),
  media: 'text/event-stream',
  summary: `Server-sent events for the user: each is named after what changed (${LIVE_TOPICS.join(', ')}), without data. What changed in the last \`age\` milliseconds (60,000 at most) comes first.`,
  failure: 'Canlı bağlantı kurulamadı',
})
