import { useEffect, useRef } from 'react'
import { importCustomers, readImportProgress } from '#contract/customer-import.ts'
import { invalidate, useCallQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { newPasswords, useImportRun } from './import-run.ts'

const POLL_INTERVAL = 1_000

/** The server-reported progress of this admin's running import, started in this window or another. */
export function useImportProgress() {
  const run = useImportRun()
  const isOurs = run !== undefined && !run.result
  const { data } = useCallQuery(readImportProgress, {})
  const progress = data?.is_running ? data : undefined
  const isRunning = isOurs || progress !== undefined
  useCallQuery(readImportProgress, { every: POLL_INTERVAL, enabled: isRunning })
  return { isRunning, isOurs, progress }
}

/** Reopens the dialog of an import that is running or has finished. */
export function ImportStrip({ onOpen }: { onOpen: () => void }) {
  const run = useImportRun()
  const { isRunning, progress } = useImportProgress()
  // Another window's import has finished: show its customers.
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void invalidate(importCustomers.invalidates)
    wasRunning.current = isRunning
  }, [isRunning])
  if (run?.result) {
    const passwords = newPasswords(run.result).length
    return (
      <AlertStrip
        kind={passwords ? 'warning' : 'success'}
        action={
          <Button size="small" onClick={onOpen}>
            Sonucu göster
          </Button>
        }
      >
        {run.file.name} aktarıldı.
        {passwords > 0 && ` Üretilen ${wholeText(passwords)} şifre yalnızca bir kez gösterilir.`}
      </AlertStrip>
    )
  }
  if (!isRunning) return null
  return (
    <AlertStrip
      kind="info"
      action={
        <Button size="small" onClick={onOpen}>
          Göster
        </Button>
      }
    >
      Müşteri aktarımı sürüyor{progress && `: ${wholeText(progress.done)} / ${wholeText(progress.total)}`}
    </AlertStrip>
  )
}
