import { formatNumber } from '#contract/money.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { orderNumber } from '#contract/orders.ts'
import { QUOTE_STATUS } from '#contract/quote-status.ts'
import { type AnswerItem, type Quote, unansweredItems } from '#contract/quotes.ts'
import { formatDay } from '#contract/turkish.ts'
import { readCustomerAndMarketer, refreshScreensAbout } from '../customers/customer-screens.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { queueMail } from '../mail/outbox.ts'
import { type NewNotification, notify, notifyAdmins } from '../notifications/notifications.ts'
import { quoteAnsweredLetter } from './letters.ts'

// Notifies the users concerned by a quote, except the actor.

/** The path of the quote's screen for each role. */
const linksTo = ({ id }: Pick<Quote, 'id'>) => ({
  customer: `/custom-order?quote=${id}`,
  marketer: `/marketer/dashboard?tab=custom-order&quote=${id}`,
  admin: `/admin/dashboard?tab=orders&view=quotes&quote=${id}`,
})

/** Notifies of a new request. */
export async function notifyQuoteRequested(tx: Tx, actor: Actor, quote: Quote, now: Date) {
  const [first, ...more] = quote.items
  const body = `${first?.product_name ?? ''}${more.length ? ` ve ${more.length} ürün daha` : ''}`
  const title = `${quote.user_company} teklif istedi`
  const customerTitle = `${actor.name} sizin adınıza teklif istedi`
  await notifyAccounts(tx, actor, quote, { kind: 'quote_requested', title, customerTitle, body }, now)
}

/** Notifies of an answer or a changed answer. */
export async function notifyQuoteAnswered(tx: Tx, quote: Quote & { answer: NonNullable<Quote['answer']> }, now: Date) {
  const { customer_id, answer } = quote
  const unanswered = unansweredItems(quote.items, answer.items)
  await queueMail(tx, quoteAnsweredLetter, { customer_id, answer, quote_id: quote.id, unanswered }, now)
  const body = `${answer.items.length} ürün, ${formatDay(answer.valid_until)} tarihine kadar geçerli.`
  const kind = 'quote_answered'
  const customer = await readCustomerAndMarketer(tx, customer_id)
  const links = linksTo(quote)
  const title = 'Teklif talebiniz cevaplandı'
  await notify(tx, [{ account_id: customer_id, kind, title, body, link: links.customer }], now)
  const forMarketer = {
    kind,
    title: `${quote.user_company}: teklif talebi cevaplandı`,
    body,
    link: links.marketer,
    customer_id,
  } as const
  const { assigned_marketer_id: marketer } = customer
  if (marketer) await notify(tx, [{ account_id: marketer, ...forMarketer }], now)
  refreshScreensAbout(tx, customer, ['quotes'])
}

/**
 * Notifies of an accepted or declined answer, and of goods that were not ordered as the stock did not cover them or
 * their unit has changed.
 */
export async function notifyQuoteDecided(tx: Tx, actor: Actor, quote: Quote, now: Date) {
  const missing = (quote.answer?.items ?? []).filter(item => typeof item.accepted_quantity === 'number')
  const isAccepted = QUOTE_STATUS[quote.status].decision === 'accepted'
  const decided = isAccepted ? 'kabul etti' : 'reddetti'
  const body = isAccepted
    ? [
        `Sipariş numarası: ${quote.order_id && orderNumber(quote.order_id)}`,
        ...missing.slice(0, MAX_MISSING).map(missingText),
        ...(missing.length > MAX_MISSING ? [`ve ${missing.length - MAX_MISSING} ürün daha eksik`] : []),
      ].join('\n')
    : ''
  const event = {
    kind: isAccepted ? 'quote_accepted' : 'quote_declined',
    title: `${quote.user_company} teklifi ${decided}`,
    customerTitle: `${actor.name} teklifi sizin adınıza ${decided}`,
    body,
  } as const
  await notifyAccounts(tx, actor, quote, event, now)
}

/** The most products that a notification lists as ordered in part or not at all. */
const MAX_MISSING = 3

function missingText({ product_name, quantity, accepted_quantity, unit, new_unit }: AnswerItem) {
  if (accepted_quantity)
    return `Stok yetmedi: ${product_name}, ${formatNumber(quantity)} yerine ${formatNumber(accepted_quantity)} ${unit}`
  const why = new_unit ? `Birimi değişti (${unit} → ${new_unit})` : 'Karşılanamadı'
  return `${why}: ${product_name} sipariş edilmedi`
}

/** `customerTitle`: the title of the customer's own notification, which names the marketer who has acted. */
type QuoteEvent = { kind: NotificationKind; title: string; customerTitle: string; body: string }

async function notifyAccounts(tx: Tx, actor: Actor, quote: Quote, { customerTitle, ...event }: QuoteEvent, now: Date) {
  const customer = await readCustomerAndMarketer(tx, quote.customer_id)
  const { customer_id, assigned_marketer_id: marketer } = customer
  const links = linksTo(quote)
  await notifyAdmins(tx, actor, { ...event, link: links.admin, customer_id }, now)
  const notifications: NewNotification[] = [
    { account_id: customer_id, ...event, title: customerTitle, link: links.customer },
    ...(marketer ? [{ account_id: marketer, ...event, link: links.marketer, customer_id }] : []),
  ]
  await notify(
    tx,
    notifications.filter(({ account_id }) => account_id !== actor.id),
    now,
  )
  refreshScreensAbout(tx, customer, ['quotes'])
}
