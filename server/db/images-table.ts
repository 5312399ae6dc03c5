import type { ColumnType, Generated } from 'kysely'

type Instant = ColumnType<string, Date, Date>

/** Pictures in their sizes. */
export type ImagesTable = {
  /** The SHA-256 of the uploaded bytes, in hexadecimal. */
  hash: string
  large: Buffer
  medium: Buffer
  small: Buffer
  print: Buffer
  created_at: Instant
  /** Since when nothing has shown it; null while something does, or until that has been checked. */
  unused_since: Generated<string | null>
}
