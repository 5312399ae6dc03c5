import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/notifications.ts'
import { inTransaction } from '../db/transaction.ts'
import { serveEvents } from '../http/events.ts'
import { serve, serveList } from '../http/serve.ts'
import type { Live } from './live.ts'
import { countUnread, listNotifications, markRead } from './notifications.ts'

export function notificationRoutes(app: FastifyInstance, live: Live) {
  serveList(app, calls.listNotifications, ({ db, actor }) => listNotifications(db, actor))
  serve(app, calls.countUnread, ({ db, actor }) => countUnread(db, actor))
  serve(app, calls.markRead, ({ db, actor, body, now }) => inTransaction(db, tx => markRead(tx, actor, body.ids, now)))
  serveEvents(app, calls.followEvents, live)
}
