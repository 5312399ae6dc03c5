import type { z } from 'zod'
import type { Marketer, NewMarketer } from '#contract/marketers.ts'
import { openAccount } from '../auth/accounts.ts'
import type { Hashed } from '../auth/passwords.ts'
import { type Database, inTransaction } from '../db/tables.ts'
import { keyedList } from '../http/lists.ts'
import { refuse, refuseField } from '../http/refusal.ts'

/** Adds a marketer, who can log in at once. */
export async function createMarketer(
  db: Database,
  input: Hashed<z.output<typeof NewMarketer>>,
  now: Date,
): Promise<Marketer> {
  return inTransaction(db, async tx => {
    const id = await openAccount(tx, { role: 'marketer', ...input }, now)
    const marketer = await marketers(tx).where('accounts.id', '=', id).executeTakeFirst()
    return marketer ?? refuse('not_found')
  })
}

/** All marketers, by name. */
export function listMarketers(db: Database) {
  return keyedList(marketers(db), {
    direction: 'asc',
    key: [
      { ref: 'accounts.name', kind: 'text', of: row => row.name },
      { ref: 'accounts.id', kind: 'id', of: row => row.id },
    ],
    item: row => row,
  })
}

/** Refuses an id that is not an active marketer's: nobody would see the customer's orders. */
export async function requireMarketer(db: Database, id: string) {
  const marketer = await marketers(db).where('accounts.id', '=', id).where('is_active', '=', true).executeTakeFirst()
  if (marketer) return
  refuseField('invalid_input', 'assigned_marketer_id', 'Seçilen pazarlamacı bulunamadı')
}

function marketers(db: Database) {
  return db
    .selectFrom('accounts')
    .leftJoin('customers', 'assigned_marketer_id', 'accounts.id')
    .where('role', '=', 'marketer')
    .groupBy('accounts.id')
    .select(eb => [
      'accounts.id',
      'name',
      'username',
      'is_active',
      eb.fn.count<number>('customers.id').as('customer_count'),
    ])
}
