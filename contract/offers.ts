import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id } from './fields.ts'
import { Money, Price } from './money.ts'
import { StockQuantity } from './quantity.ts'
import { SeenUnit } from './seen-unit.ts'

// Offers: goods of a lot near its expiry, sold as a separate product with its own price.

/**
 * The goods of a lot on offer; `price` is the offer's price, `regular_price` its source's, or null while that is for
 * another unit. `ordered_quantity` is the part of `reserved_quantity` in open orders; the rest is blocked.
 */
export const Offer = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  unit: z.string(),
  price: Money,
  regular_price: z.nullable(Money),
  on_hand: z.int(),
  reserved_quantity: z.int(),
  ordered_quantity: z.int(),
  is_active: z.boolean(),
})
export type Offer = z.infer<typeof Offer>

/**
 * The offer of a lot, or null, and the largest quantity that can be added to it (`most`); `is_allowed`: whether offers
 * may be made, `is_changeable`: whether the lots permit to make this one, to add to it or to change its price.
 * `unit` is the source's, as is `regular_price`, which is null if the offer keeps another unit.
 */
export const LotOffer = z.object({
  is_allowed: z.boolean(),
  is_changeable: z.boolean(),
  offer: z.nullable(Offer),
  most: z.int(),
  unit: z.string(),
  regular_price: z.nullable(Money),
})
export type LotOffer = z.infer<typeof LotOffer>

const CHANGED = ['products', 'lots', 'audit'] as const
const Changed = z.object({ message: z.string(), lot_offer: LotOffer })

export const readLotOffer = call('GET /admin/lots/:id/offer', {
  params: { id: Id },
  roles: ['admin'],
  resources: ['products', 'lots'],
  reply: LotOffer,
  summary: 'The offer in which a lot’s goods are sold, by the lot that they come from or by the offer’s own lot.',
  failure: 'Fırsat yüklenemedi',
})

/** The price of an offer, which is not free. */
export const OfferPrice = Price.check(z.refine(price => price > 0, 'Fiyat 0’dan büyük olmalıdır'))

export const offerLot = call('POST /admin/lots/:id/offer', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: [...CHANGED, 'orders'],
  body: z.object({
    price: z.optional(OfferPrice),
    quantity: StockQuantity,
    /** The source's unit as the user saw it. */
    unit: SeenUnit,
  }),
  reply: Changed,
  takesKey: true,
  errors: ['offers_off', 'offer_too_much', 'lot_not_offered', 'offer_unit_differs'],
  summary:
    'Moves goods of a lot to its offer, a product of its own with this price, which is created if there is none. With `quantity` 0 only the price of an existing offer changes; without `price` it keeps its own. At most the quantity that no order has. The goods must be saleable: those of the offer, and, if some are added, those of the lot. The offer has the VAT rate of its source; goods are added in one unit only. It is 400 if the source has another `unit` by then.',
  failure: 'Fırsat kaydedilemedi',
})

export const endOffer = call('POST /admin/lots/:id/offer/end', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: [...CHANGED, 'orders'],
  reply: Changed,
  takesKey: true,
  errors: ['offer_unit_differs'],
  summary:
    'Ends the offer of a lot: goods that no order has go back to the lot, in the same unit, and the product is no longer on sale. Goods that orders give back later follow.',
  failure: 'Fırsat bitirilemedi',
})

export const allowOffers = call('PUT /admin/offers/settings', {
  roles: ['admin'],
  invalidates: CHANGED,
  body: z.object({ is_allowed: z.boolean('is_allowed doğru veya yanlış olmalıdır') }),
  reply: z.object({ message: z.string(), is_allowed: z.boolean() }),
  summary: 'Sets whether new offers may be made; those on sale stay.',
  failure: 'Fırsat satışı değiştirilemedi',
})
