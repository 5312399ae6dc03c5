import * as z from 'zod/mini'
import { call, file, list, XLSX } from './call.ts'
import { CalendarDay, Id, isPeriod, required } from './fields.ts'
import { ExpiryKind } from './lot-labels.ts'
import { hasToBeBlocked, Lot } from './lots.ts'
import { MoneySum } from './money.ts'
import { WarehouseName } from './products.ts'
import { Quantity, StockQuantity } from './quantity.ts'
import { SeenUnit } from './seen-unit.ts'

// What admins do with a lot: block it, release it, write it off, correct it; and the list of write-offs.

/** The maximum length of the reason for changing a lot, in characters. */
export const MAX_LOT_REASON = 200
const Reason = required('Neden', MAX_LOT_REASON, 'Neden yazın')
const ChangedLot = z.object({ message: z.string(), lot: Lot })
const LOTS = ['lots', 'products'] as const
// Open orders whose goods a lot can no longer supply get other lots.
const CHANGED = [...LOTS, 'orders', 'audit'] as const

export const blockLot = call('POST /admin/lots/:id/block', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: CHANGED,
  body: z.object({
    reason: Reason,
    /** Also blocks the lots that its goods came from or were moved to, unless an admin has blocked them already. */
    with_connected: z.optional(z.boolean('with_connected doğru veya yanlış olmalıdır')),
  }),
  reply: ChangedLot,
  takesKey: true,
  summary:
    'Blocks a lot: what is on hand of it, and what arrives later, is neither sold nor picked until it is released. With `with_connected` the lots that its goods came from or were moved to are blocked as well. One that the portal has blocked because of its expiry gets the admin’s name and reason. Open orders that would get it get other lots, as far as available, unless their delivery day was over before the block, as their goods may have left.',
  failure: 'Parti engellenemedi',
  errors: ['lot_blocked'],
})

export const releaseLot = call('POST /admin/lots/:id/release', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: CHANGED,
  body: z.object({ reason: Reason }),
  reply: ChangedLot,
  takesKey: true,
  summary:
    'Releases a blocked lot: what is on hand of it can be sold again, and customers who wait for it are notified.',
  failure: 'Partinin engeli kaldırılamadı',
  errors: ['lot_not_blocked'],
})

export const writeOffLot = call('POST /admin/lots/:id/write-off', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: CHANGED,
  body: z.object({ quantity: Quantity, reason: Reason, unit: SeenUnit }),
  reply: ChangedLot,
  takesKey: true,
  summary:
    'Writes off goods of a lot that can no longer be sold, at most what is on hand of it. Reservations of open orders stay, so the product may become oversold. It is 400 if the product has another `unit` by then.',
  failure: 'İmha kaydedilemedi',
  errors: ['lot_too_little'],
})

export const LotCorrection = z.object({
  quantity: StockQuantity,
  /** The quantity on hand of the lot that the user saw. */
  old_quantity: StockQuantity,
  reason: Reason,
  /** The difference comes from, or goes to, goods of the product without a lot: its stock does not change. */
  from_unnamed: z.optional(z.boolean('from_unnamed doğru veya yanlış olmalıdır')),
  unit: SeenUnit,
})
export type LotCorrection = z.output<typeof LotCorrection>

/**
 * The change of a product's sellable stock when a lot gets this quantity on hand, by a correction or a write-off. The
 * goods of a blocked lot are not sold, and an expired lot is blocked once goods are added to it. With `from_unnamed`
 * the difference leaves, or goes to, goods that are sold without a lot.
 */
export function sellableChange(
  lot: Lot,
  { quantity, from_unnamed = false }: Pick<LotCorrection, 'quantity' | 'from_unnamed'>,
  today: string,
): number {
  const by = quantity - lot.on_hand
  const isBlocked = lot.blocked_at !== null
  const isBlockedThen = isBlocked || (by > 0 && hasToBeBlocked(lot, today))
  const [before, after] = [isBlocked ? 0 : lot.on_hand, isBlockedThen ? 0 : quantity]
  return after - before - (from_unnamed ? by : 0)
}

export const correctLot = call('PUT /admin/lots/:id/quantity', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: CHANGED,
  body: LotCorrection,
  reply: ChangedLot,
  takesKey: true,
  summary:
    'Sets the quantity on hand of a lot. The stock of the product changes by the difference; with `from_unnamed` it does not, and its part without a lot changes instead. It is 400 if the product has another `unit` by then.',
  failure: 'Parti düzeltilemedi',
  errors: ['lot_moved'],
})

export const showLotInCatalogue = call('PUT /admin/lots/:id/catalogue', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: CHANGED,
  body: z.object({ in_catalogue: z.boolean('in_catalogue doğru veya yanlış olmalıdır') }),
  reply: ChangedLot,
  summary:
    'Sets whether the catalogue shows the expiry of a lot to customers and marketers, while goods of it are on hand and it is not blocked.',
  failure: 'Katalogda gösterim değiştirilemedi',
})

/**
 * Goods that were written off, in the unit of that time. `value` is their quantity at today's price; it is null if the
 * product has got another unit since. If it has been deleted since, `value` is null and the name is its last one.
 */
export const WriteOff = z.object({
  id: z.int(),
  created_at: z.string(),
  lot_id: z.uuid(),
  code: z.string(),
  expires_on: z.nullable(z.string()),
  expiry_kind: z.nullable(ExpiryKind),
  product_id: z.uuid(),
  product_name: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  warehouse: z.nullable(WarehouseName),
  quantity: z.int(),
  value: z.nullable(MoneySum),
  reason: z.nullable(z.string()),
  actor_name: z.nullable(z.string()),
})
export type WriteOff = z.infer<typeof WriteOff>

const Period = { from: z.optional(CalendarDay), to: z.optional(CalendarDay) }
const WRITE_OFFS_FAILED = 'İmhalar yüklenemedi'

export const listWriteOffs = list('GET /admin/lots/write-offs', {
  roles: ['admin'],
  resources: LOTS,
  query: Period,
  item: WriteOff,
  summary: 'Write-offs of lots, newest first; `from` and `to` are Istanbul’s days, both included.',
  failure: WRITE_OFFS_FAILED,
})

export const readWriteOffFigures = call('GET /admin/lots/write-offs/figures', {
  roles: ['admin'],
  resources: LOTS,
  query: z.object(Period),
  reply: z.object({ count: z.int(), value: MoneySum, count_without_value: z.int() }),
  summary:
    'The number of write-offs in a period, and the value of the goods at today’s prices, without the `count_without_value` write-offs whose value is unknown.',
  failure: WRITE_OFFS_FAILED,
})

export const downloadWriteOffs = file('GET /admin/lots/write-offs/excel', {
  roles: ['admin'],
  query: z.object(Period).check(isPeriod),
  download: { media: XLSX, name: 'imhalar.xlsx' },
  summary: 'Write-offs of lots in a period as a workbook, newest first.',
  failure: 'Excel dosyası indirilemedi',
})
