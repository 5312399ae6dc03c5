import { z } from 'zod'
import { formatMoney, formatNumber } from '#contract/money.ts'
import { lineTotal, orderTotals } from '#contract/order-totals.ts'
import { QuoteAnswer, quoteNumber } from '#contract/quotes.ts'
import { formatDay } from '#contract/turkish.ts'
import { mailAddress } from '../auth/accounts.ts'
import { letterKind } from '../mail/letter-kind.ts'
import { wantsMail } from '../notifications/preferences.ts'

/** Sends a customer the answer to their quote request. */
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
  async ({ customer_id, answer, quote_id, unanswered = [] }, { db }) => {
    const account = await db
      .selectFrom('accounts')
      .select(['name', 'email', 'confirmed_email'])
      .where('id', '=', customer_id)
      .executeTakeFirst()
    const address = account && mailAddress(account)
    if (!address || !(await wantsMail(db, customer_id, 'quotes'))) return undefined
    const { subtotal, vat, grand } = orderTotals(answer.items)
    return {
      to: { name: account.name, address },
      subject: `Teklif talebiniz cevaplandı${quote_id ? ` (${quoteNumber(quote_id)})` : ''}`,
      paragraphs: [
        `Teklif talebinize aşağıdaki ürünlerle cevap verdik. Teklif ${formatDay(answer.valid_until)} tarihine kadar geçerlidir.`,
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
