import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { daysLater, istanbulDay, startOfIstanbulDay } from '#contract/turkish.ts'
import type { Address } from '../db/address.ts'
import { connect } from '../db/connect.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Pool, tryAdvisoryLock, tryWithAdvisoryLock } from '../db/transaction.ts'
import { messageOf } from '../db/unavailable.ts'
import type { Settings } from '../settings.ts'
import {
  BackupImpossible,
  backupName,
  type FreeSpace,
  runBackupSnapshot,
  type WrittenBackup,
  writeBackup,
} from './backup.ts'
import { CopyFolder, CopyFolderMissing } from './copy-folder.ts'
import { deleteExpired } from './retention.ts'

type NightlyContext = {
  db: Pool
  /** The address without a pooler: a snapshot lasts for minutes, on a connection of its own. */
  direct: Address
  backups: NonNullable<Settings['backups']>
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
  /** The name of this host. */
  host: string
  /** The folder for copies. */
  copies: CopyFolder
  freeSpace?: FreeSpace
  /** How often the connection that holds the lock is checked, in milliseconds. */
  lockInterval?: number
  /** The results of this process that could not be recorded yet, as the database could not be written. */
  unrecorded: Result[]
}

/** The result of an attempt, as the table `backups` has it. */
type Result = {
  started_at: Date
  finished_at: Date
  host: string
  file: string | null
  bytes: number | null
  problem: string | null
  is_copy_folder_missing: boolean
}

/** How often a process checks whether a backup is due, and how long after a failure its host waits, in milliseconds. */
const INTERVAL = 60_000
const RETRY_AFTER = 60 * 60 * 1000

/**
 * Makes a backup every night until stopped, or after the start if the last one was missed; none without the setting.
 * Several processes may do so on one database. After `stop`, `isHung` is whether a copy still occupies the process.
 */
export function startNightlyBackups(
  options: Omit<NightlyContext, 'backups' | 'host' | 'copies' | 'unrecorded'> &
    Pick<Settings, 'backups'> & { copies?: CopyFolder },
): { stop: () => Promise<void>; isHung: () => boolean } {
  const { backups, copies = new CopyFolder() } = options
  if (!backups) return { stop: async () => undefined, isHung: () => false }
  const context = { ...options, backups, host: hostname(), copies, unrecorded: [] }
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await backUpIfDue(context, stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) context.log.error(error)
      })
      await sleep(INTERVAL, undefined, stopping).catch(() => undefined)
    }
  })()
  return {
    stop() {
      stopping.abort()
      return running
    },
    isHung: () => copies.isOccupied,
  }
}

/**
 * Makes the backup of the last BACKUP_TIME unless there is one, or one failed on this host within the hour, or another
 * process is making it; deletes expired ones. The result is recorded in the table `backups`, by a later call if the
 * database cannot be written now, and a failure logged as an error.
 */
export async function backUpIfDue(context: NightlyContext, signal?: AbortSignal): Promise<WrittenBackup | undefined> {
  const { db, direct, clock, log, host } = context
  // Its error was logged when the result could not be recorded at first.
  await recordKept(context).catch(() => undefined)
  const isDue = () => needsBackup(context)
  if (!(await isDue())) return undefined
  const started_at = clock()
  const connections = connect(direct, { connections: 2, unlimited: true })
  try {
    // The lock is released when the result is recorded or this process dies. Another process may have made the backup
    // since the first check.
    const make = async (lost: AbortSignal) =>
      (await isDue()) ? makeBackup(context, connections, { lost, stopping: signal }) : undefined
    return await tryWithAdvisoryLock(connections, 'backup', make, { interval: context.lockInterval })
  } catch (error) {
    // Not due: the result is recorded or kept already.
    if (signal?.aborted || !(await isDue())) throw error
    const problem = logFailure(log, error)
    const failed = { file: null, bytes: null, problem, is_copy_folder_missing: false }
    const result = { started_at, finished_at: clock(), host, ...failed }
    let isOwn = false
    await inTransaction(db, async tx => {
      // Without the lock another process is making the backup, and records its result.
      isOwn = (await tryAdvisoryLock(tx, 'backup')) && (await isDue())
      if (isOwn) await record(tx, result)
    }).catch((failure: unknown) => {
      if (!isOwn) throw failure
      recordLater(context, result, failure)
    })
    return undefined
  } finally {
    await connections.destroy()
  }
}

/** What ends a backup: without the lock, which is lost with its connection, another process may begin one. */
type Ending = { lost: AbortSignal; stopping: AbortSignal | undefined }

