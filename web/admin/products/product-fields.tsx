import { Fragment, type ReactNode, useRef } from 'react'
import { type Control, Controller, type UseFormRegister, type UseFormReturn, useWatch } from 'react-hook-form'
import {
  type FieldKind,
  type FieldOfKind,
  LOT_TRACKING_LABELS,
  PRODUCT_FIELDS,
  type ProductField,
} from '#contract/product-fields.ts'
import { listAllCategories, WAREHOUSES } from '#contract/products.ts'
import { byAlphabet } from '#contract/turkish.ts'
import { ConflictNote } from '../../forms/conflict-note.tsx'
import type { Conflicts } from '../../forms/use-conflicts.ts'
import { useCallQuery } from '../../queries.ts'
import { useSettings } from '../../shell/use-settings.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { PictureField } from './picture-field.tsx'
import { FORM_FIELDS, isUnorderable, type ProductDraft } from './product-draft.ts'
import { useBarcodeScan } from './use-barcode-scan.ts'

type ProductFieldsProps<Output> = {
  form: UseFormReturn<ProductDraft, unknown, Output>
  /** Only a new product's warehouse can be chosen. */
  isNew?: boolean
  /** An offer is never expected, and has the VAT rate of its source: it has a field for neither. */
  isOffer?: boolean
  /** The fields that another user has changed since the form was filled. */
  conflicts?: Conflicts<ProductField>
  /** Rendered beside the stock field: the reason for a correction. */
  besideStock?: ReactNode
  /** Called with whether a chosen picture is being read; the form cannot be saved until it has been. */
  onPictureReading: (isReading: boolean) => void
}

/** The form fields of a new or an edited product, in a dialog; a scan fills in the barcode. */
export function ProductFields<Output>({ form, conflicts, ...props }: ProductFieldsProps<Output>) {
  const place = useRef<HTMLDivElement>(null)
  useBarcodeScan(place, form)
  const fields = useFieldEditing(form, conflicts)
  const about: FieldEditing['about'] = field => fields.about(field, PRODUCT_FIELDS[field].hint)
  return (
    <div ref={place} className="grid gap-4 sm:grid-cols-2">
      {FORM_FIELDS.map(field => (
        <Fragment key={field}>{editorOf(field, { ...fields, about, ...props })}</Fragment>
      ))}
    </div>
  )
}

/** The props of the editors of a product's fields: values, labels, errors and options. */
export function useFieldEditing<Output>(
  { register, control, formState: { errors } }: UseFormReturn<ProductDraft, unknown, Output>,
  conflicts: Conflicts<ProductField> | undefined,
): FieldEditing {
  const draft = useWatch({ control, compute: (whole: ProductDraft) => whole })
  return {
    register,
    control,
    draft,
    about: (field, hint) => {
      const { label } = PRODUCT_FIELDS[field]
      const conflict = conflicts?.get(field)
      return {
        label,
        error: errors[field]?.message,
        hint: conflict ? <ConflictNote label={label} {...conflict} /> : hint,
      }
    },
    options: {
      categories: useCategories(draft.category),
      units: useUnits(draft.unit),
      vatRates: useVatRates(draft.vat_rate),
    },
  }
}

type Options = { value: string; label: string }[]

type FieldEditing = {
  register: UseFormRegister<ProductDraft>
  control: Control<ProductDraft, unknown, unknown>
  draft: ProductDraft
  /** A field's label and error, with another user's conflicting change or else a hint. */
  about: (field: ProductField, hint?: string) => { label: string; error: string | undefined; hint: ReactNode }
  options: { categories: Options; units: Options; vatRates: Options }
}

type Editing = FieldEditing &
  Pick<ProductFieldsProps<unknown>, 'isNew' | 'isOffer' | 'besideStock' | 'onPictureReading'>

type NumberField = FieldOfKind<'money' | 'whole' | 'optionalWhole'>
const NUMBERS: ReadonlySet<FieldKind> = new Set(['money', 'whole', 'optionalWhole'])
const isNumber = (field: ProductField): field is NumberField => NUMBERS.has(PRODUCT_FIELDS[field].kind)

function editorOf(field: keyof ProductDraft, editing: Editing): ReactNode {
  // Beside the expected date and the unit.
  if (field === 'stock_note' || field === 'vat_rate') return null
  if (!isNumber(field)) return EDITORS[field](editing)
  return (
    <Field {...editing.about(field)}>
      <NumberEditor control={editing.control} name={field} />
    </Field>
  )
}

