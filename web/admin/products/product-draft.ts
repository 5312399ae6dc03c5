import type { FieldErrors, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import { NewProduct, ProductChange } from '#checked/products.ts'
import {
  defaultVatRate,
  EDITABLE_FIELDS,
  type EditableField,
  type KindOf,
  PRODUCT_FIELD_NAMES,
  PRODUCT_FIELDS,
  type ProductField,
  REQUIRED_FIELDS,
} from '#contract/product-fields.ts'
import { type AdminProduct, NEW_PRODUCT } from '#contract/products.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { dayFault } from '../../ui/day-text.ts'

/** The value of a form field by its kind: an empty text is '', an invalid number NaN, and an amount is in lira. */
type DraftValues = {
  text: string
  paragraph: string
  choice: string
  money: number
  percent: number
  whole: number
  optionalWhole: number | null
  day: string
  picture: string | null
  flag: boolean
}

/** A product's form values. */
export type ProductDraft = { [Field in ProductField]: DraftValues[KindOf<Field>] } & { stock_note: string }

export const EMPTY: ProductDraft = {
  ...NEW_PRODUCT,
  name: '',
  brand: '',
  category: '',
  price: NEW_PRODUCT.price / 100,
  stock_note: '',
  expected_stock_date: '',
  barcode: '',
}

/**
 * `EMPTY` with the default VAT rate if it is allowed, else with an allowed one. While `vatRates` are not loaded (none),
 * the default.
 */
export const emptyDraft = (vatRates: readonly number[] = []): ProductDraft => ({
  ...EMPTY,
  vat_rate: defaultVatRate(EMPTY.vat_rate, vatRates) ?? vatRates[0] ?? EMPTY.vat_rate,
})

/** The form values of a product. */
export const draftOf = (product: AdminProduct): ProductDraft => ({
  ...product,
  price: product.price / 100,
  expected_stock_date: product.expected_stock_date ?? '',
  barcode: product.barcode ?? '',
  stock_note: '',
})

type DraftField = keyof ProductDraft
const FIRST_FIELDS: readonly DraftField[] = [
  'name',
  'brand',
  'category',
  'price',
  'unit',
  'vat_rate',
  'stock_quantity',
  'expected_stock_date',
  'stock_note',
  'barcode',
  'warehouse',
  'lot_tracking',
]
const LAST_FIELDS: readonly DraftField[] = ['image_url', 'description', 'is_active']
const PLACED = new Set([...FIRST_FIELDS, ...LAST_FIELDS])

/**
 * The fields in the order of the forms, of which the first one at fault takes the focus. Fields that are named in
 * neither list follow the first list, in the order of the table.
 */
export const FORM_FIELDS: readonly DraftField[] = [
  ...FIRST_FIELDS,
  ...PRODUCT_FIELD_NAMES.filter(field => !PLACED.has(field)),
  ...LAST_FIELDS,
]

/** Whether the fields required for saving are filled in. */
export const hasRequiredFields = (draft: ProductDraft) => REQUIRED_FIELDS.every(field => draft[field].trim() !== '')

/** A product with stock 0 and no expected date cannot be ordered. */
export const isUnorderable = ({ stock_quantity, expected_stock_date }: ProductDraft) =>
  stock_quantity === 0 && expected_stock_date === ''

/** The edited fields, in the request's format. */
export function changesOf(base: ProductDraft, draft: ProductDraft) {
  const trimmed = (value: ProductDraft[EditableField]) => (typeof value === 'string' ? value.trim() : value)
  const edited = EDITABLE_FIELDS.filter(field => !Object.is(trimmed(draft[field]), base[field]))
  const isMoved = edited.includes('stock_quantity')
  return {
    ...requestValues(edited, draft),
    ...(isMoved && draft.stock_note && { stock_note: draft.stock_note }),
  }
}

/** The fields in which two drafts differ. */
export const differingFields = (one: ProductDraft, other: ProductDraft) =>
  EDITABLE_FIELDS.filter(field => !Object.is(one[field], other[field]))

const requestValues = (fields: readonly EditableField[], draft: ProductDraft) =>
  Object.fromEntries(fields.map(field => [field, requestValue(field, draft)]))

function requestValue(field: EditableField, draft: ProductDraft) {
  const value = draft[field]
  return PRODUCT_FIELDS[field].nullable && typeof value === 'string' ? value.trim() || null : value
}

type Issue = { path: PropertyKey[]; message: string }
type Checked<Output> = { success: boolean; data?: Output; issues: readonly Issue[] }

/** Validates the form as a new product. */
export const resolveNewProduct: Resolver<ProductDraft, unknown, z.output<typeof NewProduct>> = draft => {
  const { success, data, error } = NewProduct.safeParse({ ...draft, ...requestValues(EDITABLE_FIELDS, draft) })
  return resolverResult({
    success,
    data,
    issues: [...dateFaults(draft, isUnorderable(draft)), ...(error?.issues ?? [])],
  })
}

/** Validates the form as a change of `base`, possibly empty. The expected date must not be removed while stock is 0. */
export const resolveChangeOf =
  (base: ProductDraft): Resolver<ProductDraft, unknown, ProductChange> =>
  draft => {
    const { success, data, error } = ProductChange.safeParse(changesOf(base, draft))
    const isEmptied = isUnorderable(draft) && base.expected_stock_date !== ''
    return resolverResult({ success, data, issues: [...dateFaults(draft, isEmptied), ...(error?.issues ?? [])] })
  }

/** The faults of the expected date; listed before the contract's, whose message about an invalid day is the API's. */
function dateFaults({ expected_stock_date }: ProductDraft, isMissing: boolean): Issue[] {
  const message = isMissing ? REFUSALS.expected_date_missing.detail() : dayFault(expected_stock_date)
  return message ? [{ path: ['expected_stock_date'], message }] : []
}

function resolverResult<Output extends object>({ data, issues }: Checked<Output>) {
  if (data && issues.length === 0) return { values: data, errors: {} }
  const errors: FieldErrors<ProductDraft> = {}
  for (const { path, message } of issues) {
    const field = FORM_FIELDS.find(name => name === path[0])
    if (field) errors[field] ??= { type: 'validate', message }
  }
  return { values: {}, errors }
}
