import { Trash2 } from 'lucide-react'
import { UNITS } from '#contract/catalogue.ts'
import { MAX_NOTE } from '#contract/fields.ts'
import { useSettings } from '../shell/use-settings.ts'
import { Field } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { NumberInput } from '../ui/number-input.tsx'
import { Select } from '../ui/select.tsx'
import { TextInput } from '../ui/text-input.tsx'
import type { DraftLine, LineErrors } from './quote-form-lines.ts'

type QuoteFormLineProps = {
  line: DraftLine
  /** The line's number, from 1. */
  place: number
  faults: LineErrors | undefined
  onChange: (change: Partial<DraftLine>) => void
  onRemove: () => void
}

/** One requested product. */
export function QuoteFormLine({ line, place, faults, onChange, onRemove }: QuoteFormLineProps) {
  const units = useSettings()?.units ?? UNITS
  return (
    <li className="py-4 first:pt-0">
      <fieldset
        aria-label={`${place}. ürün`}
        className="relative grid min-w-0 grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-[1fr_1fr_1.25fr] lg:grid-cols-[2fr_7rem_8rem_9rem_2fr] lg:pr-12"
      >
        <Field
          label="Ürün adı"
          required
          error={faults?.product_name}
          className="col-span-full pr-13 lg:col-span-1 lg:pr-0"
        >
          <TextInput
            autoComplete="off"
            value={line.product_name}
            onChange={event => onChange({ product_name: event.target.value })}
          />
        </Field>
        <Field label="Birim" required error={faults?.unit}>
          <Select
            value={line.unit}
            onChange={event => onChange({ unit: event.target.value })}
            options={units.map(unit => ({ value: unit, label: unit }))}
          />
        </Field>
        <Field label="Miktar" required error={faults?.quantity}>
          <NumberInput value={line.quantity} onValue={quantity => onChange({ quantity })} />
        </Field>
        <Field
          label="Birim fiyat"
          required
          error={faults?.price}
          hint="Hedef fiyatınız; bilmiyorsanız 0"
          className="max-sm:col-span-full"
        >
          <NumberInput suffix="₺" value={line.price} onValue={price => onChange({ price })} />
        </Field>
        <Field label="Not" error={faults?.notes} className="col-span-full lg:col-span-1">
          <TextInput
            autoComplete="off"
            placeholder="İsteğe bağlı"
            maxLength={MAX_NOTE}
            value={line.notes}
            onChange={event => onChange({ notes: event.target.value })}
          />
        </Field>
        <span className="absolute top-6 -right-2">
          <IconButton icon={Trash2} label={`${place}. satırı sil`} onClick={onRemove} />
        </span>
      </fieldset>
    </li>
  )
}
