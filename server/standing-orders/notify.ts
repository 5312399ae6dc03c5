import { instantInLocative } from '#contract/cutoff-text.ts'
import { formatMoney } from '#contract/money.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { type Shortage, shortageText, UNIT_CHANGES } from '#contract/standing-orders.ts'
import { formatDay } from '#contract/turkish.ts'
import { refreshScreensAbout } from '../customers/customer-screens.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { queueMail } from '../mail/outbox.ts'
import { type NewNotification, notify } from '../notifications/notifications.ts'
import { activeMarketerOf, notifyResponsible } from '../orders/notify.ts'
import { notMadeLetter, PAGE, reminderLetter } from './letters.ts'
import type { Timing } from './pending-days.ts'

// Notifies of the next order of a standing order, and of orders that were made or could not be made.

type StandingOrderWithRecipients = {
  id: string
  name: string
  customer_id: string
  user_company: string
  assigned_marketer_id: string | null
}
type Day = { due_on: string; day: string; ordered_at: Date }

/**
 * Reminds the customer that the next order will be made at `ordered_at`, until when it can be changed or skipped.
 * `unitChanges` describe the lines that it will lack, because their products have other units.
 */
export async function remind(
  tx: Tx,
  standing: StandingOrderWithRecipients,
  { due_on, day, ordered_at, unitChanges }: Day & { unitChanges: string[] },
  { now, lead }: Timing,
) {
  const { id, name, customer_id } = standing
  await queueMail(
    tx,
    reminderLetter,
    {
      standing: { id, name, customer_id },
      due_on,
      day,
      ordered_at: ordered_at.toISOString(),
      lead,
      unit_changes: unitChanges,
    },
    now,
  )
  const title = `${formatDay(day)} siparişi: ${name}`
  const body = [
    `${instantInLocative(ordered_at.toISOString())} verilecek. O zamana kadar değiştirebilir veya bu seferlik atlayabilirsiniz.`,
    ...(unitChanges.length > 0 ? [UNIT_CHANGES, ...unitChanges] : []),
  ].join('\n')
  const link = linkTo(id, due_on)
  await notify(tx, [{ account_id: customer_id, kind: 'order_reminder', title, body, link, until: ordered_at }], now)
}

/** Notifies the customer of the order that was made, what it costs, and of its shortages. */
export async function notifyMade(
  tx: Tx,
  standing: StandingOrderWithRecipients,
  order: Order,
  shortages: readonly Shortage[],
  now: Date,
) {
  const { name, customer_id } = standing
  const title = `Düzenli siparişiniz verildi: ${name}`
  const { grand_total, delivery_fee } = order
  const fee = delivery_fee > 0 ? `, teslimat ücreti ${formatMoney(delivery_fee)} dahil` : ''
  const total = `Genel toplam ${formatMoney(grand_total)}${fee}`
  const body = [total, `Sipariş no: ${orderNumber(order.id)}`, ...shortages.map(shortageText)].join('\n')
  await notify(tx, [{ account_id: customer_id, kind: 'standing_order', title, body, link: `/orders/${order.id}` }], now)
  refreshScreensAbout(tx, standing, ['standing-orders'])
}

/** Notifies the customer, and the staff responsible for it, that no order could be made, and why. */
export async function notifyNotMade(
  tx: Tx,
  actor: Actor,
  standing: StandingOrderWithRecipients,
  { day, failure }: Pick<Day, 'day'> & { failure: string },
  now: Date,
) {
  const { id, name, customer_id, user_company } = standing
  await queueMail(tx, notMadeLetter, { standing: { id, name, customer_id }, day, failure }, now)
  const body = `${formatDay(day)}: ${failure}`
  const kind: NotificationKind = 'standing_order'
  const own: NewNotification = {
    account_id: customer_id,
    kind,
    title: `Düzenli siparişiniz verilemedi: ${name}`,
    body,
    // The form of a past day cannot be opened.
    link: PAGE,
  }
  await notify(tx, [own], now)
  const title = `${user_company}: düzenli sipariş verilemedi (${name})`
  const links = {
    marketer: `/marketer/dashboard?tab=orders&view=standing&customer=${customer_id}`,
    admin: '/admin/dashboard?tab=orders&view=standing',
  }
  const marketer = await activeMarketerOf(tx, customer_id)
  await notifyResponsible(tx, actor, { customer_id, marketer, links }, { kind, title, body }, now)
  refreshScreensAbout(tx, standing, ['standing-orders'])
}

const linkTo = (id: string, due_on: string) => `${PAGE}?day=${id}.${due_on}`
