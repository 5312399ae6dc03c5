import type { Database } from '../db/tables.ts'
import { type Pool, statementOf } from '../db/transaction.ts'
import { BEYOND_ANY_RETRY } from './retries.ts'

// The common part of the outboxes of mails and of pushes: leases, and the order in which rows are sent. Each is a table
// with the columns id, next_at, tries and claimed_until. Each module decides when to give up.

/** How long the lease of an attempt lasts, in milliseconds: longer than any transport waits for its server. */
const LEASE = 5 * 60_000

/** A table of mails or pushes to send. Its texts are constant SQL. */
export type Outbox = {
  table: 'mails' | 'pushes'
  /** The start of the statements that change the table, which belongs to its module. */
  update: 'update mails' | 'update pushes'
  /** The condition of the rows that are neither sent nor given up. */
  waiting: string
  /** The columns that a claim returns besides id, tries and claimed_until. */
  columns: string
  /** The statement that records the row of the id $3 as sent at $1. Further parameters start at $5. */
  recordSent: string
}

type Claimed = { id: string; tries: number; claimed_until: string }

/**
 * Creates the function that claims the row which has been due the longest; no other process can claim it until its
 * lease ends. The same statement records a row that was sent before, to save a round trip. The rows that this process
 * is `sending` are not claimed again: their leases end early if the clock is set forward.
 */
export function createClaim<Row extends Claimed>({ table, update, waiting, columns, recordSent }: Outbox) {
  // No row may be changed twice by one statement, so one that was sent is not claimed, even if its lease has ended.
  const text = `
    with sent as (${recordSent})
    ${update} set tries = tries + 1, next_at = $2, claimed_until = $2
    where id = (
      select id from ${table}
      where ${waiting} and next_at <= $1::timestamptz and id is distinct from $3::uuid and id <> all($4::uuid[])
      order by next_at limit 1 for update skip locked
    )
    returning id, tries, claimed_until, ${columns}`
  return async (
    db: Pool,
    now: Date,
    { sent, sending = [], values = [] }: { sent?: string | undefined; sending?: readonly string[]; values?: unknown[] },
  ): Promise<Row | undefined> => {
    const lease = new Date(now.getTime() + LEASE)
    const { rows } = await db.executeQuery(
      statementOf<Row>(text, [now, lease, sent ?? null, sending, ...values]).compile(),
    )
    return rows[0]
  }
}

/**
 * Brings forward rows that are due too late because the clock was ahead when they were scheduled and has been set back
 * since. They are due once attempts that may still be running have ended.
 */
export async function bringForward(db: Database, { update, waiting }: Outbox, now: Date) {
  const text = `
    ${update} set next_at = $1, claimed_until = case when claimed_until is not null then $1::timestamptz end
    where ${waiting} and next_at > $2`
  const latest = new Date(now.getTime() + BEYOND_ANY_RETRY)
  await db.executeQuery(statementOf(text, [new Date(now.getTime() + LEASE), latest]).compile())
}
