import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/stock.ts'
import { inTransaction } from '../db/transaction.ts'
import { serve, serveFile, serveList } from '../http/serve.ts'
import { adjustPicks } from '../lots/later-lots.ts'
import { forgetArrivalsOf, withArrivalNotifications } from '../orders/arrivals.ts'
import { ledgerOf } from './ledger.ts'
import { ledgerWorkbook } from './ledger-workbook.ts'
import { listReceipts, readBooking, readReceipt, reverseReceipt } from './receipt-history.ts'
import { receiveGoods } from './receipts.ts'

export function stockRoutes(app: FastifyInstance) {
  serve(
    app,
    calls.receiveGoods,
    ({ db, actor, body, now }) =>
      withArrivalNotifications(db, now, async (tx, arrivals) => {
        const receipt = await receiveGoods(tx, { actor, now, arrivals }, body)
        const products = receipt.items.map(({ product_id }) => product_id)
        await adjustPicks(tx, products, now)
        return receipt
      }),
    ({ db }, id) => readBooking(db, id),
  )
  serveList(app, calls.listReceipts, ({ db, query }) => listReceipts(db, query))
  serve(app, calls.readReceipt, ({ db, params }) => readReceipt(db, params.id))
  serve(app, calls.reverseReceipt, ({ db, actor, params, now }) =>
    inTransaction(db, async tx => {
      const receipt = await reverseReceipt(tx, { actor, now }, params.id)
      const products = receipt.items.map(({ product_id }) => product_id)
      await adjustPicks(tx, products, now)
      await forgetArrivalsOf(tx, receipt)
      return { message: 'Mal kabul geri alındı', receipt }
    }),
  )
  serveList(app, calls.readLedger, ({ db, query }) => ledgerOf(db, query.product_id))
  serveFile(app, calls.downloadLedger, async ({ query, now }) =>
    ledgerWorkbook(await app.context.reports.choose(), query.product_id, now),
  )
}
