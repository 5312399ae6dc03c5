import * as z from 'zod/mini'
import { call, list, MAX_LARGE_BODY_BYTES } from './call.ts'
import { Id, mustBeOneOf } from './fields.ts'
import { formatNumber, liraOf, MAX_PRICE, Money, Price, twoDecimals } from './money.ts'
import { ProductFilters, WarehouseName } from './products.ts'

/** How many products one price change, which is one transaction, can have. */
export const MAX_PRICE_CHANGES = 5_000

/** Changed prices are rounded half up to a multiple of one of these steps, in kuruş. */
export const PRICE_STEPS = [1, 5, 10] as const

/** The highest raise in percent. */
const MAX_PERCENT = 1_000

const NO_NUMBER = 'Değişiklik bir sayı olmalıdır'

/** A number with at most two decimals in JSON, whole hundredths of it in the program. */
const Hundredths = z.codec(
  z.number(NO_NUMBER).check(
    z.refine(value => Math.abs(value) <= liraOf(MAX_PRICE), 'Değişiklik çok büyük'),
    twoDecimals('Değişiklik'),
    z.refine(value => value !== 0, 'Değişiklik 0 olamaz'),
  ),
  z.int(),
  { decode: value => Math.round(value * 100), encode: hundredths => hundredths / 100 },
)

/** How prices change: by a signed percentage or a signed amount (lira in JSON, hundredths of either in the program). */
export const PriceChange = z
  .object({
    kind: z.enum(['percent', 'amount'], 'kind percent veya amount olmalıdır'),
    value: Hundredths,
    step: z.literal(PRICE_STEPS, mustBeOneOf('step', PRICE_STEPS)),
  })
  .check(
    z.refine(({ kind, value }) => kind === 'amount' || value > -100_00, {
      path: ['value'],
      error: 'İndirim %100’den az olmalıdır',
    }),
    z.refine(({ kind, value }) => kind === 'amount' || value <= MAX_PERCENT * 100, {
      path: ['value'],
      error: `Artış en fazla %${formatNumber(MAX_PERCENT)} olabilir`,
    }),
  )
export type PriceChange = z.output<typeof PriceChange>

/** The message for more products than `MAX_PRICE_CHANGES`. */
export const TOO_MANY_PRICES = `En fazla ${formatNumber(MAX_PRICE_CHANGES)} ürünün fiyatı birlikte değiştirilebilir; filtreyi daraltın veya daha az ürün seçin`
const NO_PRODUCTS = 'En az bir ürün seçin'

/** The effect of a change on a product; if it has no new price, `fault` is the reason, in Turkish. */
export const PreviewedPrice = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  brand: z.string(),
  unit: z.string(),
  warehouse: WarehouseName,
  price: Money,
  new_price: z.nullable(Money),
  fault: z.nullable(z.string()),
})
export type PreviewedPrice = z.output<typeof PreviewedPrice>

export const previewPriceChange = call('POST /admin/products/price-changes/preview', {
  roles: ['admin'],
  // It changes nothing, and is a POST only because its input does not fit into a URL.
  invalidates: [],
  body: z.object({
    change: PriceChange,
    product_ids: z.optional(z.array(Id, NO_PRODUCTS).check(z.maxLength(MAX_PRICE_CHANGES, TOO_MANY_PRICES))),
    filter: z.optional(z.object(ProductFilters)),
  }),
  reply: z.array(PreviewedPrice),
  maxBodyBytes: MAX_LARGE_BODY_BYTES,
  summary:
    'The old and new prices of products by name: of `product_ids`, or of all but offers that match `filter` as in the list; at most 5,000.',
  failure: 'Önizleme hazırlanamadı',
  errors: ['only_offers_match'],
})

/**
 * How many products were changed, and why others were not; `id` is null if none was changed. `offer_warning`: which
 * offers are no longer cheaper than their products.
 */
export const PriceChangeResult = z.object({
  id: z.nullable(z.uuid()),
  changed_count: z.int(),
  refused: z.array(z.object({ product_id: z.uuid(), product_name: z.nullable(z.string()), reason: z.string() })),
  offer_warning: z.optional(z.string()),
})
export type PriceChangeResult = z.output<typeof PriceChangeResult>

export const changePrices = call('POST /admin/products/price-changes', {
  roles: ['admin'],
  invalidates: ['products'],
  body: z.object({
    change: PriceChange,
    products: z
      .array(z.object({ product_id: Id, price: Price }), NO_PRODUCTS)
      .check(z.minLength(1, NO_PRODUCTS), z.maxLength(MAX_PRICE_CHANGES, TOO_MANY_PRICES)),
  }),
  reply: PriceChangeResult,
  takesKey: true,
  maxBodyBytes: MAX_LARGE_BODY_BYTES,
  summary:
    'Changes the prices of products, each from the `price` that was shown. A product that has another price by then, was deleted, or would get a price of 0 or less or above the limit is not changed and is listed in `refused`. `offer_warning` names offers on sale that are not cheaper than their products now.',
  failure: 'Fiyatlar değiştirilemedi',
})

export const undoPriceChange = call('POST /admin/products/price-changes/:id/undo', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['products'],
  reply: PriceChangeResult,
  takesKey: true,
  summary:
    'Restores the former prices as a further change; products whose price has changed since are not changed and are listed in `refused`.',
  failure: 'Fiyatlar geri alınamadı',
})

/** A change of many prices; one that undoes another has no `change`. */
export const PriceChangeRecord = z.object({
  id: z.uuid(),
  created_at: z.string(),
  actor_name: z.string(),
  change: z.nullable(PriceChange),
  undoes: z.nullable(z.uuid()),
  undone_at: z.nullable(z.string()),
  changed_count: z.int(),
})
export type PriceChangeRecord = z.output<typeof PriceChangeRecord>

export const listPriceChanges = list('GET /admin/products/price-changes', {
  roles: ['admin'],
  resources: ['products'],
  item: PriceChangeRecord,
  summary: 'Bulk changes of prices, newest first, with the time at which each was undone.',
  failure: 'Fiyat değişiklikleri yüklenemedi',
})
