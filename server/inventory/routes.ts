import type { FastifyInstance } from 'fastify'
import { MAIN_WAREHOUSE } from '#contract/catalogue.ts'
import * as calls from '#contract/inventory.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { listCategories } from '../catalogue/lists.ts'
import { readWorkbook, type Unreadable, UnreadableWorkbook } from '../documents/workbook.ts'
import { refuse } from '../http/refusal.ts'
import { serveUpload, type Upload } from '../http/serve.ts'
import { importProducts } from './import.ts'
import { readProductRows } from './product-rows.ts'

export function inventoryRoutes(app: FastifyInstance, { vatRates }: { vatRates: readonly number[] }) {
  serveUpload(app, calls.importProducts, async ({ actor, query, file, now, db: anytime }) => {
    const warehouse = query.warehouse ?? MAIN_WAREHOUSE
    const sheet = readProductRows(await rowsOf(file), { vatRates, categories: await listCategories(anytime) })
    if (sheet.rows.length + sheet.errors.length === 0) refuse('workbook_empty')
    return db => importProducts(db, { actor, warehouse, file: file.name, now }, sheet)
  })
}

const REFUSED: Record<Unreadable, RefusalCode & ('not_a_workbook' | `workbook_${string}`)> = {
  not_a_workbook: 'not_a_workbook',
  encrypted: 'workbook_encrypted',
  broken: 'workbook_broken',
  too_large: 'workbook_too_large',
}

async function rowsOf(file: Upload) {
  try {
    return await readWorkbook(file.bytes, { rows: calls.MOST_WORKBOOK_ROWS })
  } catch (error) {
    if (error instanceof UnreadableWorkbook) refuse(REFUSED[error.reason])
    throw error
  }
}
