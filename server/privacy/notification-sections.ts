import { CHANNEL_LABELS, CHANNELS, TOPIC_LABELS } from '#contract/notification-settings.ts'
import type { Database } from '../db/tables.ts'
import type { SheetColumn } from '../documents/workbook-writing.ts'
import type { Actor } from '../http/context.ts'
import { readPreferences } from '../notifications/preferences.ts'
import { section } from './sections.ts'

/** The notification preferences of a customer, as its settings show them, and its browsers with pushes. */
export function notificationSections(db: Database, customer: Actor<'customer'>) {
  return [
    section({
      key: 'notification_preferences',
      pages: () => preferencesOf(db, customer),
      json: row => row,
      sheets: [
        {
          name: 'Bildirim ayarları',
          columns: PREFERENCES,
          rows: ({ topic, ...channels }) => [
            [TOPIC_LABELS[topic], ...CHANNELS.map(channel => onOrOff(channels[channel]))],
          ],
        },
      ],
    }),
    section({
      key: 'push_subscriptions',
      pages: () => subscriptionsOf(db, customer.id),
      json: row => row,
      sheets: [
        {
          name: 'Anlık bildirimler',
          columns: [
            { label: 'Açıldı', kind: 'instant', width: 17 },
            { label: 'Cihaz', kind: 'text', width: 24 },
          ],
          rows: ({ created_at, device }) => [[created_at, device]],
        },
      ],
    }),
  ]
}

const PREFERENCES: SheetColumn[] = [
  { label: 'Bildirim', kind: 'text', width: 24 },
  ...CHANNELS.map((channel): SheetColumn => ({ label: CHANNEL_LABELS[channel], kind: 'text', width: 8 })),
]

/** Empty for a channel through which the customer is not notified of the topic. */
const onOrOff = (isOn: boolean | null) => (isOn === null ? null : isOn ? 'Açık' : 'Kapalı')

/** One row per topic, as a single page. */
async function* preferencesOf(db: Database, customer: Actor<'customer'>) {
  yield await readPreferences(db, customer)
}

/** At most `MAX_SUBSCRIPTIONS` rows, as a single page. The endpoint, which works like a key, is left out. */
async function* subscriptionsOf(db: Database, id: string) {
  yield await db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'token_hash', 'session_hash')
    .select(['push_subscriptions.created_at', 'device'])
    .where('push_subscriptions.account_id', '=', id)
    .orderBy('push_subscriptions.created_at')
    .execute()
}
