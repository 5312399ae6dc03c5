import * as z from 'zod/mini'
import { call, list } from './call.ts'
import { CalendarDay, Id, Notes, required, Version } from './fields.ts'
import { formatNumber, Money } from './money.ts'
import { lineArray } from './orders.ts'
import { Quantity } from './quantity.ts'
import { CLOSED_DAY_RULES, WEEKDAYS } from './standing-plan.ts'

/** How many standing orders a customer can have. */
export const MAX_STANDING_ORDERS = 20

/** How many coming days of a standing order can be changed at the same time. */
export const MAX_CHANGED_DAYS = 60
/** How many coming days are shown, and how many past ones. */
export const SHOWN_DAYS = 6

/** What happens to a line that the stock does not cover: the remaining quantity is ordered, or the line is left out. */
export const SHORTAGE_RULES = ['reduce', 'leave_out'] as const
export type ShortageRule = (typeof SHORTAGE_RULES)[number]
export const SHORTAGE_LABELS: Record<ShortageRule, string> = {
  reduce: 'Stokta olduğu kadar verilsin',
  leave_out: 'O ürün olmadan verilsin',
}

/**
 * A line with the current data of its product, or, if it is not on sale, the last data and `null` as `price`. `unit` is
 * that in which the quantity was entered. While the product has another one, `new_unit`, the line is not ordered.
 */
export const StandingLine = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  brand: z.string(),
  unit: z.string(),
  new_unit: z.nullable(z.string()),
  quantity: z.int(),
  price: z.nullable(Money),
  vat_rate: z.nullable(z.int()),
})
export type StandingLine = z.infer<typeof StandingLine>

/** Describes in Turkish that a product has another unit than its line: 'Tulum: birimi KG iken PAKET oldu'. */
export const unitChangeText = ({ product_name, unit, new_unit }: UnitChange) =>
  `${product_name}: birimi ${unit} iken ${new_unit} oldu`

type UnitChange = Pick<StandingLine, 'product_name' | 'unit' | 'new_unit'>

/** The sentence before lines whose products have other units. */
export const UNIT_CHANGES = 'Yeni birimleri seçilene kadar bu ürünler sipariş edilmez:'

/** A line that was not ordered as wanted; `ordered` is 0 if it was left out. */
export const Shortage = z.object({
  product_name: z.string(),
  unit: z.string(),
  wanted: z.int(),
  ordered: z.int(),
  why: z.enum(['insufficient_stock', 'out_of_stock', 'product_unavailable', 'unit_changed']),
})
export type Shortage = z.infer<typeof Shortage>

/** Describes a shortage of a standing order in Turkish: 'Tulum: 6 yerine 4 KG (…)'. */
export function shortageText({ product_name, unit, wanted, ordered, why }: Shortage) {
  const amount = (quantity: number) => `${formatNumber(quantity)} ${unit}`
  if (ordered > 0) return `${product_name}: ${formatNumber(wanted)} yerine ${amount(ordered)} (stokta bu kadar var)`
  const reason = {
    insufficient_stock: 'stok yetmiyor',
    out_of_stock: 'stokta yok',
    product_unavailable: 'satışta değil',
    unit_changed: 'birimi değişti',
  }
  return `${product_name}: ${amount(wanted)} verilemedi (${reason[why]})`
}

/**
 * A coming due day. `day` is the day for which the order is made, `null` if none is; `why` is the reason if `day` is
 * not `due_on`. `moved_to` is the date to which a user moved it, also if that is closed since. `unskipped_day` is `day`, or what it would be if the day were not skipped. `ordered_at` is the instant
 * at which the order is made, and `is_changeable` whether the day can still be changed, and skipped, or restored if it
 * is skipped. `items` are the lines of this day alone, if they were changed.
 */
