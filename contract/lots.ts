import * as z from 'zod/mini'
import { daysBetween } from './calendar.ts'
import { call, file, list, XLSX } from './call.ts'
import { CalendarDay, Id, line, mustBeOneOf, SearchText } from './fields.ts'
import { ExpiryKind, MAX_LOT_CODE } from './lot-labels.ts'
import { MoneySum } from './money.ts'
import { WarehouseName } from './products.ts'
import { LEDGER_REASONS, type LedgerReason } from './stock.ts'

// Lots (batches) of products: how much of each is on hand, and where it came from and went.

/**
 * A lot with its product. `picked_quantity` is what open orders will take from it; `value` is what is on hand at
 * today's price. With `in_catalogue` the catalogue shows its expiry as long as goods of it can be sold;
 * `sold_past_expiry`: an admin has released it since its expiry; `is_offer`: it is the lot of an offer, from which goods
 * cannot be moved to the other warehouse.
 */
export const Lot = z.object({
  id: z.uuid(),
  product_id: z.uuid(),
  product_name: z.string(),
  brand: z.string(),
  category: z.string(),
  unit: z.string(),
  warehouse: WarehouseName,
  code: z.string(),
  expires_on: z.nullable(z.string()),
  expiry_kind: z.nullable(ExpiryKind),
  supplier: z.nullable(z.string()),
  delivery_note: z.nullable(z.string()),
  received_at: z.string(),
  on_hand: z.int(),
  picked_quantity: z.int(),
  value: MoneySum,
  blocked_at: z.nullable(z.string()),
  blocked_by_admin_name: z.nullable(z.string()),
  block_reason: z.nullable(z.string()),
  in_catalogue: z.boolean(),
  sold_past_expiry: z.boolean(),
  is_offer: z.boolean(),
})
export type Lot = z.infer<typeof Lot>

const LOTS_FAILED = 'Partiler yüklenemedi'

/** Which lots a list has: those with goods on hand, the expired or the blocked ones of these, or all ever received. */
export const LOT_STATES = ['on_hand', 'expired', 'blocked', 'all'] as const
export type LotState = (typeof LOT_STATES)[number]

/** The filters of the list of lots, of its figures and of its workbook. */
const LotFilters = {
  product_id: z.optional(Id),
  code: z.optional(line('Parti no', MAX_LOT_CODE)),
  search: z.optional(SearchText),
  state: z.optional(z.enum(LOT_STATES, mustBeOneOf('state', LOT_STATES))),
  warehouse: z.optional(WarehouseName),
  category: z.optional(line('Kategori', 200)),
  expires_until: z.optional(CalendarDay),
}

export const listLots = list('GET /admin/lots', {
  roles: ['admin'],
  resources: ['lots', 'products'],
  query: LotFilters,
  item: Lot,
  summary:
    'Lots of products, by expiry. Without `state` those with goods on hand; `search` matches codes and products, `code` selects those with exactly this code, as lots are distinguished, `expires_until` (YYYY-MM-DD) selects those that expire by then.',
  failure: LOTS_FAILED,
})

/**
 * How many lots match the filters, and what is on hand of them at today's price; also how many would match with each
 * `state` except `all`, and whether any lot was ever received (`is_any`).
 */
export const LotFigures = z.object({
  count: z.int(),
  value: MoneySum,
  on_hand_count: z.int(),
  expired_count: z.int(),
  blocked_count: z.int(),
  is_any: z.boolean(),
})
export type LotFigures = z.infer<typeof LotFigures>

export const readLotFigures = call('GET /admin/lots/figures', {
  roles: ['admin'],
  resources: ['lots', 'products'],
  query: z.object(LotFilters),
  reply: LotFigures,
  summary:
    'The number and the value of the lots that `GET /admin/lots` lists with the same filters, and the number in each state.',
  failure: LOTS_FAILED,
})

export const downloadLots = file('GET /admin/lots/excel', {
  roles: ['admin'],
  query: z.object(LotFilters),
  download: { media: XLSX, name: 'partiler.xlsx' },
  summary: 'The lots that `GET /admin/lots` lists with the same filters, as a workbook.',
  failure: 'Excel dosyası indirilemedi',
})

