import { ID_COLUMN, IMPORT_DEFAULTS } from '#contract/inventory-columns.ts'
import { columnOf, defaultVatRate, IMPORTED_FIELDS, type ImportedField } from '#contract/product-fields.ts'
import { Spinner } from '../../ui/spinner.tsx'

export const FILE_LABEL = 'Excel dosyası'

/**
 * Shown instead of the file chooser while the file is processed. It has the same height, so that the button below stays
 * where it is and a second click does not press something else.
 */
export function Processing({ label, text }: { label?: string; text: string }) {
  return (
    <div className="grid gap-1">
      {label && <span className="font-medium text-sm">{label}</span>}
      <output className="flex min-h-24 items-center gap-3 rounded-md border border-line bg-surface-sunken px-4 py-3">
        <Spinner className="size-6 text-brand-ink" />
        <span className="min-w-0 truncate font-medium">{text}</span>
      </output>
      <p className="text-ink-soft text-sm">Büyük dosyalarda bir dakikaya kadar sürebilir.</p>
    </div>
  )
}

/** What each column of the workbook may contain, by its heading; without rates, which are being loaded, as usual. */
export const columnNotes = (vatRates: readonly number[] = [IMPORT_DEFAULTS.vat_rate]): Record<string, string> => ({
  [ID_COLUMN.heading]: 'İsteğe bağlı; doluysa o ürün güncellenir',
  ...Object.fromEntries(IMPORTED_FIELDS.map(field => [columnOf(field).heading, noteOn(field, vatRates)])),
})

function noteOn(field: ImportedField, vatRates: readonly number[]) {
  if (field === 'name') return 'Zorunlu'
  const whenBlank = field === 'vat_rate' ? defaultVatRate(IMPORT_DEFAULTS[field], vatRates) : IMPORT_DEFAULTS[field]
  if (whenBlank === undefined) return 'Zorunlu'
  if (whenBlank === null) return 'İsteğe bağlı'
  return whenBlank === '' ? 'Boş bırakılabilir' : `Boşsa ${whenBlank}`
}
