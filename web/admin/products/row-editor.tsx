import { Image } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { EditableField } from '#contract/product-fields.ts'
import { type AdminProduct, type ProductChange, readAnyProduct } from '#contract/products.ts'
import { request } from '../../api.ts'
import type { Conflicts } from '../../forms/use-conflicts.ts'
import { useStoredForm } from '../../forms/use-stored-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { confirmLoss, useConfirmBeforeLeaving } from '../../ui/leave-guard.ts'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toaster.tsx'
import { useScanner } from '../scanning/scanner.ts'
import type { ProductDraft } from './product-draft.ts'
import { DateEditor, NumberEditor, StockNote, UnorderableWarning, useFieldEditing } from './product-fields.tsx'
import { useProductEdit } from './use-product-edit.ts'

/** The fields of a row's form; the other ones are edited in the sheet. */
const ROW_FIELDS = [
  'name',
  'brand',
  'category',
  'price',
  'unit',
  'vat_rate',
  'stock_quantity',
  'expected_stock_date',
  'is_active',
] as const satisfies readonly EditableField[]
const STORED_FIELDS = [...ROW_FIELDS, 'stock_note'] as const

/** The field that takes the focus when the row was opened by a press on a column. */
const FIELD_OF_COLUMN: Record<string, (typeof ROW_FIELDS)[number]> = {
  category: 'category',
  price: 'price',
  stock_quantity: 'stock_quantity',
  available_quantity: 'expected_stock_date',
  is_active: 'is_active',
}

/**
 * Edits one row of the product list at a time. Holds the input while the row is scrolled out of view, and discards
 * changes only after the user confirmed. `onMore` opens the sheet with all fields, once changes of the row are discarded.
 */
export function useProductRowEditor(onMore: (product: AdminProduct) => void) {
  /** The product whose row was closed last: its row takes the focus back. */
  const [lastClosed, setLastClosed] = useState<string>()
  const [first, setFirst] = useState<(typeof ROW_FIELDS)[number]>('name')
  const editing = useProductEdit(undefined, { onSaved: () => close(), onGone: () => close() })
  const { product, form, conflicts, busy, begin, save } = editing
  const { isDirty } = form.formState
  const id = product?.id
  useCurrentProduct(product, editing.adopt)
  const element = useFirstFocus(id, first)
  const close = () => {
    setLastClosed(id)
    begin()
  }
  const loss = `${product?.name ?? ''} için yaptığınız değişiklikler kaybolur.`
  useConfirmBeforeLeaving(isDirty, loss, close)
  const mayClose = () => !isDirty || confirmLoss(loss)
  const leave = () => {
    if (!busy && mayClose()) close()
  }
  const more = () => {
    if (!product || busy || !mayClose()) return
    close()
    onMore(product)
  }
  return {
    id,
    lastClosed,
    /** To be called when the row has taken the focus. */
    forgetLastClosed: () => setLastClosed(undefined),
    edit: (next: AdminProduct, column = 'name') => {
      if (busy || !mayClose()) return
      setLastClosed(undefined)
      setFirst(FIELD_OF_COLUMN[column] ?? 'name')
      begin(next)
    },
    form: product && (
      <ProductRowForm
        key={id}
        ref={element}
        product={product}
        form={form}
        conflicts={conflicts}
        stored={editing.stored}
        onSave={save}
        onLeave={leave}
        onMore={more}
        busy={busy}
      />
    ),
  }
}

/** Fetches the product whose row was opened, and adopts it if the list's was outdated, as saving would be refused. */
function useCurrentProduct(product: AdminProduct | undefined, adopt: (fresh: AdminProduct) => void) {
  const id = product?.id
  const take = useEffectEvent((fresh: AdminProduct) => {
    if (product && product.updated_at < fresh.updated_at) adopt(fresh)
  })
  useEffect(() => {
    if (!id) return undefined
    let isOver = false
    const load = async () => {
      const fresh = await request(readAnyProduct, { params: { id } }).catch(() => undefined)
      if (fresh && !isOver) take(fresh)
    }
    void load()
    return () => {
      isOver = true
    }
  }, [id])
}

