import { type ReactNode, useRef, useState } from 'react'
import type { Warehouse } from '#contract/catalogue.ts'
import { INVENTORY_COLUMNS, importProducts } from '#contract/inventory.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { useAction } from '../../action.ts'
import { type ApiError, upload } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { ColumnGuide } from '../../files/column-guide.tsx'
import { randomId } from '../../random-id.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { useConfirmBeforeUnload } from '../../ui/leave-guard.ts'
import { toast } from '../../ui/toaster.tsx'
import { ImportChoices } from './import-choices.tsx'
import { COLUMN_NOTES, FILE_LABEL, faultOf, isAsChosen, Processing } from './import-file.tsx'
import { ImportPreview } from './import-preview.tsx'
import { type Reading, type ShownPreview, stockToUpdate, withTicked } from './import-reading.ts'
import { figuresText, ImportResult } from './import-result.tsx'

/** A chosen file with the idempotency key that all attempts to import it share. */
type Choice = { file: File; key: string; warehouse: Warehouse }

type ImportProductsDialogProps = { warehouse: Warehouse; open: boolean; onOpenChange: (open: boolean) => void }

/** Imports products from a workbook into a warehouse, after a row-by-row preview. */
export function ImportProductsDialog({ warehouse, open, onOpenChange }: ImportProductsDialogProps) {
  const [choice, setChoice] = useState<Choice>()
  const [fault, setFault] = useState<string>()
  const [shownPreview, setShownPreview] = useState<ShownPreview>()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(NONE)
  const previewAbort = useRef<AbortController>(undefined)
  const reset = () => {
    previewAbort.current?.abort()
    preview.reset()
    importing.reset()
    setFault(undefined)
    setChoice(undefined)
    setShownPreview(undefined)
    setTicked(NONE)
  }
  const refuseChanged = () => {
    window.alert('Dosya seçildikten sonra değişti; lütfen yeniden seçin')
    reset()
  }
  // The options being previewed are shown immediately, before the new preview arrives.
  const [pendingReading, setPendingReading] = useState<Reading>()
  const preview = useAction(
    ({ file, warehouse, reading, signal }: Choice & { reading: Reading; signal: AbortSignal }) =>
      upload(importProducts, { query: { warehouse, preview: '1', ...reading }, file, signal }),
    {
      showError: error => isMisplaced(error) || window.alert(error.message),
      onReply: (summary, { reading }) => {
        setShownPreview(before => ({ summary, reading, firstRow: summary.first_row ?? before?.firstRow }))
        announce(`Önizleme hazır: ${figuresText(summary)}`)
      },
    },
  )
  const importing = useCommand(importProducts, {
    showError: 'alert',
    onReply: (summary, { file }) => {
      const [done, description] = [`${file?.name} aktarıldı`, figuresText(summary)]
      // The open dialog shows the result and only screen readers need the announcement; otherwise a toast shows it.
      if (open) announce(`${done}: ${description}`)
      else toast.success(done, { description })
    },
  })
  const begin = async ({ file, key, warehouse, summary, reading }: Choice & ShownPreview) => {
    if (!(await isAsChosen(file))) return refuseChanged()
    const body = { update_stock: stockToUpdate(summary, ticked) }
    await importing.run({ query: { warehouse, ...reading }, body, file, key })
  }
  // After a reload the result would be unknown, and importing again would create the new products twice.
  useConfirmBeforeUnload(importing.pending)
  const isUnanswered = importing.error !== undefined && !importing.error.isDecision
  const isFirstRowOpen = shownPreview?.firstRow !== undefined && !shownPreview.reading.first_row
  const close = (isOpen: boolean) => {
    // A running import continues and is shown again when the dialog is reopened.
    if (!isOpen && !importing.pending) reset()
    onOpenChange(isOpen)
  }
  const requestPreview = async (reading: Reading = {}) => {
    const message = choice ? faultOf(choice.file) : REFUSALS.file_missing.detail()
    setFault(message)
    if (!choice || message) return
    previewAbort.current?.abort()
    previewAbort.current = new AbortController()
    const { signal } = previewAbort.current
    preview.reset()
    setPendingReading(reading)
    try {
      const isUnchanged = await isAsChosen(choice.file)
      // Another reading was chosen meanwhile.
      if (signal.aborted) return
      if (isUnchanged) await preview.run({ ...choice, reading, signal })
      else refuseChanged()
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      setPendingReading(latest => (latest === reading ? undefined : latest))
    }
  }
  const dialog = (title: string, children: ReactNode, footer: ReactNode) => (
    <Dialog
      wide
      whole={shownPreview !== undefined}
      open={open}
      onOpenChange={close}
      title={title}
      description={`Depo: ${choice?.warehouse ?? warehouse}`}
      footer={footer}
    >
      {children}
    </Dialog>
  )
  if (importing.reply)
    return dialog(
      'Aktarım tamamlandı',
      <ImportResult summary={importing.reply} expected={shownPreview && withTicked(shownPreview.summary, ticked)} />,
      <>
        <Button action="reset" onClick={reset}>
          Başka dosya aktar
        </Button>
        <Button variant="primary" action="close" onClick={() => close(false)}>
          Tamam
        </Button>
      </>,
    )
  if (choice && shownPreview)
    return dialog(
      'İçe aktarma önizlemesi',
      importing.pending ? (
        <Processing text={`${choice.file.name} aktarılıyor`} />
      ) : (
        <>
          {isUnanswered && (
            <AlertStrip kind="warning" title="Cevap alınamadı" className="mb-4">
              Kapatmadan yeniden içe aktarın: dosya daha önce ulaştıysa ikinci kez işlenmez.
            </AlertStrip>
          )}
          <div className="grid min-w-0 gap-4">
            <ImportChoices
              shownPreview={shownPreview}
              reading={pendingReading ?? shownPreview.reading}
              locked={isUnanswered}
              onRead={reading => void requestPreview(reading)}
              ticked={ticked}
              onTick={setTicked}
            />
            <ImportPreview summary={shownPreview.summary} ticked={ticked} onTick={setTicked} locked={isUnanswered} />
          </div>
          {!isUnanswered && (
            <p className="mt-4 text-ink-soft text-sm">
              {isFirstRowOpen
                ? 'İçe aktarmadan önce yukarıda ilk satırın ne olduğunu seçin.'
                : 'Henüz hiçbir şey değişmedi. “İçe aktar” dediğinizde alınabilen satırlar işlenir.'}
            </p>
          )}
        </>
      ),
      <>
        {importing.pending ? (
          <Button action="close" onClick={() => close(false)}>
            Arka planda sürsün
          </Button>
        ) : (
          <Button action="choose" onClick={reset}>
            Başka dosya seç
          </Button>
        )}
        <Button
          variant="primary"
          action="import"
          disabled={isFirstRowOpen}
          busy={importing.pending || preview.pending}
          busyText={preview.pending ? 'Dosya inceleniyor' : 'Dosya aktarılıyor'}
          onClick={() => void begin({ ...choice, ...shownPreview })}
        >
          İçe aktar
        </Button>
      </>,
    )
  return dialog(
    'Excel’den içe aktar',
    <div className="grid gap-6">
      {choice && preview.pending ? (
        <Processing label={FILE_LABEL} text={`${choice.file.name} inceleniyor`} />
      ) : (
        <Field label={FILE_LABEL} required error={fault} hint=".xlsx veya .xls, en fazla 10 MB ve 50.000 satır">
          <FileChooser
            file={choice?.file}
            onChoose={file => {
              preview.reset()
              setFault(file && faultOf(file))
              setChoice(file && { file, key: randomId(), warehouse })
            }}
            accept=".xlsx,.xls"
            prompt="Excel dosyası seçin"
          />
        </Field>
      )}
      {preview.error && isMisplaced(preview.error) && (
        <AlertStrip
          kind="error"
          title="Dosya alınmadı"
          action={
            <Button onClick={() => void requestPreview({ columns: 'headings' })}>
              Sütunları başlıklarına göre eşle
            </Button>
          }
        >
          {preview.error.message}
        </AlertStrip>
      )}
      <ColumnGuide
        columns={INVENTORY_COLUMNS}
        notes={COLUMN_NOTES}
        className="gap-x-8 sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-5"
      />
    </div>,
    <>
      <Button onClick={() => close(false)}>Vazgeç</Button>
      <Button
        variant="primary"
        busy={preview.pending}
        busyText="Dosya inceleniyor"
        onClick={() => void requestPreview()}
      >
        Önizle
      </Button>
    </>,
  )
}

const NONE: ReadonlySet<number> = new Set()

/** The columns are in the wrong order, but can be mapped by their headings. */
const isMisplaced = (error: ApiError) => error.is(importProducts, 'workbook_headings_misplaced')
