import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { checkRole, openDatabase, startupErrorMessage } from '../database.ts'
import { readSettings } from '../settings.ts'
import { databaseAt, onServer, urlOf } from '../testing/databases.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { connect } from './connect.ts'
import { schemaVersion } from './migrate.ts'
import { currentRole, prepareRuntimeRole } from './roles.ts'

// On the server of DATABASE_URL the tests have only one role, which owns everything that they create.
const testOfRoles = test.skipIf(process.env.DATABASE_URL)

/** Statements that are reserved for the owner, each refused by PostgreSQL for a missing privilege, not by a trigger. */
const FORBIDDEN = [
  ...['stock_ledger', 'audit_log'].flatMap(table => [
    `update ${table} set actor_name = null`,
    `delete from ${table}`,
    `truncate ${table}`,
    `alter table ${table} disable trigger all`,
    `alter table ${table} disable trigger ${table}_append_only`,
    `drop trigger ${table}_append_only on ${table}`,
    `drop table ${table}`,
    `alter table ${table} add column more int`,
    `alter table ${table} rename to other`,
    `alter table ${table} owner to current_user`,
    `create trigger mine before insert on ${table} execute function refuse_change()`,
    `create rule mine as on insert to ${table} do instead nothing`,
    `select from ${table} for update`,
  ]),
  'update order_archive set content = null',
  'truncate order_archive',
  'alter function pseudonymize_ledger() security invoker',
  'alter table orders disable trigger orders_added',
  'drop trigger stock_updated on stock',
  'alter trigger stock_updated on stock rename to other',
  'truncate orders cascade',
  'truncate changes',
  'drop table orders cascade',
  'drop view order_sums',
  'alter table orders add column more int',
  'create index on orders (notes)',
  'drop index orders_pkey',
  'drop function refuse_change() cascade',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
  'alter function refuse_change() rename to other',
  'create table mine (id int)',
  'create function mine() returns int language sql return 1',
  'create schema mine',
  'drop extension pg_trgm cascade',
  'drop schema public cascade',
  'create database mine',
  'create role mine',
  'alter role app nologin',
  'set role app',
  'set session authorization app',
  'set session_replication_role = replica',
  "update pg_trigger set tgenabled = 'D'",
  'delete from kysely_migration',
  "insert into kysely_migration values ('999', '')",
  'update kysely_migration_lock set is_locked = 1',
  "select setval(pg_get_serial_sequence('stock_ledger', 'id'), 1)",
  'reindex table orders',
  "copy orders to '/tmp/orders'",
  "copy orders from program 'true'",
  "select pg_read_file('postgresql.conf')",
  'alter system set fsync = off',
  'checkpoint',
]

/** PostgreSQL's code for a missing privilege. */
const DENIED = '42501'

testOfRoles('the portal’s role cannot execute the owner’s statements, and owns nothing', async () => {
  const world = await makeWorld()
  await world.product()
  const outcome = (statement: string) =>
    sql
      .raw(statement)
      .execute(world.db)
      .then(
        () => 'allowed',
        error => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
      )
  // Only a warning, and without effect, as the next statements show.
  await sql`grant update, delete, truncate on stock_ledger, audit_log to current_user`.execute(world.db)
  const allowed: string[] = []
  for (const statement of FORBIDDEN) {
    const result = await outcome(statement)
    if (result !== DENIED) allowed.push(`${statement}: ${result}`)
  }
  expect(allowed).toEqual([])
  expect(await currentRole(world.db)).toEqual({ name: 'portal', isOwner: false })
  const { rows } = await sql<{ owned: number }>`
    select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
      (select count(*) from pg_auth_members where member = pg_roles.oid) as memberships,
      (select count(*) from pg_shdepend where deptype = 'o' and refobjid = pg_roles.oid) as owned
    from pg_roles where rolname = current_user`.execute(world.db)
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      memberships: 0,
      owned: 0,
    },
  ])
})

test('URLs that lead to different databases end the start, and neither database is changed', async () => {
  const world = await makeWorld()
  const name = `d_${randomUUID().replaceAll('-', '')}`
  const server = inject('database')
  await onServer(server, `create database ${name}`)
  onTestFinished(async () => void (await onServer(server, `drop database ${name} with (force)`)))
  const [used, other] = [urlOf(world.ownerDatabase), urlOf(databaseAt(server, name))]
  for (const setting of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL']) {
    const error: unknown = await openDatabase(readSettings({ DATABASE_URL: used, [setting]: other }), () => undefined)
      .then(() => undefined)
      .catch((reason: unknown) => reason)
    expect(startupErrorMessage(error)).toMatch(
      new RegExp(`${setting} leads to another database \\(postgres://\\S+/${name}\\) than DATABASE_URL \\(postgres://`),
    )
  }
  const db = connect(databaseAt(server, name), { connections: 1 })
  onTestFinished(() => db.destroy())
  expect(await schemaVersion(db)).toBeUndefined()
})

