import type { ImportSummary } from '#contract/inventory.ts'
import type { Workbook } from '../documents/workbook.ts'
import { type ExportMark, markIn } from '../stock/export-mark.ts'
import type { Layout } from './import-layout.ts'
import type { StockChoice } from './import-plan.ts'

/** How the import treats stock, from the request and the export mark in its workbook. */
export function stockChoice(
  { stock = 'update' }: { stock?: 'update' | 'keep' | undefined },
  { update_stock }: { update_stock?: string | undefined },
  { properties }: Pick<Workbook, 'properties'>,
): StockChoice {
  const pairs = update_stock ? update_stock.split(',').map(pair => pair.split(':').map(Number)) : []
  return {
    stock,
    exported: markIn(properties),
    forcedRows: new Map(pairs.map(([row = 0, onHand = 0]) => [row, onHand])),
  }
}

type WorkbookNotes = Pick<Layout, 'warnings' | 'doubtful'> & {
  /** How many rows name a product by its barcode. */
  matches?: number
}

/** The fields of a preview that concern the workbook itself. */
export function aboutWorkbook(
  { warnings, doubtful, matches }: WorkbookNotes,
  exported: ExportMark | undefined,
): Partial<ImportSummary> {
  return {
    ...(matches && { barcode_matches: matches }),
    ...(warnings.length > 0 && { warnings }),
    ...(exported && { exported_at: exported.at }),
    ...(doubtful && {
      first_row: { row: doubtful.row, text: doubtful.text, looks_like_product: doubtful.looksLikeProduct },
    }),
  }
}

/** The import's warnings about the workbook, including a first row taken for the header that looks like a product. */
export const warningsOf = ({ warnings, doubtful }: WorkbookNotes): string[] =>
  doubtful?.looksLikeProduct
    ? [`Satır ${doubtful.row} başlık sayıldı ve alınmadı, ama bir ürüne benziyor: ${doubtful.text}`, ...warnings]
    : warnings
