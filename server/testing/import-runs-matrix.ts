import { randomUUID } from 'node:crypto'
import type { Fixture, MatrixEntry, Target } from './matrix-entry.ts'

const anImport: Target = { make: finishedImport, isOwned: false, absent: 'not_found' }

/** The entries of the calls in contract/import-runs.ts. */
export const IMPORT_RUNS_MATRIX: Record<string, MatrixEntry> = {
  'GET /admin/imports': {},
  'GET /admin/imports/open': {},
  'GET /admin/imports/refused-rows': { query: async fixture => ({ import_id: await finishedImport(fixture) }) },
  'GET /admin/imports/:id/refused-rows/excel': { target: anImport },
  'POST /admin/imports/:id/seen': { target: anImport },
}

/** A finished import of products. */
async function finishedImport({ world, admin }: Fixture): Promise<string> {
  const [id, now] = [randomUUID(), world.now()]
  await world.db
    .insertInto('import_runs')
    .values({
      id,
      kind: 'products',
      account_id: admin.id,
      actor_name: admin.actor.name,
      key: null,
      warehouse: 'Ana Depo',
      file_name: 'liste.xlsx',
      file_hash: Buffer.alloc(32),
      started_at: now,
      noted_at: now,
      finished_at: now,
    })
    .execute()
  return id
}
