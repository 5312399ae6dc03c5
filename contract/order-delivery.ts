import * as z from 'zod/mini'
import { dayWithWeekday } from './delivery-days.ts'
import { CalendarDay } from './fields.ts'
import { Money } from './money.ts'

/** What an order knows of its delivery. */
export const OrderDelivery = {
  /** The day of delivery; `null` if the customer had no route. */
  delivery_date: z.nullable(z.string()),
  /** The route's name when the order got its day. */
  delivery_route: z.nullable(z.string()),
  /** VAT included; part of the grand total only. */
  delivery_fee: Money,
}

/** The day on which an order is to be delivered; absent or null for the next possible one, or for no change. */
export const DeliveryDate = z.nullish(CalendarDay)

/**
 * Of an admin: the order is taken after the cut-off, on a full day or another one than a delivery day, or below the minimum.
 * Refused with `forbidden` of anyone else.
 */
export const OverridesDelivery = z.optional(z.boolean())

/** What calls that give an order a delivery day can be refused with. */
export const DELIVERY_ERRORS = ['cutoff_passed', 'delivery_day_full', 'delivery_day_unavailable'] as const

/** What the fee is called among an order's sums. */
export const FEE_LABEL = 'Teslimat ücreti (KDV dahil)'

/** The day and the route of an order: '26.11.2026 Perşembe · Kadıköy'; nothing without a day. */
export const deliveryText = (order: { delivery_date: string | null; delivery_route: string | null }): string[] =>
  order.delivery_date ? [[dayWithWeekday(order.delivery_date), order.delivery_route].filter(Boolean).join(' · ')] : []
