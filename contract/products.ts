import * as z from 'zod/mini'
import { ungrouped } from './barcodes.ts'
import { call, list, MAX_LARGE_BODY_BYTES } from './call.ts'
import { Product, UNITS } from './catalogue.ts'
import {
  CalendarDay,
  Description,
  Id,
  Instant,
  IsActiveFilter,
  line,
  mustBeOneOf,
  Notes,
  required,
  SearchText,
} from './fields.ts'
import { barcodeIn } from './gs1.ts'
import { IMAGE_URL, MAX_IMAGE_BYTES } from './image-url.ts'
import { ExpiryKind } from './lot-labels.ts'
import { kurus, Price } from './money.ts'
import type { EditableField, ProductField, RequiredField } from './product-fields.ts'
import { ProductSorting } from './product-query.ts'
import { StockQuantity } from './quantity.ts'
import { REFUSALS } from './refusals.ts'
import { RemainingDays } from './remaining-days.ts'

// Products as admins manage them. Not in `catalogue.ts`, which every customer loads.

export const WAREHOUSES = ['Ana Depo', 'Gecici Depo'] as const
export const MAIN_WAREHOUSE = 'Ana Depo'
export type Warehouse = (typeof WAREHOUSES)[number]

/** Whether receipts of a product are booked with their lots: never, if the user enters one, or always. */
export const LOT_TRACKINGS = ['off', 'asked', 'required'] as const
export type LotTracking = (typeof LOT_TRACKINGS)[number]

export const DEFAULT_UNIT = 'ADET'

/**
 * A product as admins see it: `stock_quantity` is the quantity on hand, `first_expiry` the earliest expiry of its lots
 * on hand. An offer (`is_offer`) gets goods from its lot only, so it never has an expected date.
 */
export const AdminProduct = z.extend(Product, {
  lot_tracking: z.enum(LOT_TRACKINGS),
  first_expiry: z.nullable(z.object({ expires_on: z.string(), expiry_kind: z.nullable(ExpiryKind) })),
  min_remaining_days: z.nullable(z.int()),
  reserved_quantity: z.int(),
  available_quantity: z.int(),
  is_active: z.boolean(),
  is_offer: z.boolean(),
  warehouse: z.enum(WAREHOUSES),
  created_at: z.string(),
  updated_at: z.string(),
})
export type AdminProduct = z.infer<typeof AdminProduct>

// Field schemas ----------------------------------------------------------------------

// Messages repeat the labels, so that the table of fields is not loaded by customers' screens; a test compares them.

/** The most characters of a product's name. */
export const MAX_PRODUCT_NAME = 200
const ProductName = required('Ürün adı', MAX_PRODUCT_NAME)
const Category = required('Kategori', 200)
const Unit = z.enum(UNITS, mustBeOneOf('Birim', UNITS))
const VatRate = z.number('KDV oranı bir sayı olmalıdır').check(z.int('KDV oranı tam sayı olmalıdır'))
/** The most characters of a barcode. */
export const MAX_BARCODE = 64
/** The most characters of a scanned code that contains a barcode; longer ones take too long to parse. */
const MAX_SCANNED = 200
/** A barcode, or a scanned code that contains one, in which GS1 separators are control characters. */
export const Barcode = line('Barkod', MAX_BARCODE, code =>
  code.length > MAX_SCANNED ? code : ungrouped(barcodeIn(code)),
)
export const WarehouseName = z.enum(WAREHOUSES, mustBeOneOf('Depo', WAREHOUSES))

/** The length of the data URL of the largest picture, in characters. */
const MAX_DATA_URL_LENGTH = Math.ceil((MAX_IMAGE_BYTES * 4) / 3) + 64
const NO_PICTURE = 'Resim https adresi veya yüklenmiş bir resim olmalıdır'