export const ComingDay = z.object({
  due_on: z.string(),
  day: z.nullable(z.string()),
  why: z.nullable(z.enum(['skipped', 'moved', 'closed'])),
  moved_to: z.nullable(z.string()),
  unskipped_day: z.nullable(z.string()),
  ordered_at: z.nullable(z.string()),
  is_changeable: z.boolean(),
  items: z.nullable(z.array(StandingLine)),
})
export type ComingDay = z.infer<typeof ComingDay>

/** A past due day: the order that was made for it, or the reason why none was made, in Turkish. */
export const PastDay = z.object({
  due_on: z.string(),
  day: z.nullable(z.string()),
  made_at: z.string(),
  order_id: z.nullable(z.uuid()),
  shortages: z.array(Shortage),
  failure: z.nullable(z.string()),
})
export type PastDay = z.infer<typeof PastDay>

/** `version` grows with each change; a change names the version that it is based on. */
export const StandingOrder = z.object({
  id: z.uuid(),
  customer_id: z.uuid(),
  user_company: z.string(),
  name: z.string(),
  items: z.array(StandingLine),
  notes: z.nullable(z.string()),
  weekdays: z.array(z.int()),
  every_weeks: z.int(),
  starts_on: z.string(),
  ends_on: z.nullable(z.string()),
  closed_days: z.enum(CLOSED_DAY_RULES),
  shortages: z.enum(SHORTAGE_RULES),
  is_paused: z.boolean(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Who changed it last: the name of a customer or marketer, 'Yönetici' of an admin. */
  updated_by: z.string(),
  coming: z.array(ComingDay),
  past: z.array(PastDay),
})
export type StandingOrder = z.infer<typeof StandingOrder>

// Calls -----------------------------------------------------------------------------

/** `unit` is that of the quantity; without it, the unit of a present line stays, and a new line gets the product's. */
const Line = z.object({ product_id: Id, quantity: Quantity, unit: z.optional(required('Birim', 40)) })

/** Lines of different products. */
const Lines = lineArray(Line, 'En az bir ürün ekleyin').check(
  z.refine(
    lines => new Set(lines.map(line => line.product_id)).size === lines.length,
    'Bir ürün düzenli siparişte bir kez olabilir',
  ),
)

const Weekdays = z.array(z.literal(WEEKDAYS, 'Gün 1 (Pazartesi) ile 7 (Pazar) arasında olmalıdır'), 'Gün seçin').check(
  z.minLength(1, 'En az bir gün seçin'),
  z.overwrite(days => [...new Set(days)].sort((a, b) => a - b)),
)

/** The most weeks from one day of a standing order to the next. */
export const MAX_EVERY_WEEKS = 12

const EveryWeeks = z
  .int('Hafta aralığı tam sayı olmalıdır')
  .check(
    z.minimum(1, 'Hafta aralığı en az 1 olmalıdır'),
    z.maximum(MAX_EVERY_WEEKS, `Hafta aralığı en fazla ${MAX_EVERY_WEEKS} olabilir`),
  )

/** The most characters of a standing order's name. */
export const MAX_STANDING_ORDER_NAME = 60

const Content = {
  name: required('Ad', MAX_STANDING_ORDER_NAME),
  items: Lines,
  notes: z.nullable(Notes),
  weekdays: Weekdays,
  every_weeks: EveryWeeks,
  starts_on: CalendarDay,
  ends_on: z.nullable(CalendarDay),
  closed_days: z.enum(CLOSED_DAY_RULES, 'Kapalı gün için "move" veya "skip" seçin'),
  shortages: z.enum(SHORTAGE_RULES, 'Eksik ürün için "reduce" veya "leave_out" seçin'),
}

/** `customer_id` is needed from marketers and admins; `starts_on` is today if it is left out. */
export const NewStandingOrder = z.object({
  ...Content,
  customer_id: z.optional(Id),
  notes: z._default(Content.notes, null),
  every_weeks: z._default(EveryWeeks, 1),
  starts_on: z.optional(CalendarDay),
  ends_on: z._default(Content.ends_on, null),
  closed_days: z._default(Content.closed_days, 'move'),
  shortages: z._default(Content.shortages, 'reduce'),
})
export type NewStandingOrder = z.output<typeof NewStandingOrder>

/** A partial change of a standing order. */
export const StandingOrderChange = z.extend(z.partial(z.object(Content)), {
  version: Version,
  is_paused: z.optional(z.boolean('is_paused true veya false olmalıdır')),
})
export type StandingOrderChange = z.output<typeof StandingOrderChange>

/**
 * A change of one due day. `items: null` reverts a change of the lines. `moved_to: null` reverts a change of the day,
 * and so does `moved_to: due_on` if that day is open.
 */
export const StandingDayChange = z.object({
  due_on: CalendarDay,
  is_skipped: z.optional(z.boolean('is_skipped true veya false olmalıdır')),
  items: z.optional(z.nullable(Lines)),
  moved_to: z.optional(z.nullable(CalendarDay)),
})
export type StandingDayChange = z.output<typeof StandingDayChange>

const ANY_ROLE = ['customer', 'marketer', 'admin'] as const
const One = { params: { id: Id } } as const
const NOT_SAVED = 'Düzenli sipariş kaydedilemedi'
const NOT_LOADED = 'Düzenli siparişler yüklenemedi'

export const listStandingOrders = list('GET /standing-orders', {
  roles: ANY_ROLE,
  resources: ['standing-orders', 'products', 'delivery'],
  query: { customer_id: z.optional(Id) },
  item: StandingOrder,
  summary:
    'The standing orders of the customer, of the marketer’s customers, or all for an admin, by company and name, with their coming and past days.',
  failure: NOT_LOADED,
  personalData: 'admin',
})

export const readStandingOrder = call('GET /standing-orders/:id', {
  ...One,
  roles: ANY_ROLE,
  resources: ['standing-orders', 'products', 'delivery'],
  reply: StandingOrder,
  summary: 'One standing order.',
  failure: NOT_LOADED,
})

export const createStandingOrder = call('POST /standing-orders', {
  roles: ANY_ROLE,
  invalidates: ['standing-orders'],
  body: NewStandingOrder,
  reply: StandingOrder,
  creates: true,
  hourlyLimit: 'changes',
  summary: 'Creates a standing order, by which orders are placed on the chosen weekdays. Unknown products are refused.',
  failure: NOT_SAVED,
  errors: ['not_found', 'product_unavailable', 'too_many_standing_orders', 'standing_order_without_days'],
})

export const changeStandingOrder = call('PUT /standing-orders/:id', {
  ...One,
  roles: ANY_ROLE,
  invalidates: ['standing-orders'],
  body: StandingOrderChange,
  reply: StandingOrder,
  hourlyLimit: 'changes',
  summary: 'Changes, pauses or resumes a standing order. Days that were changed individually keep their changes.',
  failure: NOT_SAVED,
  errors: ['product_unavailable', 'standing_order_changed', 'standing_order_without_days'],
})

export const changeStandingDay = call('PUT /standing-orders/:id/day', {
  ...One,
  roles: ANY_ROLE,
  invalidates: ['standing-orders'],
  body: StandingDayChange,
  reply: StandingOrder,
  hourlyLimit: 'changes',
  summary: 'Skips or changes the order of one due day; the others stay as they are.',
  failure: NOT_SAVED,
  errors: [
    'product_unavailable',
    'standing_day_over',
    'standing_day_closed',
    'standing_day_too_far',
    'too_many_changed_days',
  ],
})

export const deleteStandingOrder = call('DELETE /standing-orders/:id', {
  ...One,
  roles: ANY_ROLE,
  invalidates: ['standing-orders'],
  reply: z.object({ success: z.literal(true) }),
  hourlyLimit: 'changes',
  summary: 'Deletes a standing order; the orders that it placed stay.',
  failure: 'Düzenli sipariş silinemedi',
})
