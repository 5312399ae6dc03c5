import * as z from 'zod/mini'
import { call, file, XLSX } from './call.ts'
import { CalendarDay, Id, paragraph } from './fields.ts'
import { LotQuantity, lotText } from './lot-labels.ts'
import { Lot } from './lots.ts'
import { formatNumber } from './money.ts'
import { orderNumber } from './orders.ts'
import { WarehouseName } from './products.ts'
import { formatDay } from './turkish.ts'

const NO_LOTS = 'Bir parti veya bir ürün seçin'

/** Selects the lots of a recall: one lot, or those of a product that expire within a period. */
const Recalled = {
  lot_id: z.optional(Id),
  product_id: z.optional(Id),
  expires_from: z.optional(CalendarDay),
  expires_to: z.optional(CalendarDay),
}
const isChosen = ({ lot_id, product_id }: { lot_id?: string | undefined; product_id?: string | undefined }) =>
  lot_id !== undefined || product_id !== undefined
const RecallQuery = z.object(Recalled).check(z.refine(isChosen, { error: NO_LOTS, path: ['lot_id'] }))
export type RecallQuery = z.output<typeof RecallQuery>

/**
 * Goods of a recalled lot that an order got or gets, as letters store them. `is_open`: they have not left yet;
 * `left_on`: the delivery day of an order that is not completed, if it is over, so that they may have left.
 */
export const RecalledGoods = z.extend(LotQuantity, {
  order_id: z.uuid(),
  product_name: z.string(),
  unit: z.string(),
  warehouse: WarehouseName,
  ordered_at: z.nullable(z.string()),
  is_open: z.boolean(),
  left_on: z.optional(z.string()),
  /** Null if the customer has been deleted since. */
  customer_id: z.nullable(z.uuid()),
  company_name: z.string(),
})
export type RecalledGoods = z.infer<typeof RecalledGoods>

/** Goods of a recall. `told_at`: when the customer was notified of these goods; null before. */
export const RecalledOrder = z.extend(RecalledGoods, { told_at: z.nullable(z.string()) })
export type RecalledOrder = z.infer<typeof RecalledOrder>

/**
 * A customer and the recalled goods that it got. `told_at`: when it had been notified of all these goods; null before.
 */
export const RecalledCustomer = z.object({
  customer_id: z.nullable(z.uuid()),
  company_name: z.string(),
  phone: z.string(),
  email: z.nullable(z.string()),
  quantity: z.int(),
  order_count: z.int(),
  told_at: z.nullable(z.string()),
  told_by_admin_name: z.nullable(z.string()),
})
export type RecalledCustomer = z.infer<typeof RecalledCustomer>

/**
 * A lot of a recall. `is_related`: not chosen itself, but goods were moved between it and a chosen lot, such as to the
 * other warehouse, or a chosen lot of another product of the same goods has the same code and expiry.
 */
export const RecalledLot = z.extend(Lot, { is_related: z.boolean() })
export type RecalledLot = z.infer<typeof RecalledLot>

/** A recall: where the lots came from, what is left of them, and which orders and customers got them. */
export const Recall = z.object({
  lots: z.array(RecalledLot),
  receipts: z.array(
    z.extend(LotQuantity, {
      receipt_id: z.uuid(),
      product_name: z.string(),
      unit: z.string(),
      warehouse: WarehouseName,
      created_at: z.string(),
      created_by_admin_name: z.nullable(z.string()),
      supplier: z.nullable(z.string()),
      delivery_note: z.nullable(z.string()),
      is_reversed: z.boolean(),
    }),
  ),
  orders: z.array(RecalledOrder),
  customers: z.array(RecalledCustomer),
})
export type Recall = z.infer<typeof Recall>

/**
 * Whether a letter lists these goods, or goes to this customer: not if the customer has been notified of them before, or
 * has been deleted.
 */
export const isToBeNotified = <Of extends Pick<RecalledOrder, 'customer_id' | 'told_at'>>(
  one: Of,
): one is Of & { customer_id: string } => one.customer_id !== null && !one.told_at

/** The line of a letter above its goods. */
export const GOODS_HEADING = 'Siparişlerinizdeki partiler:'

/** Goods in a letter: product and quantity, then lines with the lot and the order. */
export const recalledGoodsText = (got: RecalledGoods) => ({
  text: quantityText(got),
  details: [lotText(got), orderText(got)],
})

/** The same in one line, for bell and push: the lot first, as a push cuts long texts. */
export const recalledGoodsLine = (got: RecalledGoods) => [lotText(got), quantityText(got), orderText(got)].join(' · ')

const quantityText = ({ product_name, quantity, unit }: RecalledGoods) =>
  `${product_name}: ${formatNumber(quantity)} ${unit}`

function orderText({ order_id, is_open, left_on }: RecalledGoods) {
  const delivery = is_open ? ' (henüz teslim edilmedi)' : left_on ? ` (teslim günü ${formatDay(left_on)})` : ''
  return `Sipariş ${orderNumber(order_id)}${delivery}`
}

const FAILED = 'Geri çağırma bilgileri yüklenemedi'

export const readRecall = call('GET /admin/recalls', {
  roles: ['admin'],
  resources: ['lots', 'orders'],
  query: RecallQuery,
  errors: ['not_found'],
  reply: Recall,
  summary:
    'The receipts of lots, what is left of them, and the orders and customers that got them, including deleted customers: of one lot (`lot_id`), or of a product’s lots (`product_id`) that expire from `expires_from` to `expires_to`. It includes the lots to or from which their goods were moved (`is_related`), such as in the other warehouse, and the same lot (code and expiry) of other products of the same goods: with the same barcode in any spelling, or of the same name, brand and unit, unless both have barcodes. An order’s `told_at` is when its customer was notified of that lot of the order, a customer’s when it had been notified of all of them.',
  failure: FAILED,
})

export const downloadRecall = file('GET /admin/recalls/excel', {
  roles: ['admin'],
  query: RecallQuery,
  errors: ['not_found'],
  download: { media: XLSX, name: 'geri-cagirma.xlsx' },
  summary: 'The orders that got the lots of a recall as a workbook, one row for each order and lot.',
  failure: 'Excel dosyası indirilemedi',
  personalData: true,
})

export const downloadRecallList = file('GET /admin/recalls/pdf', {
  roles: ['admin'],
  query: RecallQuery,
  errors: ['not_found'],
  download: { media: 'application/pdf', name: 'geri-cagirma.pdf' },
  summary: 'The customers and orders of a recall on paper, to call them one by one.',
  failure: 'PDF indirilemedi. Lutfen tekrar deneyin.',
  personalData: true,
})

/** The most characters of a recall's message. */
export const MAX_RECALL_MESSAGE = 2000

export const sendRecallLetters = call('POST /admin/recalls/letters', {
  roles: ['admin'],
  invalidates: ['lots', 'audit'],
  body: z
    .object({ ...Recalled, text: paragraph('Mesaj', MAX_RECALL_MESSAGE).check(z.minLength(1, 'Mesaj boş olamaz')) })
    .check(z.refine(isChosen, { error: NO_LOTS, path: ['lot_id'] })),
  reply: z.object({ message: z.string(), told: z.int() }),
  takesKey: true,
  errors: ['not_found'],
  summary:
    'Notifies the customers who got the lots of a recall, by mail and bell, each once for each lot of an order; `told` is how many were notified by this call.',
  failure: 'Mesajlar gönderilemedi',
})
