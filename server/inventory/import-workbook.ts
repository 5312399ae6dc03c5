import type { z } from 'zod'
import { importProducts as call, type ImportSummary } from '#contract/inventory.ts'
import { formatNumber } from '#contract/money.ts'
import { MAIN_WAREHOUSE, type Warehouse } from '#contract/products.ts'
import { formatInstant } from '#contract/turkish.ts'
import { listAllCategories, listCategories } from '../catalogue/categories.ts'
import type { Database } from '../db/tables.ts'
import type { Pool, Tx } from '../db/transaction.ts'
import { workbookIn } from '../documents/upload.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import type { UploadInput } from '../http/serve-upload.ts'
import { earlierRun } from '../import-runs/lists.ts'
import { hashOf, startRun } from '../import-runs/runs.ts'
import { LOTS_SHEET } from '../lots/lots-workbook.ts'
import { asProperties, markIn } from '../stock/export-mark.ts'
import type { Arrivals } from '../stock/ledger.ts'
import { type Match, matchesByBarcode, repeatedRows, withMatches } from './barcode-matching.ts'
import { importProducts, presentProducts, refusedRowCount, summaryOf } from './import.ts'
import { aboutWorkbook, stockChoice, warningsOf } from './import-choices.ts'
import { layOut } from './import-layout.ts'
import { previewImport } from './preview.ts'
import { readProductRows } from './product-rows.ts'
import { idsIn } from './row-ids.ts'
import { nameIn, refusedRows, sourceOf } from './stored-refused-rows.ts'

type ImportRequest = UploadInput & {
  db: Pool
  actor: Actor<'admin'>
  query: z.output<typeof call.query>
  body: z.output<typeof call.body>
  now: Date
}

const warehouseOf = ({ query }: Pick<ImportRequest, 'query'>): Warehouse => query.warehouse ?? MAIN_WAREHOUSE

/** Returns what an import of the workbook would do, and warnings about the file. */
export async function previewWorkbook(request: ImportRequest, vatRates: readonly number[]) {
  const { db, query, file, now } = request
  const { sheet, choice, source, present, matches, about } = await read(request, vatRates, {
    countsBarcodeMatches: true,
  })
  const earlier = await noteOnEarlierRun(db, hashOf(file), warehouseOf(request), now)
  // A preview asks the user whether a single row is a product.
  if (sheet.rows.length + sheet.errors.length === 0 && !about.doubtful) refuse('workbook_empty', 'ürün')
  const notes = { ...about, warnings: [...earlier, ...about.warnings], matches: matches.size }
  const nameOf = (row: number) => nameIn(source.get(row), present)
  return previewImport(db, { warehouse: warehouseOf({ query }), now }, sheet, choice, {
    about: aboutWorkbook(notes, choice.exported),
    nameOf,
  })
}

/**
 * Starts an import that other requests can watch, and reads the workbook. The returned function imports it in an open
 * transaction, which also stores the result.
 */
export async function startImport(
  request: ImportRequest,
  { vatRates, clock }: { vatRates: readonly number[]; clock: () => Date },
): Promise<(tx: Tx, arrivals: Arrivals) => Promise<ImportSummary>> {
  const { db: pool, actor, file, key, now, atEnd } = request
  const warehouse = warehouseOf(request)
  const run = await startRun(pool, { kind: 'products', actor, key, warehouse, file }, clock)
  atEnd(error => run.end(call, error))
  const { sheet, choice, source, present, about } = await read(request, vatRates, { countsBarcodeMatches: false })
  const { rows, errors } = sheet
  if (rows.length + errors.length === 0) refuse('workbook_empty', 'ürün')
  run.report(0, rows.length + new Set(errors.map(({ row }) => row)).size)
  return async (tx, arrivals) => {
    run.takeOver()
    const importing = { actor, warehouse, file: file.name, now, arrivals, report: run.report }
    const plan = await importProducts(tx, importing, sheet, choice)
    const summary = summaryOf(plan)
    const warnings = [...warningsOf(about), ...(summary.warnings ?? [])]
    await run.finish(tx, {
      created: summary.created,
      updated: summary.updated,
      unchanged: plan.unchanged.length,
      refused: refusedRowCount(plan),
      warnings,
      rows: refusedRows(plan.errors, source, present, about.hasLots),
      exportMark: choice.exported && asProperties(choice.exported),
    })
    return { ...summary, ...(warnings.length > 0 && { warnings }) }
  }
}

/**
 * Reads the workbook by the request's options. `countsBarcodeMatches` looks up barcodes in any case, so that a preview
 * can offer to match by them.
 */
async function read(
  { db, query, body, file }: ImportRequest,
  vatRates: readonly number[],
  { countsBarcodeMatches }: { countsBarcodeMatches: boolean },
) {
  const warehouse = warehouseOf({ query })
  const workbook = await workbookIn(file)
  // An export's sheet of lots is read where it is the first one.
  const isOurs = (name: string) => name === LOTS_SHEET && markIn(workbook.properties) !== undefined
  const otherSheets = workbook.otherSheets.filter(name => !isOurs(name))
  const { rows: asInFile, ...about } = layOut({ ...workbook, otherSheets }, query)
  const isMatched = query.match === 'barcode'
  const matches =
    isMatched || countsBarcodeMatches
      ? await matchesByBarcode(db, warehouse, asInFile, about.hasLots)
      : new Map<number, Match>()
  const rows = isMatched ? withMatches(asInFile, matches) : asInFile
  const repeated = isMatched ? repeatedRows(matches) : undefined
  const [onSale, all, present] = await Promise.all([
    listCategories(db),
    listAllCategories(db),
    presentProducts(db, warehouse, idsIn(rows)),
  ])
  // Of several spellings the first one applies.
  const categories = [...onSale, ...all]
  const sheet = await readProductRows(rows, { vatRates, categories, present, repeated, hasLots: about.hasLots })
  return {
    sheet: { ...sheet, hasLots: about.hasLots },
    choice: stockChoice(query, body, workbook),
    source: sourceOf(asInFile),
    present,
    matches,
    about,
  }
}

/** A warning if the same file was imported into the warehouse before, or is being imported. */
async function noteOnEarlierRun(db: Database, hash: Buffer, warehouse: Warehouse, now: Date): Promise<string[]> {
  const earlier = await earlierRun(db, hash, warehouse, now)
  if (!earlier) return []
  const { actor_name, started_at, finished_at, created, updated } = earlier
  if (finished_at === null) return [`Bu dosya şu anda bu depoya aktarılıyor (${actor_name}).`]
  const figures = `${formatNumber(created)} yeni, ${formatNumber(updated)} güncellenen`
  return [`Bu dosya bu depoya daha önce de aktarıldı: ${formatInstant(started_at)}, ${actor_name} (${figures}).`]
}
