import { randomUUID } from 'node:crypto'
import type { Fixture, Target } from './matrix-entry.ts'

/** A note about the owner by its marketer. */
export const aCustomersNote: Target = { make: noteOf, isOwned: true, absent: 'not_found' }

async function noteOf({ world, owner, marketer }: Fixture): Promise<string> {
  const { assigned_marketer_id } = await world.db
    .selectFrom('customers')
    .select('assigned_marketer_id')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()
  const [id, author_id] = [randomUUID(), assigned_marketer_id ?? marketer.id]
  const author = { author_id, author_name: 'Ayşe', author_role: 'marketer' as const }
  const note = { id, customer_id: owner.id, ...author, created_at: world.now(), text: 'Arka kapıdan' }
  await world.db.insertInto('customer_notes').values(note).execute()
  return id
}
