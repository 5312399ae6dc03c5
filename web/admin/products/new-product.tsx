import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { createProduct, type NewProduct } from '#contract/catalogue.ts'
import { EDITABLE_FIELDS } from '#contract/product-fields.ts'
import { request } from '../../api.ts'
import { alertRefusal } from '../../forms/alert-refusal.ts'
import { useIdempotencyKey } from '../../idempotency-key.ts'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useSingleFlight } from '../../ui/single-flight.ts'
import { toast } from '../../ui/toaster.tsx'
import { invalidateProducts } from './product-cache.ts'
import { differingFields, EMPTY, hasRequiredFields, type ProductDraft, resolveNewProduct } from './product-draft.ts'
import { ProductFields } from './product-fields.tsx'

type Filled = z.output<typeof NewProduct>

/** Creates a product. The save button is disabled until it has a name, a brand and a category. */
export function NewProductDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const id = useId()
  const form = useForm<ProductDraft, unknown, Filled>({ resolver: resolveNewProduct, defaultValues: EMPTY })
  const draft = useWatch({ control: form.control, compute: (whole: ProductDraft) => whole })
  const { keyFor, renew } = useIdempotencyKey()
  const close = () => {
    form.reset(EMPTY)
    onClose()
  }
  const create = useMutation({
    mutationFn: (body: Filled) => request(createProduct, { body, key: keyFor(body) }),
    onSuccess: ({ product }) => {
      renew()
      toast.success('Ürün eklendi', { description: product.name })
      invalidateProducts()
      close()
    },
    onError: error => alertRefusal(error, form, EDITABLE_FIELDS),
  })
  const send = useSingleFlight(form.handleSubmit(body => create.mutateAsync(body).catch(() => undefined)))
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
      busy={create.isPending}
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
