import { useEffect, useId, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { PRODUCT_FIELD_NAMES } from '#contract/product-fields.ts'
import { createProduct, type NewProduct } from '#contract/products.ts'
import { useCommand } from '../../command.ts'
import { alertRefusal, focusFirst } from '../../forms/field-errors.ts'
import { storedFields } from '../../forms/stored-fields.ts'
import { useStoredForm } from '../../forms/use-stored-form.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { useSettings } from '../../shell/use-settings.ts'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toaster.tsx'
import { mayBeFree } from './price-question.ts'
import {
  differingFields,
  emptyDraft,
  FORM_FIELDS,
  hasRequiredFields,
  type ProductDraft,
  resolveNewProduct,
} from './product-draft.ts'
import { ProductFields } from './product-fields.tsx'

type Filled = z.output<typeof NewProduct>

/** Creates a product. The save button is disabled until it has a name, a brand and a category. */
export function NewProductDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const id = useId()
  const empty = emptyDraft(useSettings()?.vat_rates)
  const form = useForm<ProductDraft, unknown, Filled>({
    resolver: resolveNewProduct,
    defaultValues: empty,
    shouldFocusError: false,
  })
  const draft = useWatch({ control: form.control, compute: (whole: ProductDraft) => whole })
  const [isReading, setReading] = useState(false)
  const close = () => {
    form.reset(empty)
    onClose()
  }
  const { run, pending } = useCommand(createProduct, {
    showError: error => alertRefusal(error, form, FORM_FIELDS),
    onReply: ({ product }) => {
      showNextResults('products')
      toast.success('Ürün eklendi', { description: product.name })
      close()
    },
  })
  const send = form.handleSubmit(
    body => (mayBeFree(body) ? run({ body }) : form.setFocus('price')),
    focusFirst(form, FORM_FIELDS),
  )
  return (
    <FormDialog
      wide
      open={open}
      onClose={close}
      title="Yeni ürün"
      form={id}
      save="Ürünü ekle"
      disabled={!hasRequiredFields(draft) || isReading}
      isChanged={differingFields(empty, draft).length > 0}
      loss="Yeni ürün için yazdıklarınız kaybolur."
      busy={pending}
      busyText="Ürün ekleniyor"
    >
      <Form
        id={id}
        onSubmit={event => {
          event.preventDefault()
          if (hasRequiredFields(draft)) void send()
        }}
      >
        <WhileOpen form={form} vatRate={empty.vat_rate} />
        <ProductFields form={form} isNew onPictureReading={setReading} />
      </Form>
    </FormDialog>
  )
}

type WhileOpenProps = { form: UseFormReturn<ProductDraft, unknown, Filled>; vatRate: number }

/**
 * Stores the form when the session ends, and sets the default rate, which is known once the settings are loaded.
 * Rendered only while the dialog is open, unlike the form itself.
 */
function WhileOpen({ form, vatRate }: WhileOpenProps) {
  useStoredForm({ name: 'new-product', title: 'Yeni ürün', ...storedFields(form, PRODUCT_FIELD_NAMES) })
  useEffect(() => {
    if (!form.getFieldState('vat_rate').isDirty) form.resetField('vat_rate', { defaultValue: vatRate })
  }, [form, vatRate])
  return null
}
