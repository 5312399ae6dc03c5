import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Instant = ColumnType<string, Date, Date>
type InstantOrNot = ColumnType<string | null, Date | null | undefined, Date | null>
type Count = Generated<number>

/** The columns of imports, running and finished. */
export type ImportRunTable = {
  id: string
  kind: 'products' | 'customers'
  account_id: string
  actor_name: string
  key: string | null
  /** The request that the import belongs to. */
  owner: Generated<string | null>
  warehouse: string | null
  file_name: string
  file_hash: Buffer
  export_mark: ColumnType<Record<string, string> | null, string | null | undefined, string | null>
  started_at: Instant
  noted_at: Instant
  finished_at: InstantOrNot
  done: Count
  total: Generated<number | null>
  created: Count
  updated: Count
  unchanged: Count
  refused: Count
  failure: Generated<string | null>
  warnings: ColumnType<string[], string | undefined, string>
  seen_at: InstantOrNot
}

/** The columns of the rows that an import refused. */
export type RefusedImportRowTable = {
  import_id: string
  row: number
  name: string | null
  cells: JSONColumnType<(string | number | null)[], string, string>
  faults: JSONColumnType<{ column: string; value: string | null; message: string }[], string, string>
}
