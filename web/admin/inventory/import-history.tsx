import { CircleCheck, CircleX, FileUp, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { IMPORT_RETENTION_DAYS, type ImportRun, type ImportState, listImportRuns } from '#contract/import-runs.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { MoreButton } from '../../lists/more-button.tsx'
import { useListQuery } from '../../queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Tone } from '../../ui/tone.ts'
import { figuresText } from './import-result.tsx'
import { ImportRunDialog, originOf } from './import-run-dialog.tsx'

type ImportHistoryDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The imports of products by all admins, each with a link to its result. */
export function ImportHistoryDialog({ open, onOpenChange }: ImportHistoryDialogProps) {
  const [shown, setShown] = useState<{ run: ImportRun; open: boolean }>()
  return (
    <>
      <Dialog
        wide
        open={open && !shown?.open}
        onOpenChange={onOpenChange}
        title="İçe aktarma geçmişi"
        description={`Son ${IMPORT_RETENTION_DAYS} günün içe aktarmaları, alınmayan satırlarıyla.`}
        footer={<Button onClick={() => onOpenChange(false)}>Kapat</Button>}
      >
        <Runs onShow={run => setShown({ run, open: true })} />
      </Dialog>
      <ImportRunDialog
        run={shown?.run}
        open={shown?.open === true}
        onClose={() => shown && setShown({ ...shown, open: false })}
      />
    </>
  )
}

function Runs({ onShow }: { onShow: (run: ImportRun) => void }) {
  const runs = useListQuery(listImportRuns, { query: { kind: 'products' } })
  return (
    <ListStates
      query={runs}
      empty={<EmptyState icon={FileUp} title="Henüz içe aktarma yok" text="İçe aktarılan dosyalar burada görünür." />}
    >
      <ul className="divide-y divide-line rounded-md border border-line">
        {runs.items.map(run => (
          <li key={run.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
            <div className="min-w-0 flex-1 basis-60">
              <p className="break-words font-medium">{run.file_name}</p>
              <p className="text-ink-soft text-sm">{originOf(run).join(' · ')}</p>
              {run.state === 'finished' && <p className="text-sm tabular-nums">{figuresText(run)}</p>}
            </div>
            <StateBadge state={run.state} />
            {run.state !== 'running' && (
              <Button size="small" aria-label={`Göster: ${run.file_name}`} onClick={() => onShow(run)}>
                Göster
              </Button>
            )}
          </li>
        ))}
      </ul>
      <MoreButton query={runs} />
    </ListStates>
  )
}

function StateBadge({ state }: { state: ImportState }) {
  const { label, tone, icon } = STATES[state]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

const STATES: Record<ImportState, { label: string; tone: Tone; icon: LucideIcon }> = {
  running: { label: 'Sürüyor', tone: 'blue', icon: LoaderCircle },
  finished: { label: 'Tamamlandı', tone: 'green', icon: CircleCheck },
  failed: { label: 'Yapılamadı', tone: 'red', icon: CircleX },
  interrupted: { label: 'Yarıda kesildi', tone: 'red', icon: CircleX },
}
