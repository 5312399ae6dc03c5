import { PostgresAdapter, sql } from 'kysely'
import type { EmbeddedAddress } from './address.ts'
import { inTransaction, type Pool, type Tx } from './transaction.ts'

/** The role of the embedded database that the portal runs as. */
const RUNTIME_ROLE = 'portal'

/** The address of the embedded database for the portal, from that for its owner. */
export const asRuntimeRole = ({ host, database }: EmbeddedAddress): EmbeddedAddress => ({
  host,
  user: RUNTIME_ROLE,
  database,
})

/** Creates the role that the portal runs as, unless it exists, and grants it the privileges that the portal needs. */
export async function prepareRuntimeRole(owner: Pool) {
  await underMigrationLock(owner, async tx => {
    const { rows } = await sql`select from pg_roles where rolname = ${RUNTIME_ROLE}`.execute(tx)
    if (rows.length === 0) await sql`create role ${sql.id(RUNTIME_ROLE)} login`.execute(tx)
    await grant(tx, RUNTIME_ROLE)
  })
}

/**
 * Grants a role exactly the privileges that the portal needs, and revokes others: to read and change all rows, except
 * changes that the trigger function refuse_change refuses, and only to read the migrator's tables. Does nothing for
 * tables on which it has exactly these privileges, nor for tables of other owners, which only they can grant.
 */
export async function grantAccess(owner: Pool, role: string) {
  await underMigrationLock(owner, tx => grant(tx, role))
}

/** The role that these connections act as, and whether it may alter tables, as their owner or a superuser. */
export async function currentRole(db: Pool): Promise<{ name: string; isOwner: boolean }> {
  const { rows } = await sql<{ name: string; isOwner: boolean }>`
    select current_user::text as name, rolsuper or exists (
      select from pg_class where relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'usage')
    ) as "isOwner"
    from pg_roles where rolname = current_user`.execute(db)
  return rows[0]!
}

// Two processes that change the privileges of a table, or one and a migration, fail with "tuple concurrently updated".
function underMigrationLock(owner: Pool, work: (tx: Tx) => Promise<void>) {
  return inTransaction(owner, async tx => {
    await new PostgresAdapter().acquireMigrationLock(tx, { lockTable: '', lockRowId: '', lockTableSchema: undefined })
    await work(tx)
  })
}

/** The tables of which imports refresh the statistics. Before PostgreSQL 17 only their owner may do that. */
const ANALYZED = ['accounts', 'customers', 'products', 'stock']

/** The bits of a trigger's events in `pg_trigger.tgtype`. */
const OF_DELETE = 8
const OF_UPDATE = 16

async function grant(tx: Tx, role: string) {
  const { rows } = await sql<{ statement: string }>`
    with relations as (
      select oid, relkind, relacl, case
        when relkind = 'S' then '{select,usage}'
        when relkind = 'v' or relname like 'kysely%' then '{select}'
        else array_remove(array[
          case when refused & ${OF_DELETE}::int = 0 then 'delete' end,
          'insert',
          case when relname = any(${ANALYZED}::text[]) and current_setting('server_version_num')::int >= 170000
            then 'maintain' end,
          'select',
          case when refused & ${OF_UPDATE}::int = 0 then 'update' end
        ], null)
      end::text[] as wanted
      from pg_class, lateral (
        select coalesce(bit_or(tgtype), 0::int2)::int as refused from pg_trigger
        where tgrelid = pg_class.oid and tgfoid = to_regproc('refuse_change')
      ) as triggers
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'S') and relowner in (
        select oid from pg_roles where rolname = current_user
        -- A superuser may act for the role that has migrated the database.
        union select relowner from pg_class where oid = to_regclass('kysely_migration')
      )
    ),
    granted as (
      select *, format('%s %s', case relkind when 'S' then 'sequence' else 'table' end, oid::regclass) as relation, array(
        select lower(privilege_type) from aclexplode(relacl)
        where grantee = (select oid from pg_roles where rolname = ${role}) order by 1
      ) as present
      from relations
    )
    select format('revoke all on %1$s from %3$I; grant %2$s on %1$s to %3$I', relation,
      array_to_string(wanted, ', '), ${role}::text) as statement
    from granted where present <> wanted`.execute(tx)
  if (rows.length === 0) return
  const { rows: schemas } = await sql<{ name: string }>`select current_schema() as name`.execute(tx)
  const [schema, to] = [sql.id(schemas[0]!.name), sql.id(role)]
  await sql.raw(rows.map(({ statement }) => statement).join(';\n')).execute(tx)
  await sql`grant usage on schema ${schema} to ${to}`.execute(tx)
  // So that running processes can use a table immediately after a migration has created it.
  const inSchema = sql`alter default privileges in schema ${schema} grant`
  await sql`${inSchema} select, insert, update, delete on tables to ${to}`.execute(tx)
  await sql`${inSchema} select, usage on sequences to ${to}`.execute(tx)
}
