import { formatNumber } from '#contract/money.ts'
import { DELIVERED_STATUSES, ORDER_STATUS, ORDER_STATUSES } from '#contract/order-status.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { formatInstant, istanbulDay } from '#contract/turkish.ts'
import type { Company } from '../catalogue/pdf-content.ts'
import { inSnapshot, type Pool } from '../db/transaction.ts'
import type { PrintedList, PrintedRow } from '../documents/printed-lists.ts'
import type { FileReply } from '../http/files.ts'
import { lotTextsByRow } from '../lots/order-lots.ts'
import { amountsByUnit, drawQueued, PICK_COLUMNS } from './drawing.ts'
import { type Line, linesOf } from './lines.ts'
import { readOrders } from './slips-and-pick-lists.ts'

/**
 * The goods to fetch for all these orders as a PDF, in shelf order: one row for each product and unit. Orders without
 * goods are left out and named. Refuses with `order_not_found` if an order does not exist.
 */
export async function combinedPickList(db: Pool, company: Company, ids: string[], now: Date): Promise<FileReply> {
  const { orders, picked, rows, lots } = await inSnapshot(db, async tx => {
    const orders = await readOrders(tx, ids)
    const picked = orders.filter(({ status }) => DELIVERED_STATUSES.includes(status))
    const pickedIds = picked.map(({ id }) => id)
    const lines = await linesOf(tx, pickedIds)
    return { orders, picked, rows: rowsOf(lines), lots: await lotTextsByRow(tx, pickedIds, istanbulDay(now)) }
  })
  const title = 'Ortak Toplama Listesi'
  const list: PrintedList = {
    title,
    subject: `${picked.length} sipariş`,
    facts: [
      [{ label: 'Yazdırılma', value: formatInstant(now.toISOString()) }],
      [{ label: 'Toplam', value: `${rows.length} kalem: ${amountsByUnit(rows)}` }],
    ],
    // The numbers of up to 200 orders are too long for the facts at the top.
    note: {
      label: 'Not',
      value: [...numbersText('Siparişler', picked), ...leftOutTexts(orders), ...notesOf(picked)].join('\n'),
    },
    rows: rows.map(row => printedRowOf(row, lots(row))),
    totals: [],
  }
  const pieces = await drawQueued(company, now, { title, columns: PICK_COLUMNS, lists: [list] })
  return { name: `ortak-toplama-listesi-${picked.length}-siparis.pdf`, pieces }
}

const numbersText = (label: string, orders: readonly Order[]) =>
  orders.length > 0 ? [`${label}: ${orders.map(({ id }) => orderNumber(id)).join(', ')}`] : []

const leftOutTexts = (orders: readonly Order[]) =>
  ORDER_STATUSES.flatMap(status => {
    const rules = ORDER_STATUS[status]
    if (rules.goods !== 'none') return []
    return numbersText(
      rules.leftOutText,
      orders.filter(order => order.status === status),
    )
  })

const notesOf = (orders: readonly Order[]) =>
  orders.flatMap(({ id, notes }) => (notes ? [`${orderNumber(id)}: ${notes.replaceAll(/\s*\n\s*/g, ' / ')}`] : []))

type CombinedLine = Line & { orders: Set<string> }

/** One line for each product and unit, with the sum of the quantities: amounts in different units are never added. */
function rowsOf(lines: readonly Line[]): CombinedLine[] {
  const rows = new Map<string, CombinedLine>()
  for (const line of lines) {
    const key = `${line.product_id} ${line.unit}`
    const row = rows.get(key)
    if (!row) rows.set(key, { ...line, orders: new Set([line.order_id]) })
    else {
      row.quantity += line.quantity
      row.orders.add(line.order_id)
    }
  }
  return [...rows.values()]
}

const printedRowOf = (
  { product_name, brand, warehouse, barcode, unit, quantity, orders }: CombinedLine,
  lots: readonly string[],
): PrintedRow => ({
  title: product_name,
  subtitle: [brand, `${orders.size} siparişte`, ...lots].filter(Boolean).join(' · '),
  cells: [warehouse, barcode ?? '', unit, formatNumber(quantity), '……………'],
  remark: '',
})
