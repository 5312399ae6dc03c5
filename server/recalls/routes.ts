import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/recalls.ts'
import { inTransaction } from '../db/transaction.ts'
import { serve, serveFile } from '../http/serve.ts'
import type { Settings } from '../settings.ts'
import { sendRecallLetters } from './notify.ts'
import { readRecall } from './recall.ts'
import { recallList, recallWorkbook } from './recall-list.ts'

export function recallRoutes(
  app: FastifyInstance,
  company: Pick<Settings, 'companyName' | 'supportEmail' | 'supportPhone'>,
) {
  serve(app, calls.readRecall, ({ db, query, now }) => readRecall(db, query, now))
  serveFile(app, calls.downloadRecall, ({ db, query, now }) => recallWorkbook(db, query, now))
  serveFile(app, calls.downloadRecallList, ({ db, query, now }) => recallList(db, company, query, now))
  serve(app, calls.sendRecallLetters, ({ db, actor, body, now }) =>
    inTransaction(db, async tx => {
      const notified = await sendRecallLetters(tx, { actor, now }, body)
      const message = notified > 0 ? `${notified} müşteri bilgilendirildi` : 'Bilgilendirilmemiş müşteri yok'
      return { message, told: notified }
    }),
  )
}