/** The editors of the fields that are no plain numbers. */
const EDITORS: Record<Exclude<ProductField, NumberField | 'vat_rate'>, (editing: Editing) => ReactNode> = {
  name: ({ about, register }) => (
    <Field {...about('name')} required className="sm:col-span-2">
      <TextInput autoComplete="off" {...register('name')} />
    </Field>
  ),
  brand: ({ about, register, isNew }) => (
    <Field {...about('brand')} required={isNew ?? false}>
      <TextInput autoComplete="off" {...register('brand')} />
    </Field>
  ),
  category: ({ about, register, options }) => (
    <Field {...about('category')} required>
      <Select placeholder="Seçin" options={options.categories} {...register('category')} />
    </Field>
  ),
  unit: ({ about, register, options, isOffer }) => (
    <div className="grid grid-cols-2 gap-4">
      <Field {...about('unit')}>
        <Select options={options.units} {...register('unit')} />
      </Field>
      {!isOffer && (
        <Field {...about('vat_rate')}>
          <Select options={options.vatRates} {...register('vat_rate', { valueAsNumber: true })} />
        </Field>
      )}
    </div>
  ),
  expected_stock_date: ({ about, control, draft, isOffer, besideStock }) =>
    isOffer ? (
      besideStock
    ) : (
      <>
        <Field {...about('expected_stock_date')} required={draft.stock_quantity === 0}>
          <DateEditor control={control} />
        </Field>
        {besideStock}
        <UnorderableWarning draft={draft} className="sm:col-span-2" />
      </>
    ),
  barcode: ({ about, register }) => (
    <Field {...about('barcode')}>
      {/* Its digits are no quantity: Enter saves them, while in a quantity field it would make them a scan. */}
      <TextInput data-barcode autoComplete="off" inputMode="numeric" spellCheck={false} {...register('barcode')} />
    </Field>
  ),
  warehouse: ({ about, register, isNew }) =>
    isNew && (
      <Field {...about('warehouse')}>
        <Select options={WAREHOUSES.map(asOption)} {...register('warehouse')} />
      </Field>
    ),
  lot_tracking: ({ about, register }) => (
    <Field {...about('lot_tracking')}>
      <Select options={LOT_TRACKINGS} {...register('lot_tracking')} />
    </Field>
  ),
  image_url: ({ about, control, draft, onPictureReading }) => {
    const { error, hint } = about('image_url')
    return (
      <div className="sm:col-span-2">
        <Controller
          control={control}
          name="image_url"
          render={({ field: { value, onChange, ref } }) => (
            <PictureField
              addressRef={ref}
              value={value}
              onPicture={onChange}
              onReading={onPictureReading}
              category={draft.category}
              error={error}
            />
          )}
        />
        {hint}
      </div>
    )
  },
  description: ({ about, register }) => (
    <Field {...about('description')} className="sm:col-span-2">
      <Textarea rows={2} {...register('description')} />
    </Field>
  ),
  is_active: ({ about, register }) => (
    <Field {...about('is_active')}>
      <Switch {...register('is_active')} />
    </Field>
  ),
}

/** Warns that a product without stock and expected date cannot be ordered. */
export function UnorderableWarning({ draft, className }: { draft: ProductDraft; className: string }) {
  if (!isUnorderable(draft)) return null
  return (
    <AlertStrip kind="warning" className={className}>
      Stoğu 0 olan ve beklenen stok tarihi bulunmayan ürünler sipariş edilemez.
    </AlertStrip>
  )
}

type StockNoteProps<Output> = { form: UseFormReturn<ProductDraft, unknown, Output>; className: string }

/** The field for the reason of a stock correction, which is recorded in the ledger. */
export function StockNote<Output>({ form: { register, formState }, className }: StockNoteProps<Output>) {
  return (
    <Field
      label="Stok düzeltme nedeni"
      hint="Stok hareketlerinde görünür"
      error={formState.errors.stock_note?.message}
      className={className}
    >
      <TextInput autoComplete="off" {...register('stock_note')} />
    </Field>
  )
}

type NumberEditorProps = { control: FieldEditing['control']; name: NumberField }

/** A number field of the form; while it is empty, `NaN`, or `null` if it is optional. */
export function NumberEditor({ control, name }: NumberEditorProps) {
  const { kind, suffix } = PRODUCT_FIELDS[name]
  const empty = kind === 'optionalWhole' ? null : Number.NaN
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ...rest } }) => (
        <NumberInput
          {...rest}
          suffix={suffix}
          decimals={kind === 'money' ? 2 : 0}
          value={value ?? undefined}
          onValue={typed => onChange(typed ?? empty)}
        />
      )}
    />
  )
}

/** The expected date of the form; '' while it is empty. */
export function DateEditor({ control }: Pick<FieldEditing, 'control'>) {
  return (
    <Controller
      control={control}
      name="expected_stock_date"
      render={({ field: { onChange, ...rest } }) => <DateInput {...rest} onDay={onChange} />}
    />
  )
}

const LOT_TRACKINGS = Object.entries(LOT_TRACKING_LABELS).map(([value, label]) => ({ value, label }))

const asOption = (value: string) => ({ value, label: value })

/** The configured categories, those in use and the product's `own`, in Turkish alphabetical order. */
export function useCategories(own = '') {
  const usual = useSettings()?.categories ?? []
  const used = useCallQuery(listAllCategories, {}).data ?? []
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
