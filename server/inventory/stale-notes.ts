import { sql } from 'kysely'
import { formatMoney } from '#contract/money.ts'
import { IMPORTED_FIELDS, type ImportedField, PRODUCT_FIELDS } from '#contract/product-fields.ts'
import type { Tx } from '../db/transaction.ts'
import type { ExportMark } from '../stock/export-mark.ts'
import { inBatches } from './batches.ts'
import type { KnownChange } from './import-plan.ts'
import type { ProductFields } from './imported-rows.ts'

/**
 * Adds notes to changes: on fields that a user has changed since the export and the import overwrites, and on a unit in
 * the file that is not imported, with its price. Stock is not among them: its movements are in the ledger.
 */
export async function addStaleNotes(tx: Tx, changes: KnownChange[], exported: ExportMark | undefined) {
  if (!exported) return changes
  const changing = changes.filter(change => changedFields(change).length > 0)
  const changed = await changedSince(
    tx,
    changing.map(({ before }) => before.id),
    exported,
  )
  return changes.map(change => {
    const { before, unitInFile, notes = [] } = change
    const since = changed.get(before.id)
    const staleFields = changedFields(change).filter(field => since?.has(field))
    if (staleFields.length === 0 && !unitInFile) return change
    const all = [
      ...notes,
      ...staleFields.map(field => staleNote(field, before)),
      ...(unitInFile ? [keptNote(before, unitInFile)] : []),
    ]
    return { ...change, staleFields, notes: all }
  })
}

const NOTED_FIELDS = IMPORTED_FIELDS.filter(field => field !== 'stock_quantity')

const changedFields = ({ before, after }: KnownChange) => NOTED_FIELDS.filter(field => before[field] !== after[field])

function staleNote(field: ImportedField, before: ProductFields) {
  const { label, inMessages = label } = PRODUCT_FIELDS[field]
  const noun = inMessages.startsWith('KDV') ? inMessages : inMessages.toLocaleLowerCase('tr')
  return `${inMessages} dışa aktarımdan sonra ${changeInWords(field, before)}; dosyadaki ${noun} geçerli olur`
}

function changeInWords(field: ImportedField, before: ProductFields) {
  const value = before[field]
  return value === null || value === '' ? 'silinmişti' : `${inWords(field, before)} yapılmıştı`
}

function inWords(field: ImportedField, fields: ProductFields) {
  switch (PRODUCT_FIELDS[field].kind) {
    case 'money':
      return formatMoney(fields.price)
    case 'percent':
      return `%${fields[field]}`
    case 'text':
      return `"${fields[field]}"`
    default:
      return fields[field]
  }
}

type UnitAndPrice = NonNullable<KnownChange['unitInFile']>

const keptNote = (present: UnitAndPrice, wanted: UnitAndPrice) =>
  present.price === wanted.price
    ? `Birim ${present.unit} olarak kalır, dosyada ${wanted.unit}; ${ONLY_TOGETHER}`
    : `Birim ve fiyat ${bothInWords(present)} olarak kalır, dosyada ${bothInWords(wanted)}; ${ONLY_TOGETHER}`
const ONLY_TOGETHER = 'yalnızca ürünün dosyadaki bütün stoğuyla birlikte değiştirilir'
const bothInWords = ({ unit, price }: UnitAndPrice) => `${unit}, ${formatMoney(price)}`

/**
 * The fields that were changed after the export, by product, according to the audit trail. An entry has the time at
 * which its request began, which may be before an export that did not see it, so its id counts as well.
 */
async function changedSince(tx: Tx, ids: string[], { at, auditId }: ExportMark) {
  const changed = new Map<string, ReadonlySet<string>>()
  for (const batch of inBatches(ids)) {
    const { rows } = await sql<{ entity_id: string; fields: string[] }>`
      select entity_id, array_agg(distinct field) as fields
      from audit_log cross join lateral jsonb_object_keys(after) as field
      where entity = 'product' and entity_id = any(${batch}::text[])
        and (created_at > ${at} or id > ${auditId ?? null}::bigint)
        and before -> field is distinct from after -> field
      group by entity_id`.execute(tx)
    for (const { entity_id, fields } of rows) changed.set(entity_id, new Set(fields))
  }
  return changed
}
