import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { Warehouse } from '#contract/catalogue.ts'
import { INVENTORY_COLUMNS, importProducts } from '#contract/inventory.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { ApiError, upload } from '../../api.ts'
import { randomId } from '../../random-id.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { useConfirmBeforeUnload } from '../../ui/leave-guard.ts'
import { toast } from '../../ui/toaster.tsx'
import { ColumnGuide } from '../column-guide.tsx'
import { productsMayDiffer } from '../product-change.ts'
import { ImportChoices } from './import-choices.tsx'
import { assertAsChosen, ChangedOnDisk, COLUMN_NOTES, FILE_LABEL, faultOf, UnderWay } from './import-file.tsx'
import { ImportPreview } from './import-preview.tsx'
import { type Reading, type Seen, stockToUpdate, withTicked } from './import-reading.ts'
import { figuresText, ImportResult } from './import-result.tsx'

/** A chosen file with the idempotency key that all attempts to import it share. */
type Choice = { file: File; key: string; warehouse: Warehouse }

type ImportProductsDialogProps = { warehouse: Warehouse; open: boolean; onOpenChange: (open: boolean) => void }

/** Imports products from a workbook into a warehouse, after a row-by-row preview. */
export function ImportProductsDialog({ warehouse, open, onOpenChange }: ImportProductsDialogProps) {
  const [choice, setChoice] = useState<Choice>()
  const [fault, setFault] = useState<string>()
  const [seen, setSeen] = useState<Seen>()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(NONE)
  const looking = useRef<AbortController>(undefined)
  const another = () => {
    looking.current?.abort()
    preview.reset()
    bring.reset()
    setFault(undefined)
    setChoice(undefined)
    setSeen(undefined)
    setTicked(NONE)
  }
  const alertFault = (error: Error) => {
    window.alert(error.message)
    if (error instanceof ChangedOnDisk) another()
  }
  // The options being previewed are shown immediately, before the new preview arrives.
  const [query, setAsked] = useState<Reading>()
  const preview = useMutation({
    mutationFn: async ({ file, warehouse, reading, signal }: Choice & { reading: Reading; signal: AbortSignal }) => {
      await assertAsChosen(file)
      return upload(importProducts, { query: { warehouse, preview: '1', ...reading }, file, signal })
    },
    onSuccess: (summary, { reading }) => {
      setSeen(before => ({ summary, reading, firstRow: summary.first_row ?? before?.firstRow }))
      announce(`Önizleme hazır: ${figuresText(summary)}`)
    },
    onError: (error, { signal }) => signal.aborted || isMisplaced(error) || alertFault(error),
    onSettled: (_, __, { reading }) => setAsked(latest => (latest === reading ? undefined : latest)),
  })
  const bring = useMutation({
    mutationFn: async ({ file, key, warehouse, summary, reading }: Choice & Seen) => {
      await assertAsChosen(file)
      const body = { update_stock: stockToUpdate(summary, ticked) }
      return upload(importProducts, { query: { warehouse, ...reading }, body, file, key })
    },
    onSuccess: (summary, { file }) => {
      const [done, description] = [`${file.name} aktarıldı`, figuresText(summary)]
      // The open dialog shows the result and only screen readers need the announcement; otherwise a toast shows it.
      if (open) announce(`${done}: ${description}`)
      else toast.success(done, { description })
      productsMayDiffer()
    },
    onError: alertFault,
  })
  // After a reload the result would be unknown, and importing again would create the new products twice.
  useConfirmBeforeUnload(bring.isPending)
  const isUnanswered = bring.error instanceof ApiError && !bring.error.isDecision
  const isFirstRowOpen = seen?.firstRow !== undefined && !seen.reading.first_row
  const close = (wanted: boolean) => {
    // A running import continues and is shown again when the dialog is reopened.
    if (!wanted && !bring.isPending) another()
    onOpenChange(wanted)
  }
  const look = (reading: Reading = {}) => {
    const wrong = choice ? faultOf(choice.file) : REFUSALS.file_missing.detail()
    setFault(wrong)
    if (!choice || wrong) return
    looking.current?.abort()
    looking.current = new AbortController()
    setAsked(reading)
    preview.mutate({ ...choice, reading, signal: looking.current.signal })
  }
  const shell = (title: string, children: ReactNode, footer: ReactNode) => (
    <Dialog
      wide
      whole={seen !== undefined}
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
      <ImportResult summary={bring.data} promised={seen && withTicked(seen.summary, ticked)} />,
      <>
        <Button onClick={another}>Başka dosya aktar</Button>
        <Button variant="primary" onClick={() => close(false)}>
          Tamam
        </Button>
      </>,
    )
  if (choice && seen)
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
          <div className="grid min-w-0 gap-4">
            <ImportChoices
              seen={seen}
              reading={query ?? seen.reading}
              locked={isUnanswered}
              onRead={look}
              ticked={ticked}
              onTick={setTicked}
            />
            <ImportPreview summary={seen.summary} ticked={ticked} onTick={setTicked} locked={isUnanswered} />
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
        {bring.isPending ? (
          <Button onClick={() => close(false)}>Arka planda sürsün</Button>
        ) : (
          <Button onClick={another}>Başka dosya seç</Button>
        )}
        <Button
          variant="primary"
          disabled={isFirstRowOpen}
          busy={bring.isPending || preview.isPending}
          busyText={preview.isPending ? 'Dosya inceleniyor' : 'Dosya aktarılıyor'}
          onClick={() => bring.mutate({ ...choice, ...seen })}
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
              preview.reset()
              setFault(file && faultOf(file))
              setChoice(file && { file, key: randomId(), warehouse })
            }}
            accept=".xlsx,.xls"
            prompt="Excel dosyası seçin"
          />
        </Field>
      )}
      {isMisplaced(preview.error) && (
        <AlertStrip
          kind="error"
          title="Dosya alınmadı"
          action={<Button onClick={() => look({ columns: 'headings' })}>Sütunları başlıklarına göre eşle</Button>}
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
      <Button variant="primary" busy={preview.isPending} busyText="Dosya inceleniyor" onClick={() => look()}>
        Önizle
      </Button>
    </>,
  )
}

const NONE: ReadonlySet<number> = new Set()

/** The columns are in the wrong order, but can be mapped by their headings. */
const isMisplaced = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'workbook_headings_misplaced'
