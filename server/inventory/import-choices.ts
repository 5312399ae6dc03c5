import type { ImportSummary } from '#contract/inventory.ts'
import type { Workbook } from '../documents/workbook.ts'
import { type ExportMark, markIn } from './export-mark.ts'
import type { StockChoice } from './import.ts'
import type { Layout } from './layout.ts'

/** What a request says of stock, and what its workbook says of its export. */
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

type WorkbookNotes = Omit<Layout, 'rows'>

/** What a preview says of the workbook itself. */
export function aboutWorkbook(
  { warnings, doubtful }: WorkbookNotes,
  exported: ExportMark | undefined,
): Partial<ImportSummary> {
  return {
    ...(warnings.length > 0 && { warnings }),
    ...(exported && { exported_at: exported.at }),
    ...(doubtful && {
      first_row: { row: doubtful.row, text: doubtful.text, looks_like_product: doubtful.looksLikeProduct },
    }),
  }
}

/** What an import says of the workbook: also that its first row was held for the header, where that may be wrong. */
export const warningsOf = ({ warnings, doubtful }: WorkbookNotes): string[] =>
  doubtful?.looksLikeProduct
    ? [`Satır ${doubtful.row} başlık sayıldı ve alınmadı, ama bir ürüne benziyor: ${doubtful.text}`, ...warnings]
    : warnings
