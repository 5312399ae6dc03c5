import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Database } from '../db/tables.ts'
import type { TestUser } from './world.ts'

type Attempt = { key: string; at: number; took: number; status: number | 'none'; problem?: string }

/**
 * The result of a drill: requests, orders with a 201, how many of these are stored (at least once, more than once), and
 * the seconds to recovery and of the longest request.
 */
export type Outcome = {
  attempts: number
  acknowledged: number
  found: number
  duplicates: number
  recovered: number
  longest: number
}

/** Timeout of a request in milliseconds. */
const REQUEST_TIMEOUT = 30_000
/** The pause before the next attempt, in milliseconds. */
const PAUSE = 100
/**
 * The pause between two orders of a customer, in milliseconds: none in the long drills, so that a fault always meets
 * one.
 */
const BETWEEN_ORDERS = process.env.DRILLS_TO ? 0 : 100

/**
 * Simulates customers that order repeatedly as a phone does: each retries with the same key until it gets a reply. A
 * drill checks that every key became exactly one order, and how long until orders were accepted again.
 */
export function startOrdering(url: () => string, customers: TestUser[], product_id: string) {
  const attempts: Attempt[] = []
  let isOver = false
  let underWay = 0
  const shop = async (customer: TestUser) => {
    while (!isOver) {
      const key = randomUUID()
      for (let status: Attempt['status'] = 'none'; status !== 201; ) {
        underWay++
        const one = await order(url(), customer, product_id, key)
        underWay--
        attempts.push(one)
        status = one.status
        await sleep(status === 201 ? BETWEEN_ORDERS : PAUSE)
      }
    }
  }
  const shopping = Promise.all(customers.map(shop))
  const placedSince = (start: number) => attempts.filter(({ at, status }) => status === 201 && at >= start)
  const recoveredAfter = (moment: number) =>
    (Math.min(...placedSince(moment).map(({ at, took }) => at + took)) - moment) / 1000
  return {
    attempts,
    /** Whether the portal has an order that it has not replied to. */
    isUnderWay: () => underWay > 0,
    /** The number of orders requested after that moment and acknowledged. */
    acknowledgedSince: (start: number) => placedSince(start).length,
    /** Seconds from that moment until the first order requested after it was placed. */
    recoveredAfter,
    /** Waits for all customers to finish; resolves to the result, with the time to recovery after the fault ended. */
    async finish(db: Database, over: number): Promise<Outcome> {
      isOver = true
      await shopping
      const acknowledged = attempts.filter(({ status }) => status === 201)
      const notes = [...new Set(attempts.map(({ key }) => key))]
      const stored = await db.selectFrom('orders').select(['notes']).where('notes', 'in', notes).execute()
      const copies = (key: string) => stored.filter(({ notes }) => notes === key).length
      const outcome = {
        attempts: attempts.length,
        acknowledged: acknowledged.length,
        found: acknowledged.filter(({ key }) => copies(key) > 0).length,
        duplicates: acknowledged.filter(({ key }) => copies(key) > 1).length,
        recovered: recoveredAfter(over),
        longest: Math.max(...attempts.map(({ took }) => took)) / 1000,
      }
      expect(stored).toHaveLength(acknowledged.length)
      expect(outcome).toMatchObject({ found: acknowledged.length, duplicates: 0 })
      return outcome
    },
  }
}

async function order(url: string, { token }: TestUser, product_id: string, key: string): Promise<Attempt> {
  const at = performance.now()
  const took = () => performance.now() - at
  try {
    const response = await fetch(`${url}/api/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ items: [{ product_id, quantity: 1 }], notes: key }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    })
    const body = await response.json()
    const problem = problemOf(response, body)
    return { key, at, took: took(), status: response.status, ...(problem && { problem }) }
  } catch (error) {
    return { key, at, took: took(), status: 'none', problem: String(error) }
  }
}

/** The most seconds that a drill may take: the promised ones in `npm run endure`, elsewhere four times as many. */
export const mostSeconds = (promised: number) => (process.env.DRILLS_TO ? promised : 4 * promised)

/** Appends a drill's result to the file that DRILLS_TO names, if any; `npm run endure` sums it up. */
export function report(drill: string, outcome: Outcome) {
  if (process.env.DRILLS_TO) appendFileSync(process.env.DRILLS_TO, `${JSON.stringify({ drill, ...outcome })}\n`)
}

/** A reply must be a placed order, or a well-formed 503. */
function problemOf(response: Response, body: unknown): string | undefined {
  if (response.status === 201) return undefined
  const isError = typeof body === 'object' && body !== null && 'detail' in body && 'code' in body
  const isExpected = response.status === 503 && isError && Number(response.headers.get('retry-after')) > 0
  return isExpected ? undefined : `${response.status} ${JSON.stringify(body)}`
}
