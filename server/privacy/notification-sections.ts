import type { Database } from '../db/tables.ts'
import { section } from './sections.ts'

/** The notification preferences of a customer that differ from the defaults, and its browsers with pushes. */
export function notificationSections(db: Database, id: string) {
  return [
    section({
      key: 'notification_preferences',
      pages: () => preferencesOf(db, id),
      json: row => row,
      sheets: [
        {
          name: 'Bildirim ayarları',
          columns: [
            { label: 'Bildirim', kind: 'text', width: 20 },
            { label: 'Zil', kind: 'text', width: 8 },
            { label: 'E-posta', kind: 'text', width: 8 },
            { label: 'Anlık', kind: 'text', width: 8 },
          ],
          rows: ({ topic, bell, mail, push }) => [[topic, onOrOff(bell), onOrOff(mail), onOrOff(push)]],
        },
      ],
    }),
    section({
      key: 'push_subscriptions',
      pages: () => subscriptionsOf(db, id),
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

const onOrOff = (isOn: boolean) => (isOn ? 'Açık' : 'Kapalı')

/** At most one row per topic, as a single page. */
async function* preferencesOf(db: Database, id: string) {
  yield await db
    .selectFrom('notification_preferences')
    .select(['topic', 'bell', 'mail', 'push'])
    .where('account_id', '=', id)
    .orderBy('topic')
    .execute()
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
