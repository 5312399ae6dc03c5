import { ImportedProduct, ImportSummary } from '#contract/inventory.ts'
import { IMPORT_DEFAULTS } from '#contract/inventory-columns.ts'
import { formatMoney, formatNumber, kurus } from '#contract/money.ts'
import { IMPORTED_FIELDS, type ImportedField, PRODUCT_FIELDS } from '#contract/product-fields.ts'
import type { Warehouse } from '#contract/products.ts'
import { inSnapshot, type Pool } from '../db/transaction.ts'
import { type SerializedReply, serializeInParts } from '../http/serialized-reply.ts'
import { planImport, summaryOf } from './import.ts'
import type { LotOfRow, Plan, Sheet, StockChoice } from './import-plan.ts'
import { shownLot } from './imported-lots.ts'
import type { ProductFields } from './imported-rows.ts'

/**
 * Returns what an import of these rows would do, with the outcome of each. Changes and locks nothing. `about` holds
 * the fields that concern the workbook itself, `nameOf` finds the name in a row of the file.
 */
export async function previewImport(
  db: Pool,
  { warehouse, now }: { warehouse: Warehouse; now: Date },
  sheet: Sheet,
  choice: StockChoice,
  { about, nameOf }: { about: Partial<ImportSummary>; nameOf: (row: number) => string | null },
): Promise<SerializedReply> {
  const plan = await inSnapshot(db, tx => planImport(tx, { warehouse, now }, sheet, choice))
  const values = rowsOf(plan, nameOf)
  // The warnings of rows are omitted, as each row has its own notes and reports its unchanged stock.
  const { created, updated, errors } = summaryOf(plan)
  const unpriced = plan.created.filter(({ hasNoPrice }) => hasNoPrice).length
  const warnings = [...(about.warnings ?? []), ...staleWarnings(plan), ...(unpriced > 0 ? [noPrices(unpriced)] : [])]
  return serializeInParts(
    { schema: ImportSummary, value: { created, updated, errors, ...about, ...(warnings.length > 0 && { warnings }) } },
    { field: 'rows', item: ImportedProduct, values },
  )
}

function staleWarnings({ updated }: Plan): string[] {
  return STALE_FIELDS.flatMap(([fields, theirs, those]) => {
    const count = updated.filter(({ staleFields = [] }) => staleFields.some(field => fields.has(field))).length
    return count > 0
      ? [`${formatNumber(count)} ürünün ${theirs} dışa aktarımdan sonra da değişmiş; dosyadaki ${those} geçerli olur`]
      : []
  })
}

const STALE_FIELDS: [fields: ReadonlySet<ImportedField>, theirs: string, those: string][] = [
  [new Set(['price']), 'fiyatı', 'fiyatlar'],
  [new Set(['vat_rate']), 'KDV oranı', 'oranlar'],
  [
    new Set(['name', 'brand', 'category', 'unit', 'barcode']),
    'adı, markası, kategorisi, birimi ya da barkodu',
    'bilgiler',
  ],
]

const noPrices = (count: number) =>
  `${formatNumber(count)} yeni ürünün fiyatı yok; ${formatMoney(kurus(IMPORT_DEFAULTS.price))} ile satışa çıkar`

function rowsOf({ created, updated, unchanged, errors }: Plan, nameOf: (row: number) => string | null) {
  const sentences = new Map<number, string[]>()
  for (const { row, message } of errors) sentences.set(row, [...(sentences.get(row) ?? []), message])
  const rows: ImportedProduct[] = [
    ...created.map(({ row, fields, newLot, notes }) =>
      previewRow(row, 'created', {
        product_name: fields.name,
        changes: changesOf(undefined, fields),
        ...lotFields(newLot, notes),
      }),
    ),
    ...updated.map(({ row, before, after, kept, lot, notes }) => {
      const changes = changesOf(before, after)
      return previewRow(row, 'updated', {
        product_name: before.name,
        changes,
        ...lotFields(lot, notes),
        ...(kept && { stock_kept: kept }),
      })
    }),
    ...unchanged.map(({ row, before, kept, lot, notes }) =>
      previewRow(row, 'unchanged', {
        product_name: before.name,
        ...lotFields(lot, notes),
        ...(kept && { stock_kept: kept }),
      }),
    ),
    ...[...sentences].map(([row, all]) => previewRow(row, 'error', { product_name: nameOf(row), errors: all })),
  ]
  return rows.sort((a, b) => a.row - b.row)
}

const lotFields = (lot: LotOfRow | undefined, notes: string[] = []) => ({
  ...(lot && { lot: shownLot(lot) }),
  ...(notes.length > 0 && { notes }),
})

const previewRow = (
  row: number,
  action: ImportedProduct['action'],
  more: Partial<ImportedProduct> = {},
): ImportedProduct => {
  return { row, product_name: null, action, changes: [], errors: [], ...more }
}

function changesOf(before: ProductFields | undefined, after: ProductFields): ImportedProduct['changes'] {
  return IMPORTED_FIELDS.filter(field => before?.[field] !== after[field]).map(field => {
    return { field, before: before ? shown(before, field) : null, after: shown(after, field) }
  })
}

/** A field in the API's representation: a price in lira. */
function shown(fields: ProductFields, field: ImportedField) {
  const value = fields[field]
  return PRODUCT_FIELDS[field].kind === 'money' && typeof value === 'number' ? value / 100 : value
}
