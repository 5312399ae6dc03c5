import { History, PencilLine } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AdminProduct, readAnyProduct } from '#contract/catalogue.ts'
import { StockQuantity } from '#contract/fields.ts'
import { formatDay } from '#contract/turkish.ts'
import { request } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { Failed } from '../../lists/list-states.tsx'
import { useCallQuery } from '../../queries.ts'
import { useAddress } from '../../ui/address.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Details } from '../../ui/details.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useConfirmBeforeLeaving } from '../../ui/leave-guard.ts'
import { numberFrom, wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toaster.tsx'
import { cacheFoundProduct, setStock, updateCachedProduct } from '../products/product-cache.ts'
import { alertWhenKeysIdle, untilKeysIdle } from '../scanning/keys-idle.ts'
import { FigureChange, signedText } from './figure-change.tsx'
import { ProductLine } from './product-line.tsx'
import { focusFinder, StockFinder } from './stock-finder.tsx'

const LedgerSheet = lazy(async () => ({ default: (await import('./ledger-sheet.tsx')).LedgerSheet }))

/** Corrects the stock on hand of one product, chosen by the URL's `product`. */
export function EditMode({ chooser }: { chooser: ReactNode }) {
  const { read, write } = useAddress()
  const id = read('product')
  const finder = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const rendered = useRenderedProduct(id)
  const saving = useRef<Promise<unknown>>(undefined)
  const choose = async (product: AdminProduct, byBarcode: boolean) => {
    // Wait for a running save: leaving now would ask whether to discard the input being saved.
    await saving.current
    // The scan has just fetched the product: show it from the cache.
    if (byBarcode) cacheFoundProduct(product)
    // Unsaved input opens a confirmation, which must not open during a scan.
    if (byBarcode && form.current?.querySelector('input')?.value) await untilKeysIdle()
    write({ product: product.id })
    if (new URLSearchParams(location.search).get('product') !== product.id) return false
    await rendered.until(product.id)
    form.current?.querySelector('input')?.focus()
    return true
  }
  return (
    <Page title="Stok düzeltme" windowTitle="Stok düzeltme · Stok" aside={chooser}>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <StockFinder place={finder} onChoose={choose} />
        {id ? (
          <div ref={form}>
            <ProductStock
              key={id}
              id={id}
              onSaving={saved => {
                saving.current = saved
              }}
              onDone={() => {
                if (rendered.is(id)) focusFinder(finder.current)
              }}
            />
          </div>
        ) : (
          <EmptyState
            icon={PencilLine}
            title="Stoğunu düzelteceğiniz ürünü bulun"
            text="Raftaki gerçek miktarı yazarsınız; fark, nedeniyle birlikte stok hareketlerine işlenir."
          />
        )}
      </div>
    </Page>
  )
}

/** Tracks the product that is rendered, which may lag behind the URL. */
function useRenderedProduct(id: string) {
  const renderedId = useRef<string>(undefined)
  const waiting = useRef(new Set<() => void>())
  useEffect(() => {
    renderedId.current = id
    const settled = waiting.current
    const resolveAll = () => {
      for (const resolve of settled) resolve()
      settled.clear()
    }
    resolveAll()
    return resolveAll
  }, [id])
  return {
    is: (one: string) => renderedId.current === one,
    /** Resolves when the product is rendered, or another one was chosen instead. */
    until: (one: string) =>
      renderedId.current === one ? Promise.resolve() : new Promise<void>(resolve => void waiting.current.add(resolve)),
  }
}

/** Polling interval in milliseconds, for concurrent stock movements. */
const POLL_INTERVAL = 3_000

type ProductStockProps = {
  id: string
  onSaving: (saved: Promise<unknown>) => void
  onDone: () => void
}

function ProductStock({ id, ...rest }: ProductStockProps) {
  const query = useCallQuery(readAnyProduct, { params: { id }, every: POLL_INTERVAL })
  if (query.data) return <StockForm product={query.data} {...rest} />
  return query.error ? <Failed query={query} error={query.error} /> : <LoadingRows rows={3} />
}

type StockFormProps = Omit<ProductStockProps, 'id'> & { product: AdminProduct }

function StockForm({ product, onSaving, onDone }: StockFormProps) {
  // The change is sent with the displayed state's `updated_at`, so that it does not overwrite concurrent changes.
  const [displayed, setDisplayed] = useState(product)
  const [latest, setLatest] = useState(product)
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [previousStock, setPreviousStock] = useState<number>()
  const [saved, setSaved] = useState<{ before: number; after: number }>()
  const [ledgerOpen, setLedgerOpen] = useState<boolean>()
  const typedQuantity = numberFrom(typed)
  // Without unsaved input, follow the current state.
  if (product !== latest) {
    setLatest(product)
    if (!typed.trim()) setDisplayed(product)
  }
  const type = (text: string) => {
    setTyped(text)
    setSaved(undefined)
  }
  useConfirmBeforeLeaving(typed.trim() !== '', `${displayed.name} için yazdığınız stok kaydedilmedi.`, () => type(''))
  const reload = async () => {
    const fresh = await request(readAnyProduct, { params: { id: displayed.id } }).catch(() => undefined)
    if (!fresh) return
    updateCachedProduct(fresh)
    setPreviousStock(displayed.stock_quantity)
    setDisplayed(fresh)
  }
  const { run, pending } = useCommand(setStock, {
    showError: async error => {
      await alertWhenKeysIdle(error.message)
      if (error.is(setStock, 'changed_meanwhile')) void reload()
    },
    onReply: ({ product: changed }) => {
      updateCachedProduct(changed)
      flushSync(() => {
        type('')
        setSaved({ before: displayed.stock_quantity, after: changed.stock_quantity })
        setDisplayed(changed)
        setNote('')
        setPreviousStock(undefined)
      })
      toast.success('Stok güncellendi', { description: changed.name })
      onDone()
    },
  })
  const save = () => {
    if (pending) return
    const quantity = StockQuantity.safeParse(typedQuantity ?? Number.NaN)
    if (!quantity.success) return window.alert(quantity.error.issues[0]?.message)
    const stock_note = note.trim() || null
    const body = { stock_quantity: quantity.data, stock_note, updated_at: displayed.updated_at }
    onSaving(run({ params: { id: displayed.id }, body }))
  }
  const { unit, stock_quantity, expected_stock_date } = displayed
  return (
    <Card>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-1 content-start gap-4">
          <ProductLine product={displayed}>
            <p className="text-ink-soft text-sm">
              {[displayed.barcode, !displayed.is_active && 'Pasif'].filter(Boolean).join(' · ')}
            </p>
          </ProductLine>
          <Details
            details={[
              { label: 'Eldeki', value: <strong className="font-semibold">{quantityOf(stock_quantity, unit)}</strong> },
              { label: 'Ayrılan', value: quantityOf(displayed.reserved_quantity, unit) },
              { label: 'Satılabilir', value: quantityOf(displayed.available_quantity, unit) },
              { label: 'Beklenen tarih', value: expected_stock_date && formatDay(expected_stock_date) },
            ]}
          />
          <Button icon={History} className="justify-self-start" onClick={() => setLedgerOpen(true)}>
            Stok hareketleri
          </Button>
        </div>
        <Form
          aria-label="Stok düzeltme"
          onSubmit={event => {
            event.preventDefault()
            save()
          }}
        >
          {previousStock !== undefined && previousStock !== stock_quantity && (
            <AlertStrip kind="warning" title="Stok siz bakarken değişti">
              <FigureChange before={previousStock} after={stock_quantity} unit={unit} />
            </AlertStrip>
          )}
          {saved && (
            <AlertStrip kind="success" title="Eldeki">
              <FigureChange before={saved.before} after={saved.after} unit={unit} />
            </AlertStrip>
          )}
          {saved?.after === 0 && !expected_stock_date && (
            <AlertStrip kind="warning">Stok 0 ve beklenen stok tarihi yok: bu ürün sipariş edilemez.</AlertStrip>
          )}
          <Field
            label="Raftaki miktar"
            hint={
              typedQuantity === undefined ? undefined : `Fark: ${signedText(typedQuantity - stock_quantity)} ${unit}`
            }
          >
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
          <Field label="Neden" hint="Fire, kırık, iade gibi; stok hareketlerinde görünür.">
            <Textarea rows={2} value={note} onChange={({ target }) => setNote(target.value)} />
          </Field>
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
      </div>
      {ledgerOpen !== undefined && (
        <Suspense>
          <LedgerSheet product={displayed} open={ledgerOpen} onOpenChange={setLedgerOpen} />
        </Suspense>
      )}
    </Card>
  )
}

const quantityOf = (quantity: number, unit: string) => `${wholeText(quantity)} ${unit}`
