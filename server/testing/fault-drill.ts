import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Database } from '../db/tables.ts'
import type { TestUser } from './world.ts'

type Try = { wish: string; at: number; took: number; status: number | 'none'; problem?: string }

/** What came of a drill: of so many tries so many wishes were answered; the worst and the last, in seconds. */
export type Outcome = {
  tries: number
  answered: number
  found: number
  doubled: number
  recovered: number
  longest: number
}

/** A request that takes longer than this is not waited for, in milliseconds. */
const HOPELESS = 30_000
const PAUSE = 100

/**
 * Customers who order one thing after the other, each as their phone does: the same key again until an answer comes.
 * What a drill looks at is whether every wish became exactly one order, and how long it took until orders were taken again.
 */
export function startOrdering(url: () => string, customers: TestUser[], product_id: string) {
  const tries: Try[] = []
  let isOver = false
  const order = async ({ token }: TestUser, wish: string): Promise<Try> => {
    const at = performance.now()
    const took = () => performance.now() - at
    try {
      const answer = await fetch(`${url()}/api/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': wish },
        body: JSON.stringify({ items: [{ product_id, quantity: 1 }], notes: wish }),
        signal: AbortSignal.timeout(HOPELESS),
      })
      const body = await answer.json()
      const problem = wrongWith(answer, body)
      return { wish, at, took: took(), status: answer.status, ...(problem && { problem }) }
    } catch (error) {
      return { wish, at, took: took(), status: 'none', problem: String(error) }
    }
  }
  const shop = async (customer: TestUser) => {
    while (!isOver) {
      const wish = randomUUID()
      for (let status: Try['status'] = 'none'; status !== 201; ) {
        const one = await order(customer, wish)
        tries.push(one)
        status = one.status
        if (status !== 201) await sleep(PAUSE)
      }
    }
  }
  const shopping = Promise.all(customers.map(shop))
  const answeredSince = (start: number) => tries.filter(({ at, status }) => status === 201 && at >= start)
  const recoveredAfter = (moment: number) =>
    (Math.min(...answeredSince(moment).map(({ at, took }) => at + took)) - moment) / 1000
  return {
    tries,
    /** How many orders were asked for after that moment and answered. */
    answeredSince: (start: number) => answeredSince(start).length,
    /** After how many seconds the first order that was asked for after that moment was answered. */
    recoveredAfter,
    /** Lets everybody finish; what became of it all, and when orders were taken again after the fault was over. */
    async finish(db: Database, over: number): Promise<Outcome> {
      isOver = true
      await shopping
      const answered = tries.filter(({ status }) => status === 201)
      const kept = await db.selectFrom('orders').select(['notes']).execute()
      const copies = (wish: string) => kept.filter(({ notes }) => notes === wish).length
      const outcome = {
        tries: tries.length,
        answered: answered.length,
        found: answered.filter(({ wish }) => copies(wish) > 0).length,
        doubled: answered.filter(({ wish }) => copies(wish) > 1).length,
        recovered: recoveredAfter(over),
        longest: Math.max(...tries.map(({ took }) => took)) / 1000,
      }
      expect(kept).toHaveLength(answered.length)
      expect(outcome).toMatchObject({ found: answered.length, doubled: 0 })
      return outcome
    },
  }
}

/** Notes what came of a drill in the file that DRILLS_TO names, if it names one; `npm run endure` sums it up. */
export function report(drill: string, outcome: Outcome) {
  if (process.env.DRILLS_TO) appendFileSync(process.env.DRILLS_TO, `${JSON.stringify({ drill, ...outcome })}\n`)
}

/** An order is taken, or the system is not ready and says so as every error is said. */
function wrongWith(answer: Response, body: unknown): string | undefined {
  if (answer.status === 201) return undefined
  const isSaid = typeof body === 'object' && body !== null && 'detail' in body && 'code' in body
  const isWell = answer.status === 503 && isSaid && Number(answer.headers.get('retry-after')) > 0
  return isWell ? undefined : `${answer.status} ${JSON.stringify(body)}`
}
