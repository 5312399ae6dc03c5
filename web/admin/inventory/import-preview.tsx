import { ArrowRight, CircleCheck, CirclePlus, CircleX, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { ImportedProduct, ImportSummary } from '#contract/inventory.ts'
import { formatMoney, kurus } from '#contract/money.ts'
import { Badge } from '../../ui/badge.tsx'
import { Figures } from '../../ui/figures.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'
import { Select } from '../../ui/select.tsx'

type Action = ImportedProduct['action']
type Kind = Action | 'telling' | 'all'

const ACTIONS = {
  created: { label: 'Yeni', tone: 'green', icon: CirclePlus },
  updated: { label: 'Güncellenecek', tone: 'blue', icon: RefreshCw },
  unchanged: { label: 'Aynı', tone: 'neutral', icon: CircleCheck },
  error: { label: 'Alınmayacak', tone: 'red', icon: CircleX },
} as const

/** What an import would do, row by row; of those that stay as they are only how many, until somebody asks. */
export function ImportPreview({ summary }: { summary: ImportSummary }) {
  const [kind, setKind] = useState<Kind>('telling')
  const rows = summary.rows ?? []
  const of = (wanted: Kind) => rows.filter(({ action }) => isOf(action, wanted))
  const shown = of(kind)
  return (
    <div className="grid min-w-0 gap-4">
      <Figures
        figures={(['created', 'updated', 'unchanged', 'error'] as const).map(action => ({
          ...ACTIONS[action],
          value: wholeText(of(action).length),
        }))}
      />
      <Select
        aria-label="Gösterilen satırlar"
        value={kind}
        options={KINDS.map(({ value, label }) => ({ value, label: `${label} (${wholeText(of(value).length)})` }))}
        onChange={event => setKind(KINDS.find(({ value }) => value === event.target.value)?.value ?? 'all')}
      />
      {shown.length > 0 ? (
        <ScrollList
          key={kind}
          label="Önizleme satırları"
          count={shown.length}
          estimate={60}
          row={index => <PreviewedRow row={shown[index]} />}
          className="max-h-[45dvh]"
        />
      ) : (
        <p className="rounded-md border border-line px-3 py-6 text-center text-ink-soft">
          {kind === 'telling' ? 'Bu dosya hiçbir ürünü değiştirmiyor.' : 'Böyle bir satır yok.'}
        </p>
      )}
    </div>
  )
}

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'telling', label: 'Değişenler ve hatalılar' },
  { value: 'created', label: 'Yeni ürünler' },
  { value: 'updated', label: 'Güncellenecekler' },
  { value: 'error', label: 'Alınmayacak satırlar' },
  { value: 'unchanged', label: 'Aynı kalanlar' },
  { value: 'all', label: 'Bütün satırlar' },
]

function isOf(action: Action, kind: Kind) {
  if (kind === 'all') return true
  return kind === 'telling' ? action !== 'unchanged' : action === kind
}

function PreviewedRow({ row }: { row: ImportedProduct | undefined }) {
  if (!row) return null
  const { label, tone, icon } = ACTIONS[row.action]
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 break-words">
          <span className="text-ink-soft">Satır {row.row}</span>
          {row.product_name && <span className="font-medium"> · {row.product_name}</span>}
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
          {row.changes.filter(isTelling).map(change => (
            <Change key={change.field} change={change} isNew={row.action === 'created'} />
          ))}
        </ul>
      )}
    </div>
  )
}

type FieldChange = ImportedProduct['changes'][number]

/** Of a new product, its name stands above, and that it has no barcode or brand says nothing. */
const isTelling = ({ field, before, after }: FieldChange) =>
  before !== null || (field !== 'name' && after !== null && after !== '')

const FIELDS: Record<string, string> = {
  name: 'Ürün adı',
  brand: 'Marka',
  category: 'Kategori',
  unit: 'Birim',
  price: 'Fiyat',
  vat_rate: 'KDV',
  stock_quantity: 'Stok',
  barcode: 'Barkod',
}

function Change({ change: { field, before, after }, isNew }: { change: FieldChange; isNew: boolean }) {
  return (
    <li className="min-w-0 break-words">
      <span className="text-ink-soft">{FIELDS[field] ?? field}:</span>{' '}
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
  if (typeof value === 'string') return value
  if (field === 'price') return formatMoney(kurus(Math.round(value * 100)))
  return field === 'vat_rate' ? `%${value}` : wholeText(value)
}
