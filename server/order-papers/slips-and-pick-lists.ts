import { deliveryText, FEE_LABEL } from '#contract/delivery-days.ts'
import { formatMoney, formatNumber } from '#contract/money.ts'
import { ORDER_STATUS } from '#contract/order-status.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { formatDay, formatInstant, istanbulDay } from '#contract/turkish.ts'
import type { Company } from '../catalogue/pdf-content.ts'
import type { Database } from '../db/tables.ts'
import { inSnapshot, type Pool, type Tx } from '../db/transaction.ts'
import type { Column } from '../documents/booklet.ts'
import type { PrintedList, PrintedRow } from '../documents/printed-lists.ts'
import type { Actor } from '../http/context.ts'
import type { FileReply } from '../http/files.ts'
import { refuse } from '../http/refusal.ts'
import { ordersOf, readOrder } from '../orders/lists.ts'
import { amountsByUnit, drawQueued, PICK_COLUMNS } from './drawing.ts'
import { type Line, linesOf } from './lines.ts'

type Request = { actor: Actor<'admin'>; now: Date }

/** The order slip for the customer as a PDF: lines with prices, and totals. */
export async function orderSlip(
  db: Pool,
  company: Company,
  { actor, id, now }: Request & { id: string },
): Promise<FileReply> {
  const { order, lines } = await readWithLines(db, actor, id)
  lines.sort((a, b) => a.position - b.position)
  const rows = lines.map(line =>
    rowOf(line, [
      line.unit,
      formatNumber(line.quantity),
      formatMoney(line.price),
      `%${line.vat_rate}`,
      formatMoney(line.total_price),
    ]),
  )
  const totals = [
    { label: 'Ara Toplam', value: formatMoney(order.subtotal) },
    { label: 'KDV', value: formatMoney(order.total_vat) },
    ...(order.delivery_fee > 0 ? [{ label: FEE_LABEL, value: formatMoney(order.delivery_fee) }] : []),
    { label: 'Genel Toplam', value: formatMoney(order.grand_total) },
  ]
  const lists = [{ ...printedListOf(order, lines, now), title: 'Sipariş Fişi', rows, totals }]
  const pieces = await drawQueued(company, now, { title: 'Sipariş Fişi', columns: SLIP_COLUMNS, lists })
  return { name: `siparis-${orderNumber(id)}.pdf`, pieces }
}

/** The pick list of an order as a PDF, in shelf order, without prices. */
export async function pickList(
  db: Pool,
  company: Company,
  { actor, id, now }: Request & { id: string },
): Promise<FileReply> {
  const { order, lines } = await readWithLines(db, actor, id, istanbulDay(now))
  const lists = [pickListOf(order, lines, now)]
  const pieces = await drawQueued(company, now, { title: 'Toplama Listesi', columns: PICK_COLUMNS, lists })
  return { name: `toplama-listesi-${orderNumber(id)}.pdf`, pieces }
}

/** An order and its lines from one snapshot, so that the totals are the sums of the lines. */
const readWithLines = (db: Pool, actor: Actor<'admin'>, id: string, today?: string) =>
  inSnapshot(db, async tx => ({ order: await readOrder(tx, actor, id), lines: await linesOf(tx, [id], today) }))

/** The pick lists of these orders, in this order, as one PDF. Refuses with `order_not_found` if one does not exist. */
export async function pickLists(db: Pool, company: Company, ids: string[], now: Date): Promise<FileReply> {
  const lists = await inSnapshot(db, tx => pickListsOf(tx, ids, now))
  return drawPickLists(company, lists, now, `toplama-listeleri-${ids.length}-siparis.pdf`)
}

/** The pick lists of these orders, in this order. Refuses with `order_not_found` if one does not exist. */
export async function pickListsOf(tx: Tx, ids: string[], now: Date): Promise<PrintedList[]> {
  const orders = await readOrders(tx, ids)
  const lines = new Map<string, Line[]>(ids.map(id => [id, []]))
  for (const line of await linesOf(tx, ids, istanbulDay(now))) lines.get(line.order_id)?.push(line)
  return orders.map(order => pickListOf(order, lines.get(order.id) ?? [], now))
}

/** Pick lists as one PDF. */
export async function drawPickLists(
  company: Company,
  lists: PrintedList[],
  now: Date,
  name: string,
): Promise<FileReply> {
  const pieces = await drawQueued(company, now, { title: 'Toplama Listeleri', columns: PICK_COLUMNS, lists })
  return { name, pieces }
}

/** These orders, in this order. Refuses with `order_not_found`, and the numbers, if some do not exist. */
export async function readOrders(db: Database, ids: string[]): Promise<Order[]> {
  const orders = new Map((await ordersOf(db, ids)).map(({ order }) => [order.id, order]))
  const found = ids.flatMap(id => orders.get(id) ?? [])
  if (found.length < ids.length) refuse('order_not_found', ids.filter(id => !orders.has(id)).map(orderNumber))
  return found
}

const SLIP_COLUMNS: Column[] = [
  { label: 'Birim', width: 34, align: 'left' },
  { label: 'Miktar', width: 48, align: 'right', isBold: true },
  { label: 'Birim Fiyat', width: 70, align: 'right' },
  { label: 'KDV', width: 26, align: 'right' },
  { label: 'Tutar (KDV hariç)', width: 92, align: 'right', isBold: true },
]

/** The goods to fetch for an order; for one without goods a page that says why there are none. */
function pickListOf(order: Order, lines: Line[], now: Date): PrintedList {
  const status = ORDER_STATUS[order.status]
  const list = { ...printedListOf(order, lines, now), title: 'Toplama Listesi', totals: [] }
  if (status.goods === 'none') return { ...list, note: { label: 'Not', value: status.leftOutText }, rows: [] }
  const rows = lines.map(line =>
    rowOf(line, [line.warehouse, line.barcode ?? '', line.unit, formatNumber(line.quantity), '……………']),
  )
  return { ...list, rows }
}

function printedListOf(order: Order, lines: Line[], now: Date) {
  const { id, created_at, status, notes, revision_count, customer_info: customer } = order
  const { company_name, phone, email, address } = customer
  return {
    subject: `Sipariş ${orderNumber(id)}`,
    facts: [
      withValue([
        { label: 'Firma', value: company_name },
        { label: 'Telefon', value: phone },
        { label: 'E-posta', value: email },
        { label: 'Adres', value: address },
      ]),
      [
        { label: 'Sipariş No', value: orderNumber(id) },
        { label: 'Tarih', value: formatInstant(created_at) },
        ...deliveryText(order).map(value => ({ label: 'Teslimat', value })),
        { label: 'Durum', value: ORDER_STATUS[status].label },
        { label: 'Yazdırılma', value: formatInstant(now.toISOString()) },
        // Tells a paper that was printed before a revision from one that was printed after it.
        ...(revision_count > 0 ? [{ label: 'Revizyon', value: formatNumber(revision_count) }] : []),
        { label: 'Toplam', value: `${lines.length} kalem: ${amountsByUnit(lines)}` },
      ],
    ],
    note: { label: 'Not', value: notes ?? '' },
  } satisfies Partial<PrintedList>
}

const withValue = (facts: { label: string; value: string }[]) => facts.filter(({ value }) => value)

function rowOf({ product_name, brand, lots, expected_stock_date }: Line, cells: string[]): PrintedRow {
  const remark = expected_stock_date ? `İleri tarihli: ${formatDay(expected_stock_date)}` : ''
  return { title: product_name, subtitle: [brand, ...lots].filter(Boolean).join(' · '), cells, remark }
}
