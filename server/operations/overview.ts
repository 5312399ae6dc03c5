import { sql } from 'kysely'
import type { Operations } from '#contract/operations.ts'
import { sessionCounts } from '../auth/session-counts.ts'
import { schemaVersion } from '../db/migrate.ts'
import type { Pool } from '../db/transaction.ts'
import { programVersion } from '../http/program-version.ts'
import { countUnsentMails } from '../mail/unsent.ts'
import type { Settings } from '../settings.ts'
import { lastBackup } from './last-backup.ts'

/** For so many milliseconds after a backup began, some host has BACKUP_DIR set, though perhaps not this one. */
const RECENT = 2 * 24 * 60 * 60 * 1000

/** The unsent mails, the last backups, the versions, the start of this process, and the sessions by role. */
export async function readOverview(db: Pool, { backups }: Pick<Settings, 'backups'>, now: Date): Promise<Operations> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
  const last = await lastBackup(db, now)
  return {
    mails: await countUnsentMails(db),
    backups: {
      is_enabled: backups !== undefined || (last !== null && Date.parse(last.started_at) > now.getTime() - RECENT),
      last,
      last_success: await lastBackup(db, now, { isSuccess: true }),
    },
    versions: {
      program: programVersion(),
      schema: (await schemaVersion(db)) ?? '',
      // Debian appends its own version in brackets.
      postgres: rows[0]?.version.split(' ')[0] ?? '',
      node: process.versions.node,
    },
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    sessions: await sessionCounts(db, now),
  }
}
