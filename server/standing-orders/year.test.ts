import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { HOLIDAYS } from '#contract/holidays.ts'
import { dueDays, type Rhythm } from '#contract/standing-plan.ts'
import { daysLater, startOfIstanbulDay } from '#contract/turkish.ts'
import { bundleOfSource } from '../documents/source-bundle.ts'
import { makeWorld, type World } from '../testing/world.ts'

// Two processes make orders while the clock is moved day by day, and are killed at random moments.

const CUSTOMERS = Number(process.env.STANDING_CUSTOMERS ?? 6)
const DAYS = Number(process.env.STANDING_DAYS ?? 21)
const KILLS = Number(process.env.STANDING_KILLS ?? 4)

const FIRST_DAY = '2026-03-11'
const HOUR = 60 * 60 * 1000

test('every due order is made once, and none on a holiday, whenever processes are killed', {
  timeout: 120_000 + CUSTOMERS * DAYS * 1_000,
}, async () => {
  const world = await makeWorld()
  const product_id = await world.product({ on_hand: 100_000_000 })
  const rhythms = await makeCustomers(world, product_id)
  const start = await workers(world)
  const pair = [await start(), await start()]
  const kills = new Set(Array.from({ length: KILLS }, (_, i) => Math.floor(((i + 0.5) * DAYS) / KILLS)))

  for (let day = 0; day < DAYS; day += 1) {
    // A reminder and an order are due at six, if the day is not closed.
    const now = new Date(startOfIstanbulDay(daysLater(FIRST_DAY, day)).getTime() + 6 * HOUR + 1000)
    const work = pair.map(worker => worker.work(now))
    if (kills.has(day)) {
      await sleep(Math.random() * 40)
      const killed = day % 2
      await pair[killed]?.kill()
      pair[killed] = await start()
      work[killed] = pair[killed].work(now)
    }
    expect(await Promise.all(work)).toEqual([[], []])
    // The locks of a killed process are released once PostgreSQL has noticed its end.
    await expect.poll(() => leftUndone(world, now), { timeout: 20_000, interval: 20 }).toBe(0)
  }

  const end = daysLater(FIRST_DAY, DAYS - 1)
  for (const [customer, rhythm] of rhythms) {
    const due = dueDays(rhythm, FIRST_DAY, DAYS).filter(day => day <= end && !isHoliday(day))
    expect(await daysOfOrders(world, customer)).toEqual(due)
  }
  expect(await world.ledgerDisagreements()).toEqual([])
})

/** A whole holiday, on which nothing is delivered. */
const isHoliday = (day: string) => HOLIDAYS.get(day)?.isHalfDay === false

async function makeCustomers(world: World, product_id: string): Promise<Map<string, Rhythm>> {
  const rhythms = new Map<string, Rhythm>()
  for (let i = 0; i < CUSTOMERS; i += 1) {
    const customer = await world.customer()
    const rhythm = {
      weekdays: [1 + (i % 7), 1 + ((i + 3) % 7)],
      every_weeks: 1 + (i % 2),
      starts_on: FIRST_DAY,
      ends_on: null,
      closed_days: 'skip' as const,
    }
    const body = { name: 'Yıl', items: [{ product_id, quantity: 1 }], ...rhythm }
    expect((await world.post('/standing-orders', customer, body)).status).toBe(201)
    rhythms.set(customer.id, rhythm)
  }
  return rhythms
}

/** How many standing orders are still to be checked at an instant. */
async function leftUndone({ db }: World, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('standing_orders')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('check_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow()
  return count
}

/** The days for which a customer's orders were made. */
async function daysOfOrders({ db }: World, customer_id: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select (created_at at time zone 'Europe/Istanbul')::date::text as day from orders
    where customer_id = ${customer_id} order by created_at`.execute(db)
  return rows.map(row => row.day)
}

/** Starts processes on the world's database. */
async function workers(world: World) {
  const directory = await mkdtemp(join(tmpdir(), 'toptan-standing-'))
  const program = join(directory, 'worker.mjs')
  await writeFile(program, await bundleOfSource(new URL('../testing/standing-worker.ts', import.meta.url)))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return async () => {
    const child = fork(program, {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, DATABASE: JSON.stringify(world.database) },
    })
    const ended = once(child, 'exit')
    const kill = async () => {
      child.kill('SIGKILL')
      await ended
    }
    onTestFinished(kill)
    await once(child, 'message')
    return { kill, work: (now: Date) => errorsOf(child, now) }
  }
}

/** The errors of a process that does the work due at an instant; none if it is killed. */
function errorsOf(child: ChildProcess, now: Date): Promise<string[]> {
  return new Promise(resolve => {
    const onExit = () => resolve([])
    child.once('exit', onExit)
    child.once('message', (message: { errors: string[] }) => {
      child.off('exit', onExit)
      resolve(message.errors)
    })
    child.send({ now: now.toISOString() })
  })
}
