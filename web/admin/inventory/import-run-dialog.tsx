import type { ImportRun } from '#contract/import-runs.ts'
import { formatInstant } from '#contract/turkish.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ImportResult } from './import-result.tsx'

type ImportRunDialogProps = {
  /** Retained while the dialog closes. */
  run: ImportRun | undefined
  open: boolean
  onClose: () => void
}

/** The result of an import that has ended. */
export function ImportRunDialog({ run, open, onClose }: ImportRunDialogProps) {
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={isOpen => !isOpen && onClose()}
      title={run ? TITLES[run.state] : ''}
      description={run && [run.file_name, ...originOf(run)].join(' · ')}
      footer={
        <Button variant="primary" onClick={onClose}>
          Tamam
        </Button>
      }
    >
      {run?.state === 'finished' && <ImportResult result={run} />}
      {run?.state === 'failed' && <AlertStrip kind="error">{failureText(run)}</AlertStrip>}
      {run?.state === 'interrupted' && <AlertStrip kind="error">{INTERRUPTED}</AlertStrip>}
    </Dialog>
  )
}

const TITLES = {
  running: 'Aktarım sürüyor',
  finished: 'Aktarım tamamlandı',
  failed: 'Aktarım yapılamadı',
  interrupted: 'Aktarım yarıda kesildi',
}

/** The warehouse, the actor and the start of an import: Ana Depo, Ayşe, 10.03.2026 10:00. */
export const originOf = ({ warehouse, actor_name, started_at }: ImportRun) => [
  ...(warehouse === null ? [] : [warehouse]),
  actor_name,
  formatInstant(started_at),
]

/** Why an import failed. It is one transaction, so nothing was changed. */
export const failureText = ({ failure }: ImportRun) => `${failure}. Hiçbir satır işlenmedi.`

export const INTERRUPTED =
  'Sunucu aktarım sırasında kapandı. Hiçbir satır işlenmedi; dosyayı yeniden içe aktarabilirsiniz.'
