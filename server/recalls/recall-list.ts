import { lotText } from '#contract/lot-labels.ts'
import { formatNumber } from '#contract/money.ts'
import { orderNumber } from '#contract/orders.ts'
import type { Recall, RecalledOrder, RecallQuery } from '#contract/recalls.ts'
import { formatDay, formatInstant, istanbulDay } from '#contract/turkish.ts'
import type { Company } from '../catalogue/pdf-content.ts'
import type { Database } from '../db/tables.ts'
import { type SheetColumn, type Value, writeWorkbook } from '../documents/workbook-writing.ts'
import type { FileReply } from '../http/files.ts'
import { drawQueued } from '../order-papers/drawing.ts'
import { readRecall } from './recall.ts'

const COLUMNS: SheetColumn[] = [
  { label: 'Firma', kind: 'text', width: 36 },
  { label: 'Telefon', kind: 'text', width: 18 },
  { label: 'E-posta', kind: 'text', width: 30 },
  { label: 'Sipariş No', kind: 'text', width: 12 },
  { label: 'Tarih', kind: 'instant', width: 17 },
  { label: 'Ürün', kind: 'text', width: 40 },
  { label: 'Parti', kind: 'text', width: 20 },
  { label: 'Son Tarih', kind: 'day', width: 13 },
  { label: 'Miktar', kind: 'whole', width: 10 },
  { label: 'Birim', kind: 'text', width: 9 },
  { label: 'Teslim', kind: 'text', width: 14 },
  { label: 'Bilgilendirildi', kind: 'instant', width: 17 },
  { label: 'Depo', kind: 'text', width: 14 },
]

/** The orders that got the lots of a recall as a workbook, one row for each order and lot. */
export async function recallWorkbook(db: Database, query: RecallQuery, now: Date): Promise<FileReply> {
  const recall = await readRecall(db, query, now)
  const rows = recall.orders.map((got): Value[] => {
    const customer = customerOf(recall, got)
    return [
      got.company_name,
      customer?.phone || null,
      customer?.email ?? null,
      orderNumber(got.order_id),
      got.ordered_at,
      got.product_name,
      got.code,
      got.expires_on,
      got.quantity,
      got.unit,
      deliveryOf(got),
      got.told_at,
      got.warehouse,
    ]
  })
  const name = `geri-cagirma-${istanbulDay(now)}.xlsx`
  return { name, pieces: writeWorkbook({ name: 'Geri çağırma', columns: COLUMNS }, inOnePiece(rows)) }
}

async function* inOnePiece(rows: Value[][]) {
  yield rows
}

const PAPER_COLUMNS = [
  { label: 'Sipariş', width: 56, align: 'left' },
  { label: 'Tarih', width: 58, align: 'left' },
  { label: 'Miktar', width: 60, align: 'right', isBold: true },
  { label: 'Teslim', width: 62, align: 'left' },
] as const

/** The customers and orders of a recall as a PDF with boxes to tick, to call them one by one. */
export async function recallList(db: Database, company: Company, query: RecallQuery, now: Date): Promise<FileReply> {
  const recall = await readRecall(db, query, now)
  const title = 'Geri Çağırma'
  const list = {
    title,
    subject: [...new Set(recall.lots.map(lot => lot.product_name))].join(', '),
    facts: factsOf(recall, now),
    // A longer label would be cut.
    note: { label: 'Giriş', value: recall.receipts.map(receiptText).join('\n') },
    rows: recall.orders.map(got => ({
      title: [got.company_name, customerOf(recall, got)?.phone].filter(Boolean).join(' · '),
      subtitle: `${got.product_name} · ${lotText(got)} · ${got.warehouse}`,
      cells: [
        orderNumber(got.order_id),
        got.ordered_at ? formatDay(istanbulDay(new Date(got.ordered_at))) : '',
        `${formatNumber(got.quantity)} ${got.unit}`,
        deliveryOf(got),
      ],
      remark: '',
    })),
    totals: [],
  }
  const paper = { title, titleLabel: 'Müşteri', columns: [...PAPER_COLUMNS], lists: [list] }
  return { name: `geri-cagirma-${istanbulDay(now)}.pdf`, pieces: await drawQueued(company, now, paper) }
}

/** How many lots the head of the list names; its rows name all that orders got. */
const MAX_NAMED_LOTS = 12

type Fact = { label: string; value: string }

function factsOf({ lots, orders, customers }: Recall, now: Date): [Fact[], Fact[]] {
  const named = lots
    .slice(0, MAX_NAMED_LOTS)
    .map(lot => ({ label: 'Parti', value: `${lotText(lot)} · ${lot.warehouse}` }))
  const more = lots.length - named.length
  return [
    more > 0 ? [...named, { label: 'Parti', value: `ve ${formatNumber(more)} parti daha` }] : named,
    [
      { label: 'Yazdırılma', value: formatInstant(now.toISOString()) },
      { label: 'Depoda kalan', value: leftOf(lots) },
      { label: 'Engellenen', value: `${lots.filter(lot => lot.blocked_at).length} / ${lots.length} parti` },
      { label: 'Müşteriler', value: formatNumber(customers.length) },
      { label: 'Siparişler', value: formatNumber(new Set(orders.map(got => got.order_id)).size) },
    ],
  ]
}

/** The quantities on hand, by unit, such as '6 KG, 2 ADET'. */
function leftOf(lots: Recall['lots']) {
  const sums = new Map<string, number>()
  for (const { unit, on_hand } of lots) sums.set(unit, (sums.get(unit) ?? 0) + on_hand)
  return [...sums].map(([unit, quantity]) => `${formatNumber(quantity)} ${unit}`).join(', ')
}

const receiptText = (one: Recall['receipts'][number]) =>
  [
    formatInstant(one.created_at),
    one.supplier,
    one.delivery_note && `İrsaliye ${one.delivery_note}`,
    `${lotText(one)}: ${formatNumber(one.quantity)} ${one.unit}`,
    one.warehouse,
    one.is_reversed && 'geri alındı',
  ]
    .filter(Boolean)
    .join(' · ')

const deliveryOf = ({ is_open, left_on }: RecalledOrder) =>
  is_open ? 'Hazırlanıyor' : left_on ? 'Günü geçti' : 'Teslim edildi'

const customerOf = ({ customers }: Recall, got: RecalledOrder) =>
  customers.find(one => (one.customer_id ?? one.company_name) === (got.customer_id ?? got.company_name))
