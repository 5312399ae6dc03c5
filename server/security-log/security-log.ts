import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Role } from '#contract/call.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { SecurityEntry, SecurityEvent } from '#contract/security-log.ts'
import { containsAll, searchWords } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'
import { type Pool, statementOf } from '../db/transaction.ts'
import type { Origin } from '../http/context.ts'
import { keyedList, type List } from '../http/lists.ts'
import { operationIdOf } from '../http/operation-id.ts'
import { containing, isId, likeable, within } from '../http/search-condition.ts'

/** How long entries are stored, in milliseconds; the table refuses to delete them earlier. */
const RETENTION = 180 * 24 * 60 * 60 * 1000

/** An event. Without `account_id`, role and username identify the account, if there is one; no username is stored. */
export type SecurityRecord = {
  created_at: Date
  event: SecurityEvent
  account_id?: string | undefined
  role?: Role | undefined
  username_key?: string | undefined
  actor_id?: string | null | undefined
  origin?: Origin | undefined
  code?: RefusalCode | undefined
  times?: number
}

/** The statement that adds events to the security log. */
export function securityInsert(records: readonly SecurityRecord[]) {
  const rows = records.map(({ origin, ...rest }) => ({
    times: 1,
    ...rest,
    // The address that a proxy reports may be any text.
    address: origin?.address.slice(0, 64),
    request_id: origin?.request_id,
    operation: origin && operationIdOf(origin.call),
  }))
  return statementOf(INSERT, [JSON.stringify(rows)])
}

// The account is a subquery: for a join the planner expects many events, and reads all accounts.
const INSERT = `
  insert into security_log (created_at, event, account_id, actor_id, address, request_id, operation, code, times)
  select entry.created_at, event,
    coalesce(account_id, (
      select id from accounts where accounts.role = entry.role and accounts.username_key = entry.username_key
    )),
    actor_id, address, request_id, operation, code, times
  from rows from (jsonb_to_recordset($1::jsonb) as (
    created_at timestamptz, event text, account_id uuid, role text, username_key text, actor_id uuid, address text,
    request_id text, operation text, code text, times integer
  )) with ordinality as entry (
    created_at, event, account_id, role, username_key, actor_id, address, request_id, operation, code, times, place
  )
  order by place`

type SecurityFilter = {
  event?: SecurityEvent | undefined
  person?: string | undefined
  address?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/**
 * The security log, newest first. `person` is an account id or words of a name or username, `address` a client's
 * address or the beginning of one; `from` and `to` are Istanbul days.
 */
export async function listSecurityLog(
  db: Database,
  { event, person = '', address, from, to }: SecurityFilter,
): Promise<List<SecurityEntry>> {
  let entries = db
    .selectFrom('security_log')
    .leftJoin('accounts as account', 'account.id', 'security_log.account_id')
    .leftJoin('accounts as actor', 'actor.id', 'security_log.actor_id')
    .select(['security_log.id', 'security_log.created_at', 'event', 'address', 'request_id', 'operation', 'code'])
    .select(['times', 'account_id', 'actor_id'])
    .select(['account.name as account_name', 'account.username as account_username', 'account.role as account_role'])
    .select(['actor.name as actor_name', 'actor.username as actor_username', 'actor.role as actor_role'])
  if (event) entries = entries.where('event', '=', event)
  // 10.0.0.1 is also the beginning of 10.0.0.12, but a complete address is that of one client. 2001:db8:: is a prefix.
  const isComplete = isIP(address ?? '') > 0 && !address?.endsWith('::')
  if (address) entries = entries.where('address', 'like', isComplete ? likeable(address) : `${likeable(address)}%`)
  entries = entries.where(within('security_log.created_at', { from, to }))
  if (person) {
    const ids = sql<string>`any(${await accountsOf(db, person)}::uuid[])`
    entries = entries.where(eb => eb.or([eb('account_id', '=', ids), eb('actor_id', '=', ids)]))
  }
  return keyedList(entries, {
    direction: 'desc',
    key: [
      { ref: 'security_log.created_at', kind: 'instant', of: row => row.created_at },
      { ref: 'security_log.id', kind: 'number', of: row => row.id },
    ],
    item: ({ account_id, account_name, account_username, account_role, ...row }) => {
      const { actor_id, actor_name, actor_username, actor_role, ...rest } = row
      return {
        ...rest,
        account: personOf(account_id, account_name, account_username, account_role),
        actor: personOf(actor_id, actor_name, actor_username, actor_role),
      }
    },
  })
}

const personOf = (id: string | null, name: string | null, username: string | null, role: string | null) =>
  id === null ? null : { id, name, username, role }

/** The ids of the accounts that match a search. */
async function accountsOf(db: Database, person: string): Promise<string[]> {
  if (isId(person)) return [person]
  const words = searchWords(person)
  const customers = await db
    .selectFrom('customers')
    .select('id')
    .where(containing('customers.search_text', words))
    .execute()
  // The few accounts of staff have no folded names in the database.
  const staff = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'username'])
    .where('role', '<>', 'customer')
    .execute()
  const found = staff.filter(({ name, username }) => containsAll(`${name} ${username}`, words))
  return [...customers, ...found].map(({ id }) => id)
}

/** Deletes entries older than the retention period. */
export async function deleteOldSecurityEvents(db: Pool, now: Date) {
  const start = new Date(now.getTime() - RETENTION).toISOString()
  await db.deleteFrom('security_log').where('created_at', '<', start).execute()
}
