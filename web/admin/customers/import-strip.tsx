import { useEffect, useRef } from 'react'
import { readImportProgress } from '#contract/customer-import.ts'
import { formatNumber } from '#contract/money.ts'
import { useCallQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { customersMayDiffer } from './customer-change.ts'
import { newPasswords, useImportRun } from './import-run.ts'

const EVERY = 1_000

/** How far the import is that this admin has under way, in this window or another, in the server's own figures. */
export function useImportProgress() {
  const run = useImportRun()
  const isOurs = run !== undefined && !run.result
  const { data } = useCallQuery(readImportProgress, {})
  const progress = data?.is_running ? data : undefined
  const isUnderWay = isOurs || progress !== undefined
  useCallQuery(readImportProgress, { every: EVERY, enabled: isUnderWay })
  return { isUnderWay, isOurs, progress }
}

/** Leads back to an import that goes on, or has ended, behind its closed dialog. */
export function ImportStrip({ onOpen }: { onOpen: () => void }) {
  const run = useImportRun()
  const { isUnderWay, progress } = useImportProgress()
  // What another window has brought is seen here when it is there.
  const wasUnderWay = useRef(false)
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay) customersMayDiffer()
    wasUnderWay.current = isUnderWay
  }, [isUnderWay])
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
        {passwords > 0 && ` Üretilen ${formatNumber(passwords)} şifre yalnızca bir kez gösterilir.`}
      </AlertStrip>
    )
  }
  if (!isUnderWay) return null
  return (
    <AlertStrip
      kind="info"
      action={
        <Button size="small" onClick={onOpen}>
          Göster
        </Button>
      }
    >
      Müşteri aktarımı sürüyor{progress && `: ${formatNumber(progress.done)} / ${formatNumber(progress.total)}`}
    </AlertStrip>
  )
}
