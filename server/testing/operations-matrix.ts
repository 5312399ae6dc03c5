import { randomUUID } from 'node:crypto'
import type { Fixture, MatrixEntry, Target } from './matrix-entry.ts'

const aMail: Target = { make: waitingMail, isOwned: false, absent: 'not_found' }

/** The entries of the calls in contract/operations.ts and contract/security-log.ts. */
export const OPERATIONS_MATRIX: Record<string, MatrixEntry> = {
  'GET /admin/operations': {},
  'GET /admin/mails': {},
  'POST /admin/mails/:id/retry': { target: aMail },
  'POST /admin/mails/:id/give-up': { target: aMail },
  'POST /admin/mails/retry-given-up': {},
  'GET /admin/security-log': {},
}

/** A mail that waits. */
async function waitingMail({ world }: Fixture): Promise<string> {
  const [id, now] = [randomUUID(), world.now()]
  const facts = JSON.stringify({ email: `${id}@ornek.com.tr` })
  await world.db.insertInto('mails').values({ id, kind: 'recovery', facts, created_at: now, next_at: now }).execute()
  return id
}
