import { type ImportSummary, whyStockKept } from '#contract/inventory.ts'
import { formatInstant } from '#contract/turkish.ts'
import { WorkbookWarnings } from '../../files/workbook-warnings.tsx'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { keptRows, type Reading, type ShownPreview } from './import-reading.ts'

type ImportChoicesProps = {
  shownPreview: ShownPreview
  /** The latest choice; the preview may still belong to the previous one. */
  reading: Reading
  /** The import was sent without a response: it may only be retried unchanged. */
  locked: boolean
  onRead: (reading: Reading) => void
  ticked: ReadonlySet<number>
  onTick: (rows: ReadonlySet<number>) => void
}

/** Warnings about a workbook and the options for importing it. */
export function ImportChoices({ shownPreview, reading, locked, onRead, ticked, onTick }: ImportChoicesProps) {
  const { summary, firstRow } = shownPreview
  const kept = keptRows(summary)
  const read = (change: Reading) => onRead({ ...reading, ...change })
  return (
    <fieldset disabled={locked} className="grid min-w-0 gap-3">
      <legend className="sr-only">İçe aktarma seçenekleri</legend>
      {firstRow && (
        <AlertStrip
          kind="warning"
          title={`Satır ${firstRow.row} başlık mı, ürün mü?`}
          action={
            <Segmented
              label="İlk satır"
              value={reading.first_row}
              onChange={first_row => read({ first_row })}
              options={FIRST_ROW}
            />
          }
        >
          {firstRow.looks_like_product ? 'Bir ürüne benziyor: ' : 'Bilinen bir başlık yok: '}
          <span className="break-words font-medium">{firstRow.text}</span>
        </AlertStrip>
      )}
      <WorkbookWarnings warnings={summary.warnings} />
      {(summary.barcode_matches || reading.match) && (
        <MatchByBarcode count={summary.barcode_matches ?? 0} reading={reading} onRead={onRead} />
      )}
      {kept.length > 0 && <KeptStock summary={summary} ticked={ticked} onTick={onTick} />}
      {hasKnownProducts(shownPreview) && (
        <div className="grid gap-0.5">
          <Checkbox
            label="Stokları güncelleme"
            checked={reading.stock === 'keep'}
            onChange={({ target }) => {
              const { stock: _, ...rest } = reading
              onRead(target.checked ? { ...rest, stock: 'keep' } : rest)
            }}
          />
          <p className="text-ink-soft text-sm">
            İşaretlerseniz var olan ürünlerin stoğu değişmez; fiyat ve diğer alanlar işlenir.
          </p>
        </div>
      )}
    </fieldset>
  )
}

type MatchByBarcodeProps = { count: number } & Pick<ImportChoicesProps, 'reading' | 'onRead'>

/** Lets rows without an ID change the products of the warehouse with the same barcode; otherwise they are refused. */
function MatchByBarcode({ count, reading: { match, ...rest }, onRead }: MatchByBarcodeProps) {
  return (
    <AlertStrip
      kind={match ? 'info' : 'warning'}
      title={`${wholeText(count)} satırın barkodu bu depodaki ürünlerde kayıtlı`}
    >
      <p>
        {match
          ? 'Bu satırlarda ID yok; her biri barkodunun ürününü günceller. Boş hücreler bir şey değiştirmez.'
          : 'Bu satırlarda ID yok. Barkodla eşlemezseniz aynı barkod ikinci kez eklenemeyeceği için alınmazlar.'}
      </p>
      <Checkbox
        label="Barkodla eşle: bu satırlar o ürünleri güncellesin"
        checked={match === 'barcode'}
        onChange={({ target }) => onRead(target.checked ? { ...rest, match: 'barcode' } : rest)}
        className="mt-1"
      />
    </AlertStrip>
  )
}

const FIRST_ROW = [
  { value: 'header', label: 'İlk satır başlık' },
  { value: 'product', label: 'İlk satır ürün' },
] as const

const hasKnownProducts = ({ summary: { rows = [] }, reading }: ShownPreview) =>
  reading.stock === 'keep' || rows.some(({ action }) => action === 'updated' || action === 'unchanged')

function KeptStock({
  summary,
  ticked,
  onTick,
}: { summary: ImportSummary } & Pick<ImportChoicesProps, 'ticked' | 'onTick'>) {
  const rows = keptRows(summary).map(({ row }) => row)
  const chosen = rows.filter(row => ticked.has(row)).length
  return (
    <AlertStrip kind="warning" title={`${wholeText(rows.length)} satırın stoğu değiştirilmeyecek`}>
      <p>
        {summary.exported_at && `Dosya ${formatInstant(summary.exported_at)} tarihinde dışa aktarılmış. `}
        Bu satırların ürünleri dışa aktarımdan sonra hareket gördü; dosyadaki stoğu almak istediklerinizi aşağıda
        işaretleyin.
      </p>
      <Checkbox
        label="Hepsinin stoğunu dosyadaki gibi yap"
        checked={chosen === rows.length}
        partly={chosen > 0 && chosen < rows.length}
        onChange={({ target }) => onTick(new Set(target.checked ? rows : []))}
        className="mt-1"
      />
    </AlertStrip>
  )
}

type KeptRowProps = {
  kept: NonNullable<NonNullable<ImportSummary['rows']>[number]['stock_kept']>
  ticked: boolean
  onTick: (ticked: boolean) => void
}

/** One row whose product's stock moved after the export, with a checkbox to import the workbook's stock anyway. */
export function KeptStockOfRow({ kept, ticked, onTick }: KeptRowProps) {
  const { wanted, on_hand } = kept
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <span className="min-w-0 break-words">
        <span className="text-ink-soft">Stok:</span> elde <span className="font-medium">{wholeText(on_hand)}</span>,
        dosyada {wholeText(wanted)} · {whyStockKept(kept)}
      </span>
      <Checkbox
        label={`Stoğu ${wholeText(wanted)} yap`}
        checked={ticked}
        onChange={({ target }) => onTick(target.checked)}
      />
    </div>
  )
}
