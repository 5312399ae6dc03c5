import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { Warehouse } from '#contract/catalogue.ts'
import { IMPORT_DEFAULTS, INVENTORY_COLUMNS, importProducts, LARGEST_WORKBOOK } from '#contract/inventory.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { ApiError, upload } from '../../api.ts'
import { randomId } from '../../random-id.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { useAskedBeforeUnload } from '../../ui/leave-guard.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toaster.tsx'
import { ColumnGuide } from '../column-guide.tsx'
import { productsMayDiffer } from '../product-change.ts'
import { ImportPreview } from './import-preview.tsx'
import { figuresText, ImportResult } from './import-result.tsx'

/** A file as it was chosen: every try to bring it is the same deed. */
type Choice = { file: File; key: string; warehouse: Warehouse }

type ImportProductsDialogProps = { warehouse: Warehouse; open: boolean; onOpenChange: (open: boolean) => void }

/** Brings products from a workbook into a warehouse, after it was shown row by row what that will do. */
export function ImportProductsDialog({ warehouse, open, onOpenChange }: ImportProductsDialogProps) {
  const [choice, setChoice] = useState<Choice>()
  const [fault, setFault] = useState<string>()
  const looking = useRef<AbortController>(undefined)
  const another = () => {
    looking.current?.abort()
    preview.reset()
    bring.reset()
    setFault(undefined)
    setChoice(undefined)
  }
  const alertFault = (error: Error) => {
    window.alert(error.message)
    if (error instanceof ChangedOnDisk) another()
  }
  const preview = useMutation({
    mutationFn: async ({ file, warehouse, signal }: Choice & { signal: AbortSignal }) => {
      await assertAsChosen(file)
      return upload(importProducts, { query: { warehouse, preview: '1' }, file, signal })
    },
    onSuccess: summary => announce(`Önizleme hazır: ${figuresText(summary)}`),
    onError: (error, { signal }) => signal.aborted || alertFault(error),
  })
  const bring = useMutation({
    mutationFn: async ({ file, key, warehouse }: Choice) => {
      await assertAsChosen(file)
      return upload(importProducts, { query: { warehouse }, file, key })
    },
    onSuccess: (summary, { file }) => {
      const [done, description] = [`${file.name} aktarıldı`, figuresText(summary)]
      // The open dialog shows it to those who see; whoever has gone on to other things is told.
      if (open) announce(`${done}: ${description}`)
      else toast.success(done, { description })
      productsMayDiffer()
    },
    onError: alertFault,
  })
  // Whoever reloads never learns what was done, and would bring the same new products once more.
  useAskedBeforeUnload(bring.isPending)
  const isUnanswered = bring.error instanceof ApiError && !bring.error.isDecision
  const close = (wanted: boolean) => {
    // What is under way goes on, and is found here again.
    if (!wanted && !bring.isPending) another()
    onOpenChange(wanted)
  }
  const look = () => {
    const wrong = choice ? faultOf(choice.file) : REFUSALS.file_missing.detail()
    setFault(wrong)
    if (!choice || wrong) return
    looking.current = new AbortController()
    preview.mutate({ ...choice, signal: looking.current.signal })
  }
  const shell = (title: string, children: ReactNode, footer: ReactNode) => (
    <Dialog
      wide
      whole={preview.data !== undefined}
      open={open}
      onOpenChange={close}
      title={title}
      description={`Depo: ${choice?.warehouse ?? warehouse}`}
      footer={footer}
    >
      {children}
    </Dialog>
  )
  if (bring.data)
    return shell(
      'Aktarım tamamlandı',
      <ImportResult summary={bring.data} promised={preview.data} />,
      <>
        <Button onClick={another}>Başka dosya aktar</Button>
        <Button variant="primary" onClick={() => close(false)}>
          Tamam
        </Button>
      </>,
    )
  if (choice && preview.data)
    return shell(
      'İçe aktarma önizlemesi',
      bring.isPending ? (
        <UnderWay text={`${choice.file.name} aktarılıyor`} />
      ) : (
        <>
          {isUnanswered && (
            <AlertStrip kind="warning" title="Cevap alınamadı" className="mb-4">
              Kapatmadan yeniden içe aktarın: dosya daha önce ulaştıysa ikinci kez işlenmez.
            </AlertStrip>
          )}
          <ImportPreview summary={preview.data} />
          {!isUnanswered && (
            <p className="mt-4 text-ink-soft text-sm">
              Henüz hiçbir şey değişmedi. “İçe aktar” dediğinizde alınabilen satırlar işlenir.
            </p>
          )}
        </>
      ),
      <>
        {bring.isPending ? (
          <Button onClick={() => close(false)}>Arka planda sürsün</Button>
        ) : (
          <Button onClick={another}>Başka dosya seç</Button>
        )}
        <Button
          variant="primary"
          busy={bring.isPending}
          busyText="Dosya aktarılıyor"
          onClick={() => bring.mutate(choice)}
        >
          İçe aktar
        </Button>
      </>,
    )
  return shell(
    'Excel’den içe aktar',
    <div className="grid gap-6">
      {choice && preview.isPending ? (
        <UnderWay label={FILE_LABEL} text={`${choice.file.name} inceleniyor`} />
      ) : (
        <Field label={FILE_LABEL} required error={fault} hint=".xlsx veya .xls, en fazla 10 MB ve 50.000 satır">
          <FileChooser
            file={choice?.file}
            onChoose={file => {
              setFault(file && faultOf(file))
              setChoice(file && { file, key: randomId(), warehouse })
            }}
            accept=".xlsx,.xls"
            prompt="Excel dosyası seçin"
          />
        </Field>
      )}
      <ColumnGuide
        columns={INVENTORY_COLUMNS}
        notes={COLUMN_NOTES}
        className="gap-x-8 sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-5"
      />
    </div>,
    <>
      <Button onClick={() => close(false)}>Vazgeç</Button>
      <Button variant="primary" busy={preview.isPending} busyText="Dosya inceleniyor" onClick={look}>
        Önizle
      </Button>
    </>,
  )
}

