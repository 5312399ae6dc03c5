import { formatMoney } from '#contract/money.ts'
import { type Order, orderNumber, type RevisionRecord } from '#contract/orders.ts'
import type { Tx } from '../db/tables.ts'
import type { Actor } from '../http/house.ts'
import { queueMail } from '../mail/outbox.ts'
import { tellScreens } from '../notifications/live.ts'
import { notify } from '../notifications/notifications.ts'
import { changedLine, orderReceivedLetter, orderRevisedLetter, orderStatusLetter, STATUS_SENTENCE } from './letters.ts'

/** Everybody whom an order concerns learns of what happened to it, by all the ways there are. */

/** A notification names so many changed lines; the order shows the rest. */
const MOST_LINES = 3

/** An order has come in. */
export async function tellReceived(tx: Tx, actor: Actor, order: Order, now: Date) {
  const marketer = actor.role === 'marketer' ? actor.name : null
  await queueMail(tx, orderReceivedLetter, { order, marketer }, now)
  await refreshScreens(tx, order)
}

/** An order has another status. Its customer is not told what it did itself. */
export async function tellStatus(tx: Tx, actor: Actor, order: Order, now: Date) {
  await queueMail(tx, orderStatusLetter, { order }, now)
  if (actor.id !== order.user_id) {
    const title = `Sipariş ${orderNumber(order.id)} ${STATUS_SENTENCE[order.status]}`
    const body = `${formatMoney(order.grand_total)} tutarındaki siparişinizin durumu değişti.`
    await notify(tx, [{ account_id: order.user_id, kind: 'order_status', title, body, link: linkTo(order) }], now)
  }
  await refreshScreens(tx, order)
}

/** A marketer has changed an order. */
export async function tellRevised(tx: Tx, order: Order, revision: RevisionRecord, now: Date) {
  await queueMail(tx, orderRevisedLetter, { order, revision }, now)
  const lines = revision.lines.slice(0, MOST_LINES).map(changedLine)
  const more = revision.lines.length - lines.length
  const body = [
    ...lines,
    ...(more > 0 ? [`ve ${more} satır daha`] : []),
    ...(revision.notes_before === revision.notes_after ? [] : ['Sipariş notu değişti']),
  ].join('\n')
  const title = `${revision.marketer_name}, ${orderNumber(order.id)} numaralı siparişinizi güncelledi`
  await notify(tx, [{ account_id: order.user_id, kind: 'order_revised', title, body, link: linkTo(order) }], now)
  await refreshScreens(tx, order)
}

async function refreshScreens(tx: Tx, { user_id }: Order) {
  const customer = await tx
    .selectFrom('customers')
    .select('assigned_marketer_id')
    .where('id', '=', user_id)
    .executeTakeFirst()
  const marketer = customer?.assigned_marketer_id
  tellScreens(tx, { topic: 'orders', accounts: [user_id, ...(marketer ? [marketer] : [])], roles: ['admin'] })
}

const linkTo = ({ id }: Order) => `/orders/${id}`
