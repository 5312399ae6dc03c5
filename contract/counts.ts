import * as z from 'zod/mini'
import { call, file, list, MAX_LARGE_BODY_BYTES, XLSX } from './call.ts'
import { CalendarDay, Id, line, mustBeOneOf, Notes, SearchText } from './fields.ts'
import { ExpiryKind, LotLabel } from './lot-labels.ts'
import { Money, MoneySum } from './money.ts'
import { AdminProduct, ImageUrl, WarehouseName } from './products.ts'
import { StockQuantity } from './quantity.ts'
import { SeenUnit } from './seen-unit.ts'

/** The counted quantity of a lot. */
export const CountedLot = z.object({
  code: z.string(),
  expires_on: z.nullable(z.string()),
  expiry_kind: z.nullable(ExpiryKind),
  counted_quantity: z.int(),
})
export type CountedLot = z.infer<typeof CountedLot>

/**
 * The counted quantity of one product, with its name, brand and unit at the time. A count may span both warehouses;
 * `warehouse` is null for products deleted before counts recorded it. `lots` is the part of the quantity that was
 * counted by lot, if any.
 */
export const CountedProduct = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  brand: z.string(),
  unit: z.string(),
  warehouse: z.nullable(WarehouseName),
  counted_quantity: z.int(),
  image_url: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  lots: z.optional(z.array(CountedLot)),
})
export type CountedProduct = z.infer<typeof CountedProduct>

/**
 * A count in a list; it is open until it is finalized. It covers the products of `category`, or all (null). A blind one
 * hides the expected quantities until it is finalized, or the differences are shown (`differences_shown_at`).
 */
export const CountSummary = z.object({
  id: z.uuid(),
  count_date: z.string(),
  created_at: z.string(),
  created_by_admin_name: z.string(),
  finalized_at: z.nullable(z.string()),
  finalized_by_admin_name: z.nullable(z.string()),
  product_count: z.int(),
  category: z.nullable(z.string()),
  is_blind: z.boolean(),
  differences_shown_at: z.nullable(z.string()),
  differences_shown_by_admin_name: z.nullable(z.string()),
})
export type CountSummary = z.infer<typeof CountSummary>

/** Whether the expected quantities of a count are hidden from its users. */
export const hidesExpected = ({ is_blind, finalized_at, differences_shown_at }: CountSummary) =>
  is_blind && finalized_at === null && differences_shown_at === null

/** A count with its products in the order in which they were counted. */
export const StockCount = z.extend(CountSummary, { products: z.array(CountedProduct) })
export type StockCount = z.infer<typeof StockCount>

const COUNT_FAILED = 'Sayım yüklenemedi'
/** Why a count cannot be dated after today in Istanbul. */
export const COUNT_DATE_AHEAD = 'Sayım tarihi bugünden sonra olamaz'
const NO_COUNT_DATE = 'Sayım tarihi zorunludur'
const CountDay = z.pipe(z.string(NO_COUNT_DATE).check(z.minLength(1, NO_COUNT_DATE)), CalendarDay)

export const startCount = call('POST /admin/stock/counts', {
  roles: ['admin'],
  invalidates: ['counts'],
  body: z.object({
    count_date: CountDay,
    category: z.nullish(line('Kategori', 200)),
    is_blind: z.optional(z.boolean('is_blind true veya false olmalıdır')),
  }),
  reply: StockCount,
  creates: true,
  summary:
    'Starts a count, dated today or earlier, of one `category` or of everything; a blind one (`is_blind`) hides the expected quantities. Several may be open at once.',
  failure: 'Sayım oluşturulamadı',
  // Another admin may discard the new count before it is read for the reply.
  errors: ['not_found'],
})

export const listUncounted = list('GET /admin/stock/uncounted', {
  roles: ['admin'],
  resources: ['counts', 'products'],
  query: { count_id: Id, warehouse: z.optional(WarehouseName), search: z.optional(SearchText) },
  item: AdminProduct,
  summary:
    'Products in the scope of a count that are on sale or in stock and have not been counted, by category and name. The header `X-Total-Count` of a page has their number.',
  failure: 'Sayılmayan ürünler yüklenemedi',
})

