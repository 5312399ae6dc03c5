import { dayWithWeekday } from '#contract/delivery-days.ts'
import { formatMoney, type Kurus } from '#contract/money.ts'
import type { RevisionRecord } from '#contract/order-revisions.ts'
import { ORDER_STATUS } from '#contract/order-status.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import type { Shortage } from '#contract/standing-orders.ts'
import { refreshScreensAbout } from '../customers/customer-screens.ts'
import type { Tx } from '../db/transaction.ts'
import { type Actor, publicName } from '../http/context.ts'
import { queueMail } from '../mail/outbox.ts'
import { type NewNotification, notify, notifyAdmins } from '../notifications/notifications.ts'
import {
  cancellationOf,
  changedLineText,
  dayChange,
  orderReceivedLetter,
  orderRevisedLetter,
  orderStatusLetter,
} from './letters.ts'

// Notifies the users concerned by an order through mail, notifications and screen updates.

/** The most changed lines in a notification. */
const MAX_LINES = 3

/** The standing order that an order was made from, and its shortages. */
export type StandingOrigin = { name: string; shortages: Shortage[] }

type Received = {
  wasQuote: boolean
  customer: { assigned_marketer_id: string | null }
  standing: StandingOrigin | undefined
  companyName: string | undefined
}

/**
 * Notifies of a new order, also the customer in whose name another user has placed it. `companyName` is what admins are
 * called there.
 */
export async function notifyOrderReceived(
  tx: Tx,
  actor: Actor,
  order: Order,
  { wasQuote, customer, standing, companyName }: Received,
  now: Date,
) {
  const marketer = actor.role === 'marketer' ? actor.name : null
  await queueMail(tx, orderReceivedLetter, { order, marketer, by_admin: actor.role === 'admin', standing }, now)
  // For an accepted quote, the same users are notified of the acceptance instead.
  const title = standing ? `${order.user_company}: düzenli sipariş verildi` : `${order.user_company} sipariş verdi`
  const delivery = order.delivery_date ? `, teslimat ${dayWithWeekday(order.delivery_date)}` : ''
  const body = `${orderNumber(order.id)} numaralı sipariş: ${order.items.length} kalem, ${formatMoney(order.grand_total)}${delivery}`
  const notification = wasQuote ? undefined : ({ kind: 'order_received', title, body } as const)
  const assigned = customer.assigned_marketer_id
  refreshOrder(tx, order, assigned)
  if (!notification) return
  const about = { ...notification, customer_id: order.user_id }
  if (assigned && assigned !== actor.id)
    await notify(tx, [{ ...about, account_id: assigned, link: marketersLinkTo(order) }], now)
  const forCustomer = { ...notification, title: `${publicName(actor, companyName)} sizin adınıza sipariş verdi` }
  if (actor.id !== order.user_id)
    await notify(tx, [{ ...forCustomer, account_id: order.user_id, link: linkTo(order) }], now)
  await notifyAdmins(tx, actor, { ...about, link: adminsLinkTo(order) }, now)
}

/** Notifies of a new status; the actor itself gets no notification. `companyName` is what admins are called. */
export async function notifyOrderStatus(
  tx: Tx,
  actor: Actor,
  order: Order,
  { now, companyName }: { now: Date; companyName: string },
) {
  await queueMail(tx, orderStatusLetter, { order }, now)
  if (actor.id !== order.user_id) {
    const title = `Sipariş ${orderNumber(order.id)} ${ORDER_STATUS[order.status].changeText}`
    const body = [
      `${formatMoney(order.grand_total)} tutarındaki siparişinizin durumu değişti.`,
      ...cancellationOf(order, { company: companyName }),
    ].join('\n')
    await notify(tx, [{ account_id: order.user_id, kind: 'order_status', title, body, link: linkTo(order) }], now)
  }
  const number = orderNumber(order.id)
  const title =
    actor.role === 'customer'
      ? `${order.user_company} ${number} numaralı siparişini iptal etti`
      : `${order.user_company}: ${number} numaralı sipariş ${ORDER_STATUS[order.status].changeText}`
  const body = [
    `Sipariş tutarı: ${formatMoney(order.grand_total)}`,
    ...cancellationOf(order, { company: companyName }),
  ].join('\n')
  await notifyStaff(tx, actor, order, { kind: 'order_status', title, body }, now)
}