/** Focuses a field of the form when it opens. */
function useFirstFocus(id: string | undefined, first: (typeof ROW_FIELDS)[number]) {
  const form = useRef<HTMLFormElement>(null)
  // Not by the form's `setFocus`, which waits for a timer: a key pressed immediately would be lost.
  useEffect(() => {
    const fields = id ? form.current?.elements : undefined
    // An offer has no field for the expected date.
    const input = fields?.namedItem(first) ?? fields?.namedItem('stock_quantity')
    if (!(input instanceof HTMLElement)) return
    input.focus()
    // Selected, so that typing replaces the number.
    if (input instanceof HTMLInputElement && (first === 'price' || first === 'stock_quantity')) input.select()
  }, [id, first])
  return form
}

type ProductRowFormProps = {
  ref: RefObject<HTMLFormElement | null>
  product: AdminProduct
  form: UseFormReturn<ProductDraft, unknown, ProductChange>
  conflicts: Conflicts<EditableField>
  stored: ReturnType<typeof useProductEdit>['stored']
  onSave: () => Promise<void>
  onLeave: () => void
  onMore: () => void
  busy: boolean
}

function ProductRowForm(props: ProductRowFormProps) {
  const { ref, product, form, conflicts, stored, onSave, onLeave, onMore, busy } = props
  useStoredForm({ name: `product-row:${product.id}`, title: product.name, ...stored(STORED_FIELDS) })
  // A scan must not be typed into the name, nor must its Enter save the form.
  useScanner(
    code => void toast.warning(`“${code}” okutuldu, ama forma yazılmadı`, { description: WHERE_TO_SCAN }),
    target => ref.current?.contains(target) === true,
  )
  const leaveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onLeave()
  }
  return (
    <Form
      ref={ref}
      aria-label={`${product.name} düzenleniyor`}
      onKeyDown={leaveByKey}
      onSubmit={event => {
        event.preventDefault()
        void onSave()
      }}
    >
      <RowFields form={form} conflicts={conflicts} isOffer={product.is_offer} />
      <div className="flex flex-wrap items-center gap-2 max-sm:*:flex-1">
        <Button variant="ghost" icon={Image} className="mr-auto max-sm:basis-full" onClick={onMore}>
          Resim, barkod, açıklama
        </Button>
        <Button onClick={onLeave}>Vazgeç</Button>
        <Button variant="primary" type="submit" busy={busy} busyText="Ürün kaydediliyor">
          Kaydet
        </Button>
      </div>
    </Form>
  )
}

const WHERE_TO_SCAN = 'Ürünün barkodunu “Resim, barkod, açıklama” altında okutun.'

type RowFieldsProps = Pick<ProductRowFormProps, 'form' | 'conflicts'> & { isOffer: boolean }

/** The fields in the order of the table's columns; an offer is never expected, and has the VAT rate of its source. */
function RowFields({ form, conflicts, isOffer }: RowFieldsProps) {
  const { about, register, control, draft, options } = useFieldEditing(form, conflicts)
  const isMoved = form.formState.defaultValues?.stock_quantity !== draft.stock_quantity
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-6 lg:grid-cols-12">
      <Field {...about('name')} required className="col-span-2 sm:col-span-6 lg:col-span-5">
        <TextInput autoComplete="off" {...register('name')} />
      </Field>
      <Field {...about('brand')} className="sm:col-span-3">
        <TextInput autoComplete="off" {...register('brand')} />
      </Field>
      <Field {...about('category')} required className="sm:col-span-3 lg:col-span-4">
        <Select placeholder="Seçin" options={options.categories} {...register('category')} />
      </Field>
      <Field {...about('price')} className="col-span-2">
        <NumberEditor control={control} name="price" />
      </Field>
      <Field {...about('unit')} className="sm:col-span-2">
        <Select options={options.units} {...register('unit')} />
      </Field>
      {!isOffer && (
        <Field {...about('vat_rate')} className="sm:col-span-2">
          <Select options={options.vatRates} {...register('vat_rate', { valueAsNumber: true })} />
        </Field>
      )}
      <Field {...about('stock_quantity')} className="sm:col-span-2">
        <NumberEditor control={control} name="stock_quantity" />
      </Field>
      {!isOffer && (
        <Field {...about('expected_stock_date')} required={draft.stock_quantity === 0} className="sm:col-span-2">
          <DateEditor control={control} />
        </Field>
      )}
      <Field {...about('is_active')} className="sm:col-span-2">
        <Switch {...register('is_active')} />
      </Field>
      {isMoved && <StockNote form={form} className="col-span-2 sm:col-span-6" />}
      {!isOffer && <UnorderableWarning draft={draft} className="col-span-full" />}
    </div>
  )
}
