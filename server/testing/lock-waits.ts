import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { World } from './world.ts'

/** Resolves when this many connections of the world wait for a lock. */
export const untilConnectionsWaitForLock = (world: World, connections: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
    expect(rows).toHaveLength(connections)
  }, 15_000)

/** Cancels the statements on a table that wait for a lock, as the database does after `lock_timeout`. */
export const cancelLockWaits = (world: World, table: string) =>
  sql`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${`% ${table} %`}`.execute(world.db)
