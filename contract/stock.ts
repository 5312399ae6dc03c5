import * as z from 'zod/mini'
import { call, file, list, XLSX } from './call.ts'
import { Id, Notes, Quantity } from './fields.ts'

export const LEDGER_REASONS = {
  created: 'Ürün açılışı',
  receipt: 'Mal kabul',
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

const ReceiptLine = z.object({ product_id: Id, quantity: Quantity })

const NOTHING_TO_BOOK = 'Mal kabulü için 1 ile 500 arası ürün ve her birinin miktarı gereklidir'

/** A receipt of one line, or of several that are booked together. */
export const NewReceipt = z.union(
  [
    z.object({
      items: z.array(ReceiptLine).check(z.minLength(1, NOTHING_TO_BOOK), z.maxLength(500, NOTHING_TO_BOOK)),
      notes: z.nullish(Notes),
    }),
    z.object({ ...ReceiptLine.shape, notes: z.nullish(Notes) }),
  ],
  NOTHING_TO_BOOK,
)
export type NewReceipt = z.output<typeof NewReceipt>

/** A booked receipt with the stock on hand after it. */
export const Receipt = z.object({
  message: z.string(),
  items: z.array(z.object({ product_id: z.uuid(), quantity: z.int(), stock_quantity: z.int() })),
})

export const receiveGoods = call('POST /admin/stock/receipts', {
  roles: ['admin'],
  invalidates: ['products'],
  body: NewReceipt,
  reply: Receipt,
  creates: true,
  summary: 'Books goods in: adds to the stock on hand, all lines or none.',
  failure: 'Mal kabulü kaydedilemedi',
})
