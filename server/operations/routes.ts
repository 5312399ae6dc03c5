import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/operations.ts'
import { serve, serveList } from '../http/serve.ts'
import type { Settings } from '../settings.ts'
import { giveUpMail, listMails, retryGivenUpMails, retryMail } from './mails.ts'
import { readOverview } from './overview.ts'

export function operationsRoutes(app: FastifyInstance, settings: Settings) {
  serve(app, calls.readOperations, ({ now }) => readOverview(app.context.db, settings, now))
  serveList(app, calls.listMails, ({ db, query, now }) => listMails(db, query.state, now))
  serve(app, calls.retryMail, async ({ db, actor, params, now }) => {
    await retryMail(db, { actor, now }, params.id)
    return { success: true as const }
  })
  serve(app, calls.giveUpMail, async ({ db, actor, params, now }) => {
    await giveUpMail(db, { actor, now }, params.id)
    return { success: true as const }
  })
  serve(app, calls.retryGivenUpMails, async ({ db, actor, now }) => ({
    retried: await retryGivenUpMails(db, { actor, now }),
  }))
}
