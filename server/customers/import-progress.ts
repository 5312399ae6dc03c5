import type { Database } from '../db/tables.ts'

/** An import that has said nothing for so long is over: its process has died. */
const SILENCE = 60_000

/** So many rows lie between two notes: about half a second. */
const NOTED_EVERY = 50

/** Keeps note of how far an admin's import is, for whoever asks in whichever process. */
export function progressOf(anytime: Database, account_id: string, clock: () => Date) {
  let lastNote: Promise<unknown> = Promise.resolve()
  const note = async (done: number, total: number) => {
    const progress = { done, total, noted_at: clock() }
    await anytime
      .insertInto('customer_imports')
      .values({ account_id, ...progress })
      .onConflict(on => on.column('account_id').doUpdateSet(progress))
      .execute()
  }
  return {
    tell(done: number, total: number) {
      // An import goes on though nobody can see how far it is.
      if (done % NOTED_EVERY === 1) lastNote = lastNote.then(() => note(done, total)).catch(() => undefined)
    },
    /** Resolves when no note is on its way any more: one that came later would outlast the import. */
    noted: () => lastNote,
    async over(db: Database) {
      await db.deleteFrom('customer_imports').where('account_id', '=', account_id).execute()
    },
  }
}

/** How far the import is that this admin has under way. */
export async function readProgress(db: Database, account_id: string, now: Date) {
  const progress = await db
    .selectFrom('customer_imports')
    .select(['done', 'total'])
    .where('account_id', '=', account_id)
    .where('noted_at', '>', new Date(now.getTime() - SILENCE).toISOString())
    .executeTakeFirst()
  return { is_running: progress !== undefined, done: 0, total: 0, ...progress }
}
