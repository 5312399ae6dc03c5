import type { FastifyBaseLogger } from 'fastify'
import { inTransaction, type Pool } from '../db/transaction.ts'
import { mailOutcomes } from '../metrics/metrics.ts'
import { bringForward } from '../outbox/outbox.ts'
import { type Sending, startSender } from '../outbox/sender.ts'
import { renderMail, type Sender } from './layout.ts'
import type { Letter, LetterKind } from './letter-kind.ts'
import {
  claimDueMail,
  dropMail,
  giveUpOldMails,
  MAILS,
  type Mail,
  recordFailure,
  recordSent,
  type SentMail,
} from './outbox.ts'
import { ServerPause } from './server-pause.ts'
import { RecipientRefused, ServerUnavailable, type Transport } from './transport.ts'

/** The dependencies of sending mails. */
export type MailContext = {
  db: Pool
  kinds: readonly Pick<LetterKind<unknown>, 'name' | 'write'>[]
  transport: Transport
  sender: Sender
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** Sends due mails and polls for more until stopped. Several processes may do so on one database. */
export const startMailSender = (context: MailContext) => startSender(mailSending(context))

/** A mail that is being sent, and its round of `ServerPause`. */
type Attempt = Mail & { round: number }

/** How due mails are sent. */
export function mailSending(context: MailContext): Sending<Attempt, SentMail> {
  const { db, clock, transport, log } = context
  const pause = new ServerPause()
  return {
    async claim(sent, sending) {
      const attempt = pause.begin(clock())
      let mail: Mail | undefined
      try {
        if (attempt) mail = await claimDueMail(db, clock(), { sent, sending, retriedSince: attempt.retriedSince })
        else if (sent) await recordSent(db, sent, clock())
      } finally {
        if (attempt && !mail) pause.end(attempt.round, 'unknown', clock())
      }
      return attempt && mail ? { ...mail, round: attempt.round } : undefined
    },
    async send(mail) {
      let outcome: Outcome = 'unknown'
      try {
        return await send(context, mail, last => {
          outcome = last
        })
      } finally {
        pause.end(mail.round, outcome, clock(), mail.id)
      }
    },
    recordSent: sent => recordSent(db, sent, clock()),
    async bringForward() {
      await bringForward(db, MAILS, clock())
      if (pause.error) mailOutcomes.add('given_up', await giveUpOldMails(db, pause.error.message, clock()))
    },
    interrupt: () => transport.close(),
    log,
  }
}

type Outcome = Parameters<ServerPause['end']>[1]

/**
 * Tries to send a claimed mail and records a failure; resolves to the mail if it was sent, which is to be recorded.
 * `report` gets what the mail server did, if it was reached.
 */
async function send(
  context: MailContext,
  mail: Mail,
  report: (outcome: Outcome) => void,
): Promise<SentMail | undefined> {
  const { db, transport, sender, clock, log } = context
  let recipient: string | undefined
  try {
    const letter = await writeLetter(context, mail)
    recipient = letter?.to.address
    if (!letter) {
      await dropMail(db, mail)
      return undefined
    }
    const message = renderMail(letter, sender, { id: mail.id, date: new Date(mail.created_at) })
    await transport.deliver(message).catch((error: unknown) => {
      report(error instanceof ServerUnavailable ? error : 'replied')
      throw error
    })
    report('replied')
    mailOutcomes.add('sent')
    return { id: mail.id, recipient: letter.to.address }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const failure = { why, isFinal: error instanceof RecipientRefused, recipient }
    const outcome = await recordFailure(db, mail, failure, clock())
    const logged = why.replace(ADDRESS, '…')
    mailOutcomes.add(outcome === 'gave up' ? 'given_up' : 'failed')
    log.warn({ mail: mail.id, kind: mail.kind, tries: mail.tries, why: logged }, `a mail could not be sent; ${outcome}`)
    return undefined
  }
}

/** Mail servers name the recipient in their replies. The table has the whole reply, the log no addresses. */
const ADDRESS = /[^\s<>"']+@[^\s<>"']+/g

/** Writes the letter in a transaction that commits before the mail is sent, so that links in it exist by then. */
async function writeLetter(
  { db, kinds, sender, clock }: MailContext,
  { id, kind, facts }: Mail,
): Promise<Letter | undefined> {
  const letterKind = kinds.find(({ name }) => name === kind)
  if (!letterKind) throw new Error(`this process knows no letters of the kind ${kind}`)
  const { companyName } = sender
  return inTransaction(db, tx => letterKind.write(facts, { db: tx, now: clock(), mailId: id, companyName }))
}
