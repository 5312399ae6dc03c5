import { useEffect, useState } from 'react'
import { CUSTOMER_COLUMNS, downloadCustomerTemplate, importCustomers } from '#contract/customer-import.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { useAction } from '../../action.ts'
import { request } from '../../api.ts'
import { ColumnGuide } from '../../files/column-guide.tsx'
import { DownloadButton } from '../../files/download-button.tsx'
import { FILE_CHANGED, isAsChosen, WORKBOOK_HINT, WORKBOOK_TYPES, workbookFault } from '../../files/workbook-file.ts'
import { randomId } from '../../random-id.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { ImportPreview } from './import-preview.tsx'
import { dismissImport, setImportDialogOpen, startImport, useImportRun } from './import-run.ts'
import { useImportProgress } from './import-strip.tsx'

type ImportCustomersDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/**
 * Imports customers from a workbook: previews each row, then shows the progress, then the result.
 * A running import continues while the dialog is closed.
 */
export function ImportCustomersDialog({ open, onOpenChange }: ImportCustomersDialogProps) {
  const workbook = useWorkbook()
  const run = useImportRun()
  const { isRunning, isOurs, progress } = useImportProgress()
  useEffect(() => {
    setImportDialogOpen(open)
    return () => setImportDialogOpen(false)
  }, [open])
  const close = (isOpen: boolean) => {
    if (!isOpen && run?.result && !dismissImport()) return
    if (!isOpen) workbook.choose(undefined)
    onOpenChange(isOpen)
  }
  const dialogProps = { wide: true, open, onOpenChange: close }
  if (run?.result)
    return (
      <Dialog
        {...dialogProps}
        title="Aktarım tamamlandı"
        description={run.file.name}
        footer={
          <Button variant="primary" action="close" onClick={() => close(false)}>
            Tamam
          </Button>
        }
      >
        <ImportOutcome result={run.result} arePasswordsLost={run.arePasswordsLost} />
      </Dialog>
    )
  if (isRunning)
    return (
      <Dialog
        {...dialogProps}
        title="Aktarım sürüyor"
        description={run?.file.name}
        footer={
          <Button action="close" onClick={() => close(false)}>
            Arka planda sürsün
          </Button>
        }
      >
        <ImportProgress isOurs={isOurs} progress={progress} />
      </Dialog>
    )
  const { file, rows, warnings } = workbook
  return (
    <Dialog
      {...dialogProps}
      title="Müşterileri Excel’den aktar"
      description={rows && file?.name}
      footer={<WorkbookFooter workbook={workbook} onCancel={() => close(false)} />}
    >
      {rows ? (
        <ImportPreview rows={rows} warnings={warnings} isUnanswered={workbook.isUnanswered} />
      ) : (
        <WorkbookChooser workbook={workbook} />
      )}
    </Dialog>
  )
}

/** A chosen file with the idempotency key that all attempts to import it share. */
type Choice = { file: File; key: string }

/** The chosen workbook and its preview. */
function useWorkbook() {
  const [choice, setChoice] = useState<Choice>()
  const [fault, setFault] = useState<string>()
  const [isUnanswered, setUnanswered] = useState(false)
  const preview = useAction(({ file }: Choice) => request(importCustomers, { query: { preview: '1' }, file }), {
    showError: 'alert',
  })
  const choose = (file: File | undefined) => {
    setFault(file && workbookFault(file))
    setChoice(file && { file, key: randomId() })
    setUnanswered(false)
    preview.reset()
  }
  /** Whether the browser can still read the file; if not, says so and forgets the choice. */
  const ensureReadable = async (file: File) => {
    if (await isAsChosen(file)) return true
    window.alert(isUnanswered ? `${FILE_CHANGED}. ${MAYBE_IMPORTED}` : FILE_CHANGED)
    choose(undefined)
    return false
  }
  return {
    file: choice?.file,
    fault,
    /** The previewed rows. */
    rows: preview.reply?.rows,
    warnings: preview.reply?.warnings,
    importableCount: preview.reply?.success_count ?? 0,
    isPreviewing: preview.pending,
    /** The import got no response: it may have been made. */
    isUnanswered,
    choose,
    requestPreview: async () => {
      const message = choice ? workbookFault(choice.file) : REFUSALS.file_missing.detail()
      setFault(message)
      if (choice && !message && (await ensureReadable(choice.file))) await preview.run(choice)
    },
    // The choice is held until the dialog is closed, so that a retry after a network error reuses the key.
    begin: async () => {
      if (choice && (await ensureReadable(choice.file)))
        setUnanswered(await startImport(choice.file, choice.key, isUnanswered))
    },
  }
}

