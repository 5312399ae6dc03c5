import * as z from 'zod/mini'
import {
  GOODS_HEADING,
  isToBeNotified,
  RecalledGoods,
  type RecalledOrder,
  type RecallQuery,
  recalledGoodsLine,
  recalledGoodsText,
} from '#contract/recalls.ts'
import { record } from '../audit/audit.ts'
import { mailAddress } from '../auth/accounts.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { letterKind } from '../mail/letter-kind.ts'
import { queueMail } from '../mail/outbox.ts'
import { notify } from '../notifications/notifications.ts'
import { readRecall } from './recall.ts'

/**
 * Notifies a customer of a recall: the admin's text and the goods that it got, by order. It cannot be turned off, and
 * is also sent, without the name, to an address that was never confirmed, as the goods may be dangerous.
 */
export const recallLetter = letterKind(
  'recall',
  z.object({ customer_id: z.uuid(), text: z.string(), goods: z.array(RecalledGoods) }),
  async ({ customer_id, text, goods }, { db }) => {
    const account = await db
      .selectFrom('accounts')
      .select(['name', 'email', 'confirmed_email'])
      .where('id', '=', customer_id)
      .executeTakeFirst()
    const address = account && mailAddress(account)
    if (!address) return undefined
    return {
      to: { name: account.confirmed_email ? account.name : '', address },
      subject: `Geri çağırma: ${productsOf(goods)}`,
      paragraphs: [text, GOODS_HEADING, { bullets: goods.map(recalledGoodsText) }],
      button: { label: 'Siparişlerim', path: '/orders' },
    }
  },
)

const productsOf = (goods: readonly RecalledGoods[]) => [...new Set(goods.map(got => got.product_name))].join(', ')

type By = { actor: Actor<'admin'>; now: Date }

/**
 * Notifies the customers who got lots of a recall, by mail and bell, and records it. Each is notified once of each lot of
 * an order, even if several admins request it concurrently.
 */
export async function sendRecallLetters(
  tx: Tx,
  { actor, now }: By,
  { text, ...query }: RecallQuery & { text: string },
): Promise<number> {
  const { lots, orders } = await readRecall(tx, query, now)
  const byCustomer = new Map<string, RecalledOrder[]>()
  for (const got of orders.filter(isToBeNotified))
    byCustomer.set(got.customer_id, [...(byCustomer.get(got.customer_id) ?? []), got])
  let notified = 0
  for (const [customer_id, goods] of [...byCustomer].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const stored = await tx
      .insertInto('recall_letters')
      .values(inKeyOrder(goods).map(key => ({ ...key, customer_id, told_at: now, told_by_admin_name: actor.name })))
      .onConflict(oc => oc.doNothing())
      .returning(['lot_id', 'order_id'])
      .execute()
    // A concurrent request may have notified the customer of some goods since the recall was read.
    const news = goods.filter(got => stored.some(one => one.lot_id === got.lot_id && one.order_id === got.order_id))
    if (news.length === 0) continue
    notified += 1
    await queueMail(tx, recallLetter, { customer_id, text, goods: news }, now)
    const title = `Geri çağırma: ${productsOf(news)}`
    // The lots come first, as a push is cut after the first few hundred characters.
    const body = [...news.map(recalledGoodsLine), text].join('\n')
    await notify(tx, [{ account_id: customer_id, kind: 'recall', title, body, link: '/orders' }], now)
  }
  if (notified > 0)
    await record(
      tx,
      { actor, now },
      lots.map(lot => {
        const after = { product_name: lot.product_name, code: lot.code, told: notified }
        return { action: 'recalled', entity: 'lot', entity_id: lot.id, after } as const
      }),
    )
  return notified
}

/** The keys of the letters of these goods, in the same order for every request, so that none deadlocks another. */
const inKeyOrder = (goods: readonly RecalledOrder[]) =>
  goods
    .map(({ lot_id, order_id }) => ({ lot_id, order_id }))
    .sort((a, b) => (a.lot_id + a.order_id < b.lot_id + b.order_id ? -1 : 1))
