import * as z from 'zod/mini'
import { call, type Role } from './call.ts'
import { Id } from './fields.ts'
import type { NotificationKind } from './notifications.ts'
import { secret } from './secret.ts'

/** The topics for which users choose channels; each has one or several kinds of notifications. */
export const TOPICS = [
  'order_received',
  'order_status',
  'order_revised',
  'product_arrived',
  'standing_order',
  'order_reminder',
  'quotes',
  'lot_expiry',
] as const
export type Topic = (typeof TOPICS)[number]
export const TOPIC_LABELS: Record<Topic, string> = {
  order_received: 'Yeni sipariş',
  order_status: 'Sipariş durumu',
  order_revised: 'Siparişte değişiklik',
  product_arrived: 'Beklenen ürün geldi',
  standing_order: 'Düzenli sipariş',
  order_reminder: 'Sipariş hatırlatmaları',
  quotes: 'Teklifler',
  lot_expiry: 'Tarihi yaklaşan partiler',
}

/** The topic of each kind of notification; null: it cannot be turned off. */
export const TOPIC_OF: Record<NotificationKind, Topic | null> = {
  order_received: 'order_received',
  order_status: 'order_status',
  order_revised: 'order_revised',
  product_arrived: 'product_arrived',
  standing_order: 'standing_order',
  order_reminder: 'order_reminder',
  recall: null,
  quote_requested: 'quotes',
  quote_answered: 'quotes',
  // The only notification of the order that it has become.
  quote_accepted: 'order_received',
  quote_declined: 'quotes',
  lot_expiry: 'lot_expiry',
}

export const CHANNELS = ['bell', 'mail', 'push'] as const
export type Channel = (typeof CHANNELS)[number]
export const CHANNEL_LABELS: Record<Channel, string> = { bell: 'Zil', mail: 'E-posta', push: 'Anlık' }

/**
 * The topics of which each role is notified, with the possible channels. Mails about the account itself belong to no
 * topic: they are always sent.
 */
export const CHANNELS_OF: Record<Role, Partial<Record<Topic, readonly Channel[]>>> = {
  customer: {
    // In the bell and by push only of orders that others place in its name.
    order_received: ['bell', 'mail', 'push'],
    order_status: ['bell', 'mail', 'push'],
    order_revised: ['bell', 'mail', 'push'],
    product_arrived: ['bell', 'push'],
    standing_order: ['bell', 'mail', 'push'],
    order_reminder: ['bell', 'mail', 'push'],
    quotes: ['bell', 'mail', 'push'],
  },
  marketer: {
    order_received: ['bell', 'push'],
    order_status: ['bell', 'push'],
    order_revised: ['bell', 'push'],
    standing_order: ['bell', 'push'],
    quotes: ['bell', 'push'],
  },
  admin: {
    order_received: ['bell', 'push'],
    // Only of changes that a customer without an active marketer makes itself.
    order_status: ['bell', 'push'],
    order_revised: ['bell', 'push'],
    // Only orders that could not be made for such customers.
    standing_order: ['bell', 'push'],
    quotes: ['bell', 'push'],
    lot_expiry: ['bell', 'push'],
  },
}

/**
 * Whether a channel of a topic is on until the user turns it off: all but mails that remind of an order. Without a
 * topic it is always on.
 */
export const isOnByDefault = (topic: Topic | null, channel: Channel) =>
  !(topic === 'order_reminder' && channel === 'mail')

/** Whether each channel of a topic is on; null where the role is not notified through it. */
export const Preference = z.object({
  topic: z.enum(TOPICS),
  bell: z.nullable(z.boolean()),
  mail: z.nullable(z.boolean()),
  push: z.nullable(z.boolean()),
})
export type Preference = z.infer<typeof Preference>

const ALL_ROLES = ['customer', 'marketer', 'admin'] as const

export const readPreferences = call('GET /notifications/preferences', {
  roles: ALL_ROLES,
  resources: ['preferences'],
  reply: z.array(Preference),
  summary: 'The channels through which the user is notified of each topic.',
  failure: 'Bildirim ayarları yüklenemedi',
})

const onOrOff = (label: string) => z.optional(z.boolean(`${label} açık veya kapalı olmalıdır`))

export const PreferenceChange = z.object({
  topic: z.enum(TOPICS, 'Geçersiz bildirim türü'),
  bell: onOrOff('Zil'),
  mail: onOrOff('E-posta'),
  push: onOrOff('Anlık bildirim'),
})
export type PreferenceChange = z.infer<typeof PreferenceChange>

export const updatePreference = call('PUT /notifications/preferences', {
  roles: ALL_ROLES,
  invalidates: ['preferences'],
  body: PreferenceChange,
  reply: z.array(Preference),
  summary:
    'Turns channels of a topic on or off; channels that are not given, or that the role does not have, stay as they are. Replies with all preferences.',
  failure: 'Bildirim ayarı kaydedilemedi',
})

/** How many browsers of an account can receive pushes; a further one replaces the oldest. */
export const MAX_SUBSCRIPTIONS = 10

export const PushDevice = z.object({
  id: z.uuid(),
  /** Browser and system, '' if unknown. */
  device: z.string(),
  created_at: z.string(),
  /** Whether it is the browser of this request's session. */
  is_current: z.boolean(),
})
export type PushDevice = z.infer<typeof PushDevice>

const PushState = z.object({
  /**
   * The `applicationServerKey` for `pushManager.subscribe()`: an uncompressed P-256 point in base64url; null if the
   * portal sends no pushes.
   */
  public_key: z.nullable(z.string()),
  devices: z.array(PushDevice),
})
export type PushState = z.infer<typeof PushState>

export const readPushState = call('GET /notifications/push', {
  roles: ALL_ROLES,
  resources: ['preferences'],
  reply: PushState,
  summary:
    'The key for subscribing to pushes, null if the portal sends none, and the user’s browsers that receive them, that of this session first.',
  failure: 'Anlık bildirim ayarları yüklenemedi',
})

const INVALID = 'Tarayıcının bildirim aboneliği geçersiz'
/** Bytes in base64url, whose text has this length. */
const bytes = (length: number) => z.string(INVALID).check(z.regex(/^[\w-]+$/, INVALID), z.length(length, INVALID))

/** What `PushSubscription.toJSON()` returns in a browser. */
export const NewPushSubscription = z.object({
  endpoint: secret(z.string(INVALID).check(z.minLength(1, INVALID), z.maxLength(2000, INVALID))),
  keys: z.object({ p256dh: secret(bytes(87)), auth: secret(bytes(22)) }, INVALID),
})
export type NewPushSubscription = z.infer<typeof NewPushSubscription>

export const subscribeToPush = call('POST /notifications/push', {
  roles: ALL_ROLES,
  invalidates: ['preferences'],
  body: NewPushSubscription,
  reply: PushState,
  summary: `Sends the user’s pushes to this browser until the session ends; an account has at most ${MAX_SUBSCRIPTIONS} browsers, and a further one replaces the oldest.`,
  failure: 'Anlık bildirimler açılamadı',
})

export const unsubscribeFromPush = call('DELETE /notifications/push/:id', {
  params: { id: Id },
  roles: ALL_ROLES,
  invalidates: ['preferences'],
  reply: PushState,
  summary: 'Stops sending pushes to a browser of the user.',
  failure: 'Anlık bildirimler kapatılamadı',
})
