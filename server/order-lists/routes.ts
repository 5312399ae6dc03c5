import type { FastifyInstance } from 'fastify'
import { cellText } from '#contract/entry-columns.ts'
import * as calls from '#contract/order-lists.ts'
import { enteredLines } from '#contract/quick-entry.ts'
import { listRowsOf } from '../documents/upload.ts'
import { isTooLong, numberText, type WorkbookRow } from '../documents/workbook.ts'
import { refuse } from '../http/refusal.ts'
import { SerializedReply } from '../http/serialized-reply.ts'
import { serve } from '../http/serve.ts'
import { serveUpload } from '../http/serve-upload.ts'
import type { Settings } from '../settings.ts'
import { readGuide } from './guide.ts'
import { changeList, createList, deleteList, readLists } from './order-lists.ts'

export function orderListRoutes(app: FastifyInstance, { guideDays: days }: Pick<Settings, 'guideDays'>) {
  serve(app, calls.readOrderGuide, ({ db, actor, now }) => readGuide(db, actor, actor.id, { now, days }))
  serve(app, calls.listOrderLists, ({ db, actor }) => readLists(db, actor, actor.id))
  serve(app, calls.createOrderList, ({ db, actor, body, now }) => createList(db, { actor, now }, actor.id, body))

  serve(app, calls.readCustomersGuide, ({ db, actor, params, now }) => readGuide(db, actor, params.id, { now, days }))
  serve(app, calls.listCustomersLists, ({ db, actor, params }) => readLists(db, actor, params.id))
  serve(app, calls.createCustomersList, ({ db, actor, params, body, now }) =>
    createList(db, { actor, now }, params.id, body),
  )

  serve(app, calls.changeOrderList, ({ db, actor, params, body, now }) =>
    changeList(db, { actor, now }, params.id, body),
  )
  serveUpload(app, calls.readListFile, async ({ file }) => {
    const lines = linesOf(await listRowsOf(file))
    if (lines.length === 0) refuse('workbook_empty', 'ürün')
    return new SerializedReply(JSON.stringify({ lines }))
  })
  serve(app, calls.deleteOrderList, async ({ db, actor, params }) => {
    await deleteList(db, actor, params.id)
    return { success: true as const }
  })
}

/** The rows that are lines of an order, as text whose cells are separated by tabs. */
const linesOf = (rows: readonly WorkbookRow[]) =>
  enteredLines(rows.map(({ cells }) => cells.map(textOf).join('\t')).join('\n'))

/** The text of a cell; one that is longer than any field of a product names nothing, and would take long to read. */
function textOf(cell: WorkbookRow['cells'][number]): string {
  const text = typeof cell === 'number' ? numberText(cell) : typeof cell === 'string' ? cell : ''
  return isTooLong(text) ? '' : cellText(text).trim()
}
