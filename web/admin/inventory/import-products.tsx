import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import type { Warehouse } from '#contract/products.ts'
import { ColumnGuide } from '../../files/column-guide.tsx'
import { WORKBOOK_HINT, WORKBOOK_TYPES } from '../../files/workbook-file.ts'
import { useSettings } from '../../shell/use-settings.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { ImportChoices } from './import-choices.tsx'
import { columnNotes, FILE_LABEL, Processing } from './import-file.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { isFirstRowOpen, type ShownPreview, withTicked } from './import-reading.ts'
import { figuresOf, ImportResult } from './import-result.tsx'
import { failureText, INTERRUPTED } from './import-run-dialog.tsx'
import { ImportStrips } from './import-strips.tsx'
import type { Choice } from './use-import-preview.ts'
import { type ProductImport, useProductImport } from './use-product-import.ts'

type ImportProductsProps = { warehouse: Warehouse; open: boolean; onOpenChange: (open: boolean) => void }

/**
 * A dialog that imports products from a workbook into a warehouse after a row-by-row preview, and on the screen below
 * it the running imports and the results that have not been seen.
 */
export function ImportProducts({ warehouse, open, onOpenChange }: ImportProductsProps) {
  const productImport = useProductImport(warehouse, open)
  return (
    <>
      <ImportStrips runs={productImport.runs} />
      <ImportProductsDialog {...{ warehouse, open, onOpenChange, productImport }} />
    </>
  )
}

function ImportProductsDialog({
  warehouse,
  open,
  onOpenChange,
  productImport,
}: ImportProductsProps & { productImport: ProductImport }) {
  const step = stepOf(productImport)
  const { choice, preview } = productImport
  const close = (isOpen: boolean) => {
    // A running import continues and is shown again when the dialog is reopened.
    if (!isOpen && !productImport.isImporting) productImport.reset()
    onOpenChange(isOpen)
  }
  return (
    <Dialog
      wide
      whole={preview.shown !== undefined}
      open={open}
      onOpenChange={close}
      title={productImport.isImporting ? 'Aktarım sürüyor' : TITLES[step.name]}
      description={`Depo: ${choice?.warehouse ?? warehouse}`}
      footer={<StepButtons step={step} productImport={productImport} onClose={() => close(false)} />}
    >
      {step.name === 'result' && <ImportResult result={step.result} expected={step.expected} />}
      {step.name === 'preview' && <PreviewStep choice={step.choice} shown={step.shown} productImport={productImport} />}
      {step.name === 'file' && <FileStep productImport={productImport} />}
    </Dialog>
  )
}

const TITLES = {
  file: 'Excel’den içe aktar',
  preview: 'İçe aktarma önizlemesi',
  result: 'Aktarım tamamlandı',
}

function stepOf({ choice, preview: { shown }, result, ticked }: ProductImport) {
  if (result)
    return { name: 'result', result, expected: shown && figuresOf(withTicked(shown.summary, ticked)) } as const
  if (choice && shown) return { name: 'preview', choice, shown } as const
  return { name: 'file' } as const
}

type Step = ReturnType<typeof stepOf>

type StepButtonsProps = { step: Step; productImport: ProductImport; onClose: () => void }

/**
 * The buttons of all steps. In one component they stay in place, and with them the focus; the primary one ignores the
 * presses that were meant for that of the step before.
 */
function StepButtons({ step, productImport, onClose }: StepButtonsProps) {
  const { preview, isImporting, requestPreview, begin, reset } = productImport
  if (step.name === 'result')
    return (
      <>
        <Button action="reset" onClick={reset}>
          Başka dosya aktar
        </Button>
        <GuardedButton variant="primary" action="close" subject="result" onClick={onClose}>
          Tamam
        </GuardedButton>
      </>
    )
  if (step.name === 'preview')
    return (
      <>
        {isImporting ? (
          <Button action="close" onClick={onClose}>
            Arka planda sürsün
          </Button>
        ) : (
          <Button action="choose" onClick={reset}>
            Başka dosya seç
          </Button>
        )}
        <GuardedButton
          variant="primary"
          action="import"
          // The file may be previewed again, as when its columns are matched by their headings.
          subject={preview.pending ? 'preview' : 'import'}
          disabled={isFirstRowOpen(step.shown)}
          busy={isImporting || preview.pending}
          busyText={preview.pending ? 'Dosya inceleniyor' : 'Dosya aktarılıyor'}
          onClick={() => void begin()}
        >
          İçe aktar
        </GuardedButton>
      </>
    )
  return (
    <>
      <Button onClick={onClose}>Vazgeç</Button>
      <GuardedButton
        variant="primary"
        subject={null}
        busy={preview.pending}
        busyText="Dosya inceleniyor"
        onClick={() => void requestPreview()}
      >
        Önizle
      </GuardedButton>
    </>
  )
}

