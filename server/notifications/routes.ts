import type { FastifyInstance } from 'fastify'
import * as settings from '#contract/notification-settings.ts'
import * as calls from '#contract/notifications.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { serveEvents } from '../http/events.ts'
import { serve, serveList } from '../http/serve.ts'
import type { PushNetwork } from '../push/endpoint.ts'
import type { Live } from './live.ts'
import { countUnread, listNotifications, markRead } from './notifications.ts'
import { readPreferences, updatePreference } from './preferences.ts'
import { listDevices, subscribe, unsubscribe } from './subscriptions.ts'

/**
 * The key with which browsers subscribe to pushes, null if none are sent, and which push services they may name.
 */
export type PushSettings = { publicKey: string | null; network: PushNetwork }

export function notificationRoutes(app: FastifyInstance, live: Live, { publicKey, network }: PushSettings) {
  serveList(app, calls.listNotifications, ({ db, actor }) => listNotifications(db, actor))
  serve(app, calls.countUnread, ({ db, actor }) => countUnread(db, actor))
  serve(app, calls.markRead, ({ db, actor, body, now }) => inTransaction(db, tx => markRead(tx, actor, body, now)))
  serveEvents(app, calls.followEvents, live)

  serve(app, settings.readPreferences, ({ db, actor }) => readPreferences(db, actor))
  serve(app, settings.updatePreference, async ({ db, actor, body }) => {
    await updatePreference(db, actor, body)
    return readPreferences(db, actor)
  })
  const pushState = async (db: Database, actor: Actor, session: { token: string; now: Date }) => ({
    public_key: publicKey,
    devices: await listDevices(db, actor, session),
  })
  serve(app, settings.readPushState, ({ db, actor, token = '', now }) => pushState(db, actor, { token, now }))
  serve(app, settings.subscribeToPush, async ({ db, actor, body, token = '', now }) => {
    await subscribe(db, actor, body, { token, now, network })
    return pushState(db, actor, { token, now })
  })
  serve(app, settings.unsubscribeFromPush, async ({ db, actor, params, token = '', now }) => {
    await unsubscribe(db, actor, params.id)
    return pushState(db, actor, { token, now })
  })
}