export const readLot = call('GET /admin/lots/:id', {
  params: { id: Id },
  roles: ['admin'],
  resources: ['lots', 'products'],
  reply: Lot,
  summary: 'One lot with its product.',
  failure: LOTS_FAILED,
})

/**
 * A lot that is connected with another: its goods came from this one (`came_from`), or went to it (`went_to`), or both.
 * Neither is true if they are connected by further lots only.
 */
export const ConnectedLot = z.extend(Lot, { came_from: z.boolean(), went_to: z.boolean() })
export type ConnectedLot = z.infer<typeof ConnectedLot>

export const listConnectedLots = call('GET /admin/lots/:id/connected', {
  params: { id: Id },
  roles: ['admin'],
  resources: ['lots', 'products'],
  reply: z.array(ConnectedLot),
  summary:
    'The lots that goods of a lot came from (`came_from`) or were moved to (`went_to`), such as in the other warehouse, and the lots connected with those (neither): a recall of one has them all.',
  failure: LOTS_FAILED,
})

/** One movement of a lot: the change of the quantity on hand, and that quantity after it. */
export const LotMovement = z.object({
  id: z.int(),
  created_at: z.string(),
  reason: z.enum(Object.keys(LEDGER_REASONS) as LedgerReason[]),
  on_hand_change: z.int(),
  on_hand_after: z.int(),
  /** The unit that the product had then; null if it is unknown because the product has been deleted. */
  unit: z.nullable(z.string()),
  /** The present unit, if it is another one. */
  new_unit: z.nullable(z.string()),
  actor_name: z.nullable(z.string()),
  order_id: z.nullable(z.string()),
  count_id: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type LotMovement = z.infer<typeof LotMovement>

export const listLotMovements = list('GET /admin/lots/movements', {
  roles: ['admin'],
  resources: ['lots', 'products'],
  query: { lot_id: Id },
  item: LotMovement,
  summary: 'Every movement of a lot, newest first.',
  failure: 'Parti hareketleri yüklenemedi',
})

/** How many days are left until a lot's expiry, which is the last day of its sale: 0 on that day, below 0 after it. */
export const daysLeft = (expires_on: string, today: string) => daysBetween(today, expires_on)

/** With so many days left, or fewer, a lot is urgent, and the notification of the morning counts it. */
export const URGENT_DAYS = 7
/** With so many days left, or fewer, lists mark the expiry of a lot as near. */
export const NEAR_DAYS = 30

export type Urgency = 'expired' | 'urgent' | 'near' | 'none'

/** What the number of days left until an expiry means; 'none' if it is not near yet. */
export function urgencyOf(days: number): Urgency {
  if (days < 0) return 'expired'
  if (days <= URGENT_DAYS) return 'urgent'
  return days <= NEAR_DAYS ? 'near' : 'none'
}

type Expiring = Pick<Lot, 'expires_on' | 'expiry_kind' | 'sold_past_expiry'>

/**
 * Whether goods of a lot may leave past its expiry if they are chosen for an order with a reason: past a best-before
 * date (TETT), and past a use-by date (SKT) if an admin has released the lot since.
 */
export const isSoldPastExpiry = ({ expiry_kind, sold_past_expiry }: Omit<Expiring, 'expires_on'>) =>
  expiry_kind === 'tett' || sold_past_expiry

/** Whether goods of a lot must not be sold any more because of its expiry, which was before today. */
export const isUnsaleable = (lot: Expiring, today: string) =>
  lot.expires_on !== null && lot.expires_on < today && !isSoldPastExpiry(lot)

/** Whether the portal has to block a lot: its goods must not be sold, and it is not blocked yet. */
export const hasToBeBlocked = (lot: Expiring & Pick<Lot, 'blocked_at'>, today: string) =>
  lot.blocked_at === null && isUnsaleable(lot, today)

/** Whether an admin has blocked a lot, and not the portal because of its expiry. */
export const isBlockedByAdmin = (lot: Pick<Lot, 'blocked_at' | 'blocked_by_admin_name'>) =>
  lot.blocked_at !== null && lot.blocked_by_admin_name !== null

/** The goods of a lot that no order has picked, or only an order that has picked `own` of them. */
export const unpickedOf = ({ on_hand, picked_quantity }: Pick<Lot, 'on_hand' | 'picked_quantity'>, own = 0) =>
  Math.max(0, on_hand - picked_quantity + own)
