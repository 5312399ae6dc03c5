import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../db/transaction.ts'
import { type SecurityRecord, securityInsert } from './security-log.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The limits of a process: entries waiting to be written, entries per hour, and entries per hour and address. */
export const MAX_ENTRIES = { waiting: 100, perHour: 2000, perAddressAndHour: 300 }

/**
 * Collects denied requests for the security log. They are written together once a second, after the replies, so that
 * they neither delay nor fail a request. Equal ones become one entry that counts them. Denials beyond `MAX_ENTRIES`, or
 * that could not be stored, are counted in one entry a minute.
 */
export class Denials {
  readonly #context: { db: Pool; clock: () => Date; log: Pick<FastifyBaseLogger, 'warn'> }
  #waiting = new Map<string, SecurityRecord & { times: number }>()
  #unrecorded = 0
  /** When the unrecorded ones were last counted in an entry, in milliseconds since 1970. */
  #countedAt = 0
  #hour = { start: 0, entries: 0, ofAddress: new Map<string, number>() }
  #timer: NodeJS.Timeout | undefined
  /**
   * Writes the number of unrecorded denials once a minute. A timer of its own, so that recorded ones are still written
   * every second.
   */
  #countTimer: NodeJS.Timeout | undefined
  #written: Promise<void> = Promise.resolve()
  #isWriting = false

  constructor(context: { db: Pool; clock: () => Date; log: Pick<FastifyBaseLogger, 'warn'> }) {
    this.#context = context
  }

  /** Adds a denied request. */
  add(record: SecurityRecord) {
    const { event, role, username_key, actor_id, origin, code } = record
    const key = JSON.stringify([event, role, username_key, actor_id, origin?.address, origin?.call.path, code])
    const equal = this.#waiting.get(key)
    if (equal) equal.times++
    else if (this.#hasRoom(record)) this.#waiting.set(key, { ...record, times: 1 })
    else this.#unrecorded++
    this.#writeSoon()
  }

  /** Writes the waiting entries. */
  async flush() {
    this.#written = this.#written.then(() => this.#write())
    await this.#written
  }

  /** Writes the waiting entries, and the number of denials that were not recorded. */
  async close() {
    this.#countedAt = 0
    await this.flush()
    clearTimeout(this.#timer)
    clearTimeout(this.#countTimer)
  }

  #hasRoom({ created_at, origin }: SecurityRecord): boolean {
    const start = Math.floor(created_at.getTime() / HOUR)
    if (start !== this.#hour.start) this.#hour = { start, entries: 0, ofAddress: new Map() }
    const { entries, ofAddress } = this.#hour
    const address = origin?.address ?? ''
    const fromAddress = ofAddress.get(address) ?? 0
    if (this.#waiting.size >= MAX_ENTRIES.waiting || entries >= MAX_ENTRIES.perHour) return false
    // One client must not use up the entries of all.
    if (fromAddress >= MAX_ENTRIES.perAddressAndHour) return false
    this.#hour.entries++
    ofAddress.set(address, fromAddress + 1)
    return true
  }

  #writeSoon() {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      // While the database does not respond, writes must not queue up for its connections.
      if (this.#isWriting) this.#writeSoon()
      else void this.flush()
    }, SECOND).unref()
  }

  #countLater() {
    this.#countTimer ??= setTimeout(() => {
      this.#countTimer = undefined
      this.#writeSoon()
    }, MINUTE).unref()
  }

  async #write() {
    const now = this.#context.clock()
    const records: (SecurityRecord & { times: number })[] = [...this.#waiting.values()]
    this.#waiting.clear()
    if (this.#unrecorded > 0 && now.getTime() - this.#countedAt >= MINUTE) {
      records.push({ created_at: now, event: 'unrecorded', times: this.#unrecorded })
      this.#unrecorded = 0
      this.#countedAt = now.getTime()
    }
    if (records.length > 0) {
      this.#isWriting = true
      await this.#context.db
        .executeQuery(securityInsert(records).compile())
        .catch((error: unknown) => {
          this.#unrecorded += records.reduce((sum, { times }) => sum + times, 0)
          this.#context.log.warn(error, 'events of the security log could not be written')
        })
        .finally(() => (this.#isWriting = false))
    }
    if (this.#unrecorded > 0) this.#countLater()
  }
}
