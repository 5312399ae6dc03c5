import { X } from 'lucide-react'
import { barcodeIn } from '#contract/gs1.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { focusAfterRemoval } from '../../ui/focus-after-removal.ts'
import { focusNextRow } from '../../ui/focus-next-row.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useConfirmBeforeUnload } from '../../ui/leave-guard.ts'
import { wholeText } from '../../ui/number-text.ts'
import { toast } from '../../ui/toaster.tsx'
import { discardStoredScans, removeScansLike, type StoredScan, textOf, useStoredScans } from './stored-scans.ts'

type StoredScansProps = {
  screen: string
  /** Omitted in a count that has ended, which can no longer take them. */
  onTake?: () => void
}

/** The scans that could not be looked up yet, and those for which there is no product. */
export function StoredScans({ screen, onTake }: StoredScansProps) {
  const scans = useStoredScans(screen)
  // Stored scans are lost when the tab is closed.
  useConfirmBeforeUnload(scans.length > 0)
  if (scans.length === 0) return null
  const waiting = scans.filter(({ fault }) => !fault).length
  const drop = () => {
    if (window.confirm(`Bekleyen ${wholeText(scans.length)} okutma silinsin mi?`)) discardStoredScans(screen)
  }
  return (
    <AlertStrip
      kind="warning"
      className="mt-3"
      title={onTake ? titleOf(scans.length, waiting) : `${wholeText(scans.length)} okutma bu sayıma girmedi`}
      action={
        <span className="flex gap-2">
          <Button size="small" onClick={drop}>
            {scans.length > 1 ? 'Hepsini sil' : 'Sil'}
          </Button>
          {onTake && (
            <Button size="small" onClick={onTake}>
              {waiting > 0 ? 'Şimdi al' : 'Yeniden ara'}
            </Button>
          )}
        </span>
      }
    >
      {onTake && waiting > 0 && 'Bağlantı gelince aranır; miktarı yazılmayan her okutma 1 birim sayılır.'}
      <ul aria-label="Bekleyen okutmalar" className="tabular-nums">
        {linesOf(scans).map(({ scan, times }, _, { length }) => (
          <ScanLine key={textOf(scan)} screen={screen} scan={scan} times={times} isOnly={length === 1} />
        ))}
      </ul>
    </AlertStrip>
  )
}

type ScanLineProps = { screen: string; scan: StoredScan; times: number; isOnly: boolean }

/** The scans with one text, which can be deleted without the others. */
function ScanLine({ screen, scan, times, isOnly }: ScanLineProps) {
  const { barcode, typed, fault } = scan
  const text = [
    `${barcodeIn(barcode)} × ${typed || wholeText(times)}`,
    typed && times > 1 && ` (${wholeText(times)} kez)`,
    fault && ` · ${fault}`,
  ]
    .filter(Boolean)
    .join('')
  return (
    <li className="flex items-center gap-1">
      <span className="min-w-0 break-words">{text}</span>
      <IconButton
        icon={X}
        size="small"
        label={`Okutmayı sil: ${text}`}
        onClick={event => {
          if (isOnly) focusAfterRemoval(event)
          else focusNextRow(event.currentTarget)
          const undo = removeScansLike(screen, scan)
          toast.success('Okutma silindi', { action: { label: 'Geri al', onClick: undo } })
        }}
      />
    </li>
  )
}

const titleOf = (all: number, waiting: number) =>
  waiting > 0 ? `${wholeText(waiting)} okutma bekliyor` : `${wholeText(all)} okutma alınamadı`

/** One line for all scans with the same text. */
function linesOf(scans: readonly StoredScan[]) {
  const lines = new Map<string, { scan: StoredScan; times: number }>()
  for (const scan of scans) {
    const text = textOf(scan)
    lines.set(text, { scan, times: (lines.get(text)?.times ?? 0) + 1 })
  }
  return [...lines.values()]
}
