import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { CountedProduct } from '#contract/counts.ts'
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

/** Corrects a counted product or removes it from the count; refused if its quantity or note has changed since. */
export function CorrectDialog(props: CorrectionProps) {
  const { product, isGone, onClose } = props
  const form = useId()
  const { draft, opened, seen, pending, save, removeFromCount } = useCorrection(props)
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
        <ChangedMeanwhile opened={opened} seen={seen} />
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

/** What another user has changed while the dialog was open, or since a form that is filled in again was typed. */
function ChangedMeanwhile({ opened, seen }: { opened: CountedProduct; seen: CountedProduct }) {
  const isNoteChanged = seen.notes !== opened.notes
  const isQuantityChanged = seen.counted_quantity !== opened.counted_quantity
  const isPictureChanged = seen.image_url !== opened.image_url
  if (!isNoteChanged && !isQuantityChanged && !isPictureChanged) return null
  return (
    <AlertStrip kind="warning" title="Siz bakarken değişti">
      {isQuantityChanged && (
        <FigureChange before={opened.counted_quantity} after={seen.counted_quantity} unit={seen.unit} />
      )}
      {isNoteChanged && <p className="wrap-anywhere whitespace-pre-line">Not: {seen.notes ?? 'silindi'}</p>}
      {isPictureChanged && (
        <p>{seen.image_url ? (opened.image_url ? 'Resim değiştirildi' : 'Resim eklendi') : 'Resim kaldırıldı'}</p>
      )}
    </AlertStrip>
  )
}
