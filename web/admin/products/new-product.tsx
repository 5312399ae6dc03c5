import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { createProduct, type NewProduct } from '#contract/catalogue.ts'
import { EDITABLE_FIELDS } from '#contract/product-fields.ts'
import { useCommand } from '../../command.ts'
import { alertRefusal } from '../../forms/field-errors.ts'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toaster.tsx'
import { differingFields, EMPTY, hasRequiredFields, type ProductDraft, resolveNewProduct } from './product-draft.ts'
import { ProductFields } from './product-fields.tsx'

type Filled = z.output<typeof NewProduct>

/** Creates a product. The save button is disabled until it has a name, a brand and a category. */
export function NewProductDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const id = useId()
  const form = useForm<ProductDraft, unknown, Filled>({ resolver: resolveNewProduct, defaultValues: EMPTY })
  const draft = useWatch({ control: form.control, compute: (whole: ProductDraft) => whole })
  const close = () => {
    form.reset(EMPTY)
    onClose()
  }
  const { run, pending } = useCommand(createProduct, {
    showError: error => alertRefusal(error, form, EDITABLE_FIELDS),
    onReply: ({ product }) => {
      toast.success('Ürün eklendi', { description: product.name })
      close()
    },
  })
  const send = form.handleSubmit(body => run({ body }))
  return (
    <FormDialog
      wide
      open={open}
      onClose={close}
      title="Yeni ürün"
      form={id}
      save="Ürünü ekle"
      disabled={!hasRequiredFields(draft)}
      isChanged={differingFields(EMPTY, draft).length > 0}
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
        <ProductFields form={form} isNew />
      </Form>
    </FormDialog>
  )
}
