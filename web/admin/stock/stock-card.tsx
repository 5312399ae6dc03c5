import { History } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { activeLabel } from '#contract/active-labels.ts'
import type { AdminProduct } from '#contract/products.ts'
import { formatDay } from '#contract/turkish.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Details } from '../../ui/details.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useConfirmBeforeLeaving } from '../../ui/leave-guard.ts'
import { Link } from '../../ui/router.tsx'
import { useSheet } from '../../ui/sheet-address.ts'
import { quantityText, signedText } from '../../ui/signed-text.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { FigureChange } from './figure-change.tsx'
import { OversoldByEdit } from './oversold.tsx'
import { ProductLine } from './product-line.tsx'
import { type StockCorrection, type StockCorrectionProps, useStockCorrection } from './use-stock-correction.ts'

const LedgerSheet = lazy(async () => ({ default: (await import('./ledger-sheet.tsx')).LedgerSheet }))

/** A product's stock, its ledger, and the form that corrects the stock on hand. */
export function StockCard(props: StockCorrectionProps) {
  const correction = useStockCorrection(props)
  const ledger = useSheet('ledger')
  const { displayed, isChanged, loss, discard } = correction
  useConfirmBeforeLeaving(isChanged, loss, discard)
  return (
    <Card>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-1 content-start gap-4">
          <StockFigures product={displayed} />
          <Button
            icon={History}
            className="justify-self-start"
            onClick={() => ledger.open(displayed.id, { skipsLeaveCheck: true })}
          >
            Stok hareketleri
          </Button>
        </div>
        <StockForm correction={correction} />
      </div>
      {ledger.id === displayed.id && (
        <Suspense>
          <LedgerSheet product={displayed} open onOpenChange={ledger.close} />
        </Suspense>
      )}
    </Card>
  )
}

function StockFigures({ product }: { product: AdminProduct }) {
  const { barcode, is_active, stock_quantity, reserved_quantity, available_quantity, unit, expected_stock_date } =
    product
  return (
    <>
      <ProductLine product={product}>
        <p className="text-ink-soft text-sm">
          {[barcode, !is_active && activeLabel(false)].filter(Boolean).join(' · ')}
        </p>
      </ProductLine>
      <Details
        details={[
          { label: 'Eldeki', value: <strong className="font-semibold">{quantityOf(stock_quantity, unit)}</strong> },
          { label: 'Ayrılan', value: quantityOf(reserved_quantity, unit) },
          { label: 'Satılabilir', value: quantityOf(available_quantity, unit) },
          { label: 'Beklenen tarih', value: expected_stock_date && formatDay(expected_stock_date) },
        ]}
      />
    </>
  )
}

function StockForm({ correction }: { correction: StockCorrection }) {
  const { pending, save } = correction
  return (
    <Form
      aria-label="Stok düzeltme"
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
    >
      <StockFields correction={correction} />
      <Button
        variant="primary"
        size="large"
        type="submit"
        busy={pending}
        busyText="Stok güncelleniyor"
        className="sm:justify-self-end"
      >
        Stoğu güncelle
      </Button>
    </Form>
  )
}

/** A link to the product's lots, where a single one can be corrected. */
function OneLot({ product: { name, warehouse } }: { product: AdminProduct }) {
  const where = new URLSearchParams({ tab: 'inventory', view: 'lots', warehouse, search: name })
  return (
    <p className="text-ink-soft text-sm">
      Azalırsa önce partisiz mal, sonra tarihi en yakın parti düşer. Belirli bir parti için:{' '}
      <Link to={`/admin/dashboard?${where}`} className="text-link">
        partileri aç
      </Link>
    </p>
  )
}

/** The fields of a stock correction, with notices about concurrent changes and overselling. */
export function StockFields({ correction }: { correction: StockCorrection }) {
  const { displayed, typed, quantity, type, note, setNote, pending } = correction
  const { unit, stock_quantity } = displayed
  const difference = quantity === undefined ? undefined : signedText(quantity - stock_quantity)
  return (
    <>
      <StockNotices correction={correction} />
      {displayed.lot_tracking !== 'off' && <OneLot product={displayed} />}
      <Field label="Raftaki miktar" hint={difference && `Fark: ${difference} ${unit}`}>
        <TextInput
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the product was chosen to type this
          autoFocus
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          suffix={unit}
          readOnly={pending}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
      </Field>
      <OversoldByEdit typed={quantity} product={displayed} />
      <Field label="Neden" hint="Fire, kırık, iade gibi; stok hareketlerinde görünür.">
        <Textarea rows={2} readOnly={pending} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </>
  )
}

/** A concurrent change of the stock, and the result of the last correction. */
function StockNotices({ correction }: { correction: StockCorrection }) {
  const { displayed, previousStock, saved } = correction
  const { unit, stock_quantity, expected_stock_date } = displayed
  return (
    <>
      {previousStock !== undefined && previousStock !== stock_quantity && (
        <AlertStrip kind="warning" title="Stok bu arada değişti">
          <FigureChange before={previousStock} after={stock_quantity} unit={unit} />
        </AlertStrip>
      )}
      {saved && (
        <AlertStrip kind="success" title="Eldeki">
          <FigureChange before={saved.before} after={saved.after} unit={unit} />
        </AlertStrip>
      )}
      {saved?.after === 0 && !expected_stock_date && !displayed.is_offer && (
        <AlertStrip kind="warning">Stok 0 ve beklenen stok tarihi yok: bu ürün sipariş edilemez.</AlertStrip>
      )}
    </>
  )
}

const quantityOf = (quantity: number, unit: string) => `${quantityText(quantity)} ${unit}`
