import * as z from 'zod/mini'
import { dayWithWeekday } from '#contract/delivery-days.ts'
import { lotText } from '#contract/lot-labels.ts'
import { formatMoney, formatNumber, type Kurus, kurus, Money } from '#contract/money.ts'
import type { Topic } from '#contract/notification-settings.ts'
import { RevisionRecord } from '#contract/order-revisions.ts'
import { isCancelled, ORDER_STATUS } from '#contract/order-status.ts'
import { Order, orderNumber } from '#contract/orders.ts'
import { marketerText } from '#contract/roles.ts'
import { Shortage, shortageText } from '#contract/standing-orders.ts'
import { deliverable, formatInstant, istanbulDay } from '#contract/turkish.ts'
import { confirmedAddress } from '../auth/accounts.ts'
import type { Tx } from '../db/transaction.ts'
import { publicName } from '../http/context.ts'
import { readOrderLots } from '../lots/order-lots.ts'
import { type Letter, type LetterContext, letterKind } from '../mail/letter-kind.ts'
import { wantsMail } from '../notifications/preferences.ts'
import { goodsOf } from './letter-goods.ts'

/** The snapshot of an order that its mails are rendered from. */
const GoodsFacts = z.pick(Order, {
  id: true,
  status: true,
  created_at: true,
  user_id: true,
  user_company: true,
  user_email: true,
  items: true,
  subtotal: true,
  total_vat: true,
  grand_total: true,
  notes: true,
})
/** Absent in mails that earlier versions have queued. */
const DeliveryFacts = {
  delivery_date: z.optional(Order.shape.delivery_date),
  delivery_fee: z.optional(Order.shape.delivery_fee),
}
const OrderFacts = z.extend(GoodsFacts, DeliveryFacts)
type OrderFacts = z.output<typeof OrderFacts>

/** Absent in mails that earlier versions have queued. */
const CancellationFacts = {
  cancelled_by: z.optional(Order.shape.cancelled_by),
  cancelled_by_name: z.optional(Order.shape.cancelled_by_name),
  cancel_reason: z.optional(Order.shape.cancel_reason),
}

/** Confirms an order to its customer. A delayed mail says whether the order has been cancelled or revised since. */
export const orderReceivedLetter = letterKind(
  'order received',
  z.object({
    order: OrderFacts,
    marketer: z.nullable(z.string()),
    /** Absent in mails that earlier versions have queued. */
    by_admin: z.optional(z.boolean()),
    /** The standing order that the order was made from, and its shortages. */
    standing: z.optional(z.object({ name: z.string(), shortages: z.array(Shortage) })),
  }),
  toBuyer('order_received', async ({ order, marketer, by_admin, standing }, { db, now, companyName, to }) => {
    const later = await laterChange(db, order.id, 0)
    return {
      to,
      subject: subjectOf('Siparişiniz alındı', order, later),
      paragraphs: [
        standing
          ? `“${standing.name}” adlı düzenli siparişiniz ${formatInstant(order.created_at)} tarihinde ${orderNumber(order.id)} numarasıyla verildi.`
          : marketer || by_admin
            ? `${formatInstant(order.created_at)} tarihinde ${marketer ?? companyName} sizin adınıza ${orderNumber(order.id)} numaralı siparişi verdi.`
            : `${formatInstant(order.created_at)} tarihinde verdiğiniz ${orderNumber(order.id)} numaralı siparişi aldık.`,
        ...dayOf(order),
        ...(standing?.shortages.length
          ? ['Eksik olanlar:', { bullets: standing.shortages.map(short => ({ text: shortageText(short) })) }]
          : []),
        ...(order.notes ? [`Sipariş notu: ${order.notes}`] : []),
        ...(later ? [`Sipariş daha sonra ${later}; aşağıda ilk hâli var.`] : []),
      ],
      goods: goodsOf(order, now),
      button: toOrder(order),
    }
  }),
)

const subjectOf = (event: string, { id }: Pick<OrderFacts, 'id'>, later: string | undefined) =>
  `${event}${later ? `, daha sonra ${later}` : ''} (${orderNumber(id)})`

/**
 * Notifies a customer of an order's new status; if it was cancelled, with the user who cancelled it and the reason. A
 * delayed mail is dropped if the order has another status by then, and names its present total and day.
 */
