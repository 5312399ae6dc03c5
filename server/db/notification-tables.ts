import type { ColumnType, Generated } from 'kysely'

type Instant = ColumnType<string, Date, Date>

type InstantOrNot = ColumnType<string | null, Date | null | undefined, Date | null>

/** Notifications, also those that are not shown in the bell. */
export type NotificationTable = {
  id: string
  account_id: string
  created_at: Instant
  kind: string
  title: string
  body: string
  link: string
  read_at: InstantOrNot
  once: string | null
  customer_id: string | null
  in_bell: Generated<boolean>
}

/** The channels through which an account is notified of a topic, where they differ from the defaults. */
export type NotificationPreferenceTable = {
  account_id: string
  topic: string
  bell: boolean
  mail: boolean
  push: boolean
}

/** The push subscriptions of browsers. */
export type PushSubscriptionTable = {
  id: string
  account_id: string
  session_hash: Buffer
  endpoint: string
  p256dh: string
  auth: string
  created_at: Instant
}

/** The outbox of pushes. */
export type PushTable = {
  id: string
  notification_id: string
  subscription_id: string
  created_at: Instant
  next_at: Instant
  expires_at: Instant
  tries: Generated<number>
  claimed_until: InstantOrNot
  last_error: string | null
}
