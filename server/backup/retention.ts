import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { mondayOf } from '#contract/calendar.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { DRAFT } from './backup.ts'

/** Beyond the days of BACKUP_KEEP, the last backup of each of this many weeks is kept. */
const WEEKS = 4

/** After this many milliseconds no process can still be writing an unfinished file. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000

/** The names of backups that need not be kept; other names are ignored. Days without a backup do not count. */
export function expiredBackups(names: readonly string[], keepDays: number): string[] {
  const newestFirst = names
    .flatMap(name => {
      const madeAt = backupTime(name)
      return madeAt ? [{ name, day: istanbulDay(madeAt) }] : []
    })
    .sort((a, b) => (a.name < b.name ? 1 : -1))
  const days = new Set<string>()
  const weeks = new Set<string>()
  return newestFirst.flatMap(({ name, day }) => {
    const isNewWeek = !weeks.has(mondayOf(day))
    days.add(day)
    weeks.add(mondayOf(day))
    return days.size <= keepDays || (isNewWeek && weeks.size <= WEEKS) ? [] : [name]
  })
}

/** Deletes the backups of a folder that need not be kept, and files that a killed process left unfinished. */
export async function deleteExpired(folder: string, keepDays: number) {
  const names = await readdir(folder)
  for (const name of names.filter(one => one.startsWith('.toptan-') && one.endsWith(DRAFT))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > ABANDONED_AFTER) await rm(join(folder, name), { force: true })
  }
  for (const name of expiredBackups(names, keepDays)) await rm(join(folder, name), { force: true })
}

/** When a backup was made, by its name; undefined for other files. */
export function backupTime(name: string): Date | undefined {
  const [, day, hour, minute, second] = /^toptan-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.sql\.gz$/.exec(name) ?? []
  const time = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
