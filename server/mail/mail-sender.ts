import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { inTransaction, type Pool } from '../db/transaction.ts'
import { mailOutcomes } from '../metrics/metrics.ts'
import { composed, type Sender } from './layout.ts'
import type { Letter, LetterKind } from './letter-kind.ts'
import { bringForward, claimDueMail, dropMail, type Mail, recordFailure, recordSent, type SentMail } from './outbox.ts'
import { RecipientRefused, type Transport } from './transport.ts'

/** What sending mail needs. */
export type MailContext = {
  db: Pool
  kinds: readonly Pick<LetterKind<unknown>, 'name' | 'write'>[]
  transport: Transport
  sender: Sender
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** How many mails are sent at once. */
const WORKERS = 3

/** How long a worker without a due mail waits before it looks again, in milliseconds. */
const POLL_INTERVAL = 1000

/** How often mails are looked for that a wrong clock has put off, in milliseconds. */
const BRING_FORWARD_INTERVAL = 60_000

/** How long a worker waits after an unexpected error, such as of the database, in milliseconds. */
const PAUSE_AFTER_ERROR = 5000

/**
 * How long a mail waits for busy requests, how often it looks, in milliseconds, and which share of the time the event
 * loop works while they are busy.
 */
const MAX_WAIT = 1000
const LOOK_INTERVAL = 10
const BUSY = 0.5

/** How long mails that are being sent may take after a stop, in milliseconds; then they are interrupted. */
const STOP_GRACE = 8_000

/** How long recording the interrupted mails as failed may take, in milliseconds. */
const CLOSE_GRACE = 500

/** Sends due mails and polls for more until stopped. Several processes may do so on one database. */
export function startMailSender(context: MailContext): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, stopping).catch(() => undefined)
  const sending = new Set<string>()
  const sendOne = async (mail: Mail) => {
    sending.add(mail.id)
    let sent: SentMail | undefined
    try {
      await waitForRequests(pause)
      sent = await send(context, mail)
    } finally {
      if (!sent) sending.delete(mail.id)
    }
    return sent
  }
  let broughtForwardAt = Number.NEGATIVE_INFINITY
  const worker = async () => {
    // Recorded by the statement that claims the next one.
    let sent: SentMail | undefined
    while (!stopping.signal.aborted) {
      try {
        if (performance.now() - broughtForwardAt > BRING_FORWARD_INTERVAL) {
          broughtForwardAt = performance.now()
          await bringForward(context.db, context.clock())
        }
        const mail = await claimDueMail(context.db, context.clock(), sent, [...sending])
        // Only now is it recorded: until then another worker of this process could have claimed it once more.
        if (sent) sending.delete(sent.id)
        sent = undefined
        if (mail) sent = await sendOne(mail)
        else await pause(POLL_INTERVAL)
      } catch (error) {
        if (!stopping.signal.aborted) context.log.error(error)
        await pause(PAUSE_AFTER_ERROR)
      }
    }
    if (sent) await recordSent(context.db, sent, context.clock()).catch(error => context.log.error(error))
  }
  const workers = Promise.all(Array.from({ length: WORKERS }, worker))
  return {
    async stop() {
      stopping.abort()
      await Promise.race([workers, sleep(STOP_GRACE, undefined, { ref: false })])
      context.transport.close()
      // Interrupted mails are recorded as failed, so that they need not wait for the end of their lease.
      await Promise.race([workers, sleep(CLOSE_GRACE, undefined, { ref: false })])
    },
  }
}

/**
 * Waits while requests keep the process busy, at most `MAX_WAIT`, so that a burst of orders is not slowed by its mails
 * and the mails still leave when there is no end to it.
 */
async function waitForRequests(pause: (milliseconds: number) => Promise<unknown>) {
  for (let waited = 0; waited < MAX_WAIT; waited += LOOK_INTERVAL) {
    const before = performance.eventLoopUtilization()
    await pause(LOOK_INTERVAL)
    if (performance.eventLoopUtilization(before).utilization < BUSY) return
  }
}

/** Claims one due mail and tries to send it; resolves to whether there was one. */
export async function sendNext(context: MailContext): Promise<boolean> {
  const mail = await claimDueMail(context.db, context.clock())
  const sent = mail && (await send(context, mail))
  if (sent) await recordSent(context.db, sent, context.clock())
  return mail !== undefined
}

/** Tries to send a claimed mail and records a failure; resolves to the mail if it was sent, which is to be recorded. */
async function send(context: MailContext, mail: Mail): Promise<SentMail | undefined> {
  const { db, transport, sender, clock, log } = context
  let recipient: string | undefined
  try {
    const letter = await writeLetter(context, mail)
    recipient = letter?.to.address
    if (!letter) {
      await dropMail(db, mail)
      return undefined
    }
    await transport.deliver(composed(letter, sender, { id: mail.id, date: new Date(mail.created_at) }))
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
