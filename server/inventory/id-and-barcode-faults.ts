import { spellingsOf } from '#contract/barcode-spellings.ts'
import type { Warehouse } from '#contract/products.ts'
import { takenBarcodes } from '../catalogue/products.ts'
import { groupBy } from '../db/group-by.ts'
import type { Tx } from '../db/transaction.ts'
import { type Barcoded, comparedSpellings } from './compared-spellings.ts'
import type { ProductState, Sheet } from './import-plan.ts'
import type { ProductRow, RowError } from './imported-rows.ts'

/**
 * Separates the rows that can be imported from the faults of the others: unknown ids and taken barcodes, for a new
 * product in any spelling. A barcode may move from one product to another if it ends up on one product only.
 */
export async function separateFaultyRows(
  tx: Tx,
  warehouse: Warehouse,
  sheet: Sheet,
  present: ReadonlyMap<string, ProductState>,
) {
  const faults: RowError[] = []
  const unknown = ({ id }: { id: string | undefined }) => id !== undefined && !present.has(id)
  const rows = sheet.rows.filter(row => !unknown(row))
  const unknownRows = sheet.rows.filter(unknown).map(({ row, id, fields }) => ({ row, id, barcode: fields.barcode }))
  const refusedAnyway = [...unknownRows, ...sheet.faulty]
  for (const { row, id } of refusedAnyway.filter(unknown)) {
    faults.push({ row, column: 'ID', message: `Satır ${row}: ID "${id}" bu depoda bulunamadı` })
  }

  const barcodes = [...rows.map(({ id, fields }) => ({ id, barcode: fields.barcode })), ...refusedAnyway]
  const owners = await takenBarcodes(tx, warehouse, barcodes.flatMap(comparedSpellings))
  // If several rows have the ID of a product, it gets the barcode of the first one.
  const rowById = new Map(rows.toReversed().map(row => [row.id, row]))
  const rowsByBarcode = groupBy(rows, ({ fields }) => fields.barcode ?? '')
  const refused = new Set<ProductRow>()
  const isTaken = (row: Barcoded) => {
    const spellings = comparedSpellings(row)
    return spellings.some(spelling => {
      const owner = owners.get(spelling)
      if (owner === undefined || owner === row.id) return false
      const leaving = rowById.get(owner)
      const next = leaving?.fields.barcode
      return !leaving || refused.has(leaving) || !next || spellings.includes(next)
    })
  }
  const pending = [...rows]
  for (const row of pending) {
    if (refused.has(row) || !isTaken({ id: row.id, barcode: row.fields.barcode })) continue
    refused.add(row)
    faults.push(barcodeTaken(row.row, row.fields.barcode))
    // The refused row's product keeps its barcode, so the rows that want that barcode are checked again.
    const ownBarcode = row.id && present.get(row.id)?.barcode
    for (const spelling of ownBarcode ? spellingsOf(ownBarcode) : [])
      pending.push(...(rowsByBarcode.get(spelling) ?? []))
  }
  for (const row of refusedAnyway) if (isTaken(row)) faults.push(barcodeTaken(row.row, row.barcode))
  return { rows: rows.filter(row => !refused.has(row)), faults }
}

const barcodeTaken = (row: number, barcode: string | null | undefined): RowError => ({
  row,
  column: 'Barkod',
  message: `Satır ${row}: Barkod "${barcode}" bu depoda başka bir üründe kullanılıyor`,
})
