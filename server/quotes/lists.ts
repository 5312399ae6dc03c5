import { type OrderSearchWord, orderSearchWords } from '#contract/order-search.ts'
import type { QuoteStatus } from '#contract/quote-status.ts'
import type { Quote } from '#contract/quotes.ts'
import type { Database } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { createdWithKey } from '../http/idempotency.ts'
import { keyedList, type List } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { containing } from '../http/search-condition.ts'

/** The only access to quote rows: admins see all, marketers those of their customers, customers their own. */
function visibleTo(db: Database, actor: Actor) {
  const all = db
    .selectFrom('custom_orders')
    .innerJoin('customers', 'customers.id', 'customer_id')
    .innerJoin('accounts', 'accounts.id', 'customer_id')
    .leftJoin('accounts as requester', 'requester.id', 'created_by_marketer_id')
    .selectAll('custom_orders')
    .select(['accounts.name as user_company', 'requester.name as created_by_marketer_name'])
  switch (actor.role) {
    case 'admin':
      return all
    case 'marketer':
      return all.where('assigned_marketer_id', '=', actor.id)
    case 'customer':
      return all.where('customer_id', '=', actor.id)
  }
}

/** The quote request, if it is visible to the actor. Refuses with `not_found`. */
export async function readQuote(db: Database, actor: Actor, id: string): Promise<Quote> {
  return (await findQuote(db, actor, id)) ?? refuse('not_found')
}

/**
 * The quote request with this id, which the actor sent for a customer. Refuses with `quote_not_visible` if the customer
 * has been assigned to another marketer or deleted since.
 */
export async function readSentQuote(db: Database, actor: Actor, id: string): Promise<Quote> {
  return (await findQuote(db, actor, id)) ?? refuse('quote_not_visible')
}

/**
 * The quote request that the actor sent with this idempotency key. Refuses with `quote_not_found` if the key has sent
 * none, and with `quote_not_visible` if its customer has been assigned to another marketer or deleted since.
 */
export async function readQuoteByKey(db: Database, actor: Actor, key: string): Promise<Quote> {
  const id = (await createdWithKey(db, actor.id, key)) ?? refuse('quote_not_found')
  const quote = await findQuote(db, actor, id)
  if (quote) return quote
  const isOrder = await db.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst()
  return refuse(isOrder ? 'quote_not_found' : 'quote_not_visible')
}

const findQuote = (db: Database, actor: Actor, id: string): Promise<Quote | undefined> =>
  visibleTo(db, actor).where('custom_orders.id', '=', id).executeTakeFirst()

/** The quote, locked until the transaction ends. */
export async function lockQuote(tx: Tx, actor: Actor, id: string): Promise<Quote> {
  const quote = await visibleTo(tx, actor)
    .where('custom_orders.id', '=', id)
    .forUpdate('custom_orders')
    .executeTakeFirst()
  return quote ?? refuse('not_found')
}

/**
 * The quotes visible to the actor, newest first; `search` matches company name and username, and the first four or
 * more digits of a quote's id, such as its number.
 */
export function listQuotes(
  db: Database,
  actor: Actor,
  { status, search = '' }: { status?: QuoteStatus | undefined; search?: string | undefined } = {},
): List<Quote> {
  let quotes = visibleTo(db, actor)
  for (const { text, digits = /^[0-9a-f]{4,8}$/.test(text) ? text : undefined } of orderSearchWords(search))
    quotes =
      digits === undefined
        ? quotes.where(containing('customers.search_text', [text]))
        : quotes.where('custom_orders.id', 'in', numberedOrOf(db, { text, digits }))
  if (status) quotes = quotes.where('status', '=', status)
  return keyedList(quotes, {
    direction: 'desc',
    key: [
      { ref: 'custom_orders.created_at', kind: 'instant', of: row => row.created_at },
      { ref: 'custom_orders.id', kind: 'id', of: row => row.id },
    ],
    item: row => row,
  })
}

/**
 * The ids of quotes that begin with these hexadecimal digits, and of quotes of customers whose text contains the word.
 * Each part is read by its index, which `or` would prevent.
 */
const numberedOrOf = (db: Database, { text, digits }: Required<OrderSearchWord>) =>
  db
    .selectFrom('custom_orders')
    .select('id')
    .where('id', '>=', digits.padEnd(32, '0'))
    .where('id', '<=', digits.padEnd(32, 'f'))
    .unionAll(
      db
        .selectFrom('customers')
        .innerJoin('custom_orders', 'customer_id', 'customers.id')
        .select('custom_orders.id')
        .where(containing('customers.search_text', [text])),
    )
