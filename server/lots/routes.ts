import type { FastifyInstance } from 'fastify'
import * as changes from '#contract/lot-changes.ts'
import * as calls from '#contract/lots.ts'
import * as orderLots from '#contract/order-lots.ts'
import { inTransaction } from '../db/transaction.ts'
import { serve, serveFile, serveList } from '../http/serve.ts'
import { withArrivalNotifications } from '../orders/arrivals.ts'
import { lockOrder, readOrder } from '../orders/lists.ts'
import { exportProperties } from '../stock/export-mark.ts'
import { blockLot, releaseLot } from './blocking.ts'
import { setShownInCatalogue } from './catalogue-expiry.ts'
import { correctLot } from './correction.ts'
import { listConnectedLots, listLotMovements, listLots, lotFigures, readLot } from './lists.ts'
import { lotsWorkbook, writeOffsWorkbook } from './lots-workbook.ts'
import { readOrderLots, readPickedLines, readPicking } from './order-lots.ts'
import { pickLots } from './picking.ts'
import { listWriteOffs, writeOffFigures, writeOffLot } from './write-off.ts'

export function lotRoutes(app: FastifyInstance) {
  serveList(app, calls.listLots, ({ db, query, now }) => listLots(db, query, now))
  serve(app, calls.readLot, ({ db, params }) => readLot(db, params.id))
  serve(app, calls.listConnectedLots, ({ db, params }) => listConnectedLots(db, params.id))
  for (const call of [orderLots.readOrderLots, orderLots.readCustomersOrderLots])
    serve(app, call, async ({ db, actor, params }) => readOrderLots(db, (await readOrder(db, actor, params.id)).id))
  serve(app, orderLots.readAnyOrderLots, async ({ db, actor, params, now }) =>
    readPickedLines(db, (await readOrder(db, actor, params.id)).id, now),
  )
  serve(app, orderLots.readPicking, async ({ db, actor, params, now }) =>
    readPicking(db, (await readOrder(db, actor, params.id)).id, now),
  )
  serve(app, orderLots.pickLots, ({ db, actor, params, body, now }) =>
    inTransaction(db, async tx => ({
      message: 'Partiler kaydedildi',
      lots: await pickLots(tx, await lockOrder(tx, actor, params.id), body, { actor, now }),
    })),
  )
  serveList(app, calls.listLotMovements, ({ db, query }) => listLotMovements(db, query.lot_id))
  serve(app, calls.readLotFigures, ({ db, query, now }) => lotFigures(db, query, now))
  serveFile(app, calls.downloadLots, async ({ db, query, now }) => {
    const properties = await exportProperties(db, now)
    return lotsWorkbook(await app.context.reports.choose(), query, now, properties)
  })
  serve(app, changes.blockLot, async ({ db, actor, params, body, now }) => ({
    message: body.with_connected ? 'Parti, aktarılan malıyla birlikte engellendi' : 'Parti engellendi',
    lot: await blockLot(db, params.id, { actor, now, ...body }),
  }))
  serve(app, changes.releaseLot, ({ db, actor, params, body, now }) =>
    withArrivalNotifications(db, now, async (tx, arrivals) => ({
      message: 'Partinin engeli kaldırıldı',
      lot: await releaseLot(tx, params.id, { actor, now, arrivals, ...body }),
    })),
  )
  serve(app, changes.correctLot, ({ db, actor, params, body, now }) =>
    withArrivalNotifications(db, now, async (tx, arrivals) => ({
      message: 'Parti düzeltildi',
      lot: await correctLot(tx, { actor, now, arrivals }, params.id, body),
    })),
  )
  serve(app, changes.showLotInCatalogue, async ({ db, actor, params, body: { in_catalogue }, now }) => ({
    message: in_catalogue ? 'Tarih katalogda gösteriliyor' : 'Tarih katalogdan kaldırıldı',
    lot: await setShownInCatalogue(db, { actor, now }, params.id, in_catalogue),
  }))
  serve(app, changes.writeOffLot, async ({ db, actor, params, body, now }) => ({
    message: 'İmha kaydedildi',
    lot: await writeOffLot(db, { actor, now }, params.id, body),
  }))
  serveList(app, changes.listWriteOffs, ({ db, query }) => listWriteOffs(db, query))
  serve(app, changes.readWriteOffFigures, ({ db, query }) => writeOffFigures(db, query))
  serveFile(app, changes.downloadWriteOffs, async ({ query, now }) =>
    writeOffsWorkbook(await app.context.reports.choose(), query, now),
  )
}
