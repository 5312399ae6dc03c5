import { useId, useRef, useState } from 'react'
import { ProductChange } from '#checked/products.ts'
import { formatMoney, liraOf } from '#contract/money.ts'
import { type AdminProduct, changeProduct, readAnyProduct } from '#contract/products.ts'
import { request } from '../../api.ts'
import { ConflictNote } from '../../forms/conflict-note.tsx'
import { conflictsAfter, useConflicts } from '../../forms/use-conflicts.ts'
import { useRowCommand } from '../../lists/row-command.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { toast } from '../../ui/toaster.tsx'
import { mayBeFree } from '../products/price-question.ts'
import { showChangedProduct, updateCachedProduct } from '../products/product-cache.ts'

type PriceDialogProps = { product: AdminProduct; onClose: () => void }

/** Sets the price of a product of the list; refused if the product has changed since the user saw it. */
export function PriceDialog({ product, onClose }: PriceDialogProps) {
  const form = useId()
  const { seen, price, type, input, fault, conflict, isChanged, save, pending } = usePrice({ product, onClose })
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Fiyatı değiştir"
      description={`${seen.name} · ${seen.warehouse}`}
      form={form}
      isChanged={isChanged}
      loss={`${seen.name} için yazdığınız fiyat kaydedilmedi.`}
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
          hint={
            conflict ? (
              <ConflictNote label="Fiyat" {...conflict} />
            ) : (
              `${seen.unit} başına, KDV hariç. Şimdiki fiyat: ${formatMoney(seen.price)}`
            )
          }
        >
          <NumberInput
            ref={input}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type this
            autoFocus
            suffix="₺"
            enterKeyHint="done"
            value={price}
            onValue={type}
          />
        </Field>
      </Form>
    </FormDialog>
  )
}

/** The typed price (lira), and the command that saves it unless the product has changed since it was `seen`. */
function usePrice({ product, onClose }: PriceDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  // Not the list's product, which follows the changes of other users.
  const [seen, setSeen] = useState(product)
  const opened = liraOf(seen.price)
  const [price, setPrice] = useState<number | undefined>(opened)
  const [fault, setFault] = useState<string>()
  const { conflicts, show } = useConflicts<'price'>()
  const adopt = (fresh: AdminProduct) => {
    updateCachedProduct(fresh)
    setSeen(fresh)
    const theirs = liraOf(fresh.price)
    show({
      changed: conflictsAfter(['price'], {
        newer: theirs === opened ? [] : ['price'],
        edited: { price },
        differing: theirs === price ? {} : { price },
        conflicts,
      }),
      isEdited: () => true,
      theirs: () => formatMoney(fresh.price),
      takeTheirs: () => setPrice(theirs),
      focus: () => input.current?.focus(),
    })
  }
  const { run, pending } = useRowCommand(changeProduct, {
    showError: async error => {
      window.alert(error.message)
      if (!error.is(changeProduct, 'changed_meanwhile')) return
      const fresh = await request(readAnyProduct, { params: { id: seen.id } }).catch(() => undefined)
      if (fresh) adopt(fresh)
    },
    onReply: ({ product: changed, offer_warning }) => {
      showChangedProduct(changed)
      toast.success('Fiyat güncellendi', { description: `${changed.name}: ${formatMoney(changed.price)}` })
      onClose()
      // Not in the toast, which the next press dismisses.
      if (offer_warning) window.alert(offer_warning)
    },
  })
  const save = () => {
    if (price === opened) return onClose()
    // An empty field is not a number either.
    const { data, error } = ProductChange.safeParse({ price: price ?? Number.NaN, updated_at: seen.updated_at })
    setFault(error?.issues[0]?.message)
    if (!data) return
    if (!mayBeFree({ ...seen, price })) return input.current?.focus()
    void run({ params: { id: seen.id }, body: data })
  }
  const type = (typed: number | undefined) => {
    setFault(undefined)
    setPrice(typed)
  }
  const isChanged = price !== opened
  return { seen, price, type, input, fault, conflict: conflicts.get('price'), isChanged, save, pending }
}