export const COUNT_STATUSES = ['open', 'finalized'] as const

export const listCounts = list('GET /admin/stock/counts', {
  roles: ['admin'],
  resources: ['counts'],
  query: {
    status: z.optional(z.enum(COUNT_STATUSES, mustBeOneOf('status', COUNT_STATUSES))),
  },
  item: CountSummary,
  summary: 'Counts, open and finalized or one of the two, newest first.',
  failure: 'Sayımlar yüklenemedi',
})

export const RECENT_COUNTS = 3

export const recentCounts = call('GET /admin/stock/counts/recent', {
  roles: ['admin'],
  resources: ['counts'],
  reply: z.array(StockCount),
  summary: `The last ${RECENT_COUNTS} finalized counts, with their products.`,
  failure: 'Sayımlar yüklenemedi',
})

export const readCount = call('GET /admin/stock/counts/:id', {
  params: { id: Id },
  roles: ['admin'],
  resources: ['counts'],
  reply: StockCount,
  summary: 'One count with its products.',
  failure: COUNT_FAILED,
  hasETag: true,
})

const CountedId = z.uuid('Lütfen bir ürün seçin').check(z.toLowerCase())

export const CountEntry = z.object({
  product_id: CountedId,
  counted_quantity: StockQuantity,
  image_url: z.nullish(ImageUrl),
  notes: z.nullish(Notes),
  /** The lot that was counted; without it, the quantity is of goods without a lot. */
  lot: z.nullish(LotLabel),
  /** The unit that the user saw; if the product has another one by now, nothing is added. */
  unit: SeenUnit,
})

export const countProduct = call('POST /admin/stock/counts/:id/products', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['counts'],
  body: CountEntry,
  reply: z.object({
    action: z.enum(['added', 'updated']),
    message: z.string(),
    old_quantity: z.int(),
    added_quantity: z.int(),
    new_total: z.int(),
    unit: z.string(),
    // Not in the stored reply of an earlier version.
    product: z.optional(CountedProduct),
  }),
  takesKey: true,
  maxBodyBytes: MAX_LARGE_BODY_BYTES,
  summary:
    'Adds a counted quantity of a product, or of one of its lots, to an open count, and returns what is counted of the product now (`product`); quantities of repeated calls add up, unless the product has got another unit since (`count_unit_differs`). If a product was counted by lot, finalizing the count sets its lots that were not counted to 0, and creates unknown ones.',
  failure: 'Ürün sayıma eklenemedi',
  errors: ['image_unreadable', 'count_unit_differs', 'count_finalized'],
})

export const CountCorrection = z.object({
  product_id: CountedId,
  /** Absent leaves the quantity unchanged; null removes the product from the count. */
  counted_quantity: z.nullish(StockQuantity),
  image_url: z.nullish(ImageUrl),
  notes: z.nullish(Notes),
  /** The quantity that the user saw; if it has changed since, and not to the wanted one, the correction is refused. */
  old_quantity: z.optional(StockQuantity),
  /** The note that the user saw, null if there was none; if it has changed since, as with `old_quantity`. */
  old_notes: z.nullish(Notes),
})

export const correctCounted = call('PUT /admin/stock/counts/:id/products', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['counts'],
  body: CountCorrection,
  reply: z.object({ message: z.string(), product: z.nullable(CountedProduct) }),
  maxBodyBytes: MAX_LARGE_BODY_BYTES,
  summary:
    'Corrects the counted quantity of a product in an open count, or removes the product from it (`counted_quantity: null`).',
  failure: 'Sayım düzeltilemedi',
  errors: ['image_unreadable', 'counted_meanwhile', 'counted_note_changed', 'count_unit_differs', 'count_finalized'],
})

