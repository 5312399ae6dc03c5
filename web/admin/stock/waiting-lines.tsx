import { X } from 'lucide-react'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { focusNextRow } from '../../ui/focus-next-row.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { wholeText } from '../../ui/number-text.ts'
import type { WaitingLine } from './count-outbox.ts'
import { countedLotText } from './counted-lot.ts'
import { focusFinder } from './stock-finder.tsx'

type WaitingLinesProps = {
  lines: readonly WaitingLine[]
  onRetry: () => void
  onRemove: (key: string) => void
}

/** Lines of previous products that were refused or got no response yet. */
export function WaitingLines({ lines, onRetry, onRemove }: WaitingLinesProps) {
  const unanswered = lines.filter(({ state, message }) => state !== 'refused' && message !== undefined)
  const refused = lines.filter(({ state }) => state === 'refused')
  return (
    <>
      {unanswered.length > 0 && (
        <AlertStrip
          kind="warning"
          title="Cevap alınamadı"
          action={
            <Button size="small" onClick={onRetry}>
              Tekrar dene
            </Button>
          }
        >
          Yeniden deneniyor; daha önce ulaştıysa ikinci kez sayılmaz.
          <ul aria-label="Cevabı beklenenler">
            {unanswered.map(line => (
              <li key={line.key}>{nameOf(line)}</li>
            ))}
          </ul>
        </AlertStrip>
      )}
      {refused.length > 0 && (
        <AlertStrip kind="error" title="Sayıma eklenmedi">
          <ul aria-label="Sayıma eklenmeyenler">
            {refused.map(line => (
              <li key={line.key} className="flex items-center justify-between gap-2">
                <span className="min-w-0 break-words">
                  {nameOf(line)}: {line.message}
                </span>
                <IconButton
                  icon={X}
                  size="small"
                  label={`Kaldır: ${line.product.name}`}
                  onClick={({ currentTarget, detail }) => {
                    if (refused.length > 1) focusNextRow(currentTarget)
                    // On touch screens, the field would open the on-screen keyboard.
                    else if (detail === 0) focusFinder(document.getElementById('content'))
                    onRemove(line.key)
                  }}
                />
              </li>
            ))}
          </ul>
        </AlertStrip>
      )}
    </>
  )
}

/** What was entered. A line that was not complete when it was stored may have no quantity. */
const nameOf = ({ product, quantity, lot, notes }: WaitingLine) =>
  [
    product.name,
    lot && countedLotText(lot),
    quantity !== undefined && `${wholeText(quantity)} ${product.unit}`,
    notes && `“${notes}”`,
  ]
    .filter(Boolean)
    .join(' · ')
