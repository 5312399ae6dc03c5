import { useState } from 'react'
import type { ImportedRow } from '#contract/inventory.ts'
import { WorkbookWarnings } from '../../files/workbook-warnings.tsx'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'
import { Select } from '../../ui/select.tsx'
import { fieldName } from '../audit/field-names.ts'

const KINDS = { error: 'Hatalı', created: 'Yeni', updated: 'Güncellenecek', unchanged: 'Değişmeyecek' } as const
type Kind = keyof typeof KINDS
const ALL = Object.keys(KINDS) as Kind[]

type ImportPreviewProps = {
  rows: readonly ImportedRow[]
  warnings: readonly string[] | undefined
  isUnanswered: boolean
}

/** What an import would do with each row of a workbook, filtered by outcome, or may have done if it got no response. */
export function ImportPreview({ rows, warnings, isUnanswered }: ImportPreviewProps) {
  const counts = new Map(ALL.map(kind => [kind, rows.filter(({ action }) => action === kind).length]))
  const present = ALL.filter(kind => counts.get(kind))
  const [kind, setKind] = useState<Kind>(present[0] ?? 'created')
  const shown = rows.filter(({ action }) => action === kind)
  const name = (one: Kind) => `${KINDS[one]} (${wholeText(counts.get(one) ?? 0)})`
  return (
    <div className="grid min-w-0 gap-3">
      {isUnanswered ? (
        <AlertStrip kind="warning" title="Cevap alınamadı">
          Kapatmadan yeniden aktarın: dosya daha önce ulaştıysa ikinci kez işlenmez.
        </AlertStrip>
      ) : (
        <p className="text-ink-soft">
          Henüz hiçbir şey değişmedi. Hatalı satırlar atlanır; düzeltip dosyayı yeniden aktarabilirsiniz.
        </p>
      )}
      <WorkbookWarnings warnings={warnings} />
      <Select
        aria-label="Gösterilen satırlar"
        className="sm:w-72"
        options={present.map(value => ({ value, label: name(value) }))}
        value={kind}
        onChange={({ target }) => setKind(present.find(one => one === target.value) ?? kind)}
      />
      <ScrollList
        key={kind}
        label={`${KINDS[kind]} satırlar`}
        count={shown.length}
        estimate={60}
        row={index => <PreviewedRow row={shown[index]} />}
        className="max-h-[45dvh]"
      />
    </div>
  )
}

function PreviewedRow({ row }: { row: ImportedRow | undefined }) {
  if (!row) return null
  const { action, changes, errors } = row
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[5rem_1fr]">
      <span className="text-ink-soft tabular-nums">Satır {row.row}</span>
      <div className="min-w-0 break-words">
        {errors.map(error => (
          <p key={error} className="text-danger-ink">
            {error}
          </p>
        ))}
        {changes.map(change => (
          <p key={change.field}>
            <span className="text-ink-soft">{fieldName(change.field)}:</span>{' '}
            <Change {...change} isNew={action === 'created'} />
          </p>
        ))}
        {errors.length + changes.length === 0 && <span className="text-ink-soft">Kayıttakiyle aynı</span>}
      </div>
    </div>
  )
}

function Change({ field, before, after, isNew }: ImportedRow['changes'][number] & { isNew: boolean }) {
  // Passwords are never shown, and only the import itself compares them with the stored ones.
  if (field === 'password') return isNew ? 'yenisi verilecek' : 'farklıysa dosyadaki verilecek'
  return (
    <>
      {before !== null && before !== '' && (
        <>
          <s className="text-ink-soft">{before}</s> →{' '}
        </>
      )}
      {after}
    </>
  )
}
