import type { ColumnType, Generated } from 'kysely'

type Instant = ColumnType<string, Date, Date>

/** The nightly backups that were tried. */
export type BackupsTable = {
  id: Generated<number>
  started_at: Instant
  finished_at: Instant
  file: string | null
  bytes: number | null
  problem: string | null
  /** The host that tried; null if an earlier version did. */
  host: Generated<string | null>
  /** Whether it failed only because the folder for copies was missing; false if an earlier version tried. */
  is_copy_folder_missing: Generated<boolean>
}