const read = (db: World['db'], table: string) => sql`select from ${sql.table(table)}`.execute(db)

testOfRoles('a database of a version without the role is upgraded, and one that has it is left as it is', async () => {
  const world = await makeWorld()
  await sql`drop owned by portal`.execute(world.owner)
  await expect(read(world.db, 'orders')).rejects.toThrow('permission denied')
  await prepareRuntimeRole(world.owner)
  await read(world.db, 'orders')
  await expect(sql`delete from stock_ledger`.execute(world.db)).rejects.toThrow('permission denied')

  const versions = async () => {
    const rows = await sql`select xmin::text, relname from pg_class
      where relnamespace = 'public'::regnamespace order by 2`.execute(world.owner)
    return rows.rows
  }
  const before = await versions()
  await prepareRuntimeRole(world.owner)
  expect(await versions()).toEqual(before)
})

testOfRoles('new tables of a migration can be used immediately, except for changes refused by triggers', async () => {
  const world = await makeWorld()
  await sql
    .raw(`
    create table later (id bigint generated always as identity primary key, old serial);
    create table later_trail (id int);
    create trigger later_trail_append_only before update on later_trail execute function refuse_change();
    create view later_view as select * from later`)
    .execute(world.owner)
  const { rows } = await sql`insert into later default values returning *`.execute(world.db)
  expect(rows).toEqual([{ id: 1, old: 1 }])
  await prepareRuntimeRole(world.owner)
  await sql`insert into later_trail values (1)`.execute(world.db)
  await expect(sql`update later_trail set id = 2`.execute(world.db)).rejects.toThrow('permission denied')
  await sql`delete from later_trail`.execute(world.db)
  await expect(sql`delete from later_view`.execute(world.db)).rejects.toThrow('permission denied')
  expect((await sql`update later set old = 2`.execute(world.db)).numAffectedRows).toBe(1n)
})

testOfRoles('with two URLs the owner migrates and another role runs; with one the log warns', async () => {
  const [owner, runtime, name] = ['o', 'r', 'd'].map(kind => `${kind}_${randomUUID().replaceAll('-', '')}`)
  const server = inject('database')
  if ('connectionString' in server || !owner || !runtime || !name)
    throw new Error('the tests run on an embedded server')
  const create = `create role ${owner} login; create role ${runtime} login; `
  await onServer(server, create)
  await onServer(server, `create database ${name} owner ${owner}`)
  onTestFinished(async () => {
    await onServer(server, `drop database ${name} with (force)`)
    await onServer(server, `drop role ${owner}, ${runtime}`)
  })
  const url = (user: string) => urlOf(databaseAt({ ...server, user }, name))
  const warningsOf = async (environment: Record<string, string>) => {
    const log: string[] = []
    const { db, closeDatabase } = await openDatabase(readSettings(environment), message => log.push(message))
    try {
      await checkRole(db, message => log.push(message))
      await db
        .insertInto('portal_secrets')
        .values({ name: randomUUID(), value: Buffer.from('') })
        .execute()
    } finally {
      await closeDatabase()
    }
    return log
  }
  await expect(warningsOf({ DATABASE_URL: url(runtime) })).rejects.toThrow(
    'permission denied for schema public. DATABASE_OWNER_URL names the role that may migrate it',
  )
  expect(await warningsOf({ DATABASE_URL: url(runtime), DATABASE_OWNER_URL: url(owner) })).toEqual([])
  // Tables of others, which neither role may even read, are left as they are.
  const superuser = connect(databaseAt(server, name), { connections: 1 })
  const others = ['create table siparis_yedek (id serial)', 'create view siparis_ozet as select id from siparis_yedek']
  for (const statement of others) await sql.raw(statement).execute(superuser)
  await superuser.destroy()
  expect(await warningsOf({ DATABASE_URL: url(runtime), DATABASE_OWNER_URL: url(owner) })).toEqual([])
  // The database is migrated already, so it needs no owner.
  expect(await warningsOf({ DATABASE_URL: url(runtime) })).toEqual([])
  const warning = expect.stringMatching(
    /^The portal runs as o_\w+, which may alter and drop its tables and change the stock ledger/,
  )
  expect(await warningsOf({ DATABASE_URL: url(owner) })).toEqual([warning])
  expect(await warningsOf({ DATABASE_URL: url(owner), DATABASE_OWNER_URL: url(owner) })).toEqual([warning])
})
