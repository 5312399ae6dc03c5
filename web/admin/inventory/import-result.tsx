import { CircleCheck, CirclePlus, CircleX, RefreshCw } from 'lucide-react'
import type { ImportRun } from '#contract/import-runs.ts'
import type { ImportSummary } from '#contract/inventory.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Figures } from '../../ui/figures.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'
import { RefusedRows } from './refused-rows.tsx'

/** How many rows of an import created products, changed products, and were refused. */
type ImportFigures = Pick<ImportRun, 'created' | 'updated' | 'refused'>

/** The result of a stored import (`id`), or of a response, which has only the messages about refused rows. */
export type Result = ImportFigures & { warnings: readonly string[] } & (
    | { id: string; unchanged: number }
    | { id?: undefined; errors: readonly string[] }
  )

type ImportResultProps = {
  result: Result
  /** The figures of the preview. */
  expected?: ImportFigures | undefined
}

/** The result of an import with every refused row, and a warning if it differs from the preview. */
export function ImportResult({ result, expected }: ImportResultProps) {
  const { created, updated, refused, warnings } = result
  return (
    <div className="grid min-w-0 gap-6">
      {expected && figuresText(expected) !== figuresText(result) && (
        <AlertStrip kind="warning" title="Sonuç önizlemeden farklı">
          Önizlemeden sonra ürünler değişti. Önizlemede {figuresText(expected)} vardı; yapılan aşağıdadır.
        </AlertStrip>
      )}
      <Figures
        figures={[
          { label: 'Yeni satır', value: wholeText(created), icon: CirclePlus, tone: 'green' },
          { label: 'Güncellenen', value: wholeText(updated), icon: RefreshCw, tone: 'blue' },
          ...(result.id === undefined
            ? []
            : [{ label: 'Aynı kalan', value: wholeText(result.unchanged), icon: CircleCheck }]),
          { label: 'Alınmayan satır', value: wholeText(refused), icon: CircleX, tone: refused ? 'red' : 'neutral' },
        ]}
      />
      {refused > 0 && <Refused result={result} />}
      {warnings.length > 0 && <Sentences title="Uyarılar" sentences={warnings} />}
    </div>
  )
}

function Refused({ result }: { result: Result }) {
  if (result.id !== undefined) return <RefusedRows importId={result.id} count={result.refused} />
  return <Sentences title="Alınmayan satırlar" sentences={result.errors} />
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <div className="grid min-w-0 gap-2">
      <h3 className="font-medium">{title}</h3>
      <ScrollList label={title} count={sentences.length} estimate={37} row={index => sentences[index]} />
    </div>
  )
}

/** The figures of an import as text: '3 yeni, 12 güncellenen, 0 alınmayan satır'. */
export const figuresText = ({ created, updated, refused }: ImportFigures) =>
  `${wholeText(created)} yeni, ${wholeText(updated)} güncellenen, ${wholeText(refused)} alınmayan satır`

/** The figures of a preview. */
export const figuresOf = ({ created, updated, rows = [] }: ImportSummary): ImportFigures => ({
  created,
  updated,
  refused: rows.filter(({ action }) => action === 'error').length,
})
