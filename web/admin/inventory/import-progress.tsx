import type { ImportRun } from '#contract/import-runs.ts'
import { wholeText } from '../../ui/number-text.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'

type ImportProgressProps = { run: Pick<ImportRun, 'file_name' | 'done' | 'total'> }

/** How many rows of a running import are done. */
export function ImportProgress({ run: { file_name, done, total } }: ImportProgressProps) {
  const text = total === null ? 'Dosya okunuyor' : `${wholeText(done)} / ${wholeText(total)} satır işlendi`
  return (
    <div className="grid gap-2">
      <output className="tabular-nums">{text}</output>
      <ProgressBar label={`${file_name} aktarımı`} value={total ? Math.round((100 * done) / total) : 0} />
    </div>
  )
}