export const orderStatusLetter = letterKind(
  'order status',
  z.object({ order: z.extend(z.omit(OrderFacts, { items: true }), CancellationFacts) }),
  toBuyer('order_status', async ({ order: snapshot }, { db, now, companyName, to }) => {
    // A deleted order is as it was.
    const order = { ...snapshot, ...(await presentState(db, snapshot.id)) }
    if (order.status !== snapshot.status) return undefined
    // An order that was cancelled, and taken up later, keeps its day even if that is over.
    const isComing = ORDER_STATUS[order.status].goods === 'reserved' && (order.delivery_date ?? '') >= istanbulDay(now)
    return {
      to,
      subject: `Siparişinizin durumu: ${ORDER_STATUS[order.status].label} (${orderNumber(order.id)})`,
      paragraphs: [
        `${formatInstant(order.created_at)} tarihli, ${formatMoney(order.grand_total)} tutarındaki ${orderNumber(order.id)} numaralı siparişiniz ${ORDER_STATUS[order.status].changeText}.`,
        ...(isComing ? dayOf(order) : []),
        ...cancellationOf(order, { company: companyName, customer: 'Siz' }),
        ...(ORDER_STATUS[order.status].goods === 'taken' ? await lotsOf(db, order.id) : []),
      ],
      button: toOrder(order),
    }
  }),
)

/**
 * What has become of an order since the state that a mail shows, which this revision made; undefined if that is the
 * present one, or if the order was deleted with its customer.
 */
async function laterChange(db: Tx, id: string, revision: number): Promise<string | undefined> {
  const present = await presentState(db, id)
  if (!present) return undefined
  if (isCancelled(present.status)) return 'iptal edildi'
  if (present.revision_count === revision) return undefined
  return revision === 0 ? 'değiştirildi' : 'yeniden değiştirildi'
}

const presentState = (db: Tx, id: string) =>
  db
    .selectFrom('orders')
    .select(['status', 'revision_count', 'grand_total', 'delivery_date'])
    .select(['cancelled_by', 'cancelled_by_name', 'cancel_reason'])
    .where('id', '=', id)
    .executeTakeFirst()

/** The lots of an order as a list; nothing if it has none. */
async function lotsOf(db: Tx, id: string): Promise<Letter['paragraphs']> {
  const lines = (await readOrderLots(db, id)).filter(({ lots }) => lots.length > 0)
  if (lines.length === 0) return []
  const bullets = lines.map(({ product_name, unit, lots }) => ({
    text: product_name,
    details: lots.map(lot => `${lotText(lot)}: ${formatNumber(lot.quantity)} ${unit}`),
  }))
  return ['Partiler:', { bullets }]
}

/**
 * Notifies a customer of a revision, or confirms its own: the changed lines, the total before and after, and the order
 * after it. A delayed mail says whether the order has been cancelled or revised since.
 */
export const orderRevisedLetter = letterKind(
  'order revised',
  z.object({
    order: OrderFacts,
    revision: RevisionRecord,
    /** Absent in mails that earlier versions have queued. */
    previous_total: z.optional(Money),
  }),
  toBuyer('order_revised', async ({ order, revision, previous_total }, { db, now, companyName, to }) => {
    const later = await laterChange(db, order.id, revision.revision)
    return {
      to,
      subject: subjectOf('Siparişiniz güncellendi', order, later),
      paragraphs: [
        revision.actor_role === 'customer'
          ? `${orderNumber(order.id)} numaralı siparişinizi değiştirdiniz.`
          : `${publicName({ role: revision.actor_role, name: revision.marketer_name }, companyName)}, ${orderNumber(order.id)} numaralı siparişinizde değişiklik yaptı.`,
        ...(revision.lines.length ? [{ bullets: revision.lines.map(asBullet) }] : []),
        ...dayChange(revision),
        ...totalChange(previous_total, order.grand_total),
        ...(revision.notes_before === revision.notes_after ? [] : [`Yeni sipariş notu: ${order.notes || 'yok'}`]),
        later
          ? `Sipariş daha sonra ${later}. Bu değişiklikten sonraki hâli (${formatInstant(revision.created_at)}):`
          : 'Siparişin son hâli:',
      ],
      goods: goodsOf(order, now, revision),
      button: toOrder(order),
    }
  }),
)

type Buyer = Pick<OrderFacts, 'user_id' | 'user_company' | 'user_email'>

