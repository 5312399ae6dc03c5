import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id, line } from './fields.ts'
import { expiryLetters, LotQuantity, lotText } from './lot-labels.ts'
import { daysLeft, isBlockedByAdmin, type Lot } from './lots.ts'
import { formatNumber } from './money.ts'
import { ORDER_BY_ID } from './orders.ts'
import { WarehouseName } from './products.ts'
import { Quantity } from './quantity.ts'
import { istanbulDay } from './turkish.ts'

const LotOfLine = z.extend(LotQuantity, { reason: z.nullable(z.string()) })

/** The lots of an order's line. `without_lot` is the part of the quantity that has no lot. */
export const LineLots = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  unit: z.string(),
  warehouse: WarehouseName,
  quantity: z.int(),
  lots: z.array(LotOfLine),
  without_lot: z.int(),
})
export type LineLots = z.infer<typeof LineLots>

/** The lines of an order that have lots, in the order's order. */
const OrderLots = z.array(LineLots)

/**
 * The same for admins, with the demand on the line's lots: goods leave on `leaves_on`, with at least
 * `min_remaining_days` days left then, the larger of the customer's and the product's demand. `left_on` is the delivery
 * day, if it is over. If an open line lacks goods, `not_proposed` has the lots that may be chosen for it with a reason,
 * and how much of each no order will take. A lot has `too_little` if open orders are to get more of it (`picked`) than
 * there is, and `block_reason` if it is blocked although an open order is to get it, as it may have left before. It is
 * `picked_late` if the order has got it only since the delivery day, which is over, and without a reason, so that it
 * cannot have left then.
 */
export const PickedLine = z.extend(LineLots, {
  lots: z.array(
    z.extend(LotOfLine, {
      too_little: z.optional(z.object({ on_hand: z.int(), picked: z.int() })),
      block_reason: z.optional(z.string()),
      picked_late: z.optional(z.boolean()),
    }),
  ),
  leaves_on: z.string(),
  left_on: z.optional(z.string()),
  min_remaining_days: z.nullable(z.int()),
  not_proposed: z.array(LotQuantity),
})
export type PickedLine = z.infer<typeof PickedLine>

/** A line as the picker confirms it; products without lots are included. */
export const PickingLine = z.extend(PickedLine, {
  brand: z.string(),
  barcode: z.nullable(z.string()),
  /** Whether the product has lots on hand, or the line has some. */
  has_lots: z.boolean(),
})
export type PickingLine = z.infer<typeof PickingLine>

/** The lots that a line gets, with their quantities: 'L2417 · SKT 01.06.2026: 4 KG'; '' without any. */
export const lineLotsText = ({ lots, unit }: { lots: readonly LotQuantity[]; unit: string }) =>
  lots.map(lot => `${lotText(lot)}: ${formatNumber(lot.quantity)} ${unit}`).join(', ')

/** What a line requires of its lots. */
export type LotDemand = Pick<PickedLine, 'leaves_on' | 'left_on' | 'min_remaining_days'>

/**
 * How many days a lot has left when its goods leave, if that is less than demanded; never for one without an expiry.
 */
export function daysBelowDemand(lot: { expires_on: string | null }, demand: LotDemand): number | undefined {
  const days = lot.expires_on === null ? undefined : daysLeft(lot.expires_on, demand.leaves_on)
  return days !== undefined && days < (demand.min_remaining_days ?? 0) ? days : undefined
}

type Expiring = Pick<Lot, 'expires_on' | 'expiry_kind'>

/** Whether a lot is past its expiry on the day when its goods leave. */
export const isExpiredWhenLeaving = (
  { expires_on }: Pick<Lot, 'expires_on'>,
  { leaves_on }: Pick<LotDemand, 'leaves_on'>,
) => expires_on !== null && expires_on < leaves_on

/**
 * Whether goods of a lot can have left before it expired: its expiry was not before the order's delivery day, which is
 * over.
 */
export const canHaveLeftInTime = ({ expires_on }: Pick<Lot, 'expires_on'>, { left_on }: Pick<LotDemand, 'left_on'>) =>
  left_on !== undefined && expires_on !== null && expires_on >= left_on

/**
 * Whether goods of a lot may have left on the order's delivery day, which is over: the lot had neither expired by then
 * nor been blocked.
 */
export const mayHaveLeftInTime = (
  { expires_on, blocked_at }: Pick<Lot, 'expires_on' | 'blocked_at'>,
  { left_on }: Pick<LotDemand, 'left_on'>,
) =>
  left_on !== undefined &&
  (expires_on === null || expires_on >= left_on) &&
  (blocked_at === null || istanbulDay(new Date(blocked_at)) > left_on)

