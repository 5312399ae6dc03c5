import { z } from 'zod'
import { formatMoney, formatNumber } from '#contract/money.ts'
import { lineTotal, orderTotals } from '#contract/order-totals.ts'
import { QUOTE_STATUS } from '#contract/quote-status.ts'
import { isExpired, QuoteAnswer, quoteNumber } from '#contract/quotes.ts'
import { formatDay, istanbulDay } from '#contract/turkish.ts'
import { confirmedAddress } from '../auth/accounts.ts'
import type { Tx } from '../db/transaction.ts'
import { letterKind } from '../mail/letter-kind.ts'
import { wantsMail } from '../notifications/preferences.ts'

/** Sends a customer the answer to their quote request, unless it was replaced, accepted or declined meanwhile. */
export const quoteAnsweredLetter = letterKind(
  'quote answered',
  z.object({
    customer_id: z.uuid(),
    answer: QuoteAnswer,
    /** Absent in mails that earlier versions have queued. */
    quote_id: z.uuid().optional(),
    /** The requested lines without an answer; absent like `quote_id`. */
    unanswered: z.array(z.object({ product_name: z.string(), quantity: z.number(), unit: z.string() })).optional(),
  }),
  async ({ customer_id, answer, quote_id, unanswered = [] }, { db, now }) => {
    if (quote_id && !(await isUndecided(db, quote_id, answer))) return undefined
    const account = await db
      .selectFrom('accounts')
      .select(['name', 'confirmed_email'])
      .where('id', '=', customer_id)
      .executeTakeFirst()
    const address = account && confirmedAddress(account)
    if (!address || !(await wantsMail(db, customer_id, 'quotes'))) return undefined
    const { subtotal, vat, grand } = orderTotals(answer.items)
    return {
      to: { name: account.name, address },
      subject: `Teklif talebiniz cevaplandı${quote_id ? ` (${quoteNumber(quote_id)})` : ''}`,
      paragraphs: [
        `Teklif talebinize aşağıdaki ürünlerle cevap verdik. ${validityOf(answer, now)}`,
        ...(answer.notes ? [`Not: ${answer.notes}`] : []),
        ...(unanswered.length > 0
          ? [
              'Talebinizin şu satırları için teklif veremedik:',
              {
                bullets: unanswered.map(({ product_name, quantity, unit }) => ({
                  text: `${product_name} (${formatNumber(quantity)} ${unit})`,
                })),
              },
              'Teklifimiz:',
            ]
          : []),
      ],
      goods: {
        lines: answer.items.map(item => ({
          name: item.product_name,
          detail: `${formatNumber(item.quantity)} ${item.unit} × ${formatMoney(item.price)}`,
          amount: formatMoney(lineTotal(item)),
          ...(item.notes && { note: `Not: ${item.notes}` }),
        })),
        sums: [
          { label: 'Ara toplam', amount: formatMoney(subtotal) },
          { label: 'KDV', amount: formatMoney(vat) },
          { label: 'Genel toplam', amount: formatMoney(grand) },
        ],
      },
      button: { label: 'Teklifi görüntüle', path: `/custom-order${quote_id ? `?quote=${quote_id}` : ''}` },
    }
  },
)

/** Whether a quote still waits for the customer's decision on this answer. */
async function isUndecided(db: Tx, quote_id: string, { answered_at }: QuoteAnswer) {
  const quote = await db
    .selectFrom('custom_orders')
    .select(['status', 'answer'])
    .where('id', '=', quote_id)
    .executeTakeFirst()
  return !!quote && QUOTE_STATUS[quote.status].awaits === 'decision' && quote.answer?.answered_at === answered_at
}

const validityOf = (answer: QuoteAnswer, now: Date) =>
  isExpired(answer, istanbulDay(now))
    ? `Teklifin süresi ${formatDay(answer.valid_until)} tarihinde doldu; yeni bir teklif isteyebilirsiniz.`
    : `Teklif ${formatDay(answer.valid_until)} tarihine kadar geçerlidir.`
