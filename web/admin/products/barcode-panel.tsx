import { Camera, Keyboard, Pencil } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { printedForm } from '#contract/barcode-spellings.ts'
import { type AdminProduct, findByBarcode, MAX_BARCODE, readAnyProduct, setBarcode } from '#contract/products.ts'
import { useAction } from '../../action.ts'
import { isNotFound, request } from '../../api.ts'
import { ProductPicture } from '../../catalogue/product-picture.tsx'
import { StockLabel } from '../../catalogue/stock-label.tsx'
import { useCommand } from '../../command.ts'
import { ActiveBadge } from '../../ui/active-badge.tsx'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { SideSheet } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Money } from '../../ui/money.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toaster.tsx'
import { soundScan } from '../scanning/scan-sound.ts'
import { useScanner } from '../scanning/scanner.ts'
import { showChangedProduct } from './product-cache.ts'
import { ProductFinder } from './product-finder.tsx'

const CameraView = lazy(async () => ({ default: (await import('./camera/camera-view.tsx')).CameraView }))

const MODES = [
  { value: 'elle', label: 'Elle giriş', icon: Keyboard },
  { value: 'kamera', label: 'Kamera', icon: Camera },
] as const
type Mode = (typeof MODES)[number]['value']

type BarcodePanelProps = {
  mode: Mode
  onMode: (mode: Mode) => void
  onEdit: (product: AdminProduct) => void
  onClose: () => void
}

/** The result of a lookup: the product with this barcode, if there is one. */
type LookupResult = { code: string; product: AdminProduct | undefined }

/** Finds a product by barcode, typed, scanned or read by the camera; an unknown one can be assigned to a product. */
export function BarcodePanel({ mode, onMode, onEdit, onClose }: BarcodePanelProps) {
  const { result, lookUp, pending, showAssigned } = useLookup()
  // Accepts scans wherever the focus is, except in fields, which receive the keys themselves.
  useScanner(
    code => {
      lookUp(code)
      return undefined
    },
    target => !(target instanceof HTMLInputElement && target.type !== 'radio'),
  )
  return (
    <SideSheet open onOpenChange={onClose} title="Barkodla bul">
      <div className="grid gap-4">
        <Segmented block label="Okuma biçimi" options={MODES} value={mode} onChange={onMode} />
        {mode === 'kamera' ? (
          <Suspense fallback={<Loading />}>
            <CameraView onCode={lookUp} busy={pending} onFailed={() => onMode('elle')} />
          </Suspense>
        ) : (
          <ManualEntry busy={pending} onCode={lookUp} />
        )}
        {result?.product && <FoundProduct product={result.product} onEdit={onEdit} />}
        {result && !result.product && (
          <UnknownBarcode code={result.code} onAssigned={product => showAssigned(result.code, product)} />
        )}
      </div>
    </SideSheet>
  )
}

/** Looks up barcodes. Only the last one counts: replies about earlier ones are not shown. */
function useLookup() {
  const [result, setResult] = useState<LookupResult>()
  const last = useRef('')
  const { run, reset, pending } = useAction(find, {
    showError: ({ message }, code) => {
      if (code === last.current) window.alert(message)
    },
    onReply: found => {
      if (found.code !== last.current) return
      soundScan(found.product ? 'found' : 'unknown')
      setResult(found)
    },
  })
  return {
    result,
    pending,
    lookUp: (code: string) => {
      // A second press or scan of the same code.
      if (pending && code === last.current) return
      last.current = code
      setResult(undefined)
      // The last lookup does not wait for the earlier ones.
      reset()
      void run(code)
    },
    /** Shows the product to which a barcode was assigned, unless another barcode is shown by now. */
    showAssigned: (code: string, product: AdminProduct) =>
      setResult(shown => (shown?.code === code ? { code, product } : shown)),
  }
}

async function find(code: string): Promise<LookupResult> {
  try {
    return { code, product: await request(findByBarcode, { params: { barcode: code } }) }
  } catch (error) {
    if (isNotFound(error)) return { code, product: undefined }
    throw error
  }
}

/** A field for a barcode, typed by hand or by a scanner; its text is selected after each entry. */
function ManualEntry({ busy, onCode }: { busy: boolean; onCode: (code: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Form
      onSubmit={event => {
        event.preventDefault()
        const code = input.current?.value.trim()
        input.current?.select()
        if (code) onCode(code)
      }}
    >
      <Field label="Barkod" hint="Yazın veya barkod okuyucuyla okutun">
        <TextInput
          ref={input}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was opened to type or scan here
          autoFocus
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={MAX_BARCODE}
        />
      </Field>
      <Button type="submit" variant="primary" busy={busy} busyText="Barkod aranıyor" className="justify-self-start">
        Bul
      </Button>
    </Form>
  )
}

function FoundProduct({ product, onEdit }: { product: AdminProduct; onEdit: (product: AdminProduct) => void }) {
  const { name, brand, price, unit, available_quantity, expected_stock_date, is_active, warehouse, barcode } = product
  return (
    <section aria-label="Bulunan ürün" className="grid gap-3 rounded-md border border-line p-4">
      <output className="flex items-start gap-3">
        <ProductPicture product={product} size="row" className="size-14 rounded-sm" />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="break-words font-medium">{name}</span>
          <span className="text-ink-soft text-sm">{[brand, warehouse, barcode].filter(Boolean).join(' · ')}</span>
          <span>
            <Money amount={price} className="font-semibold" />{' '}
            <span className="text-ink-soft text-sm">/ {unit} + KDV</span>
          </span>
          <StockLabel product={{ stock_quantity: available_quantity, expected_stock_date }} />
        </span>
        <ActiveBadge active={is_active} />
      </output>
      <Button icon={Pencil} onClick={() => onEdit(product)}>
        Ürünü düzenle
      </Button>
    </section>
  )
}

/** A barcode that no product has, with a form to assign it to one. */
function UnknownBarcode({ code, onAssigned }: { code: string; onAssigned: (product: AdminProduct) => void }) {
  const [chosen, setChosen] = useState<AdminProduct>()
  const barcode = printedForm(code)
  const { run, pending } = useCommand(setBarcode, {
    showError: async (error, { params: { id } }) => {
      window.alert(error.message)
      if (!error.is(setBarcode, 'changed_meanwhile')) return
      // The product may have another barcode by now: the next press requires a confirmation to replace it.
      setChosen(await request(readAnyProduct, { params: { id } }).catch(() => undefined))
    },
    onReply: ({ product }) => {
      showChangedProduct(product)
      toast.success('Barkod atandı', { description: product.name })
      onAssigned(product)
    },
  })
  const assign = (product: AdminProduct) => {
    const question = `${product.name} ürününün barkodu ${product.barcode}. Yerine ${barcode} yazılsın mı?`
    if (product.barcode && !window.confirm(question)) return
    void run({ params: { id: product.id }, body: { barcode, updated_at: product.updated_at } })
  }
  return (
    <section aria-label="Barkodu ata" className="grid gap-3">
      <AlertStrip kind="warning" title="Barkod bulunamadı">
        {barcode} barkodu hiçbir ürüne ait değil.
      </AlertStrip>
      <ProductFinder label="Bu barkodu bir ürüne atayın" value={chosen ?? null} onChoose={setChosen} />
      <Button
        className="justify-self-start"
        disabled={!chosen}
        busy={pending}
        busyText="Barkod atanıyor"
        onClick={() => chosen && assign(chosen)}
      >
        Barkodu ata
      </Button>
    </section>
  )
}
