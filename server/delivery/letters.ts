import { sql } from 'kysely'
import * as z from 'zod/mini'
import { confirmedAddress } from '../auth/accounts.ts'
import { letterKind } from '../mail/letter-kind.ts'
import { wantsMail } from '../notifications/preferences.ts'
import { hasOrdered } from './reminder-window.ts'

/** Reminds a customer of a cut-off. After it, or once the customer has ordered or is passive, the letter is not sent. */
export const cutoffReminderLetter = letterKind(
  'last call',
  z.object({
    customer_id: z.uuid(),
    title: z.string(),
    body: z.string(),
    /** The delivery day; absent in mails that earlier versions have queued. */
    day: z.optional(z.string()),
    until: z.string(),
  }),
  async ({ customer_id, title, body, day = null, until }, { db, now }) => {
    const cutoff = new Date(until)
    if (now >= cutoff || !(await wantsMail(db, customer_id, 'order_reminder'))) return undefined
    const account = await db
      .selectFrom('accounts')
      .select(['name', 'confirmed_email'])
      .where('id', '=', customer_id)
      .where('is_active', '=', true)
      .where(eb => eb.not(hasOrdered(sql`accounts.id`, { day, cutoff })))
      .executeTakeFirst()
    const address = account && confirmedAddress(account)
    if (!address) return undefined
    return {
      to: { name: account.name, address },
      subject: title,
      paragraphs: [body],
      button: { label: 'Sipariş listem', path: '/lists' },
    }
  },
)
