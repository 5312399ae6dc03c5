import pg from 'pg'
import type { Address } from '../db/address.ts'
import { createPools, type Pools, poolOver } from '../db/connect.ts'
import type { ConnectionPool } from '../db/pool.ts'
import type { Pool } from '../db/transaction.ts'
import { cloneDatabase, type TestDatabase } from './databases.ts'

/** A database of one test, as the template was. */
export type AcquiredDatabase = {
  db: Pool
  /** For connections that change nothing and are closed before the release. */
  address: Address
  /** The database's addresses, for any other connections. As these may change anything, no later test uses the database. */
  exclusive: () => Pick<TestDatabase, 'address' | 'owner'>
  /** Empties it for a later test, or drops it. For when `db` is destroyed. */
  release: () => Promise<void>
}

type Reusable = {
  database: TestDatabase
  /** The number of connections that the main pool may hold. */
  size: number
  pools: Pools
  /** A connection that can delete permanent rows; undefined if its role may not. */
  owner: pg.Client | undefined
}

/** Databases that no test uses. */
const free: Reusable[] = []

/** After more deleted rows than this, reading past them would take longer than copying the template. */
const MAX_DELETED_ROWS = 3_000

/**
 * A database from the template: the one of an earlier test, or a new copy. A copy and the first statements of its
 * connections take several times the processor time of emptying one.
 */
export async function acquireDatabase(server: Address, template: string, size: number): Promise<AcquiredDatabase> {
  const found = free.findIndex(database => database.size === size)
  const acquired = found === -1 ? await copy(server, template, size) : free.splice(found, 1)[0]!
  const { main, reserved } = acquired.pools
  let isExclusive = false
  return {
    db: poolOver({ main: withoutEnd(main), ...(reserved && { reserved: withoutEnd(reserved) }) }),
    address: acquired.database.address,
    exclusive() {
      isExclusive = true
      return acquired.database
    },
    async release() {
      const isUnused = !isExclusive && [main, reserved].every(pool => !pool || isIdle(pool))
      if (isUnused && (await isEmptied(acquired))) free.push(acquired)
      else await discard(acquired)
    },
  }
}

const withoutEnd = (pool: ConnectionPool): ConnectionPool => ({ ...pool, end: async () => undefined })

const isIdle = ({ usage }: ConnectionPool) => usage.waiting === 0 && usage.idle === usage.size

async function copy(server: Address, template: string, size: number): Promise<Reusable> {
  const database = await cloneDatabase(server, template)
  const pools = createPools(database.address, { connections: size })
  return { database, size, pools, owner: await connectOwner(database.owner) }
}

async function connectOwner(address: Address): Promise<pg.Client | undefined> {
  const owner = new pg.Client(address)
  // The server may end first.
  owner.on('error', () => undefined)
  await owner.connect()
  const { rows } = await owner.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  )
  if (rows[0]?.rolsuper) {
    await prepareEmptying(owner)
    return owner
  }
  await owner.end()
  return undefined
}

async function discard({ database, pools: { main, reserved }, owner }: Reusable) {
  await Promise.all([main.end(), reserved?.end(), owner?.end()])
  database.discard()
}

/** Creates the function that empties the tables, of which the template has no rows, for as long as the connection is open. */
async function prepareEmptying(owner: pg.Client) {
  // Without the triggers that refuse to delete permanent rows, and without the checks of foreign keys.
  await owner.query('set session_replication_role = replica')
  const { rows: tables } = await owner.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`)
  const deletions = tables.map(({ name }) => `delete from ${name}; get diagnostics n = row_count; sum := sum + n;`)
  await owner.query(`
    create function pg_temp.empty_tables() returns int language plpgsql as $$
    declare n int; sum int := 0;
    begin
      ${deletions.join('\n')}
      perform setval(seqrelid::regclass, seqstart, false) from pg_sequence;
      return sum;
    end $$`)
}

/** Empties it. False if it must not be used again, because a session holds a lock or many rows were deleted. */
async function isEmptied({ owner }: Reusable): Promise<boolean> {
  if (!owner) return false
  const { rows } = await owner.query<{ deleted: number; locks: number }>(`
    select pg_temp.empty_tables() as deleted, (
      select count(*)::int from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    ) as locks`)
  const { deleted, locks } = rows[0]!
  return locks === 0 && deleted <= MAX_DELETED_ROWS
}
