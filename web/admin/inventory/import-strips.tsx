import { useState } from 'react'
import type { ImportRun } from '#contract/import-runs.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { ImportProgress } from './import-progress.tsx'
import { figuresText } from './import-result.tsx'
import { failureText, ImportRunDialog, INTERRUPTED, originOf } from './import-run-dialog.tsx'
import { useMarkSeen } from './open-imports.ts'

/** The imports that are running, and the results that this admin has not seen; they stay until seen. */
export function ImportStrips({ runs }: { runs: readonly ImportRun[] }) {
  const [shown, setShown] = useState<{ run: ImportRun; open: boolean }>()
  const markSeen = useMarkSeen()
  return (
    <>
      {runs.length > 0 && (
        <div className="order-1 grid w-full gap-2 print:hidden">
          {runs.map(run => (
            <Strip
              key={run.id}
              run={run}
              onShow={() => setShown({ run, open: true })}
              onDismiss={() => markSeen(run)}
            />
          ))}
        </div>
      )}
      <ImportRunDialog
        run={shown?.run}
        open={shown?.open === true}
        onClose={() => {
          if (!shown) return
          markSeen(shown.run)
          setShown({ ...shown, open: false })
        }}
      />
    </>
  )
}

type StripProps = { run: ImportRun; onShow: () => void; onDismiss: () => void }

function Strip({ run, onShow, onDismiss }: StripProps) {
  const { file_name, state, is_own, warehouse } = run
  const dismiss = (
    <Button size="small" onClick={onDismiss}>
      Kapat
    </Button>
  )
  if (state === 'running')
    return (
      <AlertStrip kind="info" title={`${file_name} aktarılıyor`}>
        {!is_own && <p>{originOf(run).join(' · ')}</p>}
        <ImportProgress run={run} />
      </AlertStrip>
    )
  if (state === 'finished')
    return (
      <AlertStrip
        kind={run.refused > 0 ? 'warning' : 'success'}
        title={`${file_name} aktarıldı`}
        action={
          <Button size="small" onClick={onShow}>
            Sonucu göster
          </Button>
        }
      >
        {warehouse}: {figuresText(run)}.
      </AlertStrip>
    )
  return (
    <AlertStrip
      kind="error"
      title={state === 'failed' ? `${file_name} aktarılamadı` : `${file_name} yarıda kesildi`}
      action={dismiss}
    >
      {state === 'failed' ? failureText(run) : INTERRUPTED}
    </AlertStrip>
  )
}
