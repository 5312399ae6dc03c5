import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Address } from './connect.ts'
import type { Database } from './tables.ts'

/** The longest wait before another try to reach the database, in milliseconds. */
const LONGEST_WAIT = 10_000

/** Says something to every process on this database; at most about 7,000 letters. */
export async function announce(db: Database, channel: string, text: string) {
  await sql`select pg_notify(${channel}, ${text})`.execute(db)
}

/**
 * Hears what is announced on a channel, in any process on this database. What is announced while the connection is
 * broken is missed; `onReturn` is called when it stands again. `ready` is kept once it stands for the first time.
 */
export function listen(
  address: Address,
  channel: string,
  { onMessage, onReturn }: { onMessage: (text: string) => void; onReturn: () => void },
): { ready: Promise<void>; close: () => Promise<void> } {
  let isClosed = false
  let client: pg.Client | undefined
  let stands: () => void = () => undefined
  const ready = new Promise<void>(resolve => (stands = resolve))
  const follow = async () => {
    for (let failures = 0; !isClosed; failures++) {
      if (failures) await sleep(Math.min(LONGEST_WAIT, 100 * 2 ** failures), undefined, { ref: false })
      if (isClosed) return
      const mine = new pg.Client({
        ...address,
        application_name: 'toptan-events',
        // A line that is cut without a word is noticed.
        keepAlive: true,
        keepAliveInitialDelayMillis: 30_000,
      })
      client = mine
      const broken = new Promise<void>(resolve => mine.once('end', resolve).once('error', () => resolve()))
      try {
        await mine.connect()
        mine.on('notification', ({ payload = '' }) => onMessage(payload))
        await mine.query(`listen ${pg.escapeIdentifier(channel)}`)
        if (failures) onReturn()
        failures = 0
        stands()
        await broken
      } catch {
        // Tried again, later each time.
      }
      await mine.end().catch(() => undefined)
    }
  }
  const following = follow()
  return {
    ready,
    close: async () => {
      isClosed = true
      await client?.end().catch(() => undefined)
      await Promise.race([following, sleep(1000, undefined, { ref: false })])
    },
  }
}