/**
 * Mails the revision to the customer. The customer's own one notifies the marketer, or the admins if there is none; one
 * by a marketer or an admin notifies the customer, and one by an admin also the marketer. `previous_total` is the total
 * before the revision, in kuruş; `companyName` stands for admins.
 */
export async function notifyOrderRevised(
  tx: Tx,
  actor: Actor,
  order: Order,
  { revision, previous_total }: { revision: RevisionRecord; previous_total: Kurus },
  { now, companyName }: { now: Date; companyName: string },
) {
  await queueMail(tx, orderRevisedLetter, { order, revision, previous_total }, now)
  const lines = revision.lines.slice(0, MAX_LINES).map(changedLineText)
  const more = revision.lines.length - lines.length
  const body = [
    // First, as the bell shows no more than four lines.
    ...(order.grand_total === previous_total ? [] : [`Yeni tutar: ${formatMoney(order.grand_total)}`]),
    ...lines,
    ...(more > 0 ? [`ve ${more} satır daha`] : []),
    ...dayChange(revision),
    ...(revision.notes_before === revision.notes_after ? [] : ['Sipariş notu değişti']),
  ].join('\n')
  if (actor.role === 'customer') {
    const title = `${order.user_company} ${orderNumber(order.id)} numaralı siparişini değiştirdi`
    return notifyStaff(tx, actor, order, { kind: 'order_revised', title, body }, now)
  }
  const name = publicName(actor, companyName)
  const title = `${name}, ${orderNumber(order.id)} numaralı siparişinizi güncelledi`
  await notify(tx, [{ account_id: order.user_id, kind: 'order_revised', title, body, link: linkTo(order) }], now)
  const ofMarketer = `${order.user_company}: ${orderNumber(order.id)} numaralı siparişi ${name} güncelledi`
  // A marketer's own revision notifies no marketer; an admin's does.
  const revised = { kind: 'order_revised', title: ofMarketer, body } as const
  await notifyStaff(tx, actor, order, actor.role === 'admin' ? revised : undefined, now)
}

type StaffNotification = Pick<NewNotification, 'kind' | 'title' | 'body'> | undefined

/** Refreshes all screens of the order and notifies the staff responsible for its customer. */
async function notifyStaff(tx: Tx, actor: Actor, order: Order, notification: StaffNotification, now: Date) {
  const marketer = await activeMarketerOf(tx, order.user_id)
  refreshOrder(tx, order, marketer)
  if (!notification) return
  const links = { marketer: marketersLinkTo(order), admin: adminsLinkTo(order) }
  await notifyResponsible(tx, actor, { customer_id: order.user_id, marketer, links }, notification, now)
}

/** The customer's marketer; null without one, or if that one is not active. */
export async function activeMarketerOf(tx: Tx, customer_id: string): Promise<string | null> {
  const marketer = await tx
    .selectFrom('customers')
    .innerJoin('accounts as marketer', 'marketer.id', 'assigned_marketer_id')
    .select('marketer.id')
    .where('customers.id', '=', customer_id)
    .where('marketer.is_active', '=', true)
    .executeTakeFirst()
  return marketer?.id ?? null
}

type Responsible = { customer_id: string; marketer: string | null; links: { marketer: string; admin: string } }

/**
 * Notifies the customer's active marketer (`activeMarketerOf`), unless that is the actor; without one, the admins if the
 * actor is the customer, as it is for its standing orders.
 */
export async function notifyResponsible(
  tx: Tx,
  actor: Actor,
  { customer_id, marketer, links }: Responsible,
  notification: NonNullable<StaffNotification>,
  now: Date,
) {
  const about = { ...notification, customer_id }
  if (marketer === null) {
    if (actor.role === 'customer') await notifyAdmins(tx, actor, { ...about, link: links.admin }, now)
  } else if (marketer !== actor.id) {
    await notify(tx, [{ ...about, account_id: marketer, link: links.marketer }], now)
  }
}

/** Refreshes the screens that show the order, but not those that show stock: `move` says why. */
function refreshOrder(tx: Tx, { user_id: customer_id }: Order, assigned_marketer_id: string | null) {
  refreshScreensAbout(tx, { customer_id, assigned_marketer_id }, ['orders'])
}

const marketersLinkTo = ({ id }: Order) => `/marketer/dashboard?tab=orders&order=${id}`
const linkTo = ({ id }: Order) => `/orders/${id}`
const adminsLinkTo = ({ id }: Order) => `/admin/orders/${id}`
