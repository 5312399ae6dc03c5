import type { ColumnType, Generated } from 'kysely'

/** The columns of the security log. */
export type SecurityLogTable = {
  id: Generated<number>
  created_at: ColumnType<string, Date, Date>
  event: string
  account_id: string | null
  actor_id: string | null
  address: string | null
  request_id: string | null
  operation: string | null
  code: string | null
  times: Generated<number>
}