async function makeBackup(context: NightlyContext, connections: Pool, { lost, stopping }: Ending) {
  const { backups, clock, log, host, copies, freeSpace } = context
  const { dir, copyDir, keep, time } = backups
  const started_at = clock()
  const signal = AbortSignal.any(stopping ? [lost, stopping] : [lost])
  let written: WrittenBackup | undefined
  let problem: string | null = null
  let is_copy_folder_missing = false
  try {
    await makeRoom(dir, keep)
    const file = join(dir, backupName(started_at))
    // Its transaction ends before the copy, which may take hours: it delays vacuum and migrations.
    const options = { now: started_at, signal, freeSpace }
    written = await runBackupSnapshot(connections, tx => writeBackup(tx, file, options))
    // Before the copy, which may fail for weeks and would leave a backup an hour until the disk is full.
    await logDeletionFailure(
      log,
      deleteReplaced(context, { from: lastTime(started_at, time), to: started_at }, written.file),
    )
    await logDeletionFailure(log, deleteExpired(dir, keep))
    if (copyDir)
      await copies.use(copyDir, signal, async ending => {
        await makeRoom(copyDir, keep)
        await copies.copy(file, copyDir, ending)
        await logDeletionFailure(log, deleteExpired(copyDir, keep))
      })
    log.info({ file: written.file, bytes: written.bytes }, 'the nightly backup is made')
  } catch (error) {
    if (stopping?.aborted) throw error
    problem = logFailure(log, lost.aborted ? new BackupImpossible(LOCK_LOST) : error, written?.file)
    is_copy_folder_missing = error instanceof CopyFolderMissing
  }
  const { file = null, bytes = null } = written ?? {}
  const result = { started_at, finished_at: clock(), host, file, bytes, problem, is_copy_folder_missing }
  await record(context.db, result).catch((error: unknown) => recordLater(context, result, error))
  return written
}

const LOCK_LOST = 'The connection to the database that holds the lock of the backup was lost.'

async function record(db: Database, result: Result) {
  await db.insertInto('backups').values(result).execute()
}

/** Keeps a result until the database can be written: else the backup would be due again at once. */
function recordLater({ unrecorded, log }: NightlyContext, result: Result, error: unknown) {
  unrecorded.push(result)
  log.error({ err: error }, `the result of the nightly backup is not recorded yet: ${messageOf(error)}`)
}

async function recordKept({ db, unrecorded }: NightlyContext) {
  for (let [next] = unrecorded; next; [next] = unrecorded) {
    // It is recorded already if only the reply was lost.
    if (!(await isRecorded(db, next))) await record(db, next)
    unrecorded.shift()
  }
}

async function isRecorded(db: Database, { started_at, host }: Result): Promise<boolean> {
  const attempts = db.selectFrom('backups').select('id').where('started_at', '=', started_at.toISOString())
  return (await attempts.where('host', '=', host).executeTakeFirst()) !== undefined
}

function logFailure(log: NightlyContext['log'], error: unknown, file?: string) {
  const problem = messageOf(error)
  log.error({ err: error, file }, `the nightly backup failed: ${problem}`)
  return problem
}

/**
 * Deletes expired and abandoned files before a file is written as well: on a full disk writing fails, so a deletion that
 * only follows it would never run. A failure is reported by the later deletion, or makes the writing fail.
 */
const makeRoom = (folder: string, keep: number) => deleteExpired(folder, keep).catch(() => undefined)

/** Logs a failed deletion, so that it neither fails tonight's backup nor prevents its copy; the next night retries. */
const logDeletionFailure = (log: NightlyContext['log'], deletion: Promise<void>) =>
  deletion.catch((error: unknown) => log.error({ err: error }, `old backups were not deleted: ${messageOf(error)}`))

type Period = { from: Date; to: Date }

/** The attempts that began in a period: the recorded ones, and those of this process that are not recorded yet. */
async function attemptsOf({ db, unrecorded }: NightlyContext, { from, to }: Period) {
  const recorded = await db
    .selectFrom('backups')
    .select(['started_at', 'finished_at', 'host', 'file', 'problem', 'is_copy_folder_missing'])
    .where('started_at', '>=', from.toISOString())
    .where('started_at', '<=', to.toISOString())
    .execute()
  return [...recorded, ...unrecorded.filter(({ started_at }) => started_at >= from && started_at <= to)]
}

/** Deletes the backups of a night that were made but could not be copied, and that another one has replaced. */
async function deleteReplaced(context: NightlyContext, night: Period, replacement: string) {
  const replaced = (await attemptsOf(context, night)).filter(({ problem }) => problem !== null)
  for (const { file } of replaced) if (file !== null && file !== replacement) await rm(file, { force: true })
}

/**
 * Whether this night's backup is missing, and none failed on this host within the hour, unless the folder for copies was
 * missing then and is there now. A backup with a later time is ignored: it was made before the clock was set back.
 */
async function needsBackup(context: NightlyContext): Promise<boolean> {
  const { backups, clock, host, copies } = context
  const now = clock()
  const attempts = await attemptsOf(context, { from: lastTime(now, backups.time), to: now })
  if (attempts.some(({ problem }) => problem === null)) return false
  const isRecent = (time: string | Date) => new Date(time).getTime() > now.getTime() - RETRY_AFTER
  const failed = attempts.filter(attempt => attempt.host === host && isRecent(attempt.finished_at))
  if (failed.length === 0) return true
  const isFolderOnly = failed.every(failure => failure.is_copy_folder_missing)
  return isFolderOnly && !(await copies.isMissing(backups.copyDir).catch(() => true))
}

/** The last instant, not after `now`, at which clocks in Istanbul show this time. */
export function lastTime(now: Date, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const on = (day: string) => new Date(startOfIstanbulDay(day).getTime() + (hours * 60 + minutes) * 60_000)
  const today = istanbulDay(now)
  return on(today) <= now ? on(today) : on(daysLater(today, -1))
}
