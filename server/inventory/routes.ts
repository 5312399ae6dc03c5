import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/inventory.ts'
import { downloadLabels } from '#contract/labels.ts'
import { MAIN_WAREHOUSE } from '#contract/products.ts'
import { readReorderLevel as readLevelCall, setReorderLevel as setLevelCall } from '#contract/reorder-levels.ts'
import { transferGoods as transferCall } from '#contract/transfers.ts'
import { serve, serveFile, serveList } from '../http/serve.ts'
import { serveUpload } from '../http/serve-upload.ts'
import { withArrivalNotifications } from '../orders/arrivals.ts'
import { exportProperties } from '../stock/export-mark.ts'
import { deleteByWarehouse, restoreExpectedDates, updateExpectedDates } from './bulk-changes.ts'
import { exportProducts } from './export.ts'
import { backorders, inventoryStats, productsToReorder } from './figures.ts'
import { previewWorkbook, startImport } from './import-workbook.ts'
import { shelfLabels } from './labels.ts'
import { backordersWorkbook, lowStockWorkbook } from './purchase-workbooks.ts'
import { readReorderLevel, setReorderLevel } from './reorder-levels.ts'
import { transferGoods } from './transfers.ts'

export function inventoryRoutes(app: FastifyInstance, company: { vatRates: readonly number[]; companyName: string }) {
  const { vatRates } = company
  const { reports, clock } = app.context
  serveUpload(app, calls.importProducts, async input => {
    if (input.query.preview === '1') return previewWorkbook(input, vatRates)
    const importing = await startImport(input, { vatRates, clock })
    return db => withArrivalNotifications(db, input.now, importing)
  })
  serveFile(app, calls.exportProducts, async ({ db, query, now }) => {
    const properties = await exportProperties(db, now)
    return exportProducts(await reports.choose(), query.warehouse ?? MAIN_WAREHOUSE, now, properties)
  })
  serve(app, calls.updateExpectedDates, ({ db, actor, body, now }) => updateExpectedDates(db, { actor, now }, body))
  serve(app, calls.restoreExpectedDates, ({ db, actor, body, now }) => restoreExpectedDates(db, { actor, now }, body))
  serve(app, calls.deleteByWarehouse, ({ db, actor, query, now }) =>
    deleteByWarehouse(db, { actor, now }, query.warehouse),
  )
  serve(app, transferCall, ({ db, actor, body, now }) =>
    withArrivalNotifications(db, now, async (tx, arrivals) => ({
      message: 'Depolar arası aktarım kaydedildi',
      items: await transferGoods(tx, { actor, now, arrivals }, body),
    })),
  )
  serveFile(app, downloadLabels, async ({ query, now }) => shelfLabels(await reports.choose(), company, query, now))
  serve(app, calls.readInventoryStats, ({ db, query }) => inventoryStats(db, query))
  serve(app, readLevelCall, ({ db, params }) => readReorderLevel(db, params.id))
  serve(app, setLevelCall, async ({ db, actor, params, body, now }) => ({
    message: 'Sipariş noktası kaydedildi',
    ...(await setReorderLevel(db, { actor, now }, params.id, body)),
  }))
  serveList(app, calls.listLowStock, ({ db, query }) => productsToReorder(db, query))
  serveFile(app, calls.downloadLowStock, async ({ query, now }) => lowStockWorkbook(await reports.choose(), query, now))
  serveList(app, calls.listBackorders, ({ db, query }) => backorders(db, query))
  serveFile(app, calls.downloadBackorders, async ({ query, now }) =>
    backordersWorkbook(await reports.choose(), query, now),
  )
}
