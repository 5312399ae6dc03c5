import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/privacy.ts'
import { serve, serveFile } from '../http/serve.ts'
import type { Settings } from '../settings.ts'
import { exportCustomer } from './export.ts'

export function privacyRoutes(app: FastifyInstance, { privacyNotice }: Settings) {
  const { reports } = app.context
  serve(app, calls.readPrivacyNotice, async () => ({ notice: privacyNotice ?? null }))
  serveFile(app, calls.downloadOwnData, ({ db, actor, now, origin }) =>
    exportCustomer(db, reports, { actor, now, origin }, actor.id),
  )
  serveFile(app, calls.downloadCustomerData, ({ db, actor, params, now, origin }) =>
    exportCustomer(db, reports, { actor, now, origin }, params.id),
  )
}
