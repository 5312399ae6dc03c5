import type { FastifyInstance } from 'fastify'
import * as decisions from '#contract/quote-decisions.ts'
import * as calls from '#contract/quotes.ts'
import { serve, serveList } from '../http/serve.ts'
import type { Settings } from '../settings.ts'
import { listQuotes, readQuote, readQuoteByKey, readSentQuote } from './lists.ts'
import { acceptQuote, answerQuote, declineQuote, requestQuote } from './quotes.ts'

const ACCEPTED = 'Teklif kabul edildi, siparişiniz oluşturuldu'
const DECLINED = 'Teklif reddedildi'

export function quoteRoutes(app: FastifyInstance, { maxOpenValue }: Pick<Settings, 'maxOpenValue'>) {
  serve(
    app,
    calls.requestQuote,
    ({ db, actor, body, now }) => requestQuote(db, actor, actor.id, body, now),
    ({ db, actor }, id) => readQuote(db, actor, id),
  )
  serveList(app, calls.listQuotes, ({ db, actor }) => listQuotes(db, actor))
  serve(app, calls.readQuote, ({ db, actor, params }) => readQuote(db, actor, params.id))
  serve(app, calls.readQuoteByKey, ({ db, actor, params }) => readQuoteByKey(db, actor, params.key))
  serve(app, decisions.acceptQuote, async ({ db, actor, params, body, now }) => ({
    message: ACCEPTED,
    order: await acceptQuote(db, actor, params.id, body, { now, maxOpenValue }),
  }))
  serve(app, decisions.declineQuote, async ({ db, actor, params, body, now }) => ({
    message: DECLINED,
    custom_order: await declineQuote(db, actor, params.id, body, now),
  }))

  serve(
    app,
    calls.requestQuoteForCustomer,
    ({ db, actor, body, now }) => requestQuote(db, actor, body.customer_id, body, now),
    ({ db, actor }, id) => readSentQuote(db, actor, id),
  )
  serveList(app, calls.listCustomersQuotes, ({ db, actor, query }) => listQuotes(db, actor, query))
  serve(app, calls.readCustomersQuote, ({ db, actor, params }) => readQuote(db, actor, params.id))
  serve(app, calls.readCustomersQuoteByKey, ({ db, actor, params }) => readQuoteByKey(db, actor, params.key))
  serve(app, decisions.acceptCustomersQuote, async ({ db, actor, params, body, now }) => ({
    message: 'Teklif kabul edildi, sipariş oluşturuldu',
    order: await acceptQuote(db, actor, params.id, body, { now, maxOpenValue }),
  }))
  serve(app, decisions.declineCustomersQuote, async ({ db, actor, params, body, now }) => ({
    message: DECLINED,
    custom_order: await declineQuote(db, actor, params.id, body, now),
  }))

  serveList(app, calls.listAllQuotes, ({ db, actor, query }) => listQuotes(db, actor, query))
  serve(app, calls.readAnyQuote, ({ db, actor, params }) => readQuote(db, actor, params.id))
  serve(app, calls.answerQuote, ({ db, actor, params, body, now }) => answerQuote(db, actor, params.id, body, now))
}
