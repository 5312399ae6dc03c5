import * as z from 'zod/mini'
import { call, file, list, XLSX } from './call.ts'
import { Id, line, Notes, SearchText } from './fields.ts'
import { LotLabel, LotQuantity } from './lot-labels.ts'
import { WarehouseName } from './products.ts'
import { Quantity } from './quantity.ts'
import { SeenUnit } from './seen-unit.ts'

/** What screens and files show as the actor of movements and other changes that the portal makes by itself. */
export const PORTAL_NAME = 'Sistem'

export const LEDGER_REASONS = {
  created: 'Ürün açılışı',
  receipt: 'Mal kabul',
  receipt_reversed: 'Mal kabulün geri alınması',
  transfer: 'Depolar arası aktarım',
  import: 'Excel aktarımı',
  edit: 'Stok düzeltme',
  count: 'Sayım',
  order: 'Sipariş',
  revision: 'Sipariş revizyonu',
  cancellation: 'Sipariş iptali',
  delivery: 'Sipariş teslimi',
  delivery_undone: 'Teslim geri alındı',
  reopening: 'Sipariş yeniden açıldı',
  customer_deleted: 'Müşteri silindi',
  lot_blocked: 'Parti engellendi',
  lot_released: 'Parti engeli kaldırıldı',
  write_off: 'İmha',
  offer: 'Fırsat',
} as const
export type LedgerReason = keyof typeof LEDGER_REASONS

