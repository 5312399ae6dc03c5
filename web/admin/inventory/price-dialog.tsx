import { useId, useState } from 'react'
import { ProductChange } from '#checked/products.ts'
import { formatMoney } from '#contract/money.ts'
import { type AdminProduct, changeProduct } from '#contract/products.ts'
import { useCommand } from '../../command.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { toast } from '../../ui/toaster.tsx'
import { updateCachedProduct } from '../products/product-cache.ts'

/** Sets the price of a product of the list; refused if the product has changed since it was listed. */
export function PriceDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const form = useId()
  const opened = useState(product)[0].price / 100
  const [price, setPrice] = useState<number | undefined>(opened)
  const [fault, setFault] = useState<string>()
  const { run, pending } = useCommand(changeProduct, {
    showError: 'alert',
    onReply: ({ product: changed }) => {
      updateCachedProduct(changed)
      toast.success('Fiyat güncellendi', { description: `${changed.name}: ${formatMoney(changed.price)}` })
      onClose()
    },
  })
  const save = () => {
    if (price === opened) return onClose()
    // An empty field is not a number either.
    const { data, error } = ProductChange.safeParse({ price: price ?? Number.NaN, updated_at: product.updated_at })
    setFault(error?.issues[0]?.message)
    if (data) void run({ params: { id: product.id }, body: data })
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Fiyatı değiştir"
      description={`${product.name} · ${product.warehouse}`}
      form={form}
      isChanged={price !== opened}
      loss={`${product.name} için yazdığınız fiyat kaydedilmedi.`}
      busy={pending}
      busyText="Fiyat kaydediliyor"
    >
      <Form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        <Field
          label="Fiyat"
          required
          error={fault}
          hint={`${product.unit} başına, KDV hariç. Şimdiki fiyat: ${formatMoney(product.price)}`}
        >
          <NumberInput
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type this
            autoFocus
            suffix="₺"
            enterKeyHint="done"
            value={price}
            onValue={typed => {
              setFault(undefined)
              setPrice(typed)
            }}
          />
        </Field>
      </Form>
    </FormDialog>
  )
}
