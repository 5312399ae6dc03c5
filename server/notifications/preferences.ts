import {
  CHANNELS_OF,
  type Channel,
  isOnByDefault,
  type Preference,
  type PreferenceChange,
  TOPICS,
  type Topic,
} from '#contract/notification-settings.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { Refusal } from '../http/refusal.ts'

/** Through which channels the actor is notified of each topic of its role. */
export async function readPreferences(db: Database, { id, role }: Actor): Promise<Preference[]> {
  const rows = await db.selectFrom('notification_preferences').selectAll().where('account_id', '=', id).execute()
  return TOPICS.flatMap(topic => {
    const offered = CHANNELS_OF[role][topic]
    if (!offered) return []
    const chosen = rows.find(row => row.topic === topic) ?? defaultsOf(topic)
    const channel = (name: Channel) => (offered.includes(name) ? chosen[name] : null)
    return [{ topic, bell: channel('bell'), mail: channel('mail'), push: channel('push') }]
  })
}

/** Turns channels of a topic on or off. Refuses a topic that the role gets no notifications of. */
export async function updatePreference(db: Database, { id, role }: Actor, { topic, ...given }: PreferenceChange) {
  const offered = CHANNELS_OF[role][topic]
  if (!offered) {
    const message = 'Bu bildirim türü hesabınızda yok'
    throw new Refusal('invalid_input', message, [{ field: 'topic', message }])
  }
  const change = Object.fromEntries(
    offered.flatMap(channel => (given[channel] === undefined ? [] : [[channel, given[channel]]])),
  )
  if (Object.keys(change).length === 0) return
  await db
    .insertInto('notification_preferences')
    .values({ account_id: id, topic, ...defaultsOf(topic), ...change })
    .onConflict(on => on.columns(['account_id', 'topic']).doUpdateSet(change))
    .execute()
}

/**
 * Whether an account wants mails of a topic. Checked when a letter is written, so that a mail that waits for its mail
 * server is not sent any more after its topic was turned off.
 */
export async function wantsMail(db: Database, account_id: string, topic: Topic): Promise<boolean> {
  const chosen = await db
    .selectFrom('notification_preferences')
    .select('mail')
    .where('account_id', '=', account_id)
    .where('topic', '=', topic)
    .executeTakeFirst()
  return chosen?.mail ?? isOnByDefault(topic, 'mail')
}

const defaultsOf = (topic: Topic) => ({
  bell: isOnByDefault(topic, 'bell'),
  mail: isOnByDefault(topic, 'mail'),
  push: isOnByDefault(topic, 'push'),
})
