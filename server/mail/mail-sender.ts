import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/tables.ts'
import { composed, type Sender } from './layout.ts'
import type { Letter, LetterKind } from './letters.ts'
import { dropMail, type Mail, noteFailure, noteSent, takeDueMail } from './outbox.ts'
import { RecipientRefused, type Transport } from './transport.ts'

/** What mail is sent with. */
export type PostOffice = {
  db: Database
  kinds: readonly Pick<LetterKind<unknown>, 'name' | 'write'>[]
  transport: Transport
  sender: Sender
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

const LANES = 3
const LOOKS_EVERY = 1000
const RESTS_AFTER_FAULT = 5000

/** How long a mail under way may take to finish once the postman is told to stop. */
const GRACE = 8_000
const LAST_WORDS = 500

/** Sends what is due and looks for more, until told to stop. Several processes may do so on one database. */
export function startPostman(office: PostOffice): { stop: () => Promise<void> } {
  const ending = new AbortController()
  const rest = (milliseconds: number) => sleep(milliseconds, undefined, ending).catch(() => undefined)
  const lane = async () => {
    while (!ending.signal.aborted) {
      try {
        if (!(await sendNext(office))) await rest(LOOKS_EVERY)
      } catch (error) {
        if (!ending.signal.aborted) office.log.error(error)
        await rest(RESTS_AFTER_FAULT)
      }
    }
  }
  const lanes = Promise.all(Array.from({ length: LANES }, lane))
  return {
    async stop() {
      ending.abort()
      await Promise.race([lanes, sleep(GRACE, undefined, { ref: false })])
      office.transport.close()
      // What was cut off by that is noted, and need not wait for the end of its lease.
      await Promise.race([lanes, sleep(LAST_WORDS, undefined, { ref: false })])
    },
  }
}

/** Takes one mail that is due and tries to send it; answers whether there was one. */
export async function sendNext(office: PostOffice): Promise<boolean> {
  const { db, transport, sender, clock, log } = office
  const mail = await takeDueMail(db, clock())
  if (!mail) return false
  let recipient: string
  try {
    const letter = await written(office, mail)
    if (!letter) {
      await dropMail(db, mail)
      return true
    }
    recipient = letter.to.address
    await transport.deliver(composed(letter, sender, { id: mail.id, date: new Date(mail.created_at) }))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const outcome = await noteFailure(db, mail, { why, isFinal: error instanceof RecipientRefused }, clock())
    log.warn({ mail: mail.id, kind: mail.kind, tries: mail.tries, why }, `a mail could not be sent; ${outcome}`)
    return true
  }
  await noteSent(db, mail, recipient, clock())
  return true
}

/** What a letter needs for being written (a link, say) is there before the mail is handed over. */
async function written(
  { db, kinds, sender, clock }: PostOffice,
  { id, kind, facts }: Mail,
): Promise<Letter | undefined> {
  const known = kinds.find(({ name }) => name === kind)
  if (!known) throw new Error(`nobody here writes letters of the kind ${kind}`)
  const { companyName } = sender
  return db.transaction().execute(tx => known.write(facts, { db: tx, now: clock(), mailId: id, companyName }))
}