const FILE_LABEL = 'Excel dosyası'

/** As tall as the chooser whose place it takes, so that a second press meets the same button. */
function UnderWay({ label, text }: { label?: string; text: string }) {
  return (
    <div className="grid gap-1">
      {label && <span className="font-medium text-sm">{label}</span>}
      <output className="flex min-h-24 items-center gap-3 rounded-md border border-line bg-surface-sunken px-4 py-3">
        <Spinner className="size-6 text-brand-ink" />
        <span className="min-w-0 truncate font-medium">{text}</span>
      </output>
      <p className="text-ink-soft text-sm">Büyük dosyalarda bir dakikaya kadar sürebilir.</p>
    </div>
  )
}

function faultOf(file: File) {
  if (!/\.xlsx?$/i.test(file.name)) return REFUSALS.not_a_workbook.detail()
  if (file.size > LARGEST_WORKBOOK) return 'Dosya 10 MB sınırını aşıyor'
  return undefined
}

class ChangedOnDisk extends Error {
  override readonly message = 'Dosya seçildikten sonra değişti; lütfen yeniden seçin'
}

/** The browser refuses to read a file that was changed on the disk after it was chosen. */
async function assertAsChosen(file: File) {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new ChangedOnDisk()
    })
}

const COLUMN_NOTES: Record<(typeof INVENTORY_COLUMNS)[number], string> = {
  ID: 'İsteğe bağlı; doluysa o ürün güncellenir',
  'Ürün Adı': 'Zorunlu',
  Marka: 'Boş bırakılabilir',
  Kategori: `Boşsa ${IMPORT_DEFAULTS.category}`,
  Birim: `Boşsa ${IMPORT_DEFAULTS.unit}`,
  Fiyat: `Boşsa ${IMPORT_DEFAULTS.price}`,
  'KDV Oranı': `Boşsa ${IMPORT_DEFAULTS.vat_rate}`,
  Stok: `Boşsa ${IMPORT_DEFAULTS.stock_quantity}`,
  Barkod: 'İsteğe bağlı',
}
