import { nextAttempt } from '../outbox/retries.ts'
import type { ServerUnavailable } from './transport.ts'

/**
 * The longest pauses, in milliseconds: after a refused login, since servers lock out a client that repeats it, and
 * after a failed connection, since mails should not wait for long once there is one again.
 */
const LONGEST = { login: 15 * 60_000, connection: 2 * 60_000 }

/**
 * The pauses of a process in which it sends no mail, as its mail server cannot be used: without them each waiting mail
 * would log in by itself. They grow with each failure; after each, one mail is tried.
 */
export class ServerPause {
  #failures = 0
  #until = 0
  #longest = 0
  #isTried = false

  /** The round of an attempt that may begin now, which is to be passed to `end`; undefined during a pause. */
  begin(now: Date): number | undefined {
    if (this.#failures === 0) return 0
    const left = this.#until - now.getTime()
    // More is left only if the clock was set back since.
    if (this.#isTried || (left > 0 && left <= this.#longest)) return undefined
    this.#isTried = true
    return this.#failures
  }

  /** Ends an attempt with the error of an unusable server, or with whether the server has replied to it. */
  end(round: number, outcome: ServerUnavailable | 'replied' | 'unknown', now: Date) {
    if (outcome === 'replied') this.#failures = 0
    // An attempt that began before the pause neither extends it nor ends the present one.
    if (round !== this.#failures) return
    this.#isTried = false
    if (typeof outcome === 'string') return
    this.#failures++
    this.#longest = outcome.isLoginRefused ? LONGEST.login : LONGEST.connection
    this.#until = Math.min(nextAttempt(this.#failures, now).getTime(), now.getTime() + this.#longest)
  }
}