/** One movement of a product's stock: the changes and the figures after it. */
export const LedgerEntry = z.object({
  id: z.int(),
  created_at: z.string(),
  reason: z.enum(Object.keys(LEDGER_REASONS) as LedgerReason[]),
  on_hand_change: z.int(),
  reserved_change: z.int(),
  on_hand_after: z.int(),
  reserved_after: z.int(),
  /** The unit that the product had then; null if it is unknown because the product has been deleted. */
  unit: z.nullable(z.string()),
  /** The present unit, if it is another one. */
  new_unit: z.nullable(z.string()),
  actor_name: z.nullable(z.string()),
  order_id: z.nullable(z.string()),
  count_id: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

export const readLedger = list('GET /admin/stock/ledger', {
  roles: ['admin'],
  resources: ['products'],
  query: { product_id: Id },
  item: LedgerEntry,
  summary: 'Every movement of a product’s stock, newest first.',
  failure: 'Stok hareketleri yüklenemedi',
  personalData: true,
})

export const downloadLedger = file('GET /admin/stock/ledger/excel', {
  roles: ['admin'],
  query: z.object({ product_id: Id }),
  download: { media: XLSX, name: 'stok-hareketleri.xlsx' },
  summary: 'Every movement of a product’s stock as a workbook, newest first.',
  failure: 'Excel dosyası indirilemedi',
  personalData: true,
})

const ReceiptLine = z.object({
  product_id: Id,
  quantity: Quantity,
  lot: z.nullish(LotLabel),
  /** The unit that the user saw; if the product has another one by now, nothing is booked. */
  unit: SeenUnit,
})

const MAX_RECEIPT_LINES = 500
const NOTHING_TO_BOOK = `Mal kabul için 1 ile ${MAX_RECEIPT_LINES} arası ürün ve her birinin miktarı gereklidir`

/** The most characters of a receipt's supplier and of its delivery note's number. */
export const MAX_SUPPLIER = 200
export const MAX_DELIVERY_NOTE = 64

const About = {
  supplier: z.nullish(line('Tedarikçi', MAX_SUPPLIER)),
  delivery_note: z.nullish(line('İrsaliye no', MAX_DELIVERY_NOTE)),
  notes: z.nullish(Notes),
}

/** A receipt of one line, or of several that are booked together. */
export const NewReceipt = z.union(
  [
    z.object({
      items: z
        .array(ReceiptLine)
        .check(z.minLength(1, NOTHING_TO_BOOK), z.maxLength(MAX_RECEIPT_LINES, NOTHING_TO_BOOK)),
      ...About,
    }),
    z.object({ ...ReceiptLine.shape, ...About }),
  ],
  NOTHING_TO_BOOK,
)
export type NewReceipt = z.output<typeof NewReceipt>

/** A booked receipt with the stock on hand after it, and the expected dates that its products still have. */
export const Receipt = z.object({
  message: z.string(),
  id: z.uuid(),
  items: z.array(
    z.object({
      product_id: z.uuid(),
      quantity: z.int(),
      stock_quantity: z.int(),
      expected_stock_date: z.optional(z.string()),
    }),
  ),
})

export const receiveGoods = call('POST /admin/stock/receipts', {
  roles: ['admin'],
  invalidates: ['products', 'receipts', 'lots', 'orders'],
  body: NewReceipt,
  reply: Receipt,
  creates: true,
  keepsKeyForever: true,
  summary:
    'Books goods in: adds to the stock on hand, all lines or none. `lot` names their lot, which is created if it is unknown. A product that requires lots is refused without one, and a product without lot tracking with one.',
  failure: 'Mal kabul kaydedilemedi',
})

/** A receipt in the history, where it remains after it has been reversed. */
export const ReceiptSummary = z.object({
  id: z.uuid(),
  created_at: z.string(),
  created_by_admin_name: z.nullable(z.string()),
  supplier: z.nullable(z.string()),
  delivery_note: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  reversed_at: z.nullable(z.string()),
  reversed_by_admin_name: z.nullable(z.string()),
  product_count: z.int(),
})
export type ReceiptSummary = z.infer<typeof ReceiptSummary>

/**
 * A receipt with the names that its goods had at the time. The current figures are null if the product has been deleted
 * since. If it has got another unit, `new_unit`, they are in that one. The quantity on hand of a lot that `is_blocked`
 * now is part of `reserved_quantity`.
 */
export const StoredReceipt = z.extend(ReceiptSummary, {
  items: z.array(
    z.object({
      product_id: z.uuid(),
      product_name: z.string(),
      brand: z.string(),
      unit: z.string(),
      new_unit: z.nullable(z.string()),
      warehouse: WarehouseName,
      quantity: z.int(),
      lots: z.array(z.extend(LotQuantity, { is_blocked: z.boolean() })),
      stock_quantity: z.nullable(z.int()),
      reserved_quantity: z.nullable(z.int()),
    }),
  ),
})
export type StoredReceipt = z.infer<typeof StoredReceipt>

const RECEIPTS_FAILED = 'Mal kabuller yüklenemedi'

export const listReceipts = list('GET /admin/stock/receipts', {
  roles: ['admin'],
  resources: ['receipts'],
  query: { search: z.optional(SearchText) },
  item: ReceiptSummary,
  summary:
    'Receipts of goods, newest first, including reversed ones. `search` matches supplier, delivery note and products.',
  failure: RECEIPTS_FAILED,
})

export const readReceipt = call('GET /admin/stock/receipts/:id', {
  params: { id: Id },
  roles: ['admin'],
  resources: ['receipts', 'products'],
  reply: StoredReceipt,
  summary: 'One receipt with its goods, and what is on hand and reserved of them now.',
  failure: RECEIPTS_FAILED,
})

export const reverseReceipt = call('POST /admin/stock/receipts/:id/reverse', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['products', 'receipts', 'lots', 'orders'],
  reply: z.object({ message: z.string(), receipt: StoredReceipt }),
  takesKey: true,
  summary:
    'Takes the goods of a receipt out of stock again, all or none, once, with new rows in the ledger. Refused if less is on hand, or if a product has got another unit since.',
  failure: 'Mal kabul geri alınamadı',
  errors: ['receipt_reversed', 'receipt_unit_differs', 'receipt_goods_gone'],
})
