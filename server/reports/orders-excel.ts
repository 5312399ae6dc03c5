import { ORDER_STATUS } from '#contract/order-status.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { ROLE_LABELS } from '#contract/roles.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Pool } from '../db/transaction.ts'
import { type SheetColumn, type Value, writeWorkbook } from '../documents/workbook-writing.ts'
import type { Actor } from '../http/context.ts'
import type { FileReply } from '../http/files.ts'
import { pagesOf } from '../http/lists.ts'
import { amountsByUnit } from '../order-papers/drawing.ts'
import { listOrders, type OrderFilter } from '../orders/lists.ts'
import { type DeliveryColumns, deliveryColumns } from './delivery-columns.ts'

/** The filtered orders as a streamed workbook, newest first. */
export async function ordersWorkbook(
  db: Pool,
  actor: Actor<'admin'>,
  filter: OrderFilter,
  now: Date,
): Promise<FileReply> {
  const delivery = await deliveryColumns(db)
  const name = `siparisler-${istanbulDay(now)}.xlsx`
  return {
    name,
    pieces: writeWorkbook(
      { name: 'Siparişler', columns: [...COLUMNS, ...delivery.columns] },
      rowsOf(db, actor, filter, delivery),
    ),
  }
}

const COLUMNS: SheetColumn[] = [
  { label: 'Sipariş No', kind: 'text', width: 12 },
  { label: 'Tarih', kind: 'instant', width: 17 },
  { label: 'Durum', kind: 'text', width: 14 },
  { label: 'Firma', kind: 'text', width: 32 },
  { label: 'Kullanıcı Adı', kind: 'text', width: 18 },
  { label: 'E-posta', kind: 'text', width: 28 },
  { label: 'Telefon', kind: 'text', width: 16 },
  { label: 'Adres', kind: 'text', width: 40 },
  { label: 'Kalem', kind: 'whole', width: 8 },
  { label: 'Miktar', kind: 'text', width: 22 },
  { label: 'Ara Toplam', kind: 'money', width: 14 },
  { label: 'KDV', kind: 'money', width: 12 },
  { label: 'Genel Toplam', kind: 'money', width: 14 },
  { label: 'Revizyon', kind: 'whole', width: 10 },
  { label: 'Son Revize Eden', kind: 'text', width: 20 },
  { label: 'Not', kind: 'text', width: 40 },
]

async function* rowsOf(db: Pool, actor: Actor<'admin'>, filter: OrderFilter, delivery: DeliveryColumns) {
  for await (const orders of pagesOf(listOrders(db, actor, filter)))
    yield orders.map(order => [...rowOf(order), ...delivery.cells(order)])
}

function rowOf(order: Order): Value[] {
  const { customer_info: customer, items } = order
  return [
    orderNumber(order.id),
    order.created_at,
    ORDER_STATUS[order.status].label,
    customer.company_name,
    customer.username,
    customer.email,
    customer.phone,
    customer.address,
    items.length,
    amountsByUnit(items),
    order.subtotal,
    order.total_vat,
    order.grand_total,
    order.revision_count,
    // A revision of the customer leaves no name.
    order.revised_by_marketer_name ?? (order.revision_count > 0 ? ROLE_LABELS.customer : null),
    order.notes,
  ]
}
