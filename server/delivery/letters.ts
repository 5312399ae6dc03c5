import * as z from 'zod/mini'
import { mailAddress } from '../auth/accounts.ts'
import { letterKind } from '../mail/letter-kind.ts'
import { wantsMail } from '../notifications/preferences.ts'

/** Reminds a customer of a cut-off; after it the letter is no longer sent. */
export const cutoffReminderLetter = letterKind(
  'last call',
  z.object({ customer_id: z.uuid(), title: z.string(), body: z.string(), until: z.string() }),
  async ({ customer_id, title, body, until }, { db, now }) => {
    if (now.getTime() >= Date.parse(until) || !(await wantsMail(db, customer_id, 'order_reminder'))) return undefined
    const account = await db
      .selectFrom('accounts')
      .select(['name', 'email', 'confirmed_email'])
      .where('id', '=', customer_id)
      .executeTakeFirst()
    const address = account && mailAddress(account)
    if (!address) return undefined
    return {
      to: { name: account.name, address },
      subject: title,
      paragraphs: [body],
      button: { label: 'Sipariş listem', path: '/lists' },
    }
  },
)
