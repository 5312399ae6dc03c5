import { randomUUID } from 'node:crypto'
import type { CustomerNote } from '#contract/customer-notes.ts'
import { record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { readCustomer, visibleTo } from './customers.ts'

type StaffActor = Actor<'marketer' | 'admin'>
const MAX_SHOWN = 200

type By = { actor: StaffActor; now: Date }

/** The newest notes about a customer. Refuses with `not_found` for a customer that is not visible to the actor. */
export async function listNotes(db: Database, actor: StaffActor, customer_id: string): Promise<CustomerNote[]> {
  await readCustomer(db, actor, customer_id)
  return db
    .selectFrom('customer_notes')
    .select(['id', 'created_at', 'author_id', 'author_name', 'author_role', 'text'])
    .where('customer_id', '=', customer_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
}

/** Adds a note about a customer and records it. */
export async function addNote(db: Database, { actor, now }: By, customer_id: string, text: string) {
  return inTransaction(db, async tx => {
    await lockAgainstDeletion(tx, actor, customer_id)
    const note: CustomerNote = {
      id: randomUUID(),
      created_at: now.toISOString(),
      author_id: actor.id,
      author_name: actor.name,
      author_role: actor.role,
      text,
    }
    await tx
      .insertInto('customer_notes')
      .values({ ...note, customer_id, created_at: now })
      .execute()
    const subject = { entity: 'customer', entity_id: customer_id } as const
    await record(tx, { actor, now }, [{ ...subject, action: 'note_added', after: { note: text } }])
    return note
  })
}

/** Deletes a note and records that. A marketer can delete only its own; any other is refused with `not_found`. */
export async function deleteNote(db: Database, { actor, now }: By, id: string) {
  await inTransaction(db, async tx => {
    const note = await tx
      .selectFrom('customer_notes')
      .select(['customer_id', 'author_id', 'text'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!note || (actor.role === 'marketer' && note.author_id !== actor.id)) return refuse('not_found')
    await lockAgainstDeletion(tx, actor, note.customer_id)
    const { numDeletedRows } = await tx.deleteFrom('customer_notes').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) return refuse('not_found')
    const subject = { entity: 'customer', entity_id: note.customer_id } as const
    await record(tx, { actor, now }, [{ ...subject, action: 'note_deleted', before: { note: note.text } }])
  })
}

/** Without this lock the customer could be deleted during the transaction. Other transactions also lock it first. */
async function lockAgainstDeletion(tx: Tx, actor: Actor, id: string) {
  const customer = await visibleTo(tx, actor)
    .select('customers.id')
    .where('customers.id', '=', id)
    .forKeyShare('customers')
    .executeTakeFirst()
  return customer ?? refuse('not_found')
}
