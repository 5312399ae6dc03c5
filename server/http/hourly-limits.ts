import type { HourlyLimit } from '#contract/call.ts'
import { refuseUntil } from './refusal.ts'

const HOUR = 60 * 60 * 1000

/** How much each of several processes allows at least: the requests of one connection all reach the same process. */
const MIN_SHARE = 100

/**
 * Limits what an account may do per hour, which stops a stolen session or a client that repeats itself. Counts in the
 * memory of this process, so that requests need no further statement. The limits are divided among the portal's
 * processes.
 */
export class HourlyLimits {
  readonly #shares: Record<HourlyLimit, number>
  /** The theoretical arrival time (GCRA) by kind and account, in milliseconds since 1970. */
  readonly #ends = new Map<string, number>()

  /** `perHour` holds the most requests of each kind per account, 0 for no limit. */
  constructor(perHour: Record<HourlyLimit, number>, workers: number) {
    const share = (limit: number) => Math.max(Math.ceil(limit / workers), Math.min(limit, MIN_SHARE))
    this.#shares = {
      orders: share(perHour.orders),
      quotes: share(perHour.quotes),
      changes: share(perHour.changes),
      exports: share(perHour.exports),
      uploads: share(perHour.uploads),
    }
  }

  /**
   * Counts a request, or refuses it with `too_many_requests`, which is not counted. An account that was idle for an
   * hour may make all its requests immediately; after that one more is allowed with each share of an hour.
   */
  count(kind: HourlyLimit, accountId: string, now: Date) {
    const share = this.#shares[kind]
    if (share === 0) return
    const time = now.getTime()
    const key = `${kind} ${accountId}`
    const held = this.#ends.get(key) ?? 0
    // If the clock has been set back, an end of before that would lock the account out for as long.
    const isInFuture = held > time + HOUR + 1
    const end = Math.max(time, isInFuture ? 0 : held) + HOUR / share
    // A millisecond for rounding, so that exactly `share` requests fit.
    const allowedAt = end - HOUR - 1
    if (allowedAt > time) refuseUntil('too_many_requests', allowedAt, now)
    this.#ends.set(key, end)
  }
}
