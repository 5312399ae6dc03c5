import { constants, existsSync } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { freeSpaceOf, KEEP_FREE } from '../backup/backup.ts'
import { hasCode } from '../backup/format.ts'
import { missingCopyFolderMessage } from '../backup/messages.ts'
import { backupTime } from '../backup/retention.ts'
import type { Settings } from '../settings.ts'
import { durationText, type Finding, fail, ok, warn } from './finding.ts'

const GB = 1e9
const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE

/** Below this a disk is short of space, in bytes. */
const SHORT = 2 * GB

/** Below this free space, in bytes, a disk counts as full, with what follows; the name is that of the setting. */
const FULL = {
  DATA_DIR: { below: 0.3 * GB, consequence: 'PostgreSQL stops when the disk is full.' },
  BACKUP_DIR: { below: KEEP_FREE, consequence: 'Backups fail.' },
  BACKUP_COPY_DIR: { below: KEEP_FREE, consequence: 'Backups cannot be copied there.' },
}

/** A nightly backup that is older than these, in milliseconds, is late, and missing. */
const LATE = 26 * HOUR
const MISSING = 72 * HOUR

/** Whether the folder can be written where it is, or will be, and the free space there. */
export async function checkDisk(folder: string, name: keyof typeof FULL, freeSpace = freeSpaceOf): Promise<Finding> {
  const path = existing(resolve(folder))
  if (!(await stat(path)).isDirectory()) return fail(`${name} (${path}) is no folder.`)
  const problem = await access(path, constants.W_OK | constants.X_OK).catch((error: Error) => error)
  if (problem) return fail(`${name} (${path}) cannot be written by this account: ${problem.message}`)
  const free = await freeSpace(path)
  // Some shares report no size.
  if (!Number.isFinite(free)) return ok(`${name} (${path}) reports no free space.`)
  const sentence = `${name} (${path}) has ${(free / GB).toFixed(1)} GB free.`
  const { below, consequence } = FULL[name]
  if (free < below) return fail(`${sentence} ${consequence}`)
  return free < SHORT ? warn(sentence) : ok(sentence)
}

/** The same for BACKUP_COPY_DIR, which has to be there: the portal does not make it. */
export async function checkCopyDisk(folder: string): Promise<Finding> {
  const problem = await stat(folder).catch((error: Error) => error)
  if (!(problem instanceof Error)) return checkDisk(folder, 'BACKUP_COPY_DIR')
  const { message } = problem
  return fail(hasCode(problem, 'ENOENT') ? missingCopyFolderMessage(folder) : `BACKUP_COPY_DIR (${folder}): ${message}`)
}

function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path))
}

/** How old the newest backups are. */
export async function checkBackups({ backups }: Settings, now: Date): Promise<Finding[]> {
  if (!backups) return [warn('BACKUP_DIR is not set: no backups are made.')]
  const folders = [backups.dir, ...(backups.copyDir ? [backups.copyDir] : [])]
  return Promise.all(folders.map(folder => backupFinding(folder, now)))
}

async function backupFinding(folder: string, now: Date): Promise<Finding> {
  const names = await readdir(folder).catch((error: Error) => error)
  if (names instanceof Error) return fail(`The backups in ${folder} cannot be read: ${names.message}`)
  // Backups with a time in the future are ignored: they were made while the clock was ahead, so their age is unknown.
  const times = names.flatMap(name => backupTime(name)?.getTime() ?? []).filter(time => time <= now.getTime() + MINUTE)
  if (times.length === 0) return fail(`There is no backup in ${folder}.`)
  const age = now.getTime() - Math.max(...times)
  const sentence = `The newest backup in ${folder} is ${durationText(age)} old.`
  if (age > MISSING) return fail(sentence)
  return age > LATE ? warn(sentence) : ok(sentence)
}
