import { ArrowRight, CircleCheck, CirclePlus, CircleX, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { ImportedProduct, ImportSummary } from '#contract/inventory.ts'
import { isProductField, PRODUCT_FIELDS } from '#contract/product-fields.ts'
import { Badge } from '../../ui/badge.tsx'
import { Figures } from '../../ui/figures.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'
import { Select } from '../../ui/select.tsx'
import { numberTextOf } from '../products/field-text.ts'
import { KeptStockOfRow } from './import-choices.tsx'
import { withTicked } from './import-reading.ts'

type Action = ImportedProduct['action']
type Kind = Action | 'notable' | 'kept' | 'all'

const ACTIONS = {
  created: { label: 'Yeni', tone: 'green', icon: CirclePlus },
  updated: { label: 'Güncellenecek', tone: 'blue', icon: RefreshCw },
  unchanged: { label: 'Aynı', tone: 'neutral', icon: CircleCheck },
  error: { label: 'Alınmayacak', tone: 'red', icon: CircleX },
} as const

type ImportPreviewProps = {
  summary: ImportSummary
  /** The rows whose stock is imported although it moved after the export; not editable while `locked`. */
  ticked: ReadonlySet<number>
  onTick: (rows: ReadonlySet<number>) => void
  locked: boolean
}

/** What an import would do, row by row; unchanged rows are only counted until they are selected. */
export function ImportPreview({ summary, ticked, onTick, locked }: ImportPreviewProps) {
  const [kind, setKind] = useState<Kind>('notable')
  const rows = summary.rows ?? []
  const rowsOf = (one: Kind) => rows.filter(row => isOf(row, one))
  const shown = errorsFirst(rowsOf(kind))
  const figure = { created: summary.created, updated: withTicked(summary, ticked).updated }
  const unchanged = rowsOf('unchanged').length - (figure.updated - summary.updated)
  const values = { ...figure, unchanged, error: rowsOf('error').length }
  const kinds = KINDS.filter(({ value }) => value !== 'kept' || rowsOf('kept').length > 0)
  const tick = (row: number, isTicked: boolean) => {
    const next = new Set(ticked)
    if (isTicked) next.add(row)
    else next.delete(row)
    onTick(next)
  }
  return (
    <div className="grid min-w-0 gap-4">
      <Figures
        figures={(['created', 'updated', 'unchanged', 'error'] as const).map(action => ({
          ...ACTIONS[action],
          value: wholeText(values[action]),
        }))}
      />
      <Select
        aria-label="Gösterilen satırlar"
        value={kind}
        options={kinds.map(({ value, label }) => ({ value, label: `${label} (${wholeText(rowsOf(value).length)})` }))}
        onChange={event => setKind(KINDS.find(({ value }) => value === event.target.value)?.value ?? 'all')}
      />
      {shown.length > 0 ? (
        <ScrollList
          key={kind}
          label="Önizleme satırları"
          count={shown.length}
          estimate={60}
          row={index => <PreviewedRow row={shown[index]} ticked={ticked} onTick={tick} locked={locked} />}
          className="max-h-[45dvh]"
        />
      ) : (
        <p className="rounded-md border border-line px-3 py-6 text-center text-ink-soft">
          {kind === 'notable' ? 'Bu dosya hiçbir ürünü değiştirmiyor.' : 'Böyle bir satır yok.'}
        </p>
      )}
    </div>
  )
}

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'notable', label: 'Değişenler ve hatalılar' },
  { value: 'created', label: 'Yeni satırlar' },
  { value: 'updated', label: 'Güncellenecekler' },
  { value: 'kept', label: 'Stoğu olduğu gibi kalanlar' },
  { value: 'error', label: 'Alınmayacak satırlar' },
  { value: 'unchanged', label: 'Aynı kalanlar' },
  { value: 'all', label: 'Bütün satırlar' },
]

function isOf({ action, stock_kept }: ImportedProduct, kind: Kind) {
  if (kind === 'all') return true
  if (kind === 'kept') return stock_kept !== undefined
  return kind === 'notable' ? action !== 'unchanged' || stock_kept !== undefined : action === kind
}

const errorsFirst = (rows: readonly ImportedProduct[]) => [
  ...rows.filter(({ action }) => action === 'error'),
  ...rows.filter(({ action }) => action !== 'error'),
]

type PreviewedRowProps = Pick<ImportPreviewProps, 'ticked' | 'locked'> & {
  row: ImportedProduct | undefined
  onTick: (row: number, ticked: boolean) => void
}

function PreviewedRow({ row, ticked, onTick, locked }: PreviewedRowProps) {
  if (!row) return null
  const isTicked = ticked.has(row.row)
  const { label, tone, icon } = ACTIONS[isTicked && row.action === 'unchanged' ? 'updated' : row.action]
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 break-words">
          <span className="text-ink-soft">Satır {row.row}</span>
          {row.product_name && <span className="font-medium"> · {row.product_name}</span>}
          {row.lot && <span className="wrap-anywhere block text-sm">{row.lot}</span>}
        </span>
        <Badge tone={tone} icon={icon} className="shrink-0">
          {label}
        </Badge>
      </div>
      {row.errors.length > 0 && (
        <ul className="grid grid-cols-1 gap-0.5 text-danger-ink">
          {row.errors.map(sentence => (
            <li key={sentence}>{sentence.replace(/^Satır \d+: /, '')}</li>
          ))}
        </ul>
      )}
      {row.changes.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
          {row.changes.filter(isNotable).map(change => (
            <Change key={change.field} change={change} isNew={row.action === 'created'} />
          ))}
        </ul>
      )}
      {row.notes?.map(note => (
        <p key={note} className="text-yellow-ink">
          {note}
        </p>
      ))}
      {row.stock_kept && (
        <fieldset disabled={locked} className="min-w-0">
          <KeptStockOfRow kept={row.stock_kept} ticked={isTicked} onTick={wanted => onTick(row.row, wanted)} />
        </fieldset>
      )}
    </div>
  )
}

type FieldChange = ImportedProduct['changes'][number]

/** Hides a new product's name, which is the row's heading, and its empty fields. */
const isNotable = ({ field, before, after }: FieldChange) =>
  before !== null || (field !== 'name' && after !== null && after !== '')

const labelOf = (field: string) => (isProductField(field) ? PRODUCT_FIELDS[field].label : field)

function Change({ change: { field, before, after }, isNew }: { change: FieldChange; isNew: boolean }) {
  return (
    <li className="min-w-0 break-words">
      <span className="text-ink-soft">{labelOf(field)}:</span>{' '}
      {!isNew && (
        <>
          <s className="text-ink-soft">{valueText(field, before)}</s>{' '}
          <ArrowRight aria-label="yerine" className="inline size-3.5 text-ink-soft" />{' '}
        </>
      )}
      <span className="font-medium">{valueText(field, after)}</span>
    </li>
  )
}

function valueText(field: string, value: FieldChange['after']) {
  if (value === null || value === '') return 'boş'
  return typeof value === 'string' ? value : numberTextOf(field, value)
}
