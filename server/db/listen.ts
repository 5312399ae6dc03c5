import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { type Address, clientConfig } from './address.ts'
import type { Database } from './tables.ts'

/** The longest wait before another try to reach the database, in milliseconds. */
const LONGEST_WAIT = 3_000

/** A connection that does not answer within so long is given up and made anew; as often it is asked. In milliseconds. */
const PATIENCE = 5_000

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
      const socket = new Socket()
      const mine = new pg.Client({
        ...clientConfig(address),
        application_name: 'toptan-events',
        stream: () => socket,
      })
      client = mine
      const broken = new Promise<void>(resolve => mine.once('end', resolve))
      // A connection that ends may say so more than once, and without a listener that would end the process.
      mine.on('error', () => socket.destroy())
      // A line that is cut without a word is noticed, too.
      const answered = async (work: Promise<unknown>) => {
        const impatience = setTimeout(() => socket.destroy(), PATIENCE)
        await work.finally(() => clearTimeout(impatience))
      }
      try {
        await answered(mine.connect())
        mine.on('notification', ({ payload = '' }) => onMessage(payload))
        await answered(mine.query(`listen ${pg.escapeIdentifier(channel)}`))
        if (failures) onReturn()
        failures = 0
        stands()
        while ((await Promise.race([broken, sleep(PATIENCE, 'still there', { ref: false })])) === 'still there')
          await answered(mine.query('select 1'))
      } catch {
        // Tried again, later each time.
      }
      socket.destroy()
    }
  }
  const following = follow()
  return {
    ready,
    close: async () => {
      isClosed = true
      // Not waited for: a database that does not answer would never say goodbye.
      void client?.end()
      await Promise.race([following, sleep(1000, undefined, { ref: false })])
    },
  }
}
