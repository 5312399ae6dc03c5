import * as z from 'zod/mini'
import { mustBeOneOf, SortOrder } from './fields.ts'

/** The columns by which admins can sort products. */
export const PRODUCT_SORTS = [
  'name',
  'category',
  'price',
  'stock_quantity',
  'reserved_quantity',
  'available_quantity',
  'barcode',
  'is_active',
] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]

/** How a list of products is sorted. */
export const ProductSorting = {
  sort: z.optional(z.enum(PRODUCT_SORTS, mustBeOneOf('sort', PRODUCT_SORTS))),
  order: z.optional(SortOrder),
}