type PreviewStepProps = { choice: Choice; shown: ShownPreview; productImport: ProductImport }

function PreviewStep({ choice, shown, productImport }: PreviewStepProps) {
  const { preview, isImporting, isUnanswered, run, ticked, setTicked, requestPreview } = productImport
  if (isImporting) return <Importing file={choice.file} run={run} />
  return (
    <>
      {(run?.state === 'interrupted' || run?.state === 'failed') && (
        <AlertStrip kind="error" title="Aktarım yapılamadı" className="mb-4">
          {run.state === 'failed' ? failureText(run) : INTERRUPTED}
        </AlertStrip>
      )}
      {isUnanswered && (
        <AlertStrip kind="warning" title="Cevap alınamadı" className="mb-4">
          Kapatmadan yeniden içe aktarın: dosya daha önce ulaştıysa ikinci kez işlenmez.
        </AlertStrip>
      )}
      <div className="grid min-w-0 gap-4">
        <ImportChoices
          shownPreview={shown}
          reading={preview.pendingReading ?? shown.reading}
          locked={isUnanswered}
          onRead={reading => void requestPreview(reading)}
          ticked={ticked}
          onTick={setTicked}
        />
        <ImportPreview summary={shown.summary} ticked={ticked} onTick={setTicked} locked={isUnanswered} />
      </div>
      {!isUnanswered && (
        <p className="mt-4 text-ink-soft text-sm">
          {isFirstRowOpen(shown)
            ? 'İçe aktarmadan önce yukarıda ilk satırın ne olduğunu seçin.'
            : 'Henüz hiçbir şey değişmedi. “İçe aktar” dediğinizde alınabilen satırlar işlenir.'}
        </p>
      )}
    </>
  )
}

function Importing({ file, run }: { file: File; run: ProductImport['run'] }) {
  return (
    <div className="grid gap-4">
      <p className="break-words font-medium">{file.name} aktarılıyor</p>
      {/* Without a run until the server has the whole file. */}
      <ImportProgress run={run ?? { file_name: file.name, done: 0, total: null }} />
      <p className="text-ink-soft">
        {run
          ? 'Bu pencereyi veya sekmeyi kapatsanız da aktarım sürer; sonucunu Envanter sekmesinde bulursunuz.'
          : 'Dosya gönderiliyor; gönderilene kadar sayfadan ayrılmayın.'}
      </p>
    </div>
  )
}

function FileStep({ productImport }: { productImport: ProductImport }) {
  const { choice, choose, fault, preview, requestPreview } = productImport
  const vatRates = useSettings()?.vat_rates
  return (
    <div className="grid gap-6">
      {choice && preview.pending ? (
        <Processing label={FILE_LABEL} text={`${choice.file.name} inceleniyor`} />
      ) : (
        <Field label={FILE_LABEL} required error={fault} hint={WORKBOOK_HINT}>
          <FileChooser file={choice?.file} onChoose={choose} accept={WORKBOOK_TYPES} prompt="Excel dosyası seçin" />
        </Field>
      )}
      {preview.misplaced && (
        <AlertStrip
          kind="error"
          title="Dosya alınmadı"
          action={
            <Button onClick={() => void requestPreview({ columns: 'headings' })}>
              Sütunları başlıklarına göre eşle
            </Button>
          }
        >
          {preview.misplaced.message}
        </AlertStrip>
      )}
      <ColumnGuide
        columns={INVENTORY_COLUMNS}
        notes={columnNotes(vatRates)}
        className="gap-x-8 sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-5"
      />
      <p className="text-ink-soft text-sm">
        Bunların sağında Parti, SKT ve TETT sütunları da olabilir. Partisi yazılı satırın stoğu, o partinin stoğudur;
        ürünün stoğu fark kadar değişir.
      </p>
    </div>
  )
}
