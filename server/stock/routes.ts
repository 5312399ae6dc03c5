import type { FastifyInstance } from 'fastify'
import * as counting from '#contract/counts.ts'
import * as calls from '#contract/stock.ts'
import { serve, serveFile, serveList, servePrepared, serveWatched } from '../http/serve.ts'
import { saveImage } from '../images/store.ts'
import { listCounts, readCount, readDifferences, recentCounts } from './count-lists.ts'
import { correctCounted, countProduct, dropCount, finalizeCount, startCount } from './counts.ts'
import { ledgerOf } from './ledger.ts'
import { receiveGoods } from './receipts.ts'
import { countWorkbook, ledgerWorkbook } from './workbooks.ts'

export function stockRoutes(app: FastifyInstance) {
  serve(app, calls.receiveGoods, ({ db, actor, body, now }) => receiveGoods(db, actor, body, now))
  serveList(app, calls.readLedger, ({ db, query }) => ledgerOf(db, query.product_id))
  serveFile(app, calls.downloadLedger, async ({ db, query, now }) => ledgerWorkbook(db, query.product_id, now))

  serve(app, counting.startCount, ({ db, actor, body, now }) => startCount(db, actor, body.count_date, now))
  serveList(app, counting.listCounts, ({ db, query }) => listCounts(db, query))
  serve(app, counting.recentCounts, ({ db }) => recentCounts(db))
  serveFile(app, counting.downloadCounts, ({ db, query, now }) => countWorkbook(db, query.id, now))
  serveWatched(app, counting.readCount, ({ db, params }) => readCount(db, params.id))
  servePrepared(app, counting.countProduct, async ({ db: pool, params, body, now }) => {
    const image_url = body.image_url ? await saveImage(pool, body.image_url, now) : body.image_url
    return db => countProduct(db, params.id, { ...body, image_url })
  })
  servePrepared(app, counting.correctCounted, async ({ db: pool, params, body, now }) => {
    const image_url = body.image_url ? await saveImage(pool, body.image_url, now) : body.image_url
    return db => correctCounted(db, params.id, { ...body, image_url })
  })
  serveWatched(app, counting.readDifferences, ({ db, params }) => readDifferences(db, params.id))
  serve(app, counting.discardCount, ({ db, actor, params, now }) => dropCount(db, actor, params.id, now))
  serve(app, counting.finalizeCount, async ({ db, actor, params, now }) => ({
    message: 'Sayım tamamlandı, stoklar güncellendi',
    count: await finalizeCount(db, actor, params.id, now),
  }))
}
