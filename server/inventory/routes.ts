import type { FastifyInstance } from 'fastify'
import { MAIN_WAREHOUSE } from '#contract/catalogue.ts'
import * as calls from '#contract/inventory.ts'
import { listCategories } from '../catalogue/lists.ts'
import { workbookIn } from '../documents/upload.ts'
import { refuse } from '../http/refusal.ts'
import { serve, serveFile, serveList, serveUpload } from '../http/serve.ts'
import { withArrivalNotifications } from '../orders/arrivals.ts'
import { deleteByWarehouse, restoreExpectedDates, updateExpectedDates } from './bulk.ts'
import { exportProducts } from './export.ts'
import { backorders, inventoryStats, lowStock } from './figures.ts'
import { importProducts, presentProducts } from './import.ts'
import { aboutWorkbook, stockChoice, warningsOf } from './import-choices.ts'
import { layOut } from './layout.ts'
import { previewImport } from './preview.ts'
import { idsIn, readProductRows } from './product-rows.ts'
import { backordersWorkbook, lowStockWorkbook } from './purchase-workbooks.ts'

export function inventoryRoutes(app: FastifyInstance, { vatRates }: { vatRates: readonly number[] }) {
  const { reports } = app.context
  serveUpload(app, calls.importProducts, async ({ actor, query, body, file, now, db: pool }) => {
    const warehouse = query.warehouse ?? MAIN_WAREHOUSE
    const workbook = await workbookIn(file)
    const { rows, ...about } = layOut(workbook, query)
    const choice = stockChoice(query, body, workbook)
    const [categories, present] = await Promise.all([
      listCategories(pool),
      presentProducts(pool, warehouse, idsIn(rows)),
    ])
    const sheet = await readProductRows(rows, { vatRates, categories, present })
    const isPreview = query.preview === '1'
    // A preview asks the user whether a single row is a product.
    if (sheet.rows.length + sheet.errors.length === 0 && !(isPreview && about.doubtful))
      refuse('workbook_empty', 'ürün')
    if (isPreview) return previewImport(pool, warehouse, sheet, choice, aboutWorkbook(about, choice.exported))
    return async db => {
      const summary = await withArrivalNotifications(db, now, (tx, arrivals) =>
        importProducts(tx, { actor, warehouse, file: file.name, now, arrivals }, sheet, choice),
      )
      const warnings = [...warningsOf(about), ...(summary.warnings ?? [])]
      return { ...summary, ...(warnings.length > 0 && { warnings }) }
    }
  })
  serveFile(app, calls.exportProducts, async ({ query, now }) =>
    exportProducts(await reports.choose(), query.warehouse ?? MAIN_WAREHOUSE, now),
  )
  serve(app, calls.updateExpectedDates, ({ db, actor, body, now }) => updateExpectedDates(db, { actor, now }, body))
  serve(app, calls.restoreExpectedDates, ({ db, actor, body, now }) => restoreExpectedDates(db, { actor, now }, body))
  serve(app, calls.deleteByWarehouse, ({ db, actor, query, now }) =>
    deleteByWarehouse(db, { actor, now }, query.warehouse),
  )
  serve(app, calls.readInventoryStats, ({ db, query }) => inventoryStats(db, query))
  serveList(app, calls.listLowStock, ({ db, query }) => lowStock(db, query))
  serveFile(app, calls.downloadLowStock, async ({ query, now }) => lowStockWorkbook(await reports.choose(), query, now))
  serveList(app, calls.listBackorders, ({ db, query }) => backorders(db, query))
  serveFile(app, calls.downloadBackorders, async ({ query, now }) =>
    backordersWorkbook(await reports.choose(), query, now),
  )
}
