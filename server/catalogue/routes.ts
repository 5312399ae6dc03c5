import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/catalogue.ts'
import * as priceCalls from '#contract/price-changes.ts'
import * as watchCalls from '#contract/product-watches.ts'
import * as productCalls from '#contract/products.ts'
import { inTransaction } from '../db/transaction.ts'
import { refuse } from '../http/refusal.ts'
import { serve, serveFile, serveFromMemory, serveList, servePrepared } from '../http/serve.ts'
import { saveImage } from '../images/store.ts'
import { notifyWatchers, withArrivalNotifications } from '../orders/arrivals.ts'
import type { Settings } from '../settings.ts'
import { listAllCategories, listCategories } from './categories.ts'
import { changeWarnings } from './change-warnings.ts'
import { deleteProduct } from './deletion.ts'
import * as lists from './lists.ts'
import { cataloguePrinter } from './pdf.ts'
import { changePrices, listPriceChanges, previewPrices, undoPriceChange } from './price-changes.ts'
import { changeProduct, createProduct } from './products.ts'
import { CatalogueModel } from './read-model.ts'
import { listWatches, unwatchProduct, watchProduct } from './watches.ts'

export function catalogueRoutes(app: FastifyInstance, settings: Settings) {
  const { vatRates } = settings
  const catalogueFile = cataloguePrinter(settings)

  // From memory, or from the database if the model cannot be loaded; single products also while it is being loaded.
  const model = new CatalogueModel(app.context.db, app.context.changes, {
    isStrict: app.context.isStrict,
    onError: error => app.log.error(error),
  })
  serveList(
    app,
    calls.listProducts,
    // A few products by their ids cost the database little, so they do not wait for a load.
    async ({ db, query }) =>
      (await (query.ids ? model.current() : model.loaded()))?.list(query) ?? lists.listProducts(db, query),
  )
  serve(app, calls.listCategories, async ({ db }) => (await model.loaded())?.categories() ?? listCategories(db))
  serveFromMemory(app, calls.readProduct, async ({ db, params }) => {
    const held = await model.current()
    return held ? (held.one(params.id) ?? refuse('not_found')) : lists.readProduct(db, params.id)
  })
  serveFile(app, calls.downloadCatalogue, async ({ now, query: { category }, hasVersion }) =>
    catalogueFile(await app.context.reports.choose(), now, { category, hasVersion }),
  )

  watchRoutes(app)
  priceRoutes(app)
  serveList(app, productCalls.listAllProducts, ({ db, query }) => lists.listAllProducts(db, query))
  serve(app, productCalls.listAllCategories, ({ db }) => listAllCategories(db))
  serve(app, productCalls.readAnyProduct, ({ db, params }) => lists.readAnyProduct(db, params.id))
  servePrepared(app, productCalls.createProduct, async ({ actor, body, now, db: pool }) => {
    const image_url = body.image_url ? await saveImage(pool, body.image_url, now) : null
    const input = { ...body, image_url }
    return async db => ({ success: true as const, product: await createProduct(db, { actor, vatRates, now }, input) })
  })
  servePrepared(app, productCalls.changeProduct, async ({ actor, params, body, now, db: pool }) => {
    const image_url = body.image_url && (await saveImage(pool, body.image_url, now))
    const change = { ...body, image_url }
    return db =>
      withArrivalNotifications(db, now, async (tx, arrivals) => {
        const product = await changeProduct(tx, { actor, vatRates, now, arrivals }, params.id, change)
        // Goods of the product may have arrived while it was not on sale.
        if (change.is_active) await notifyWatchers(tx, [params.id], now)
        return { success: true as const, product, ...(await changeWarnings(tx, { actor, now }, product, change)) }
      })
  })
  serve(app, productCalls.setBarcode, async ({ db, actor, params, body, now }) => ({
    success: true as const,
    product: await withArrivalNotifications(db, now, (tx, arrivals) =>
      changeProduct(tx, { actor, vatRates, now, arrivals }, params.id, body),
    ),
  }))
  serve(app, productCalls.findInWarehouses, ({ db, params }) => lists.findInWarehouses(db, params.barcode))
  serve(app, productCalls.findByBarcode, ({ db, params, query }) =>
    lists.findByBarcode(db, params.barcode, query.warehouse),
  )
  serve(app, productCalls.deleteProduct, async ({ db, actor, params, now }) => {
    const outcome = await deleteProduct(db, { actor, now }, params.id)
    const action = outcome === 'deleted' ? outcome : ('deactivated' as const)
    return { success: true as const, action, message: DELETED[outcome] }
  })
}

const DELETED = {
  deleted: 'Ürün silindi',
  ordered: 'Ürün daha önce sipariş edildiği için silinmedi, pasife alındı',
  offered: 'Ürünün fırsat kaydı olduğu için silinmedi, pasife alındı',
}

function priceRoutes(app: FastifyInstance) {
  serveList(app, priceCalls.listPriceChanges, ({ db }) => listPriceChanges(db))
  serve(app, priceCalls.previewPriceChange, ({ db, body }) => previewPrices(db, body))
  serve(app, priceCalls.changePrices, ({ db, actor, body, now }) => changePrices(db, { actor, now }, body))
  serve(app, priceCalls.undoPriceChange, ({ db, actor, params, now }) => undoPriceChange(db, { actor, now }, params.id))
}

function watchRoutes(app: FastifyInstance) {
  serve(app, watchCalls.listWatches, ({ db, actor }) => listWatches(db, actor))
  serve(app, watchCalls.watchProduct, async ({ db, actor, params, now }) => {
    await watchProduct(db, actor, params.id, now)
    return { watched: true as const }
  })
  serve(app, watchCalls.unwatchProduct, async ({ db, actor, params }) => {
    await inTransaction(db, tx => unwatchProduct(tx, actor, params.id))
    return { watched: false as const }
  })
}
