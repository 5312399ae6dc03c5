import { sql } from 'kysely'
import { dayWithWeekday } from '#contract/delivery-days.ts'
import { formatMoney, formatNumber, sum } from '#contract/money.ts'
import { DELIVERED_STATUSES } from '#contract/order-status.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { formatInstant } from '#contract/turkish.ts'
import type { Company } from '../catalogue/pdf-content.ts'
import { inSnapshot, type Pool, type Tx } from '../db/transaction.ts'
import type { Column } from '../documents/booklet.ts'
import type { PrintedList, PrintedRow } from '../documents/printed-lists.ts'
import type { FileReply } from '../http/files.ts'
import { refuse } from '../http/refusal.ts'
import { drawQueued } from './drawing.ts'
import { drawPickLists, pickListsOf, readOrders } from './slips-and-pick-lists.ts'

type RouteDay = { delivery_date: string; route_id: string }

/**
 * The pick lists of a route's orders of a day as one PDF, in loading order. Cancelled orders are left out. Refuses with
 * `order_not_found` if there are none.
 */
export async function routePickLists(db: Pool, company: Company, of: RouteDay, now: Date): Promise<FileReply> {
  const lists = await inSnapshot(db, async tx => pickListsOf(tx, await inLoadingOrder(tx, of), now))
  return drawPickLists(company, lists, now, `rota-toplama-listeleri-${of.delivery_date}.pdf`)
}

/**
 * The customers of a route's orders of a day as a PDF for the driver, in loading order. Telephone numbers and addresses
 * are those of today, as the driver goes there.
 */
export async function routeSheet(db: Pool, company: Company, of: RouteDay, now: Date): Promise<FileReply> {
  const { orders, contactOf } = await inSnapshot(db, async tx => {
    const ids = await inLoadingOrder(tx, of)
    return { orders: await readOrders(tx, ids), contactOf: await presentContacts(tx, ids) }
  })
  const title = 'Rota Listesi'
  const list: PrintedList = {
    title,
    subject: orders[0]?.delivery_route ?? '',
    facts: [
      [{ label: 'Teslimat', value: dayWithWeekday(of.delivery_date) }],
      [
        { label: 'Yazdırılma', value: formatInstant(now.toISOString()) },
        {
          label: 'Toplam',
          value: `${orders.length} sipariş: ${formatMoney(sum(orders.map(({ grand_total }) => grand_total)))}`,
        },
      ],
    ],
    note: { label: 'Not', value: '' },
    rows: orders.map((order, i) => rowOf(order, contactOf(order), i)),
    totals: [],
  }
  const pieces = await drawQueued(company, now, { title, columns: COLUMNS, lists: [list], titleLabel: 'Müşteri' })
  return { name: `rota-${of.delivery_date}.pdf`, pieces }
}

/** The ids of the orders in loading order; orders of customers who have left the route come last. */
async function inLoadingOrder(tx: Tx, { delivery_date, route_id }: RouteDay): Promise<string[]> {
  const orders = await tx
    .selectFrom('orders')
    .leftJoin('delivery_customers as place', join =>
      join
        .onRef('place.customer_id', '=', 'orders.customer_id')
        .onRef('place.route_id', '=', 'orders.delivery_route_id'),
    )
    .select('orders.id')
    .where('delivery_route_id', '=', route_id)
    .where('delivery_date', '=', delivery_date)
    .where('status', 'in', DELIVERED_STATUSES)
    .orderBy('place.position', position => position.asc().nullsLast())
    .orderBy('orders.user_company')
    .orderBy('orders.created_at')
    .orderBy('orders.id')
    .execute()
  return orders.length > 0 ? orders.map(({ id }) => id) : refuse('order_not_found')
}

type Contact = { phone: string; address: string }

/** The present telephone number and address of the orders' customers; where there is none, those of the order. */
async function presentContacts(tx: Tx, ids: string[]): Promise<(order: Order) => Contact> {
  const customers = await tx
    .selectFrom('customers')
    .select(['id', 'phone', 'address'])
    .where('id', 'in', eb =>
      eb.selectFrom('orders').select('customer_id').where('orders.id', '=', sql<string>`any(${ids}::uuid[])`),
    )
    .execute()
  const contacts = new Map(customers.map(({ id, ...contact }) => [id, contact]))
  return ({ customer_info: { id, phone, address } }) => {
    const present = contacts.get(id)
    return { phone: present?.phone || phone, address: present?.address || address }
  }
}

const COLUMNS: Column[] = [
  { label: 'Telefon', width: 86, align: 'left' },
  { label: 'Sipariş', width: 56, align: 'left' },
  { label: 'Kalem', width: 34, align: 'right' },
  { label: 'Tutar (KDV dahil)', width: 92, align: 'right', isBold: true },
]

function rowOf(
  { id, items, grand_total, notes, customer_info: { company_name } }: Order,
  contact: Contact,
  index: number,
): PrintedRow {
  const address = contact.address.replaceAll(/\s*\n\s*/g, ', ')
  const note = notes ? `Not: ${notes.replaceAll(/\s*\n\s*/g, ' / ')}` : ''
  return {
    title: `${index + 1}. ${company_name}`,
    subtitle: [address, note].filter(Boolean).join('\n'),
    cells: [contact.phone, orderNumber(id), formatNumber(items.length), formatMoney(grand_total)],
    remark: '',
  }
}
