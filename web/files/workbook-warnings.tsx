import { AlertStrip } from '../ui/alert-strip.tsx'

/** What of a workbook an import does not read as it looks in the file. */
export function WorkbookWarnings({ warnings }: { warnings: readonly string[] | undefined }) {
  if (!warnings?.length) return null
  return (
    <AlertStrip kind="info" title="Bu dosyada dikkat edilecekler">
      <ul className="grid gap-1">
        {warnings.map(sentence => (
          <li key={sentence} className="break-words">
            {sentence}
          </li>
        ))}
      </ul>
    </AlertStrip>
  )
}
