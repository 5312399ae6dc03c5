import { sql } from 'kysely'
import * as z from 'zod/mini'
import { RevisionRecord } from '#contract/order-revisions.ts'
import { INITIAL_STATUS, ORDER_STATUS, type OrderStatus } from '#contract/order-status.ts'
import { Order, orderNumber } from '#contract/orders.ts'
import { groupBy } from '../db/group-by.ts'
import type { Database } from '../db/tables.ts'
import type { SheetColumn } from '../documents/workbook-writing.ts'
import type { Actor } from '../http/context.ts'
import { encodeReply } from '../http/encoder.ts'
import { pagesOf } from '../http/lists.ts'
import { listOrders, revisionsOf } from '../orders/lists.ts'
import { REVISION_SHEET } from './revision-sheet.ts'
import { section } from './sections.ts'
import { roleLabel } from './trail-sections.ts'

const ExportedOrder = z.extend(Order, {
  /** `by` is a role: the names of employees are not data about the customer. */
  status_history: z.array(z.object({ at: z.string(), status: z.string(), by: z.nullable(z.string()) })),
  revisions: z.array(RevisionRecord),
})
type ExportedOrder = z.output<typeof ExportedOrder>

/** A customer's orders, with their lines, status histories and revisions; newest first. */
export function orderSection(db: Database, customer: Actor<'customer'>) {
  return section({
    key: 'orders',
    pages: () => exportedOrders(db, customer),
    json: order => encodeReply(ExportedOrder, order, { isStrict: false }),
    sheets: [
      {
        name: 'Siparişler',
        columns: ORDERS,
        rows: order => [
          [
            orderNumber(order.id),
            order.created_at,
            ORDER_STATUS[order.status].label,
            order.user_company,
            order.user_email,
            order.user_phone,
            order.user_address,
            order.subtotal,
            order.total_vat,
            order.grand_total,
            order.revision_count,
            order.notes,
            order.cancel_reason,
            order.delivery_date,
            order.delivery_route,
            order.delivery_fee,
            order.placed_by ? (order.placed_by_name ?? roleLabel(order.placed_by)) : null,
            order.cancelled_by && (order.cancelled_by_name ?? roleLabel(order.cancelled_by)),
          ],
        ],
      },
      {
        name: 'Sipariş satırları',
        columns: LINES,
        rows: ({ id, items }) =>
          items.map(item => [
            orderNumber(id),
            item.product_name,
            item.brand,
            item.quantity,
            item.unit,
            item.price,
            item.vat_rate,
            item.total_price,
            item.expected_stock_date,
          ]),
      },
      {
        name: 'Sipariş durumları',
        columns: STATUSES,
        rows: ({ id, status_history }) =>
          status_history.map(({ at, status, by }) => [orderNumber(id), at, statusLabel(status), roleLabel(by)]),
      },
      REVISION_SHEET,
    ],
  })
}

const ORDERS: SheetColumn[] = [
  { label: 'Sipariş No', kind: 'text', width: 12 },
  { label: 'Tarih', kind: 'instant', width: 17 },
  { label: 'Durum', kind: 'text', width: 14 },
  { label: 'Firma', kind: 'text', width: 32 },
  { label: 'E-posta', kind: 'text', width: 28 },
  { label: 'Telefon', kind: 'text', width: 16 },
  { label: 'Adres', kind: 'text', width: 40 },
  { label: 'Ara Toplam', kind: 'money', width: 14 },
  { label: 'KDV', kind: 'money', width: 12 },
  { label: 'Genel Toplam', kind: 'money', width: 14 },
  { label: 'Revizyon', kind: 'whole', width: 10 },
  { label: 'Not', kind: 'text', width: 40 },
  { label: 'İptal nedeni', kind: 'text', width: 40 },
  { label: 'Teslimat günü', kind: 'day', width: 15 },
  { label: 'Rota', kind: 'text', width: 22 },
  { label: 'Teslimat ücreti', kind: 'money', width: 14 },
  { label: 'Siparişi alan', kind: 'text', width: 20 },
  { label: 'İptal eden', kind: 'text', width: 20 },
]

const LINES: SheetColumn[] = [
  { label: 'Sipariş No', kind: 'text', width: 12 },
  { label: 'Ürün', kind: 'text', width: 36 },
  { label: 'Marka', kind: 'text', width: 18 },
  { label: 'Miktar', kind: 'whole', width: 10 },
  { label: 'Birim', kind: 'text', width: 8 },
  { label: 'Fiyat', kind: 'money', width: 12 },
  { label: 'KDV (%)', kind: 'whole', width: 8 },
  { label: 'Tutar', kind: 'money', width: 14 },
  { label: 'Beklenen tarih', kind: 'day', width: 15 },
]

const STATUSES: SheetColumn[] = [
  { label: 'Sipariş No', kind: 'text', width: 12 },
  { label: 'Tarih', kind: 'instant', width: 17 },
  { label: 'Durum', kind: 'text', width: 14 },
  { label: 'Yapan', kind: 'text', width: 14 },
]

const statusLabel = (status: string) =>
  Object.entries(ORDER_STATUS).find(([name]) => name === status)?.[1].label ?? status

async function* exportedOrders(db: Database, customer: Actor<'customer'>): AsyncGenerator<ExportedOrder[]> {
  for await (const orders of pagesOf(listOrders(db, customer))) {
    const ids = orders.map(({ id }) => id)
    const changes = await db
      .selectFrom('audit_log')
      .select(['entity_id', 'created_at as at', 'actor_role as by'])
      .select(sql<OrderStatus>`after ->> 'status'`.as('status'))
      .where('entity', '=', 'order')
      .where('entity_id', '=', sql<string>`any(${ids}::text[])`)
      .where('action', '=', 'status_changed')
      .orderBy('id')
      .execute()
    const changesOf = groupBy(changes, change => change.entity_id)
    const revisions = groupBy(await revisionsOf(db, customer, ids), revision => revision.order_id)
    yield orders.map(order => ({
      ...order,
      status_history: [
        { at: order.created_at, status: INITIAL_STATUS, by: order.placed_by ?? 'customer' },
        ...(changesOf.get(order.id) ?? []),
      ],
      revisions: revisions.get(order.id) ?? [],
    }))
  }
}
