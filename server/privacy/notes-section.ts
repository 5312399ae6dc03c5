import type { Database } from '../db/tables.ts'
import { section } from './sections.ts'
import { roleLabel } from './trail-sections.ts'

/** The notes about a customer that marketer and admins have written, without their names; oldest first. */
export function notesSection(db: Database, id: string) {
  return section({
    key: 'notes',
    pages: async function* () {
      yield await readNotes(db, id)
    },
    json: note => note,
    sheets: [
      {
        name: 'Notlar',
        columns: [
          { label: 'Tarih', kind: 'instant', width: 17 },
          { label: 'Yazan', kind: 'text', width: 14 },
          { label: 'Not', kind: 'text', width: 60 },
        ],
        rows: ({ created_at, by, text }) => [[created_at, roleLabel(by), text]],
      },
    ],
  })
}

const readNotes = (db: Database, id: string) =>
  db
    .selectFrom('customer_notes')
    .select(['created_at', 'author_role as by', 'text'])
    .where('customer_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
