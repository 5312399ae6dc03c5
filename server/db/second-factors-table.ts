import type { ColumnType, Generated } from 'kysely'

/** The columns of the second factors of accounts. */
export type SecondFactorTable = {
  account_id: string
  secret: string
  new_secret: ColumnType<string | null, string | null | undefined, string | null>
  confirmed_at: ColumnType<string | null, Date | null | undefined, Date | null>
  last_step: Generated<number>
  failures: Generated<number>
  failed_at: ColumnType<string | null, Date | null | undefined, Date | null>
}