/**
 * Writes a letter about an order `to` its customer, unless the customer has turned off mails of the topic or has never
 * confirmed an address. If a standing order has made the order, the topic is that of standing orders, as for its bell
 * and push.
 */
function toBuyer<Facts extends { order: Buyer; standing?: object | undefined }>(
  topic: Topic,
  write: (facts: Facts, context: LetterContext & { to: Letter['to'] }) => Promise<Letter | undefined>,
) {
  return async (facts: Facts, context: LetterContext) => {
    const { order, standing } = facts
    const isWanted = await wantsMail(context.db, order.user_id, standing ? 'standing_order' : topic)
    const to = isWanted ? await buyer(context.db, order) : undefined
    return to && write(facts, { ...context, to })
  }
}

/**
 * The customer at their confirmed address, or at the address stored in the order if the account was deleted; undefined
 * if the customer has never confirmed one.
 */
async function buyer(db: Tx, order: Buyer): Promise<Letter['to'] | undefined> {
  const account = await db
    .selectFrom('accounts')
    .select(['name', 'confirmed_email'])
    .where('id', '=', order.user_id)
    .executeTakeFirst()
  if (!account) return { name: order.user_company, address: deliverable(order.user_email) }
  const address = confirmedAddress(account)
  return address ? { name: account.name, address } : undefined
}

/**
 * Turkish lines for the customer and marketer of a cancelled order: the user who cancelled it, and the reason; none if
 * the user is not known. `company` is what the text calls an admin, `customer` the customer, who is not named without
 * it.
 */
export function cancellationOf(
  order: Partial<Pick<Order, 'cancelled_by' | 'cancelled_by_name' | 'cancel_reason'>>,
  { company, customer }: { company: string; customer?: string },
): string[] {
  const { cancelled_by, cancelled_by_name, cancel_reason } = order
  if (!cancelled_by) return []
  const name = {
    admin: company,
    marketer: marketerText(cancelled_by_name),
    customer,
  }[cancelled_by]
  const lines = [...(name ? [`İptal eden: ${name}`] : []), ...(cancel_reason ? [`İptal nedeni: ${cancel_reason}`] : [])]
  return lines.length > 0 ? [lines.join('\n')] : []
}

const totalChange = (before: Kurus | undefined, after: Kurus) =>
  before === undefined || before === after
    ? []
    : [`Genel toplam (KDV dahil): ${formatMoney(before)} → ${formatMoney(after)}`]

const dayOf = ({ delivery_date }: Pick<OrderFacts, 'delivery_date'>) =>
  delivery_date ? [`Teslimat günü: ${dayWithWeekday(delivery_date)}`] : []

/** The day of delivery before and after a revision, if it has changed. */
export function dayChange({ delivery_date_before: before, delivery_date_after: after }: RevisionRecord): string[] {
  if ((before ?? null) === (after ?? null)) return []
  const text = (day: string | null | undefined) => (day ? dayWithWeekday(day) : 'yok')
  return [`Teslimat günü: ${text(before)} → ${text(after)}`]
}

const toOrder = ({ id }: Pick<OrderFacts, 'id'>) => ({ label: 'Siparişi görüntüle', path: `/orders/${id}` })

type ChangedLine = RevisionRecord['lines'][number]

/** Describes a changed order line in Turkish: 'Tulum: miktar 4 → 6 ADET, fiyat ₺10,00 → ₺9,00'. */
export const changedLineText = (line: ChangedLine) => `${line.product_name}: ${changesOf(line).join(', ')}`

const asBullet = (line: ChangedLine) => ({ text: line.product_name, details: changesOf(line) })

function changesOf({ unit, quantity_before, quantity_after, price_before, price_after }: ChangedLine): string[] {
  const amount = (quantity: number) => `${formatNumber(quantity)}${unit ? ` ${unit}` : ''}`
  if (quantity_before === null || price_before === null)
    return [`eklendi (${amount(quantity_after ?? 0)} × ${formatMoney(price_after ?? kurus(0))})`]
  if (quantity_after === null || price_after === null) return [`çıkarıldı (${amount(quantity_before)})`]
  return [
    ...(quantity_before === quantity_after
      ? []
      : [`miktar ${formatNumber(quantity_before)} → ${amount(quantity_after)}`]),
    ...(price_before === price_after ? [] : [`fiyat ${formatMoney(price_before)} → ${formatMoney(price_after)}`]),
  ]
}
