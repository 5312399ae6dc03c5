import { nextAttempt } from '../outbox/retries.ts'
import type { ServerUnavailable } from './transport.ts'

/**
 * The longest pauses, in milliseconds: after a refused login, since servers lock out a client that repeats it, and
 * after a failed connection, since mails should not wait for long once there is one again.
 */
const LONGEST = { login: 15 * 60_000, connection: 2 * 60_000 }

/** The round of an attempt. In a pause only a mail may be sent that an admin has retried since the given time. */
type Attempt = { round: number; retriedSince: Date | undefined }

/**
 * The pauses of a process in which it sends no mail, as its mail server cannot be used: without them each waiting mail
 * would log in by itself. They grow with each failure; after each, one mail is tried. A failed connection may be due to
 * the mail, which the server hangs on: a pause begins with the second one in succession, of another mail.
 */
export class ServerPause {
  /** Grows with each change of the state, so that an attempt that began before one is recognized. */
  #round = 0
  #failures = 0
  #since = 0
  #until = 0
  #longest = 0
  #isTried = false
  #suspect: string | undefined
  #error: ServerUnavailable | undefined

  /** The error because of which no mail is sent; undefined outside a pause. */
  get error(): ServerUnavailable | undefined {
    return this.#failures > 0 ? this.#error : undefined
  }

  /** The attempt that may begin now, whose round is to be passed to `end`; undefined if there is one in this pause. */
  begin(now: Date): Attempt | undefined {
    const round = this.#round
    if (this.#failures === 0) return { round, retriedSince: undefined }
    if (this.#isTried) return undefined
    this.#isTried = true
    const left = this.#until - now.getTime()
    // More is left only if the clock was set back since.
    const isOver = left <= 0 || left > this.#longest
    return { round, retriedSince: isOver ? undefined : new Date(this.#since) }
  }

  /** Ends an attempt with the error of an unusable server, or with whether the server has replied to the mail. */
  end(round: number, outcome: ServerUnavailable | 'replied' | 'unknown', now: Date, mail?: string) {
    if (outcome === 'replied') return this.#recover()
    // An attempt that began before the pause does not extend it.
    if (round !== this.#round) return
    this.#isTried = false
    if (outcome === 'unknown') return
    const isSuspected = !outcome.isLoginRefused && (this.#suspect === undefined || this.#suspect === mail)
    this.#suspect = mail
    if (this.#failures > 0 || !isSuspected) this.#pause(outcome, now)
  }

  #pause(error: ServerUnavailable, now: Date) {
    this.#round++
    this.#failures++
    this.#error = error
    this.#longest = error.isLoginRefused ? LONGEST.login : LONGEST.connection
    this.#since = now.getTime()
    this.#until = Math.min(nextAttempt(this.#failures, now).getTime(), this.#since + this.#longest)
  }

  #recover() {
    if (this.#failures > 0) this.#round++
    this.#failures = 0
    this.#isTried = false
    this.#suspect = undefined
  }
}