/** A picture: an https URL, the path of an uploaded picture, or the picture itself as a data URL. */
export const ImageUrl = z.union(
  [
    z
      .url({ protocol: /^https$/, abort: true })
      .check(z.maxLength(2000, NO_PICTURE), z.regex(/^https:\/\/[^\s"<>]+$/, NO_PICTURE)),
    z.string().check(z.regex(IMAGE_URL, { abort: true })),
    // A union reports the error of the only alternative whose beginning fits, otherwise its own.
    z
      .string()
      .check(
        z.startsWith('data:image/', { abort: true }),
        z.maxLength(MAX_DATA_URL_LENGTH, REFUSALS.image_unreadable.detail()),
      ),
  ],
  NO_PICTURE,
)

const Tracking = z.enum(LOT_TRACKINGS, mustBeOneOf('Parti takibi', LOT_TRACKINGS))
const IsActive = z.boolean('Durum doğru veya yanlış olmalıdır')

/** The values of a new product's fields that are not given. */
export const NEW_PRODUCT = {
  price: kurus(0),
  unit: DEFAULT_UNIT,
  vat_rate: 0,
  stock_quantity: 0,
  expected_stock_date: null,
  image_url: null,
  barcode: null,
  description: '',
  is_active: true,
  lot_tracking: 'off',
  min_remaining_days: null,
  warehouse: MAIN_WAREHOUSE,
} as const satisfies Record<Exclude<ProductField, RequiredField>, unknown>

export const NewProduct = z.object({
  name: ProductName,
  brand: required('Marka', 200),
  category: Category,
  price: z._default(Price, NEW_PRODUCT.price),
  unit: z._default(Unit, NEW_PRODUCT.unit),
  vat_rate: z._default(VatRate, NEW_PRODUCT.vat_rate),
  stock_quantity: z._default(StockQuantity, NEW_PRODUCT.stock_quantity),
  expected_stock_date: z.nullish(CalendarDay),
  image_url: z.nullish(ImageUrl),
  barcode: z.nullish(Barcode),
  description: z._default(Description, NEW_PRODUCT.description),
  is_active: z._default(IsActive, NEW_PRODUCT.is_active),
  lot_tracking: z._default(Tracking, NEW_PRODUCT.lot_tracking),
  min_remaining_days: z.optional(RemainingDays),
  warehouse: z._default(WarehouseName, NEW_PRODUCT.warehouse),
} satisfies Record<ProductField, z.ZodMiniType>)

/** A partial change of a product. */
export const ProductChange = z.object({
  name: z.optional(ProductName),
  // May be empty, as imported products may have none.
  brand: z.optional(line('Marka', 200)),
  category: z.optional(Category),
  price: z.optional(Price),
  unit: z.optional(Unit),
  vat_rate: z.optional(VatRate),
  stock_quantity: z.optional(StockQuantity),
  /** The reason for a stock change, stored in the ledger. */
  stock_note: z.nullish(Notes),
  expected_stock_date: z.nullish(CalendarDay),
  image_url: z.nullish(ImageUrl),
  barcode: z.nullish(Barcode),
  description: z.optional(Description),
  is_active: z.optional(IsActive),
  lot_tracking: z.optional(Tracking),
  min_remaining_days: z.optional(RemainingDays),
  /** The version that the user edited; if the product has changed since, the call is refused. */
  updated_at: z.optional(Instant),
} satisfies Record<EditableField | 'stock_note' | 'updated_at', z.ZodMiniType>)
export type ProductChange = z.output<typeof ProductChange>

// Calls --------------------------------------------------------------------------------

const PRODUCTS_FAILED = 'Ürünler yüklenirken hata oluştu'
const Changed = z.object({ success: z.literal(true), product: AdminProduct })

/** Products that need attention by available quantity: low, out, or, except offers, out without an expected date. */
export const PRODUCT_LEVELS = ['low', 'out', 'undated'] as const
export type ProductLevel = (typeof PRODUCT_LEVELS)[number]
export const PRODUCT_LEVEL_LABELS: Record<ProductLevel, string> = {
  low: 'Azalan',
  out: 'Tükenen',
  undated: 'Tükenen, tarihsiz',
}

/** The filters of the admins' list of products. */
export const ProductFilters = {
  warehouse: z.optional(WarehouseName),
  search: z.optional(SearchText),
  category: z.optional(line('Kategori', 200)),
  is_active: z.optional(IsActiveFilter),
  level: z.optional(z.enum(PRODUCT_LEVELS, mustBeOneOf('level', PRODUCT_LEVELS))),
}

export const listAllProducts = list('GET /admin/products', {
  roles: ['admin'],
  resources: ['products'],
  query: {
    ...ProductFilters,
    ...ProductSorting,
  },
  item: AdminProduct,
  summary:
    'All products, including inactive ones: by `sort` in `order`, else with `search` best match first, else by name. `level` selects those of which few (`low`) or none (`out`) can be sold, or none and no expected day is set (`undated`, without offers).',
  failure: PRODUCTS_FAILED,
})

export const listAllCategories = call('GET /admin/products/categories', {
  roles: ['admin'],
  resources: ['products'],
  reply: z.array(z.string()),
  summary: 'The categories of all products, including inactive ones, in Turkish order.',
  failure: 'Kategoriler yüklenemedi',
})

export const readAnyProduct = call('GET /admin/products/:id', {
  params: { id: Id },
  roles: ['admin'],
  resources: ['products'],
  reply: AdminProduct,
  summary: 'One product, active or not.',
  failure: 'Ürün yüklenirken hata oluştu',
})

export const createProduct = call('POST /admin/products', {
  roles: ['admin'],
  invalidates: ['products'],
  body: NewProduct,
  reply: Changed,
  creates: true,
  maxBodyBytes: MAX_LARGE_BODY_BYTES,
  summary: 'Adds a product. With stock 0 an expected date is mandatory.',
  failure: 'Ürün eklenemedi',
  errors: ['image_unreadable', 'vat_rate_not_allowed', 'expected_date_missing', 'barcode_taken'],
})

export const changeProduct = call('PUT /admin/products/:id', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['products', 'orders'],
  body: ProductChange,
  /**
   * `unit_warning`: which open orders, answers to quotes and lots are in a former unit of the product, if its unit was
   * changed.
   * `offer_warning`: which offers are not cheaper than the product, if its price was.
   */
  reply: z.extend(Changed, { unit_warning: z.optional(z.string()), offer_warning: z.optional(z.string()) }),
  maxBodyBytes: MAX_LARGE_BODY_BYTES,
  summary:
    'Changes the given fields; the stock changes by the difference, with a row in the ledger. An offer gets no expected date, and its VAT rate follows that of its source. If the `unit` changes while open orders or answers that wait for a decision are in another unit, or lots have not moved since they were, `unit_warning` says which, also if the request is repeated. If a `price` is given and offers on sale are not cheaper than the product then, `offer_warning` names them.',
  failure: 'Ürün güncellenemedi',
  errors: [
    'image_unreadable',
    'vat_rate_not_allowed',
    'expected_date_missing',
    'offer_not_expected',
    'offer_vat_fixed',
    'changed_meanwhile',
    'barcode_taken',
  ],
})

export const setBarcode = call('PUT /admin/products/:id/barcode', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['products'],
  body: z.object({
    barcode: z.nullable(Barcode),
    /** The version that the user saw; if the product has changed since, the call is refused. */
    updated_at: z.optional(Instant),
  }),
  reply: Changed,
  summary: 'Sets the barcode of a product, or removes it (`null`).',
  failure: 'Barkod kaydedilemedi',
  errors: ['changed_meanwhile', 'barcode_taken'],
})

export const findByBarcode = call('GET /admin/products/by-barcode/:barcode', {
  params: { barcode: z.string() },
  roles: ['admin'],
  resources: ['products'],
  query: z.object({ warehouse: z.optional(WarehouseName) }),
  reply: AdminProduct,
  summary: 'The product with a barcode, active or not; without `warehouse` preferably that of the main warehouse.',
  failure: 'Barkod aranamadı',
})

export const findInWarehouses = call('GET /admin/products/by-barcode/:barcode/warehouses', {
  params: { barcode: z.string() },
  roles: ['admin'],
  resources: ['products'],
  reply: z.array(AdminProduct),
  summary: 'The products with a barcode, one per warehouse that has it, the main one first, including inactive ones.',
  failure: 'Barkod aranamadı',
})

export const deleteProduct = call('DELETE /admin/products/:id', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['products'],
  reply: z.object({
    success: z.literal(true),
    action: z.enum(['deleted', 'deactivated']),
    message: z.string(),
  }),
  summary:
    'Deletes a product that was never ordered; a product that was ordered, or that is or has an offer, is deactivated.',
  failure: 'Ürün silinemedi',
})
