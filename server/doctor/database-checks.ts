import { sql } from 'kysely'
import { areDifferent, identityOf } from '../db/identity.ts'
import { knownMigrations } from '../db/migrate.ts'
import type { Pool } from '../db/transaction.ts'
import { givenUpSince, outboxState } from '../mail/outbox-state.ts'
import { durationText, type Finding, fail, ok, warn } from './finding.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Clocks may differ by these, in milliseconds: without notice, and at all (page 055). */
const CLOCK = { warn: 2_000, fail: MINUTE }

/** A mail that waits for longer, in milliseconds, does so because the mail server does not take it. */
const OLD_MAIL = 15 * MINUTE

const OLDEST_POSTGRES = 150_000

/** `needed` is the number of connections that the portal opens at most; undefined behind a pooler. */
type Examined = { isOurs: boolean; hasOwner: boolean; needed: number | undefined; clock: () => Date }

/** Whether a further address leads to the database of that identity, if this is known, and it responds. */
export async function checkConnection(db: Pool, name: string, own: string | undefined): Promise<Finding[]> {
  return areDifferent(own, await identityOf(db))
    ? [fail(`${name} leads to another database than DATABASE_URL.`)]
    : [ok(`The database of ${name} responds.`)]
}

/**
 * Version, role, clock, connections, migrations and outbox of a database that can be reached, as the role of the portal
 * sees it.
 */
export async function checkDatabase(db: Pool, { isOurs, hasOwner, needed, clock }: Examined): Promise<Finding[]> {
  const before = clock().getTime()
  const { rows } = await sql<{ number: number; version: string; is_superuser: boolean; role: string; time: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      (select rolsuper from pg_roles where rolname = current_user) as is_superuser, current_user as role,
      clock_timestamp() as time`.execute(db)
  const middle = (before + clock().getTime()) / 2
  const { number, version, is_superuser, role, time } = rows[0]!
  return [
    number < OLDEST_POSTGRES
      ? fail(`The database is PostgreSQL ${version}; the portal needs 15 or newer.`)
      : ok(`The database responds; it is PostgreSQL ${version}.`),
    // The embedded database has only this role, and only the system account that runs it can connect.
    ...(is_superuser && !isOurs
      ? [warn(`DATABASE_URL is that of ${role}, a superuser: ${NEEDED_ROLE[`${hasOwner}`]}`)]
      : []),
    clockFinding(middle - Date.parse(time)),
    ...(needed === undefined ? [] : [await connectionsFinding(db, needed)]),
    ...(await schemaFindings(db, { role, hasOwner, now: clock() })),
  ]
}

/** What suffices for the portal, by whether there is a DATABASE_OWNER_URL. */
const NEEDED_ROLE = {
  true: 'name a role that owns nothing, which cannot alter the tables.',
  false: 'the portal needs only a user that owns its database.',
}

function clockFinding(difference: number): Finding {
  const size = Math.abs(difference)
  const sentence = `The clock of this machine and that of the database differ by ${(size / 1000).toFixed(1)} s.`
  if (size > CLOCK.fail) return fail(sentence)
  return size > CLOCK.warn ? warn(sentence) : ok(sentence)
}

async function connectionsFinding(db: Pool, needed: number): Promise<Finding> {
  // `reserved_connections` is new in PostgreSQL 16.
  const { rows } = await sql<{ most: number }>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as most`.execute(db)
  const { most } = rows[0]!
  const sentence = `This portal opens up to ${needed} connections to the database, which allows ${most}`
  return needed > most ? warn(`${sentence}: raise its max_connections, or lower WORKERS.`) : ok(`${sentence} in total.`)
}

type Schema = { role: string; hasOwner: boolean; now: Date }

async function schemaFindings(db: Pool, { role, hasOwner, now }: Schema): Promise<Finding[]> {
  // Null if there is no such table.
  const readable = sql<{ is_readable: boolean | null }>`
    select has_table_privilege(to_regclass('kysely_migration'), 'select') as is_readable`
  const { is_readable } = (await readable.execute(db)).rows[0]!
  if (is_readable === null) return [warn('The database is empty: the first start of the portal creates its tables.')]
  if (!is_readable)
    return hasOwner
      ? [warn(`${role} may not read the tables yet: the next start of the portal grants it what it needs.`)]
      : [fail(`${role}, the user of DATABASE_URL, may not read the tables: set DATABASE_OWNER_URL, too.`)]
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const known = await knownMigrations()
  const applied = new Set(rows.map(({ name }) => name))
  const unknown = [...applied].filter(name => !known.includes(name))
  if (unknown.length)
    return [fail(`The database is of a newer version of the program, which has the migration ${unknown[0]}.`)]
  const missing = known.filter(name => !applied.has(name))
  if (missing.length)
    return [
      warn(`${missing.length} migrations are missing, from ${missing[0]} on: the next start of the portal makes them.`),
    ]
  return [ok(`All ${known.length} migrations are made.`), ...(await outboxFindings(db, now))]
}

async function outboxFindings(db: Pool, now: Date): Promise<Finding[]> {
  const [{ waiting, oldestSeconds }, givenUp] = await Promise.all([
    outboxState(db, now),
    givenUpSince(db, new Date(now.getTime() - 7 * DAY)),
  ])
  const age = oldestSeconds * 1000
  const queue =
    waiting === 0 ? 'No mail is waiting.' : `${waiting} mails are waiting, the oldest for ${durationText(age)}.`
  return [
    age > OLD_MAIL ? warn(`${queue} The reason is in mails.last_error.`) : ok(queue),
    ...(givenUp ? [warn(`${givenUp} mails were given up within 7 days. The reasons are in mails.last_error.`)] : []),
  ]
}
