import { useEffect, useId, useLayoutEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { EDITABLE_FIELDS } from '#contract/product-fields.ts'
import { type AdminProduct, readAnyProduct } from '#contract/products.ts'
import { useStoredForm } from '../../forms/use-stored-form.ts'
import { Failed } from '../../lists/list-states.tsx'
import { useCallQuery } from '../../queries.ts'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { changesOf, type ProductDraft } from './product-draft.ts'
import { ProductFields, StockNote } from './product-fields.tsx'
import { useProductEdit } from './use-product-edit.ts'

type EditProductProps = { id: string; open: boolean; onClose: () => void }

/** Edits all fields of a freshly loaded product in a sheet beside the list, including picture and description. */
export function EditProduct({ id, open, onClose }: EditProductProps) {
  const formId = useId()
  const [dialogState, setDialogState] = useState<DialogState>({ isChanged: false, busy: false })
  const [isReading, setReading] = useState(false)
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
      disabled={!product || isReading}
      loss={`${product?.name} için yaptığınız değişiklikler kaybolur.`}
      busyText="Ürün kaydediliyor"
      {...dialogState}
    >
      {product ? (
        <EditForm
          id={formId}
          product={product}
          onDialogState={setDialogState}
          onPictureReading={setReading}
          onSaved={onClose}
        />
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
  onPictureReading: (isReading: boolean) => void
  onSaved: () => void
}

function EditForm({ id, product, onDialogState, onPictureReading, onSaved }: EditFormProps) {
  const { base, conflicts, form, stored, save, busy } = useProductEdit(product, { onSaved })
  const draft = useWatch({ control: form.control, compute: (whole: ProductDraft) => whole })
  useStoredForm({ name: `product:${product.id}`, title: product.name, ...stored(STORED_FIELDS) })
  const changes = changesOf(base, draft)
  const isChanged = Object.keys(changes).length > 0
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
        isOffer={product.is_offer}
        onPictureReading={onPictureReading}
        conflicts={conflicts}
        besideStock={'stock_quantity' in changes && <StockNote form={form} className="sm:col-span-2" />}
      />
    </Form>
  )
}

const STORED_FIELDS = [...EDITABLE_FIELDS, 'stock_note'] as const
