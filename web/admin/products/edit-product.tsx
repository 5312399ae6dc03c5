import { useEffect, useId, useLayoutEffect, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type AdminProduct, changeProduct, type ProductChange, readAnyProduct } from '#contract/catalogue.ts'
import { EDITABLE_FIELDS, type EditableField, PRODUCT_FIELDS } from '#contract/product-fields.ts'
import { formatDay } from '#contract/turkish.ts'
import { request } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { alertRefusal } from '../../forms/field-errors.ts'
import { keptFields, useKeptForm } from '../../forms/use-kept-form.ts'
import { Failed } from '../../lists/list-states.tsx'
import { useCallQuery } from '../../queries.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toaster.tsx'
import { numberTextOf } from './field-text.ts'
import { updateCachedProduct } from './product-cache.ts'
import { changesOf, differingFields, draftOf, type ProductDraft, resolveChangeOf } from './product-draft.ts'
import { ProductFields } from './product-fields.tsx'

type EditProductProps = { id: string; open: boolean; onClose: () => void }

/** Edits a product, freshly loaded, in a sheet beside the list. */
export function EditProduct({ id, open, onClose }: EditProductProps) {
  const formId = useId()
  const [dialogState, setDialogState] = useState<DialogState>({ isChanged: false, busy: false })
  const query = useCallQuery(readAnyProduct, { params: { id }, enabled: open })
  // A cached product may be outdated, and saving it would be refused: wait for the current one.
  const [product, setProduct] = useState<AdminProduct>()
  // A product fetched a moment ago is not fetched again.
  const isCurrent = !query.isFetching && (query.isFetchedAfterMount || !query.isStale)
  if (!product && query.data && isCurrent) setProduct(query.data)
  return (
    <FormDialog
      asSidePanel
      open={open}
      onClose={onClose}
      title="Ürünü düzenle"
      description={product && `${product.name} · ${product.warehouse}`}
      form={formId}
      disabled={!product}
      loss={`${product?.name} için yaptığınız değişiklikler kaybolur.`}
      busyText="Ürün kaydediliyor"
      {...dialogState}
    >
      {product ? (
        <EditForm id={formId} product={product} onDialogState={setDialogState} onSaved={onClose} />
      ) : query.error && !query.isFetching ? (
        <Failed query={query} error={query.error} />
      ) : (
        <LoadingRows />
      )}
    </FormDialog>
  )
}

/** The form's state that the surrounding dialog needs. */
type DialogState = { isChanged: boolean; busy: boolean }

type EditFormProps = {
  id: string
  product: AdminProduct
  onDialogState: (dialogState: DialogState) => void
  onSaved: () => void
}

function EditForm({ id, product, onDialogState, onSaved }: EditFormProps) {
  const { baseProduct, base, notes, rebase } = useBaseProduct(product)
  const { form, draft } = useProductForm(product, base)
  const { run, pending: busy } = useCommand(changeProduct, {
    onReply: ({ product: saved }) => {
      updateCachedProduct(saved)
      toast.success('Ürün güncellendi', { description: saved.name })
      onSaved()
    },
    showError: async error => {
      alertRefusal(error, form, EDITABLE_FIELDS)
      if (!error.is(changeProduct, 'changed_meanwhile')) return
      const fresh = await request(readAnyProduct, { params: { id: product.id } }).catch(() => undefined)
      if (!fresh) return
      updateCachedProduct(fresh)
      // Edited fields keep their input; the others take the current values.
      const edited = changesOf(base, form.getValues())
      form.reset({ ...draftOf(fresh), ...pick(form.getValues(), edited) })
      rebase(fresh)
    },
  })
  const changes = changesOf(base, draft)
  const isChanged = Object.keys(changes).length > 0
  const save = form.handleSubmit(async body => {
    const updated_at = baseProduct.updated_at
    if (Object.keys(body).length === 0) onSaved()
    else await run({ params: { id: product.id }, body: { ...body, updated_at } })
  })
  useEffect(() => form.setFocus('name'), [form])
  useLayoutEffect(() => onDialogState({ isChanged, busy }), [isChanged, busy, onDialogState])
  return (
    <Form
      id={id}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <ProductFields
        form={form}
        notes={notes}
        besideStock={
          'stock_quantity' in changes && (
            <Field
              label="Stok düzeltme nedeni"
              hint="Stok hareketlerinde görünür"
              error={form.formState.errors.stock_note?.message}
              className="sm:col-span-2"
            >
              <TextInput autoComplete="off" {...form.register('stock_note')} />
            </Field>
          )
        }
      />
    </Form>
  )
}

const KEPT = [...EDITABLE_FIELDS, 'stock_note'] as const

/** The form, which is kept when the session ends, and what is in it. */
function useProductForm({ id, name }: AdminProduct, base: ProductDraft) {
  const form = useForm<ProductDraft, unknown, ProductChange>({
    resolver: resolveChangeOf(base),
    defaultValues: base,
  })
  const draft = useWatch({ control: form.control, compute: (whole: ProductDraft) => whole })
  useKeptForm({ name: `product:${id}`, title: name, ...keptFields(form, KEPT) })
  return { form, draft }
}

/** The product that edits are compared with: as it was opened, or as reloaded after a concurrent change. */
function useBaseProduct(product: AdminProduct) {
  const [baseProduct, setBaseProduct] = useState(product)
  const [notes, setNotes] = useState<Partial<Record<EditableField, string>>>({})
  const base = useMemo(() => draftOf(baseProduct), [baseProduct])
  const rebase = (fresh: AdminProduct) => {
    const others = differingFields(base, draftOf(fresh))
    setNotes(Object.fromEntries(others.map(field => [field, `Bu arada değişti: ${shown(field, fresh)}`])))
    setBaseProduct(fresh)
  }
  return { baseProduct, base, notes, rebase }
}

const pick = (draft: ProductDraft, fields: object) =>
  Object.fromEntries(Object.entries(draft).filter(([field]) => field in fields))

function shown(field: EditableField, product: AdminProduct): string {
  const value = draftOf(product)[field]
  if (field === 'image_url') return value ? 'başka bir resim' : 'resim kaldırıldı'
  if (typeof value === 'boolean') return value ? 'aktif' : 'pasif'
  if (typeof value === 'number') return numberTextOf(field, value)
  if (!value) return 'boş'
  return PRODUCT_FIELDS[field].kind === 'day' ? formatDay(value) : value
}
