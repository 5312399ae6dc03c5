import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/import-runs.ts'
import { serve, serveFile, serveList } from '../http/serve.ts'
import { listOpenRuns, listRefusedRows, listRuns } from './lists.ts'
import { markSeen } from './seen-results.ts'
import { refusedRowsWorkbook } from './workbook.ts'

export function importRunRoutes(app: FastifyInstance) {
  serveList(app, calls.listImportRuns, ({ db, actor, query, now }) => listRuns(db, { actor, now }, query))
  serve(app, calls.listOpenImports, ({ db, actor, query, now }) => listOpenRuns(db, { actor, now }, query))
  serve(app, calls.markImportSeen, ({ db, actor, params, now }) => markSeen(db, { actor, now }, params.id))
  serveList(app, calls.listRefusedRows, ({ db, query }) => listRefusedRows(db, query.import_id))
  serveFile(app, calls.downloadRefusedRows, ({ db, params }) => refusedRowsWorkbook(db, params.id))
}
