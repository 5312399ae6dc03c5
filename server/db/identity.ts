import { sql } from 'kysely'
import type { Pool } from './transaction.ts'

/** What distinguishes a database from all others on this and other servers, except its standbys; as an expression. */
export const IDENTITY = sql<string>`
  concat_ws(' ', (select system_identifier from pg_control_system()), current_database())`

/** The identity of a database; undefined if its server does not return it to this role. */
export async function identityOf(db: Pool): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ identity: string }>`select ${IDENTITY} as identity`.execute(db)
    return rows[0]?.identity
  } catch (error) {
    // A missing privilege, or a service that is no complete PostgreSQL.
    if (error instanceof Error && 'code' in error && /^(42|0A)/.test(String(error.code))) return undefined
    throw error
  }
}

/** Whether they are known to be different databases. */
export const areDifferent = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && one !== other
