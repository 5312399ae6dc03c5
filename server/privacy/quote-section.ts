import { orderNumber } from '#contract/orders.ts'
import { QUOTE_STATUS } from '#contract/quote-status.ts'
import { Quote, quoteNumber } from '#contract/quotes.ts'
import type { Database } from '../db/tables.ts'
import type { SheetColumn, Value } from '../documents/workbook-writing.ts'
import type { Actor } from '../http/context.ts'
import { encodeReply } from '../http/encoder.ts'
import { pagesOf } from '../http/lists.ts'
import { listQuotes } from '../quotes/lists.ts'
import { section } from './sections.ts'

/** A customer's quote requests and their answers, newest first. */
export function quoteSection(db: Database, customer: Actor<'customer'>) {
  return section({
    key: 'quotes',
    pages: () => pagesOf(listQuotes(db, customer)),
    json: quote => encodeReply(Quote, quote, { isStrict: false }),
    sheets: [
      {
        name: 'Teklif talepleri',
        columns: QUOTES,
        rows: ({ id, created_at, status, created_by_marketer_name, items, notes }) =>
          items.map(item => [
            quoteNumber(id),
            created_at,
            QUOTE_STATUS[status].label,
            created_by_marketer_name,
            item.product_name,
            String(item.quantity).replace('.', ','),
            item.unit,
            item.price,
            notesOf(item, notes),
          ]),
      },
      { name: 'Teklif cevapları', columns: ANSWERS, rows: answerRows },
    ],
  })
}

function answerRows({ id, items, answer, order_id }: Quote): Value[][] {
  if (!answer) return []
  const { answered_at, valid_until, notes } = answer
  return answer.items.map(item => [
    quoteNumber(id),
    answered_at,
    valid_until,
    typeof item.request_item === 'number' ? (items[item.request_item]?.product_name ?? null) : null,
    item.product_name,
    item.brand,
    item.quantity,
    item.unit,
    item.price,
    item.vat_rate,
    order_id && (item.accepted_quantity ?? item.quantity),
    order_id && orderNumber(order_id),
    notesOf(item, notes),
  ])
}

/** The note of a line, and that of its quote or answer. */
const notesOf = (item: { notes: string | null }, notes: string | null) => [item.notes, notes].filter(Boolean).join('\n')

const QUOTES: SheetColumn[] = [
  { label: 'Talep No', kind: 'text', width: 12 },
  { label: 'Tarih', kind: 'instant', width: 17 },
  { label: 'Durum', kind: 'text', width: 14 },
  { label: 'Pazarlamacı', kind: 'text', width: 20 },
  { label: 'Ürün', kind: 'text', width: 36 },
  { label: 'Miktar', kind: 'text', width: 10 },
  { label: 'Birim', kind: 'text', width: 8 },
  { label: 'Fiyat', kind: 'money', width: 12 },
  { label: 'Not', kind: 'text', width: 40 },
]

const ANSWERS: SheetColumn[] = [
  { label: 'Talep No', kind: 'text', width: 12 },
  { label: 'Cevap', kind: 'instant', width: 17 },
  { label: 'Son gün', kind: 'day', width: 12 },
  { label: 'Talep edilen', kind: 'text', width: 30 },
  { label: 'Ürün', kind: 'text', width: 36 },
  { label: 'Marka', kind: 'text', width: 18 },
  { label: 'Miktar', kind: 'whole', width: 10 },
  { label: 'Birim', kind: 'text', width: 8 },
  { label: 'Fiyat', kind: 'money', width: 12 },
  { label: 'KDV (%)', kind: 'whole', width: 8 },
  { label: 'Sipariş edilen', kind: 'whole', width: 14 },
  { label: 'Sipariş No', kind: 'text', width: 12 },
  { label: 'Not', kind: 'text', width: 40 },
]
