import { kurus, vatOn } from '#contract/money.ts'
import { ORDER_STATUS } from '#contract/order-status.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Pool } from '../db/transaction.ts'
import { type SheetColumn, type Value, writeWorkbook } from '../documents/workbook-writing.ts'
import type { Actor } from '../http/context.ts'
import type { FileReply } from '../http/files.ts'
import { pagesOf } from '../http/lists.ts'
import { hasOrderLots, lotTexts } from '../lots/order-lots.ts'
import { listOrders, type OrderFilter } from '../orders/lists.ts'
import { type DeliveryColumns, deliveryColumns } from './delivery-columns.ts'

/** The lines of the filtered orders as a streamed workbook, one row each, the newest order first. */
export async function orderLinesWorkbook(
  db: Pool,
  actor: Actor<'admin'>,
  filter: OrderFilter,
  now: Date,
): Promise<FileReply> {
  const delivery = await deliveryColumns(db, { withFee: false })
  const hasLots = await hasOrderLots(db)
  const name = `siparis-satirlari-${istanbulDay(now)}.xlsx`
  return {
    name,
    pieces: writeWorkbook(
      { name: 'Sipariş Satırları', columns: [...COLUMNS, ...delivery.columns, ...(hasLots ? [LOTS] : [])] },
      rowsOf(db, actor, filter, { delivery, hasLots }),
    ),
  }
}

const COLUMNS: SheetColumn[] = [
  { label: 'Sipariş No', kind: 'text', width: 12 },
  { label: 'Tarih', kind: 'instant', width: 17 },
  { label: 'Durum', kind: 'text', width: 14 },
  { label: 'Firma', kind: 'text', width: 32 },
  { label: 'Ürün', kind: 'text', width: 40 },
  { label: 'Marka', kind: 'text', width: 20 },
  { label: 'Miktar', kind: 'whole', width: 10 },
  { label: 'Birim', kind: 'text', width: 9 },
  { label: 'Birim Fiyat', kind: 'money', width: 14 },
  { label: 'Tutar', kind: 'money', width: 14 },
  { label: 'KDV Oranı', kind: 'whole', width: 11 },
  { label: 'KDV', kind: 'money', width: 12 },
  { label: 'KDV Dahil Tutar', kind: 'money', width: 16 },
  { label: 'Beklenen Tarih', kind: 'day', width: 15 },
]

const LOTS: SheetColumn = { label: 'Partiler', kind: 'text', width: 40 }

type More = { delivery: DeliveryColumns; hasLots: boolean }

async function* rowsOf(db: Pool, actor: Actor<'admin'>, filter: OrderFilter, { delivery, hasLots }: More) {
  for await (const orders of pagesOf(listOrders(db, actor, filter))) {
    // Order by order, as a page of long orders has too many rows for one piece.
    const lotsOf = hasLots
      ? await lotTexts(
          db,
          orders.map(({ id }) => id),
        )
      : undefined
    for (const order of orders)
      yield rowsOfOrder(order).map((row, i): Value[] => [
        ...row,
        ...delivery.cells(order),
        ...(lotsOf ? [lotsOf({ order_id: order.id, product_id: order.items[i]!.product_id }).join(', ')] : []),
      ])
  }
}

function rowsOfOrder({ id, created_at, status, customer_info, items }: Order): Value[][] {
  return items.map(item => {
    const vat = vatOn(item.total_price, item.vat_rate)
    return [
      orderNumber(id),
      created_at,
      ORDER_STATUS[status].label,
      customer_info.company_name,
      item.product_name,
      item.brand,
      item.quantity,
      item.unit,
      item.price,
      item.total_price,
      item.vat_rate,
      vat,
      kurus(item.total_price + vat),
      item.expected_stock_date,
    ]
  })
}
