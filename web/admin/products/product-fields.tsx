import type { ReactNode } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { listCategories, WAREHOUSES } from '#contract/catalogue.ts'
import { byAlphabet } from '#contract/turkish.ts'
import { useCallQuery } from '../../queries.ts'
import { useSettings } from '../../shell/use-settings.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { PictureField } from './picture-field.tsx'
import { type FieldName, isUnorderable, type ProductDraft } from './product-draft.ts'

type ProductFieldsProps<Output> = {
  form: UseFormReturn<ProductDraft, unknown, Output>
  /** Only a new product's warehouse can be chosen. */
  isNew?: boolean
  /** Notes below fields, such as the value of a concurrent change. */
  notes?: Partial<Record<FieldName, string>>
  /** Rendered beside the stock field: the reason for a correction. */
  besideStock?: ReactNode
}

/** The form fields of a new or an edited product. */
export function ProductFields<Output>({ form, isNew, notes, besideStock }: ProductFieldsProps<Output>) {
  const { register, control, formState } = form
  const { errors } = formState
  const draft = useWatch({ control, compute: (whole: ProductDraft) => whole })
  const messagesFor = (field: FieldName, hint?: string) => ({
    error: errors[field]?.message,
    hint: notes?.[field] ?? hint,
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Ürün adı" required className="sm:col-span-2" {...messagesFor('name')}>
        <TextInput autoComplete="off" {...register('name')} />
      </Field>
      <Field label="Marka" required={isNew} {...messagesFor('brand')}>
        <TextInput autoComplete="off" {...register('brand')} />
      </Field>
      <Field label="Kategori" required {...messagesFor('category')}>
        <Select placeholder="Seçin" options={useCategories(draft.category)} {...register('category')} />
      </Field>
      <Field label="Fiyat" {...messagesFor('price', 'KDV hariç birim fiyatı')}>
        <Controller
          control={control}
          name="price"
          render={({ field: { value, onChange, ...field } }) => (
            <NumberInput {...field} suffix="₺" value={value} onValue={typed => onChange(typed ?? Number.NaN)} />
          )}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Birim" {...messagesFor('unit')}>
          <Select options={useUnits(draft.unit)} {...register('unit')} />
        </Field>
        <Field label="KDV" {...messagesFor('vat_rate')}>
          <Select options={useVatRates(draft.vat_rate)} {...register('vat_rate', { valueAsNumber: true })} />
        </Field>
      </div>
      <Field label="Stok" {...messagesFor('stock_quantity', 'Rafta olan miktar')}>
        <Controller
          control={control}
          name="stock_quantity"
          render={({ field: { value, onChange, ...field } }) => (
            <NumberInput {...field} decimals={0} value={value} onValue={typed => onChange(typed ?? Number.NaN)} />
          )}
        />
      </Field>
      <Field
        label="Beklenen stok tarihi"
        required={draft.stock_quantity === 0}
        {...messagesFor('expected_stock_date', 'Stok 0 iken sipariş bu tarihe alınır')}
      >
        <TextInput type="date" {...register('expected_stock_date')} />
      </Field>
      {besideStock}
      {isUnorderable(draft) && (
        <AlertStrip kind="warning" className="sm:col-span-2">
          Stoku 0 olan ve beklenen stok tarihi bulunmayan ürünler sipariş edilemez.
        </AlertStrip>
      )}
      <Field label="Barkod" {...messagesFor('barcode')}>
        <TextInput autoComplete="off" inputMode="numeric" spellCheck={false} {...register('barcode')} />
      </Field>
      {isNew && (
        <Field label="Depo" hint="Sonradan değiştirilemez">
          <Select options={WAREHOUSES.map(asOption)} {...register('warehouse')} />
        </Field>
      )}
      <div className="sm:col-span-2">
        <Controller
          control={control}
          name="image_url"
          render={({ field: { value, onChange, ref } }) => (
            <PictureField
              addressRef={ref}
              value={value}
              onPicture={onChange}
              category={draft.category}
              error={errors.image_url?.message ?? notes?.image_url}
            />
          )}
        />
      </div>
      <Field label="Açıklama" className="sm:col-span-2" {...messagesFor('description')}>
        <Textarea rows={2} {...register('description')} />
      </Field>
      <Field label="Satışta" hint={notes?.is_active ?? 'Pasif ürünler katalogda görünmez ve sipariş edilemez.'}>
        <Switch {...register('is_active')} />
      </Field>
    </div>
  )
}

const asOption = (value: string) => ({ value, label: value })

/** The configured categories, those in use and the product's `own`, in Turkish alphabetical order. */
export function useCategories(own = '') {
  const usual = useSettings()?.categories ?? []
  const used = useCallQuery(listCategories, {}).data ?? []
  const all = new Set([...usual, ...used, ...(own ? [own] : [])])
  return [...all].sort(byAlphabet).map(asOption)
}

/** The configured units and the product's `own`. */
function useUnits(own: string) {
  return [...new Set([...(useSettings()?.units ?? []), own])].map(asOption)
}

/** The allowed VAT rates in percent and the product's `own`. */
function useVatRates(own: number) {
  const allowed = useSettings()?.vat_rates ?? []
  const all = new Set(Number.isNaN(own) ? allowed : [...allowed, own])
  return [...all].sort((a, b) => a - b).map(rate => ({ value: String(rate), label: `%${rate}` }))
}
