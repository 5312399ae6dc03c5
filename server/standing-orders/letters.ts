import * as z from 'zod/mini'
import type { Topic } from '#contract/notification-settings.ts'
import { formatDay, formatInstant } from '#contract/turkish.ts'
import { mailAddress } from '../auth/accounts.ts'
import type { Tx } from '../db/transaction.ts'
import { letterKind } from '../mail/letter-kind.ts'
import { wantsMail } from '../notifications/preferences.ts'
import { isPlanned } from './lists.ts'

const PAGE = '/standing-orders'

const StandingOrderFacts = z.object({ id: z.uuid(), name: z.string(), customer_id: z.uuid() })

/**
 * Reminds a customer that the next order will be made at `ordered_at`, until when it can be changed or skipped. The
 * letter is no longer sent from then on, or if the order will not be made as it says.
 */
export const reminderLetter = letterKind(
  'standing order reminder',
  z.object({ standing: StandingOrderFacts, due_on: z.string(), day: z.string(), ordered_at: z.string() }),
  async ({ standing, due_on, day, ordered_at }, { db, now }) => {
    if (now.getTime() >= Date.parse(ordered_at)) return undefined
    if (!(await isPlanned(db, { id: standing.id, due_on, day }, now))) return undefined
    const to = await recipientOf(db, standing, 'order_reminder')
    return (
      to && {
        to,
        subject: `${formatDay(day)} siparişi: ${standing.name}`,
        paragraphs: [
          `“${standing.name}” adlı düzenli siparişiniz ${formatDay(day)} günü için ${formatInstant(ordered_at)} saatinde verilecek.`,
          'O zamana kadar ürünleri ve miktarları değiştirebilir veya bu seferlik atlayabilirsiniz; sonraki siparişler aynı kalır.',
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
    const to = await recipientOf(db, standing, 'standing_order')
    return (
      to && {
        to,
        subject: `Düzenli siparişiniz verilemedi: ${standing.name}`,
        paragraphs: [
          `“${standing.name}” adlı düzenli siparişiniz ${formatDay(day)} günü için verilemedi: ${failure}.`,
          'İsterseniz siparişinizi kendiniz verebilirsiniz.',
        ],
        button: { label: 'Düzenli siparişi görüntüle', path: PAGE },
      }
    )
  },
)

/** The customer's name and mail address; undefined if deleted, without an address, or with mails of the topic off. */
async function recipientOf(db: Tx, { customer_id }: { customer_id: string }, topic: Topic) {
  if (!(await wantsMail(db, customer_id, topic))) return undefined
  const account = await db
    .selectFrom('accounts')
    .select(['name', 'email', 'confirmed_email'])
    .where('id', '=', customer_id)
    .executeTakeFirst()
  const address = account && mailAddress(account)
  return address ? { name: account.name, address } : undefined
}
