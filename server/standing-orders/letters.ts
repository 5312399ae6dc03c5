import * as z from 'zod/mini'
import { instantInLocative } from '#contract/cutoff-text.ts'
import type { Topic } from '#contract/notification-settings.ts'
import { UNIT_CHANGES } from '#contract/standing-orders.ts'
import { formatDay } from '#contract/turkish.ts'
import { confirmedAddress } from '../auth/accounts.ts'
import type { Tx } from '../db/transaction.ts'
import { letterKind } from '../mail/letter-kind.ts'
import { wantsMail } from '../notifications/preferences.ts'
import { orderTime } from './lists.ts'

/** The customer's page of standing orders. */
export const PAGE = '/standing-orders'

const StandingOrderFacts = z.object({ id: z.uuid(), name: z.string(), customer_id: z.uuid() })

/**
 * Reminds a customer that the next order will be made at `ordered_at`, until when it can be changed or skipped, or that
 * it will be made later if that is so now. The letter is no longer sent from then on, nor if it does not hold any more.
 */
export const reminderLetter = letterKind(
  'standing order reminder',
  z.object({
    standing: StandingOrderFacts,
    due_on: z.string(),
    day: z.string(),
    ordered_at: z.string(),
    // Mails that earlier versions have queued lack these.
    /** How long before the cut-off the order is made, in milliseconds. */
    lead: z.optional(z.number()),
    unit_changes: z.optional(z.array(z.string())),
  }),
  async ({ standing, due_on, day, ordered_at, lead, unit_changes = [] }, { db, now }) => {
    const said = new Date(ordered_at)
    const planned = await orderTime(db, { id: standing.id, due_on, day }, { now, lead: lead ?? 0 })
    const present = lead === undefined && planned ? said : planned
    // Of an earlier time, there is another reminder.
    if (!present || present < said || present <= now) return undefined
    const recipient = await recipientOf(db, standing, 'order_reminder')
    return (
      recipient && {
        to: recipient.to,
        subject: `${formatDay(day)} siparişi: ${standing.name}`,
        paragraphs: [
          `“${standing.name}” adlı düzenli siparişiniz ${formatDay(day)} günü için ${instantInLocative(present.toISOString())} verilecek.`,
          'O zamana kadar ürünleri ve miktarları değiştirebilir veya bu seferlik atlayabilirsiniz; sonraki siparişler aynı kalır.',
          ...(unit_changes.length > 0 ? [UNIT_CHANGES, { bullets: unit_changes.map(text => ({ text })) }] : []),
        ],
        button: { label: 'Değiştir', path: `${PAGE}?day=${standing.id}.${due_on}` },
        secondButton: { label: 'Bu seferlik atla', path: `${PAGE}?skip=${standing.id}.${due_on}` },
      }
    )
  },
)

/** Notifies a customer that no order could be made, and why. */
export const notMadeLetter = letterKind(
  'standing order not made',
  z.object({ standing: StandingOrderFacts, day: z.string(), failure: z.string() }),
  async ({ standing, day, failure }, { db }) => {
    const recipient = await recipientOf(db, standing, 'standing_order')
    return (
      recipient && {
        to: recipient.to,
        subject: `Düzenli siparişiniz verilemedi: ${standing.name}`,
        paragraphs: [
          `“${standing.name}” adlı düzenli siparişiniz ${formatDay(day)} günü için verilemedi: ${failure}.`,
          ...(recipient.is_active ? ['İsterseniz siparişinizi kendiniz verebilirsiniz.'] : []),
        ],
        button: { label: 'Düzenli siparişi görüntüle', path: PAGE },
      }
    )
  },
)

/** The customer's name and address, and whether it may order; undefined if no mail of the topic can or may be sent. */
async function recipientOf(db: Tx, { customer_id }: { customer_id: string }, topic: Topic) {
  if (!(await wantsMail(db, customer_id, topic))) return undefined
  const account = await db
    .selectFrom('accounts')
    .select(['name', 'confirmed_email', 'is_active'])
    .where('id', '=', customer_id)
    .executeTakeFirst()
  const address = account && confirmedAddress(account)
  return address ? { to: { name: account.name, address }, is_active: account.is_active } : undefined
}