/** The quantities that arrived and left since a product of an open count was counted for the first time. */
const MovedSince = z.object({ arrived: z.int(), left: z.int() })
export type MovedSince = z.infer<typeof MovedSince>

/**
 * The stock change of one product by finalizing. A deleted product has no stock and a difference of 0.
 * `reserved_quantity` is what would be reserved afterwards, for open orders and in blocked lots: if less than that was
 * counted, the product is oversold. It is null in a finalized count. `lots` are the lots of a product counted by lot,
 * even if they were not found, with their quantities on hand; in a finalized count, those before it. If the product has
 * got another unit since, `new_unit`, the count cannot be finalized; then there is neither a difference nor a worth.
 * `moved`, of the product and of lots, is there if their goods have become more or fewer since they were counted.
 */
export const CountDifference = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  brand: z.string(),
  unit: z.string(),
  new_unit: z.nullable(z.string()),
  warehouse: z.nullable(WarehouseName),
  counted_quantity: z.int(),
  stock_quantity: z.nullable(z.int()),
  reserved_quantity: z.nullable(z.int()),
  difference: z.int(),
  price: z.nullable(Money),
  worth: MoneySum,
  notes: z.nullable(z.string()),
  lots: z.optional(z.array(z.extend(CountedLot, { on_hand: z.int(), moved: z.optional(MovedSince) }))),
  moved: z.optional(MovedSince),
})
export type CountDifference = z.output<typeof CountDifference>

export const CountDifferences = z.object({
  products: z.array(CountDifference),
  surplus_worth: MoneySum,
  missing_worth: MoneySum,
  worth: MoneySum,
})
export type CountDifferences = z.output<typeof CountDifferences>

export const readDifferences = call('GET /admin/stock/counts/:id/differences', {
  params: { id: Id },
  roles: ['admin'],
  resources: ['counts', 'products'],
  reply: CountDifferences,
  summary:
    'What finalizing an open count would change at present, or what it changed: for every counted product the difference, its value at the price without VAT, and, while the count is open, the quantity that would be reserved afterwards and what has arrived and left since the product was counted.',
  failure: COUNT_FAILED,
  errors: ['count_blind'],
  hasETag: true,
})

export const showDifferences = call('POST /admin/stock/counts/:id/show-differences', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['counts'],
  reply: z.object({ message: z.string(), count: StockCount }),
  summary:
    'Shows the expected quantities of an open blind count to all users who count; a repetition changes nothing. Recorded in the audit trail.',
  failure: 'Farklar gösterilemedi',
  errors: ['count_finalized'],
})

export const finalizeCount = call('POST /admin/stock/counts/:id/finalize', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['counts', 'products', 'orders'],
  reply: z.object({ message: z.string(), count: StockCount }),
  takesKey: true,
  summary:
    'Sets the stock on hand of every counted product to the counted quantity, once. Open orders keep their reservations. Refused if, since a product was counted, it has got another unit, one of its lots has got goods with another kind of expiry, or goods of a lot that was counted without an expiry have come in with several.',
  failure: 'Sayım tamamlanamadı',
  errors: ['count_empty', 'count_unit_differs', 'count_expiry_differs', 'count_finalized'],
})

export const discardCount = call('DELETE /admin/stock/counts/:id', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['counts'],
  reply: z.object({ message: z.string() }),
  summary: 'Deletes an open count with its quantities; no stock changes. Finalized counts cannot be deleted.',
  failure: 'Sayım silinemedi',
  errors: ['count_finalized'],
})

export const downloadCounts = file('GET /admin/stock/counts/excel', {
  roles: ['admin'],
  query: z.object({ id: z.optional(Id) }),
  download: { media: XLSX, name: 'sayimlar.xlsx' },
  summary: 'A count, or all finalized ones, as a workbook: counted quantity, quantity before, and difference.',
  failure: 'Excel dosyası indirilemedi',
  errors: ['not_found', 'count_blind'],
})
