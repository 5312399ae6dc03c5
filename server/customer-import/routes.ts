import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/customer-import.ts'
import { inTransaction } from '../db/transaction.ts'
import { workbookIn } from '../documents/upload.ts'
import { refuse } from '../http/refusal.ts'
import { serve, serveFile } from '../http/serve.ts'
import { serveUpload } from '../http/serve-upload.ts'
import { readRunningProgress } from '../import-runs/lists.ts'
import { startRun } from '../import-runs/runs.ts'
import { readCustomerRows } from './customer-rows.ts'
import { hashPasswords, importCustomers, previewImport } from './import.ts'
import { customerTemplate } from './template.ts'

export function customerImportRoutes(app: FastifyInstance) {
  serve(app, calls.readImportProgress, ({ db, actor, now }) => readRunningProgress(db, { actor, now }, 'customers'))
  serveFile(app, calls.downloadCustomerTemplate, async () => customerTemplate())
  serveUpload(app, calls.importCustomers, async ({ actor, query, file, key, now, origin, atEnd, db: pool }) => {
    const isPreview = query.preview === '1'
    const starting = { kind: 'customers' as const, actor, key, warehouse: null, file }
    const run = isPreview ? undefined : await startRun(pool, starting, app.context.clock)
    if (run) atEnd(error => run.end(calls.importCustomers, error))
    const sheet = await readCustomerRows(await workbookIn(file))
    if (sheet.rows.length + sheet.faults.length === 0) refuse('workbook_empty', 'müşteri')
    if (!run) return previewImport(pool, sheet, now)
    const passwords = await hashPasswords(pool, sheet, now, run.report)
    return async db =>
      inTransaction(db, async tx => {
        run.takeOver()
        const summary = await importCustomers(tx, { actor, now, origin }, sheet, passwords)
        const { created_count: created, updated_count: updated, error_count: faulty } = summary
        await run.finish(tx, { created, updated, unchanged: 0, refused: faulty })
        return summary
      })
  })
}
