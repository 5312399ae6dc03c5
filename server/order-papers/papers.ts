import { sql } from 'kysely'
import pLimit from 'p-limit'
import { formatMoney, formatNumber } from '#contract/money.ts'
import { ORDER_STATUS } from '#contract/order-status.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { formatDay, formatInstant, istanbulDay } from '#contract/turkish.ts'
import type { Company } from '../catalogue/pdf-content.ts'
import type { Database } from '../db/tables.ts'
import type { Pool } from '../db/transaction.ts'
import { type Booklet, type Column, drawBooklet, type Part, type Row } from '../documents/booklet.ts'
import type { Actor } from '../http/context.ts'
import type { FileReply } from '../http/files.ts'

import { readPrintImages } from '../images/store.ts'
import { imageHash } from '../images/url.ts'
import { readOrder } from '../orders/lists.ts'

type PaperRequest = { actor: Actor<'admin'>; id: string; now: Date }

/** The order slip for the customer as a PDF: lines with prices, and totals. */
export async function orderSlip(db: Pool, company: Company, { actor, id, now }: PaperRequest): Promise<FileReply> {
  const order = await readOrder(db, actor, id)
  const lines = await linesOf(db, order)
  const booklet = {
    ...bookletOf(order, company, now),
    title: 'Sipariş Fişi',
    facts: [...factsOf(order), { label: 'Not', value: order.notes ?? '' }].filter(({ value }) => value),
    columns: SLIP_COLUMNS,
    totals: [
      { label: 'Ara Toplam', value: formatMoney(order.subtotal) },
      { label: 'KDV', value: formatMoney(order.total_vat) },
      { label: 'Genel Toplam', value: formatMoney(order.grand_total) },
    ],
  }
  const rows = lines.map(line =>
    rowOf(line, [
      line.unit,
      formatNumber(line.quantity),
      formatMoney(line.price),
      `%${line.vat_rate}`,
      formatMoney(line.total_price),
    ]),
  )
  return { name: `siparis-${orderNumber(id)}.pdf`, pieces: await drawQueued(db, booklet, rows) }
}

/** The pick list of an order as a PDF, in shelf order, without prices. */
export async function pickList(db: Pool, company: Company, { actor, id, now }: PaperRequest): Promise<FileReply> {
  const order = await readOrder(db, actor, id)
  const lines = (await linesOf(db, order)).sort((a, b) => a.shelf - b.shelf)
  const pieces = order.items.reduce((sum, item) => sum + item.quantity, 0)
  const booklet = {
    ...bookletOf(order, company, now),
    title: 'Toplama Listesi',
    facts: [
      ...factsOf(order),
      { label: 'Toplam', value: `${order.items.length} kalem, ${formatNumber(pieces)} adet` },
      { label: 'Not', value: order.notes ?? '' },
    ].filter(({ value }) => value),
    columns: PICK_COLUMNS,
  }
  const rows = lines.map(line =>
    rowOf(line, [line.warehouse, line.barcode ?? '', line.unit, formatNumber(line.quantity), '……………']),
  )
  return { name: `toplama-listesi-${orderNumber(id)}.pdf`, pieces: await drawQueued(db, booklet, rows) }
}

const SLIP_COLUMNS: Column[] = [
  { label: 'Birim', width: 34, align: 'left' },
  { label: 'Adet', width: 48, align: 'right', isBold: true },
  { label: 'Birim Fiyat', width: 70, align: 'right' },
  { label: 'KDV', width: 26, align: 'right' },
  { label: 'Tutar (KDV hariç)', width: 88, align: 'right', isBold: true },
]

const PICK_COLUMNS: Column[] = [
  { label: 'Depo', width: 58, align: 'left' },
  { label: 'Barkod', width: 78, align: 'left' },
  { label: 'Birim', width: 34, align: 'left' },
  { label: 'Adet', width: 48, align: 'right', isBold: true },
  { label: 'Toplanan', width: 52, align: 'right' },
]

function bookletOf(order: Order, { companyName, supportEmail, supportPhone }: Company, now: Date) {
  return {
    language: 'tr',
    publisher: companyName,
    day: formatDay(istanbulDay(now)),
    made: now,
    footnote: [`Sipariş ${orderNumber(order.id)}`, supportEmail, supportPhone].filter(Boolean).join(' · '),
    contents: 'İçindekiler',
    pageOf: 'Sayfa {page} / {pages}',
    continued: '{title} (devam)',
    titleLabel: 'Ürün',
    sections: [{ title: 'Ürünler', amount: `${order.items.length} kalem`, mark: '', rows: order.items.length }],
  } satisfies Partial<Booklet>
}

const factsOf = ({ id, created_at, status, customer_info: customer }: Order): Booklet['facts'] => [
  { label: 'Sipariş No', value: orderNumber(id) },
  { label: 'Tarih', value: formatInstant(created_at) },
  { label: 'Firma', value: customer.company_name },
  { label: 'Telefon', value: customer.phone },
  { label: 'E-posta', value: customer.email },
  { label: 'Adres', value: customer.address },
  { label: 'Durum', value: ORDER_STATUS[status].label },
]

type Line = Awaited<ReturnType<typeof linesOf>>[number]

/** The lines of an order with warehouse and barcode; `shelf` ranks them by warehouse, category and name. */
function linesOf(db: Database, { id }: Order) {
  return db
    .selectFrom('order_items')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['product_name', 'order_items.brand', 'order_items.unit', 'quantity', 'order_items.price'])
    .select(['order_items.vat_rate', 'total_price', 'order_items.expected_stock_date'])
    .select(['warehouse', 'barcode', 'image_url'])
    .select(sql<number>`row_number() over (order by warehouse, category, product_name, position)`.as('shelf'))
    .where('order_id', '=', id)
    .orderBy('position')
    .execute()
}

function rowOf({ product_name, brand, expected_stock_date, image_url }: Line, cells: string[]): Row {
  const remark = expected_stock_date ? `İleri tarihli: ${formatDay(expected_stock_date)}` : ''
  return { title: product_name, subtitle: brand, cells, remark, picture: imageHash(image_url) }
}

const oneAtATime = pLimit(1)

/** Draws PDFs one at a time, each in a worker thread. */
const drawQueued = (db: Pool, booklet: Booklet, rows: Row[]) => oneAtATime(() => drawBooklet(booklet, partOf(db, rows)))

async function* partOf(db: Pool, rows: Row[]): AsyncGenerator<Part> {
  yield { rows, pictures: await readPrintImages(db, [...new Set(rows.flatMap(({ picture }) => picture ?? []))]) }
}
