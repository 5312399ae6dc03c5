import { X } from 'lucide-react'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { wholeText } from '../ui/number-text.ts'
import { type FilledLine, keepFillReport, useFillReport } from './fill-report.ts'

/**
 * Reports on each line last put into the open cart: added, at another price, in a smaller quantity, for a later day, or
 * not at all. Shown until dismissed, and only if a line was not added as requested.
 */
export function FillReportStrip() {
  const report = useFillReport()
  if (!report) return null
  const differing = report.lines.filter(({ sentences }) => sentences.length > 0)
  const plain = report.lines.filter(({ sentences }) => sentences.length === 0)
  return (
    <AlertStrip
      kind={report.lines.some(({ added }) => added === undefined) ? 'warning' : 'info'}
      title={titleOf(report.lines)}
      action={<IconButton icon={X} label="Eklenenlerin dökümünü kapat" onClick={() => keepFillReport(undefined)} />}
    >
      <ul aria-label="Eklenenlerin dökümü" className="mt-1 grid gap-2">
        {differing.map(line => (
          <Line key={line.product_id} line={line} />
        ))}
      </ul>
      {plain.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-control content-center sm:min-h-0">
            Olduğu gibi eklenen {wholeText(plain.length)} ürün
          </summary>
          <ul className="grid gap-1">
            {plain.map(line => (
              <Line key={line.product_id} line={line} />
            ))}
          </ul>
        </details>
      )}
    </AlertStrip>
  )
}

function titleOf(lines: readonly FilledLine[]) {
  const added = lines.filter(line => line.added !== undefined).length
  const missing = lines.length - added
  const parts = [
    added > 0 && `${wholeText(added)} ürün sepete eklendi`,
    missing > 0 && `${wholeText(missing)} ürün eklenemedi`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function Line({ line: { name, added, sentences } }: { line: FilledLine }) {
  return (
    <li className="min-w-0 break-words">
      <span className="font-medium">{name}</span>
      {added !== undefined && <span className="whitespace-nowrap"> · {added}</span>}
      {sentences.map(sentence => (
        <span key={sentence} className="block text-sm">
          {sentence}
        </span>
      ))}
    </li>
  )
}
