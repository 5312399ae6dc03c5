import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id, Notes } from './fields.ts'
import { Money, Price } from './money.ts'
import { DELIVERY_ERRORS, DeliveryDate } from './order-delivery.ts'
import { DisplayedText, lineArray, NewOrder, ORDER_BY_ID, ORDER_FAILED, Order } from './orders.ts'
import { OverridesDelivery } from './overridable-rules.ts'
import { Quantity } from './quantity.ts'
import { GOODS_ERRORS } from './sale.ts'

/** The revision of the order that the change is based on. */
const BasedOn = z.optional(z.int('revision_count tam sayı olmalıdır'))

/** A line of a revision. Its `unit`, as the user saw it, is compared only if the revision adds the product. */
const RevisedLine = z.object({
  product_id: Id,
  quantity: Quantity,
  price: Price,
  unit: z.optional(DisplayedText),
})

export const Revision = z.object({
  items: lineArray(RevisedLine),
  /** If absent, the notes are unchanged. */
  notes: z.nullish(Notes),
  revision_count: BasedOn,
  /** If absent or null, the day is unchanged. */
  delivery_date: DeliveryDate,
  overrides_delivery: OverridesDelivery,
})
export type Revision = z.output<typeof Revision>

/**
 * A revision by the customer. Products that the order has already keep their prices; absent notes and day are
 * unchanged.
 */
export const OwnRevision = z.extend(NewOrder, { revision_count: BasedOn })
export type OwnRevision = z.output<typeof OwnRevision>

/** A stored revision: the lines that it added, removed or changed. */
export const RevisionRecord = z.object({
  revision: z.int(),
  created_at: z.string(),
  /**
   * The name of the actor. If that is the customer, its own name; if it is an admin, others than admins get 'Yönetici'.
   */
  marketer_name: z.string(),
  // With a default, because queued mails and replies stored in browsers may be older than the field.
  actor_role: z._default(z.enum(['marketer', 'customer', 'admin']), 'marketer'),
  notes_before: z.nullable(z.string()),
  notes_after: z.nullable(z.string()),
  /** Absent in revisions that earlier versions have stored. */
  delivery_date_before: z.optional(z.nullable(z.string())),
  delivery_date_after: z.optional(z.nullable(z.string())),
  lines: z.array(
    z.object({
      product_id: z.uuid(),
      product_name: z.string(),
      /** Absent in revisions that earlier versions have stored. */
      unit: z.optional(z.string()),
      change: z.enum(['added', 'removed', 'changed']),
      quantity_before: z.nullable(z.int()),
      quantity_after: z.nullable(z.int()),
      price_before: z.nullable(Money),
      price_after: z.nullable(Money),
    }),
  ),
})
export type RevisionRecord = z.output<typeof RevisionRecord>

export const listRevisions = call('GET /orders/:id/revisions', {
  ...ORDER_BY_ID,
  roles: ['customer'],
  resources: ['orders'],
  isStoredOffline: true,
  reply: z.array(RevisionRecord),
  summary: 'The revisions of an order with the changed lines, newest first.',
  failure: ORDER_FAILED,
})

export const reviseOwnOrder = call('PUT /orders/:id', {
  ...ORDER_BY_ID,
  roles: ['customer'],
  invalidates: ['orders', 'products'],
  body: OwnRevision,
  reply: Order,
  takesKey: true,
  hourlyLimit: 'orders',
  summary:
    'Changes lines, quantities or notes of the customer’s own pending order; lines keep their prices, added ones get today’s.',
  failure: 'Sipariş değiştirilemedi',
  errors: [
    ...GOODS_ERRORS,
    'unit_changed',
    ...DELIVERY_ERRORS,
    'minimum_not_reached',
    'not_found',
    'order_not_pending',
    'revised_meanwhile',
    'price_changed',
    'order_total_too_high',
  ],
})

export const reviseOrder = call('PUT /marketer/orders/:id', {
  ...ORDER_BY_ID,
  roles: ['marketer', 'admin'],
  invalidates: ['orders', 'products'],
  body: Revision,
  reply: Order,
  takesKey: true,
  keepsKeyForever: true,
  summary:
    'Changes lines, quantities, prices or notes of a pending order; every revision is recorded. A product that is added is refused in another unit than the one seen, and a line in a former unit of its product is not raised.',
  failure: 'Sipariş revize edilemedi',
  errors: [
    ...GOODS_ERRORS,
    'unit_changed',
    ...DELIVERY_ERRORS,
    'minimum_not_reached',
    'not_found',
    'order_not_pending',
    'revised_meanwhile',
    'price_changed',
    'order_total_too_high',
    'order_not_visible',
  ],
})

export const listCustomersOrderRevisions = call('GET /marketer/orders/:id/revisions', {
  ...ORDER_BY_ID,
  roles: ['marketer', 'admin'],
  resources: ['orders'],
  isStoredOffline: true,
  reply: z.array(RevisionRecord),
  summary: 'The revisions of an order with the changed lines, newest first.',
  failure: ORDER_FAILED,
})

export const listAnyOrderRevisions = call('GET /admin/orders/:id/revisions', {
  ...ORDER_BY_ID,
  roles: ['admin'],
  resources: ['orders'],
  reply: z.array(RevisionRecord),
  summary: 'The revisions of an order with the changed lines, newest first.',
  failure: ORDER_FAILED,
})
