import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { inTransaction, type Pool } from '../db/transaction.ts'
import { type LetterKind, letterKind } from '../mail/letter-kind.ts'
import { type MailContext, mailSending } from '../mail/mail-sender.ts'
import { queueMail } from '../mail/outbox.ts'
import { smtpTransport } from '../mail/transport.ts'
import { sendDue } from './send-due.ts'
import type { World } from './world.ts'

/** A letter that contains only the recipient's name. */
export const noteLetter = letterKind('note', z.object({ name: z.string() }), async ({ name }) => ({
  to: { name, address: `${name}@ornek.com.tr` },
  subject: `${name} için bir not`,
  paragraphs: ['Siparişiniz hazır.'],
}))

/** Queues a note to each name. */
export async function queueNotes(db: Pool, names: string[], now: Date) {
  await inTransaction(db, async tx => {
    for (const name of names) await queueMail(tx, noteLetter, { name }, now)
  })
}

type Options = {
  db?: Pool
  kinds?: readonly Pick<LetterKind<unknown>, 'name' | 'write'>[]
  timeout?: Parameters<typeof smtpTransport>[1]
}

/** Sends a world's mails to a mail server by the world's clock, and collects the logged failures. */
export function mailFixture(
  world: Pick<World, 'db' | 'now'>,
  url: string,
  { db = world.db, kinds = [noteLetter], timeout }: Options = {},
) {
  const failures: { tries: number; why: string; at: string }[] = []
  const errors: unknown[] = []
  const transport = smtpTransport(url, timeout)
  const context: MailContext = {
    db,
    kinds,
    transport,
    sender: {
      from: { name: 'Deneme Toptan', address: 'siparis@toptan.example' },
      companyName: 'Deneme Toptan',
      supportEmail: '',
      supportPhone: '',
      publicUrl: 'http://localhost',
    },
    clock: world.now,
    log: {
      warn: (failure: { tries: number; why: string }) =>
        void failures.push({ ...failure, at: world.now().toISOString() }),
      error: (error: unknown) => void errors.push(error),
    },
  }
  const sending = mailSending(context)
  onTestFinished(() => transport.close())
  return {
    context: context,
    failures,
    errors,
    /** Sends the mails that are due now. */
    sendDueMails: () => sendDue(sending),
  }
}