/**
 * Whether what an order has of a lot can have left, as its delivery day is over: it was picked by then (`picked_at` is
 * null if that is not known), since with a reason, or before `day`, if its goods could leave until then.
 */
export const isPickedInTime = (
  { picked_at, reason }: { picked_at: string | null; reason: string | null },
  { left_on }: Pick<LotDemand, 'left_on'>,
  day?: string,
) => {
  if (left_on === undefined || picked_at === null || reason !== null) return left_on !== undefined
  const picked_on = istanbulDay(new Date(picked_at))
  return picked_on <= left_on || (day !== undefined && picked_on < day)
}

/**
 * Whether a lot that has expired since it may have left can be chosen with a reason; not one that an admin has blocked.
 */
export const canBeChosenAsLeft = (
  lot: Pick<Lot, 'expires_on' | 'blocked_at' | 'blocked_by_admin_name'>,
  demand: Pick<LotDemand, 'left_on'>,
) => mayHaveLeftInTime(lot, demand) && !isBlockedByAdmin(lot)

/** Why a lot is not proposed that may be chosen with a reason, in Turkish; `undefined` if it may be proposed. */
export function whyNotProposed(lot: Expiring, demand: LotDemand, today: string): string | undefined {
  if (isExpiredWhenLeaving(lot, demand)) {
    const letters = expiryLetters(lot.expiry_kind)
    if (canHaveLeftInTime(lot, demand)) return `${letters} teslimattan sonra geçti`
    if (lot.expires_on !== null && lot.expires_on >= today) return `${letters} teslimattan önce doluyor`
    return lot.expiry_kind === 'tett' ? `${letters} geçti` : `${letters} geçti, satışı onaylandı`
  }
  const days = daysBelowDemand(lot, demand)
  if (days === undefined) return undefined
  return `kalan gün ${formatNumber(days)}, istenen ${formatNumber(demand.min_remaining_days ?? 0)}`
}

const Reading = {
  ...ORDER_BY_ID,
  resources: ['orders', 'lots'],
  reply: OrderLots,
  failure: 'Partiler yüklenemedi',
} as const

export const readOrderLots = call('GET /orders/:id/lots', {
  ...Reading,
  roles: ['customer'],
  summary: 'The lots that one of the customer’s own orders gets or got; lines without lots are left out.',
})

export const readCustomersOrderLots = call('GET /marketer/orders/:id/lots', {
  ...Reading,
  roles: ['marketer'],
  summary: 'The lots that an order of one of the marketer’s customers gets or got; lines without lots are left out.',
})

export const readAnyOrderLots = call('GET /admin/orders/:id/lots', {
  ...Reading,
  roles: ['admin'],
  reply: z.array(PickedLine),
  summary:
    'The lots that an order gets or got, and how many days they must have left when the goods leave; lines without lots are left out.',
})

export const readPicking = call('GET /admin/orders/:id/picking', {
  ...Reading,
  resources: ['orders', 'lots', 'products'],
  roles: ['admin'],
  reply: z.array(PickingLine),
  summary: 'All lines of an order with their barcodes and the lots that they get, to be confirmed by scans.',
})

/** The most characters of the reason for choosing a lot. */
export const MAX_PICK_REASON = 200

const Shares = z.array(z.object({ lot_id: Id, quantity: Quantity }))

export const pickLots = call('PUT /admin/orders/:id/lots', {
  ...ORDER_BY_ID,
  roles: ['admin'],
  invalidates: ['orders', 'lots', 'audit'],
  body: z.object({
    product_id: Id,
    lots: Shares.check(z.maxLength(50, 'En fazla 50 parti seçilebilir')),
    reason: z.nullish(line('Neden', MAX_PICK_REASON)),
    /** The lots that the user saw. If others have chosen differently since, the choice is refused. */
    seen: z.optional(Shares),
  }),
  reply: z.object({ message: z.string(), lots: z.array(PickedLine) }),
  summary:
    'Replaces the lots of one product of an order that is being prepared. `reason` is required for a lot that is chosen although one with an earlier expiry is free, that has fewer days left than demanded, or that is past its best-before date or, after a release or if it was not before the delivery day, which is over, its use-by date. `seen` are the lots that the user saw: if others have been chosen since, the call is refused.',
  failure: 'Partiler kaydedilemedi',
  errors: ['order_not_prepared', 'lot_not_free', 'lot_unusable', 'lots_changed'],
})