/** Added if the file changed after an import without a reply: another choice has another idempotency key. */
const MAYBE_IMPORTED = 'Cevabı alınamayan aktarım yapılmış olabilir: önce müşteri listesine bakın.'

type Workbook = ReturnType<typeof useWorkbook>

/**
 * The buttons before and after the preview. In one component they stay in place, and with them the focus; the one that
 * imports ignores the presses that were meant for the one that previews.
 */
function WorkbookFooter({ workbook, onCancel }: { workbook: Workbook; onCancel: () => void }) {
  const { rows, importableCount, isPreviewing, choose, requestPreview, begin } = workbook
  if (!rows)
    return (
      <>
        <Button onClick={onCancel}>Vazgeç</Button>
        <GuardedButton
          variant="primary"
          subject={null}
          busy={isPreviewing}
          busyText="Dosya inceleniyor"
          onClick={() => void requestPreview()}
        >
          Önizle
        </GuardedButton>
      </>
    )
  return (
    <>
      <Button action="choose" onClick={() => choose(undefined)}>
        Başka dosya seç
      </Button>
      <GuardedButton
        variant="primary"
        action="import"
        subject="import"
        disabled={importableCount === 0}
        onClick={() => void begin()}
      >
        {importableCount ? `${wholeText(importableCount)} müşteriyi aktar` : 'Aktarılacak satır yok'}
      </GuardedButton>
    </>
  )
}

/** Chooses the file, with a guide to its columns. */
function WorkbookChooser({ workbook: { file, fault, choose } }: { workbook: Workbook }) {
  return (
    <div className="grid gap-6">
      <Field label="Excel dosyası" required error={fault} hint={WORKBOOK_HINT}>
        <FileChooser file={file} onChoose={choose} accept={WORKBOOK_TYPES} prompt="Excel dosyası seçin" />
      </Field>
      <div className="grid gap-2">
        <ColumnGuide
          columns={CUSTOMER_COLUMNS}
          notes={COLUMN_NOTES}
          action={
            <DownloadButton call={downloadCustomerTemplate} where={{}} busyText="Şablon indiriliyor">
              Şablonu indir
            </DownloadButton>
          }
        />
        <p className="text-ink-soft text-sm">Kayıtlı bir müşteride boş bırakılan hücreler hiçbir şeyi değiştirmez.</p>
      </div>
    </div>
  )
}

function ImportProgress({ isOurs, progress }: Omit<ReturnType<typeof useImportProgress>, 'isRunning'>) {
  const { done = 0, total = 0 } = progress ?? {}
  const text = total
    ? `${wholeText(done)} / ${wholeText(total)} müşterinin şifresi hazırlandı`
    : 'Dosya okunuyor ve kaydediliyor'
  return (
    <div className="grid gap-4">
      <output className="font-medium tabular-nums">{text}</output>
      <ProgressBar label="Aktarım" value={total ? (100 * done) / total : 0} />
      <p className="text-ink-soft">
        {isOurs
          ? 'Bu pencereyi kapatsanız da aktarım sürer; sonucunu Musteriler sekmesinde bulursunuz. Sayfadan ayrılmayın: üretilen şifreler yalnızca burada, bir kez gösterilir.'
          : 'Bu aktarım başka bir pencerede ya da sayfa yenilenmeden önce başlatıldı; ürettiği şifreler burada gösterilemez. Şifresini almayan müşteriler “Şifremi unuttum” ile yenisini alabilir.'}
      </p>
    </div>
  )
}

const COLUMN_NOTES: Record<(typeof CUSTOMER_COLUMNS)[number], string> = {
  'Kullanıcı Adı': 'Zorunlu; kayıtlıysa o müşteri güncellenir',
  'Firma Adı': 'Yeni müşteride zorunlu',
  'E-posta': 'Yeni müşteride zorunlu',
  Telefon: 'İsteğe bağlı',
  Adres: 'İsteğe bağlı',
  Şifre: 'Boşsa üretilir ve bir kez gösterilir',
  Pazarlamacı: 'Pazarlamacının kullanıcı adı',
}
