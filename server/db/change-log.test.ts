import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { makeWorld, type World } from '../testing/world.ts'
import { ChangeLog, type Changes } from './change-log.ts'

const HOUR = 60 * 60 * 1000

/** A log that has read once, and what it has reported since. */
async function logOf({ db }: World) {
  const log = new ChangeLog(db)
  await log.catchUp()
  const reports: Changes[] = []
  log.onChange(changes => void reports.push(changes))
  reports.length = 0
  return { log, reports }
}

const ALL = { products: 'all', accounts: 'all' }

test('a change is reported once, with the id of its product', async () => {
  const world = await makeWorld()
  const { log, reports } = await logOf(world)
  const id = await world.product({ name: 'Bal' })
  await log.catchUp()
  await log.catchUp()
  expect(reports).toEqual([{ products: new Set([id]), accounts: new Set() }])
})

test('everything is reported as changed if the log is another table, as after a restore or on another server', async () => {
  const world = await makeWorld()
  const { log, reports } = await logOf(world)
  await log.catchUp()
  expect(reports).toEqual([])
  await sql`alter table changes rename to former_changes`.execute(world.owner)
  await sql`create table changes (like former_changes including all)`.execute(world.owner)
  await sql`grant all on changes to public`.execute(world.owner)
  await log.catchUp()
  expect(reports).toEqual([ALL])
})

test.each(['the machine is suspended', 'no request comes'])(
  'everything is reported as changed after half of the time for which the log is retained, in which %s',
  async why => {
    const world = await makeWorld()
    const { log, reports } = await logOf(world)
    // A suspended machine stops the one clock, the other goes on.
    const [clock, now] = why.startsWith('the machine') ? [Date, Date.now()] : [performance, performance.now()]
    const later = vi.spyOn(clock, 'now')
    for (const [hours, expected] of [
      [11, []],
      [24, [ALL]],
    ] as const) {
      later.mockReturnValue(now + hours * HOUR)
      await log.catchUp()
      expect(reports).toEqual(expected)
    }
    later.mockRestore()
  },
)
