import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/counts.ts'
import { serve, serveFile, serveList, servePolled, servePrepared } from '../http/serve.ts'
import { saveImage } from '../images/store.ts'
import { withArrivalNotifications } from '../orders/arrivals.ts'
import { correctCounted, countProduct, discardCount, finalizeCount, showDifferences, startCount } from './counts.ts'
import { listCounts, readCount, readDifferences, recentCounts, uncountedProducts, versionOfCount } from './lists.ts'
import { countWorkbook } from './workbook.ts'

export function countRoutes(app: FastifyInstance) {
  serve(app, calls.startCount, ({ db, actor, body, now }) => startCount(db, actor, body, now))
  serveList(app, calls.listCounts, ({ db, query }) => listCounts(db, query))
  serve(app, calls.recentCounts, ({ db }) => recentCounts(db))
  serveFile(app, calls.downloadCounts, async ({ query, now }) =>
    countWorkbook(await app.context.reports.choose(), query.id, now),
  )
  servePolled(
    app,
    calls.readCount,
    ({ db, params }) => readCount(db, params.id),
    ({ db, now, params }) => versionOfCount(db, params.id, now),
  )
  servePrepared(app, calls.countProduct, async ({ db: pool, params, body, now }) => {
    const image_url = body.image_url ? await saveImage(pool, body.image_url, now) : body.image_url
    return db => countProduct(db, params.id, { ...body, image_url })
  })
  servePrepared(app, calls.correctCounted, async ({ db: pool, params, body, now }) => {
    const image_url = body.image_url ? await saveImage(pool, body.image_url, now) : body.image_url
    return db => correctCounted(db, params.id, { ...body, image_url })
  })
  serveList(app, calls.listUncounted, ({ db, query }) => uncountedProducts(db, query))
  serve(app, calls.showDifferences, async ({ db, actor, params, now }) => ({
    message: 'Farklar gösteriliyor',
    count: await showDifferences(db, actor, params.id, now),
  }))
  servePolled(app, calls.readDifferences, ({ db, params, now }) => readDifferences(db, params.id, now))
  serve(app, calls.discardCount, ({ db, actor, params, now }) => discardCount(db, actor, params.id, now))
  serve(app, calls.finalizeCount, async ({ db, actor, params, now }) => ({
    message: 'Sayım tamamlandı, stoklar güncellendi',
    count: await withArrivalNotifications(db, now, (tx, arrivals) =>
      finalizeCount(tx, { actor, now, arrivals }, params.id),
    ),
  }))
}
