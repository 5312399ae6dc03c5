import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { type Address, clientConfig } from './address.ts'
import type { Pool } from './transaction.ts'

/** The longest backoff between reconnects, in milliseconds. */
const MAX_BACKOFF = 3_000

/** The timeout and the interval of the connection's health check, in milliseconds. */
const TIMEOUT = 5_000

/** Notifies every process on this database; each text has at most about 7,000 characters. */
export async function notifyProcesses(db: Pool, channel: string, texts: string[]) {
  await sql`select pg_notify(${channel}, text) from unnest(${texts}::text[]) as text`.execute(db)
}

/**
 * Subscribes to a channel that any process on this database may notify. Notifications during a disconnect are missed;
 * `onReconnect` is called after it. `ready` resolves on the first connection.
 */
export function listen(
  address: Address,
  channel: string,
  { onMessage, onReconnect }: { onMessage: (text: string) => void; onReconnect: () => void },
): { ready: Promise<void>; close: () => Promise<void> } {
  let isClosed = false
  let client: pg.Client | undefined
  let connected: () => void = () => undefined
  const ready = new Promise<void>(resolve => (connected = resolve))
  const run = async () => {
    for (let failures = 0; !isClosed; failures++) {
      if (failures) await sleep(Math.min(MAX_BACKOFF, 100 * 2 ** failures), undefined, { ref: false })
      if (isClosed) return
      const socket = new Socket()
      const mine = new pg.Client({
        ...clientConfig(address),
        application_name: 'toptan-events',
        stream: () => socket,
      })
      client = mine
      const ended = new AbortController()
      mine.once('end', () => ended.abort())
      // Not `Promise.race` with a promise of the end, which would keep a reaction of every race in memory.
      const stillThere = () => sleep(TIMEOUT, true, { ref: false, signal: ended.signal }).catch(() => false)
      // A connection may emit more than one error, and an unhandled one would end the process.
      mine.on('error', () => socket.destroy())
      // The timeout also detects a connection that was cut silently.
      const withTimeout = async (work: Promise<unknown>) => {
        const timer = setTimeout(() => socket.destroy(), TIMEOUT)
        await work.finally(() => clearTimeout(timer))
      }
      try {
        await withTimeout(mine.connect())
        mine.on('notification', ({ payload = '' }) => onMessage(payload))
        await withTimeout(mine.query(`listen ${pg.escapeIdentifier(channel)}`))
        if (failures) onReconnect()
        failures = 0
        connected()
        while (await stillThere()) await withTimeout(mine.query('select 1'))
      } catch {
        // The loop reconnects, with growing backoff.
      }
      socket.destroy()
    }
  }
  const running = run()
  return {
    ready,
    close: async () => {
      isClosed = true
      // Not awaited: an unresponsive database would never confirm.
      void client?.end()
      await Promise.race([running, sleep(1000, undefined, { ref: false })])
    },
  }
}
