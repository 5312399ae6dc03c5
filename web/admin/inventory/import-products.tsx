import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listAllProducts, listCategories, type Warehouse } from '#contract/catalogue.ts'
import { IMPORT_DEFAULTS, INVENTORY_COLUMNS, importProducts, LARGEST_WORKBOOK } from '#contract/inventory.ts'
import { formatNumber } from '#contract/money.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { readAdminStats } from '#contract/reports.ts'
import { upload } from '../../api.ts'
import { answersOf } from '../../parts/asking.ts'
import { randomId } from '../../random-id.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toaster.tsx'
import { ImportResult } from './import-result.tsx'

/** A file as it was chosen: every try to bring it is the same deed. */
type Choice = { file: File; key: string; warehouse: Warehouse }

type ImportProductsDialogProps = { warehouse: Warehouse; open: boolean; onOpenChange: (open: boolean) => void }

/** Brings products from a workbook into a warehouse, and says row by row what could not be taken. */
export function ImportProductsDialog({ warehouse, open, onOpenChange }: ImportProductsDialogProps) {
  const [choice, setChoice] = useState<Choice>()
  const [fault, setFault] = useState<string>()
  const kept = useQueryClient()
  const bring = useMutation({
    mutationFn: ({ file, key, warehouse }: Choice) => upload(importProducts, { query: { warehouse }, file, key }),
    onSuccess: ({ created, updated, errors }, { file }) => {
      const figures = [`${formatNumber(created)} yeni`, `${formatNumber(updated)} güncellenen`]
      if (errors.length) figures.push(`${formatNumber(errors.length)} hata`)
      const [done, description] = [`${file.name} aktarıldı`, figures.join(', ')]
      // The open dialog shows it to those who see; whoever has gone on to other things is told.
      if (open) announce(`${done}: ${description}`)
      else toast.success(done, { description })
      for (const call of [listAllProducts, listCategories, readAdminStats])
        void kept.invalidateQueries({ queryKey: answersOf(call) })
    },
    onError: error => window.alert(error.message),
  })
  const choose = (file: File | undefined) => {
    setFault(file && faultOf(file))
    setChoice(file && { file, key: randomId(), warehouse })
  }
  const another = () => {
    bring.reset()
    choose(undefined)
  }
  const close = (wanted: boolean) => {
    // What is under way goes on, and is found here again.
    if (!wanted && !bring.isPending) another()
    onOpenChange(wanted)
  }
  const begin = () => {
    const wrong = choice ? faultOf(choice.file) : REFUSALS.file_missing.detail()
    setFault(wrong)
    if (choice && !wrong) bring.mutate(choice)
  }
  const result = bring.data
  const target = bring.variables?.warehouse ?? choice?.warehouse ?? warehouse
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={close}
      title={result ? 'Aktarım tamamlandı' : 'Excel’den içe aktar'}
      description={`Depo: ${target}`}
      footer={
        result ? (
          <>
            <Button onClick={another}>Başka dosya aktar</Button>
            <Button variant="primary" onClick={() => close(false)}>
              Tamam
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => close(false)}>{bring.isPending ? 'Arka planda sürsün' : 'Vazgeç'}</Button>
            <Button variant="primary" busy={bring.isPending} busyText="Dosya aktarılıyor" onClick={begin}>
              İçe aktar
            </Button>
          </>
        )
      }
    >
      {result ? (
        <ImportResult summary={result} />
      ) : (
        <div className="grid gap-6">
          {bring.isPending ? (
            <UnderWay file={bring.variables.file} />
          ) : (
            <Field label={FILE_LABEL} required error={fault} hint=".xlsx veya .xls, en fazla 10 MB ve 50.000 satır">
              <FileChooser file={choice?.file} onChoose={choose} accept=".xlsx,.xls" prompt="Excel dosyası seçin" />
            </Field>
          )}
          <ColumnGuide />
        </div>
      )}
    </Dialog>
  )
}

const FILE_LABEL = 'Excel dosyası'

/** As tall as the chooser whose place it takes, so that a second press meets the same button. */
function UnderWay({ file }: { file: File }) {
  return (
    <div className="grid gap-1">
      <span className="font-medium text-sm">{FILE_LABEL}</span>
      <output className="flex min-h-24 items-center gap-3 rounded-md border border-line bg-surface-sunken px-4 py-3">
        <Spinner className="size-6 text-brand-ink" />
        <span className="min-w-0 truncate font-medium">{file.name} işleniyor</span>
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

function ColumnGuide() {
  return (
    <section>
      <h3 className="mb-2 font-medium text-sm">Sütunlar (ilk satır başlıktır)</h3>
      <ol className="grid gap-x-8 text-sm sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-5">
        {INVENTORY_COLUMNS.map((column, place) => (
          <li key={column} className="flex items-baseline gap-2 border-line border-b py-1.5">
            <span className="w-5 shrink-0 font-semibold text-ink-soft">{String.fromCharCode(65 + place)}</span>
            <span className="shrink-0 font-medium">{column}</span>
            <span className="ml-auto text-right text-ink-soft">{COLUMN_NOTES[column]}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
