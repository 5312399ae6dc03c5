import type { ColumnType } from 'kysely'

/** The columns of the notes about customers. */
export type CustomerNoteTable = {
  id: string
  customer_id: string
  author_id: string
  author_name: string
  author_role: 'marketer' | 'admin'
  created_at: ColumnType<string, Date, Date>
  text: string
}
