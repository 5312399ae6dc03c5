import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { type CountedProduct, correctCounted, type StockCount } from '#contract/counts.ts'
import { StockQuantity } from '#contract/fields.ts'
import { useCommand } from '../../command.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toaster.tsx'
import { WarehouseBadge } from '../products/warehouse-badge.tsx'
import { CountPicture } from './count-picture.tsx'
import { FigureChange } from './figure-change.tsx'

type CorrectDialogProps = {
  count_id: string
  product: CountedProduct
  refresh: () => Promise<StockCount | undefined>
  onClose: () => void
}

type Correction = { counted_quantity: number | null; notes?: string | null; image_url?: string | null }

/** Corrects a product's counted quantity or removes it from the count; refused if the quantity changed meanwhile. */
export function CorrectDialog({ count_id, product, refresh, onClose }: CorrectDialogProps) {
  const form = useId()
  const [opened] = useState(product)
  const [currentQuantity, setCurrentQuantity] = useState(product.counted_quantity)
  const [quantity, setQuantity] = useState<number | undefined>(product.counted_quantity)
  const [notes, setNotes] = useState(product.notes ?? '')
  const [picture, setPicture] = useState(product.image_url)
  const [isScaling, setScaling] = useState(false)
  const [fault, setFault] = useState<string>()
  const isChanged =
    quantity !== opened.counted_quantity || notes !== (opened.notes ?? '') || picture !== opened.image_url
  const reload = async () => {
    const fresh = await refresh()
    const now = fresh?.products.find(({ product_id }) => product_id === product.product_id)
    if (now) setCurrentQuantity(now.counted_quantity)
  }
  const { run, pending } = useCommand(correctCounted, {
    showError: ({ message }) => {
      window.alert(message)
      void reload()
    },
    onReply: ({ message }) => {
      toast.success(message)
      onClose()
    },
  })
  const correct = (correction: Correction) =>
    run({
      params: { id: count_id },
      body: { product_id: product.product_id, old_quantity: currentQuantity, ...correction },
    })
  const takePicture = async (scaling: Promise<string | null>) => {
    setScaling(true)
    await scaling.then(setPicture, () => undefined)
    setScaling(false)
  }
  const save = () => {
    if (isScaling) return
    const checked = StockQuantity.safeParse(quantity ?? Number.NaN)
    setFault(checked.success ? undefined : checked.error.issues[0]?.message)
    if (!checked.success) return
    if (!isChanged) return onClose()
    void correct({
      counted_quantity: checked.data,
      notes: notes.trim() || null,
      // An unchanged picture is not sent again.
      ...(picture !== opened.image_url && { image_url: picture }),
    })
  }
  const removeFromCount = () => {
    const lost = `${wholeText(currentQuantity)} ${product.unit}`
    if (window.confirm(`${product.product_name} sayımdan çıkarılsın mı? Sayılan ${lost} silinir, stoğu değişmez.`))
      void correct({ counted_quantity: null })
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Sayılanı düzelt"
      form={form}
      isChanged={isChanged}
      loss="Bu üründe yaptığınız değişiklikler kaybolur."
      disabled={isScaling}
      busy={pending}
      busyText="Sayım düzeltiliyor"
    >
      <Form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        <p>
          <span className="block break-words font-semibold">{product.product_name}</span>
          <span className="block break-words text-ink-soft text-sm">{product.brand}</span>
          <WarehouseBadge warehouse={product.warehouse} />
        </p>
        {currentQuantity !== opened.counted_quantity && (
          <AlertStrip kind="warning" title="Siz bakarken değişti">
            <FigureChange before={opened.counted_quantity} after={currentQuantity} unit={product.unit} />
          </AlertStrip>
        )}
        <Field label="Sayılan miktar" required error={fault} hint="Toplamı yazın; eklenmez, yerine geçer.">
          <NumberInput
            decimals={0}
            enterKeyHint="done"
            suffix={product.unit}
            value={quantity}
            onValue={typed => {
              setFault(undefined)
              setQuantity(typed)
            }}
          />
        </Field>
        <Field label="Not">
          <Textarea rows={2} value={notes} onChange={({ target }) => setNotes(target.value)} />
        </Field>
        <CountPicture value={picture} onPicture={scaling => void takePicture(scaling)} />
        <Button icon={Trash2} className="justify-self-start" onClick={removeFromCount}>
          Sayımdan çıkar
        </Button>
      </Form>
    </FormDialog>
  )
}
