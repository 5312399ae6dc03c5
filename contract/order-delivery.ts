import * as z from 'zod/mini'
import { CalendarDay } from './fields.ts'
import { Money } from './money.ts'

/** The fields of an order about its delivery. */
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

/** The errors of every call that gives an order a delivery day. */
export const DELIVERY_ERRORS = ['cutoff_passed', 'delivery_day_full', 'delivery_day_unavailable'] as const

/** The errors of every call that places an order, besides those about goods. */
// Written out: a spread of the errors above would stay in the web app, which needs none of them.
export const PLACING_ERRORS = [
  'cutoff_passed',
  'delivery_day_full',
  'delivery_day_unavailable',
  'minimum_not_reached',
  'price_changed',
  'order_total_too_high',
] as const
