import { sql } from 'kysely'
import { formatMoney } from '#contract/money.ts'
import type { Tx } from '../db/transaction.ts'
import type { ExportMark } from '../stock/export-mark.ts'
import { inBatches } from './batches.ts'
import type { KnownChange } from './import-plan.ts'

/**
 * Adds notes to changes: on a price or unit that a user has changed since the export and the import overwrites, and on a
 * unit in the file that is not imported, with its price.
 */
export async function addStaleNotes(tx: Tx, changes: KnownChange[], exported: ExportMark | undefined) {
  if (!exported) return changes
  const changing = changes.filter(change => changesPrice(change) || changesUnit(change))
  const changed = await changedSince(
    tx,
    changing.map(({ before }) => before.id),
    exported,
  )
  return changes.map(change => {
    const { before, unitInFile, notes = [] } = change
    const since = changed.get(before.id)
    const isPriceStale = changesPrice(change) && since?.price === true
    const isUnitStale = changesUnit(change) && since?.unit === true
    if (!isPriceStale && !isUnitStale && !unitInFile) return change
    const all = [
      ...notes,
      ...(isPriceStale ? [staleNote('Fiyat', formatMoney(before.price), 'fiyat')] : []),
      ...(isUnitStale ? [staleNote('Birim', before.unit, 'birim')] : []),
      ...(unitInFile ? [keptNote(before, unitInFile)] : []),
    ]
    return { ...change, isPriceStale, notes: all }
  })
}

const changesPrice = ({ before, after }: KnownChange) => before.price !== after.price
const changesUnit = ({ before, after }: KnownChange) => before.unit !== after.unit

const staleNote = (label: string, present: string, noun: string) =>
  `${label} dışa aktarımdan sonra ${present} yapılmıştı; dosyadaki ${noun} geçerli olur`

type UnitAndPrice = NonNullable<KnownChange['unitInFile']>

const keptNote = (present: UnitAndPrice, wanted: UnitAndPrice) =>
  present.price === wanted.price
    ? `Birim ${present.unit} olarak kalır, dosyada ${wanted.unit}; ${ONLY_TOGETHER}`
    : `Birim ve fiyat ${inWords(present)} olarak kalır, dosyada ${inWords(wanted)}; ${ONLY_TOGETHER}`
const ONLY_TOGETHER = 'yalnızca ürünün dosyadaki bütün stoğuyla birlikte değiştirilir'
const inWords = ({ unit, price }: UnitAndPrice) => `${unit}, ${formatMoney(price)}`

/**
 * Whether prices and units were changed after the export, by product, according to the audit trail. An entry has the
 * time at which its request began, which may be before an export that did not see it, so its id counts as well.
 */
async function changedSince(tx: Tx, ids: string[], { at, auditId }: ExportMark) {
  const isLater = sql`(created_at > ${at} or id > ${auditId ?? null}::bigint)`
  const changed = new Map<string, { price: boolean; unit: boolean }>()
  for (const batch of inBatches(ids)) {
    const { rows } = await sql<{ entity_id: string; price: boolean; unit: boolean }>`
      select entity_id, bool_or(${isChanged('price')}) as price, bool_or(${isChanged('unit')}) as unit
      from audit_log
      where entity = 'product' and entity_id = any(${batch}::text[]) and ${isLater}
      group by entity_id`.execute(tx)
    for (const { entity_id, ...fields } of rows) changed.set(entity_id, fields)
  }
  return changed
}

const isChanged = (field: 'price' | 'unit') =>
  sql`after->${sql.lit(field)} is not null and before->${sql.lit(field)} is distinct from after->${sql.lit(field)}`
