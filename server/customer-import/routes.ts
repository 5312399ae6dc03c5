import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/customer-import.ts'
import { rowsOf } from '../documents/upload.ts'
import { refuse } from '../http/refusal.ts'
import { serve, serveFile, serveUpload } from '../http/serve.ts'
import { readCustomerRows } from './customer-rows.ts'
import { importCustomers, prepareSecrets, previewImport } from './import.ts'
import { importProgress, readProgress } from './progress.ts'
import { customerTemplate } from './template.ts'

export function customerImportRoutes(app: FastifyInstance) {
  serve(app, calls.readImportProgress, ({ db, actor, now }) => readProgress(db, actor.id, now))
  serveFile(app, calls.downloadCustomerTemplate, async () => customerTemplate())
  serveUpload(app, calls.importCustomers, async ({ actor, query, file, now, db: pool }) => {
    const sheet = await readCustomerRows(await rowsOf(file))
    if (sheet.rows.length + sheet.faults.length === 0) refuse('workbook_empty', 'müşteri')
    if (query.preview === '1') return previewImport(pool, sheet, now)
    const progress = importProgress(pool, actor.id, app.context.clock)
    const secrets = await prepareSecrets(pool, sheet, now, (done, total) => progress.report(done, total))
    await progress.flush()
    return async db => {
      try {
        const summary = await importCustomers(db, { actor, now }, sheet, secrets)
        // In the same transaction, as waiting for a second connection while holding many locks could deadlock.
        await progress.finish(db)
        return summary
      } catch (error) {
        void progress.finish(pool).catch(() => undefined)
        throw error
      }
    }
  })
}
