import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { WarehouseBadge } from '../products/warehouse-badge.tsx'
import { CountPicture } from './count-picture.tsx'
import { FigureChange } from './figure-change.tsx'
import { type CorrectionProps, useCorrection } from './use-correction.ts'

/** Corrects a product's counted quantity or removes it from the count; refused if the quantity has changed since. */
export function CorrectDialog(props: CorrectionProps) {
  const { product, isGone, onClose } = props
  const form = useId()
  const { draft, openedQuantity, currentQuantity, pending, save, removeFromCount } = useCorrection(props)
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Sayılanı düzelt"
      form={form}
      isChanged={draft.isChanged}
      loss="Bu üründe yaptığınız değişiklikler kaybolur."
      disabled={draft.isScaling || isGone}
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
        {isGone && (
          <AlertStrip kind="warning">Bu ürün bu arada sayımdan çıkarıldı; düzeltilecek bir miktar kalmadı.</AlertStrip>
        )}
        {currentQuantity !== openedQuantity && (
          <AlertStrip kind="warning" title="Siz bakarken değişti">
            <FigureChange before={openedQuantity} after={currentQuantity} unit={product.unit} />
          </AlertStrip>
        )}
        <Field label="Sayılan miktar" required error={draft.fault} hint="Toplamı yazın; eklenmez, yerine geçer.">
          <NumberInput
            decimals={0}
            enterKeyHint="done"
            suffix={product.unit}
            value={draft.quantity}
            onValue={draft.setQuantity}
          />
        </Field>
        <Field label="Not">
          <Textarea rows={2} value={draft.notes} onChange={({ target }) => draft.setNotes(target.value)} />
        </Field>
        <CountPicture value={draft.picture} onPicture={scaling => void draft.takePicture(scaling)} />
        <Button icon={Trash2} className="justify-self-start" disabled={isGone} onClick={removeFromCount}>
          Sayımdan çıkar
        </Button>
      </Form>
    </FormDialog>
  )
}
