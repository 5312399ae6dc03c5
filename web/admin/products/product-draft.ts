import type { FieldErrors, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import {
  type AdminProduct,
  DEFAULT_UNIT,
  MAIN_WAREHOUSE,
  NewProduct,
  ProductChange,
  VAT_OF_NEW_PRODUCT,
} from '#contract/catalogue.ts'
import { REFUSALS } from '#contract/refusals.ts'

/** A product's form values: an empty field is '', and an invalid number is NaN. */
export type ProductDraft = {
  name: string
  brand: string
  category: string
  /** In lira. */
  price: number
  unit: string
  vat_rate: number
  stock_quantity: number
  stock_note: string
  expected_stock_date: string
  image_url: string | null
  barcode: string
  description: string
  is_active: boolean
  warehouse: string
}

export const FIELDS = [
  'name',
  'brand',
  'category',
  'price',
  'unit',
  'vat_rate',
  'stock_quantity',
  'expected_stock_date',
  'barcode',
  'description',
  'image_url',
  'is_active',
] as const
export type FieldName = (typeof FIELDS)[number]

export const EMPTY: ProductDraft = {
  name: '',
  brand: '',
  category: '',
  price: 0,
  unit: DEFAULT_UNIT,
  vat_rate: VAT_OF_NEW_PRODUCT,
  stock_quantity: 0,
  stock_note: '',
  expected_stock_date: '',
  image_url: null,
  barcode: '',
  description: '',
  is_active: true,
  warehouse: MAIN_WAREHOUSE,
}

/** The form values of a product. */
export const draftOf = (product: AdminProduct): ProductDraft => ({
  ...product,
  price: product.price / 100,
  expected_stock_date: product.expected_stock_date ?? '',
  barcode: product.barcode ?? '',
  stock_note: '',
})

/** Whether the fields required for saving are filled in. */
export const hasRequiredFields = ({ name, brand, category }: ProductDraft) =>
  [name, brand, category].every(text => text.trim() !== '')

/** A product with stock 0 and no expected date cannot be ordered. */
export const isUnorderable = ({ stock_quantity, expected_stock_date }: ProductDraft) =>
  stock_quantity === 0 && expected_stock_date === ''

/** The edited fields, in the request's format. */
export function changesOf(base: ProductDraft, draft: ProductDraft) {
  const trimmed = (value: ProductDraft[FieldName]) => (typeof value === 'string' ? value.trim() : value)
  const edited = FIELDS.filter(field => !Object.is(trimmed(draft[field]), base[field]))
  const isMoved = edited.includes('stock_quantity')
  return {
    ...Object.fromEntries(edited.map(field => [field, requestValue(field, draft)])),
    ...(isMoved && draft.stock_note && { stock_note: draft.stock_note }),
  }
}

/** The fields in which two drafts differ. */
export const differingFields = (one: ProductDraft, other: ProductDraft) =>
  FIELDS.filter(field => !Object.is(one[field], other[field]))

const requestValue = (field: FieldName, draft: ProductDraft) =>
  field === 'expected_stock_date' || field === 'barcode' ? draft[field].trim() || null : draft[field]

type Issue = { path: PropertyKey[]; message: string }
type Checked<Output> = { success: boolean; data?: Output; issues: readonly Issue[] }

/** Validates the form as a new product. */
export const resolveNewProduct: Resolver<ProductDraft, unknown, z.output<typeof NewProduct>> = draft => {
  const { success, data, error } = NewProduct.safeParse({
    ...draft,
    expected_stock_date: requestValue('expected_stock_date', draft),
    barcode: requestValue('barcode', draft),
  })
  return resolverResult({ success, data, issues: [...(error?.issues ?? []), ...dateMissing(isUnorderable(draft))] })
}

/** Validates the form as a change of `base`, possibly empty. The expected date must not be removed while stock is 0. */
export const resolveChangeOf =
  (base: ProductDraft): Resolver<ProductDraft, unknown, ProductChange> =>
  draft => {
    const { success, data, error } = ProductChange.safeParse(changesOf(base, draft))
    const isEmptied = isUnorderable(draft) && base.expected_stock_date !== ''
    return resolverResult({ success, data, issues: [...(error?.issues ?? []), ...dateMissing(isEmptied)] })
  }

const dateMissing = (isMissing: boolean): Issue[] =>
  isMissing ? [{ path: ['expected_stock_date'], message: REFUSALS.expected_date_missing.detail() }] : []

function resolverResult<Output extends object>({ data, issues }: Checked<Output>) {
  if (data && issues.length === 0) return { values: data, errors: {} }
  const errors: FieldErrors<ProductDraft> = {}
  for (const { path, message } of issues) {
    const field = [...FIELDS, 'stock_note' as const].find(name => name === path[0])
    if (field) errors[field] ??= { type: 'validate', message }
  }
  return { values: {}, errors }
}
