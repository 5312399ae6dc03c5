import { spellingsOf } from '#contract/barcode-spellings.ts'

export type Barcoded = { id: string | undefined; barcode: string | null | undefined }

/** The spellings in which a row's barcode must not belong to another product. A known product may have its own one. */
export const comparedSpellings = ({ id, barcode }: Barcoded): string[] =>
  barcode ? (id === undefined ? spellingsOf(barcode) : [barcode]) : []
