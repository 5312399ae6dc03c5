import { type ReactNode, useState } from 'react'
import type { ImportRun } from '#contract/import-runs.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { useHeldFocus } from '../../ui/held-focus.ts'
import { wholeText } from '../../ui/number-text.ts'
import { ImportProgress } from './import-progress.tsx'
import { figuresText } from './import-result.tsx'
import { failureText, ImportRunDialog, INTERRUPTED, originOf } from './import-run-dialog.tsx'
import { useMarkSeen } from './open-imports.ts'

/** The imports that are running, and the results that this admin has not seen; they stay until closed. */
export function ImportStrips({ runs }: { runs: readonly ImportRun[] }) {
  const [shown, setShown] = useState<{ run: ImportRun; open: boolean }>()
  const [isListed, setListed] = useState(false)
  const markSeen = useMarkSeen()
  const over = runs.filter(({ state }) => state !== 'running')
  const isGrouped = over.length > 1
  return (
    <>
      {runs.length > 0 && (
        <Strips>
          {runs.map(run => run.state === 'running' && <Running key={run.id} run={run} />)}
          {isGrouped && (
            <Unseen
              runs={over}
              isListed={isListed}
              onList={() => setListed(!isListed)}
              onDismiss={() => over.forEach(markSeen)}
            />
          )}
          {(!isGrouped || isListed) &&
            over.map(run => (
              <Over
                key={run.id}
                run={run}
                onShow={() => setShown({ run, open: true })}
                onDismiss={() => markSeen(run)}
              />
            ))}
        </Strips>
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

const Strips = ({ children }: { children: ReactNode }) => (
  <section
    {...useHeldFocus<HTMLElement>()}
    aria-label="Excel aktarımları"
    className="order-1 grid w-full gap-2 print:hidden"
  >
    {children}
  </section>
)

const Running = ({ run }: { run: ImportRun }) => (
  <AlertStrip kind="info" title={`${run.file_name} aktarılıyor`}>
    {!run.is_own && <p>{originOf(run).join(' · ')}</p>}
    <ImportProgress run={run} />
  </AlertStrip>
)

type UnseenProps = { runs: readonly ImportRun[]; isListed: boolean; onList: () => void; onDismiss: () => void }

/** Several imports that have ended, in one line. */
const Unseen = ({ runs, isListed, onList, onDismiss }: UnseenProps) => (
  <AlertStrip
    kind={SEVERITIES.find(kind => runs.some(run => kindOf(run) === kind)) ?? 'success'}
    action={
      <Buttons onDismiss={onDismiss} dismiss="Hepsini kapat">
        <Button size="small" aria-expanded={isListed} onClick={onList}>
          {isListed ? 'Gizle' : 'Göster'}
        </Button>
      </Buttons>
    }
  >
    <p className="font-semibold">{wholeText(runs.length)} aktarımın sonucu görülmedi</p>
  </AlertStrip>
)

type OverProps = { run: ImportRun; onShow: () => void; onDismiss: () => void }

const Over = ({ run, onShow, onDismiss }: OverProps) => (
  <AlertStrip
    kind={kindOf(run)}
    action={
      <Buttons onDismiss={onDismiss} dismiss="Kapat">
        {run.state === 'finished' && (
          <Button size="small" onClick={onShow}>
            Sonucu göster
          </Button>
        )}
      </Buttons>
    }
  >
    <p className="break-words">
      <strong className="font-semibold">{`${run.file_name} ${OUTCOMES[run.state]}.`}</strong> {aboutOutcome(run)}
    </p>
  </AlertStrip>
)

type ButtonsProps = { dismiss: string; onDismiss: () => void; children: ReactNode }

const Buttons = ({ dismiss, onDismiss, children }: ButtonsProps) => (
  <div className="flex gap-2">
    {children}
    <Button size="small" onClick={onDismiss}>
      {dismiss}
    </Button>
  </div>
)

const SEVERITIES = ['error', 'warning'] as const

function kindOf({ state, refused }: ImportRun) {
  if (state !== 'finished') return 'error'
  return refused > 0 ? 'warning' : 'success'
}

const OUTCOMES = {
  running: 'aktarılıyor',
  finished: 'aktarıldı',
  failed: 'aktarılamadı',
  interrupted: 'yarıda kesildi',
}

function aboutOutcome(run: ImportRun) {
  if (run.state === 'finished') return `${run.warehouse}: ${figuresText(run)}.`
  return run.state === 'failed' ? failureText(run) : INTERRUPTED
}
