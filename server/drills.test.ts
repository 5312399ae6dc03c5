import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { connect } from './db/connect.ts'
import { migrateTo } from './db/migrate.ts'
import type { Pool } from './db/transaction.ts'
import { startPortal } from './portal.ts'
import { readSettings } from './settings.ts'
import { startAdminWork } from './testing/admin-work.ts'
import { databaseAt, onServer, urlOf } from './testing/databases.ts'
import { report, startOrdering } from './testing/fault-drill.ts'
import { startMailServer } from './testing/mail-server.ts'
import { type PortalWithClock, startPortalWithClock } from './testing/portal-with-clock.ts'
import { workbookOf } from './testing/uploads.ts'
import { startWorkers } from './testing/workers.ts'
import { addProducts, ledgerDisagreements, makeWorld, people } from './testing/world.ts'

// Faults of the portal's own processes and its surroundings while customers order. See docs/reliability.md.

const SECONDS = 1000
const DAY = 24 * 60 * 60 * SECONDS
const WITHIN = { timeout: 60 * SECONDS, interval: 20 }
/** Longer than a mail's lease and its first retries. */
const PAST_THE_LEASE = 6 * 60 * SECONDS
const IS_LONG = process.env.DRILLS_TO !== undefined

const Refused = z.object({ detail: z.string(), code: z.string() })

/** Four customers who order, and the checks after a fault. */
async function startCustomers(db: Pool, now: () => Date, url: () => string) {
  const { customer } = people(db, now)
  const [product_id = ''] = await addProducts(db, [{ on_hand: 1_000_000 }], now())
  const customers = [await customer(), await customer(), await customer(), await customer()]
  return () => {
    const ordering = startOrdering(url, customers, product_id)
    const placed = (since: number) =>
      expect.poll(() => ordering.acknowledgedSince(since), WITHIN).toBeGreaterThanOrEqual(8)
    return {
      ...ordering,
      placed,
      /** The result after the customers have finished; every request must have been replied to, unless `isKilled`. */
      end: async (since: number, { isKilled = false } = {}) => {
        await placed(since)
        const outcome = await ordering.finish(db, since)
        const problems = ordering.attempts.filter(({ problem, status }) => problem && !(isKilled && status === 'none'))
        expect(problems).toEqual([])
        expect(await ledgerDisagreements(db)).toEqual([])
        return outcome
      },
    }
  }
}

test('a silent mail server, a clock that is set, a stop and a kill lose no order, import, count or mail', {
  timeout: 240 * SECONDS,
}, async () => {
  const world = await makeWorld()
  const mailServer = await startMailServer()
  onTestFinished(() => mailServer.stop())
  const start = async () => {
    const started = await startPortalWithClock({
      CLOCK_AHEAD: String(world.now().getTime() - Date.now()),
      DATABASE_URL: urlOf(world.database),
      SMTP_URL: `${mailServer.url}?greetingTimeout=1000&socketTimeout=3000`,
      PUBLIC_URL: 'http://toptan.example',
    })
    onTestFinished(() => started.kill())
    return started
  }
  let portal: PortalWithClock = await start()
  const customers = await startCustomers(world.db, world.now, () => portal.url)

  const silent = customers()
  const stop = performance.now()
  for (const hangs of ['at the greeting', 'after the mail'] as const) {
    mailServer.behave({ hangs })
    // Ends the pause after the failures of the other kind.
    await portal.pass(60 * SECONDS)
    const since = performance.now()
    const failures = () => portal.printed().split('a mail could not be sent').length
    const before = failures()
    await expect.poll(failures, WITHIN).toBeGreaterThan(before)
    await silent.placed(since)
  }
  // Ends the connections that hang in the middle of a mail.
  mailServer.behave()
  report('the mail server is silent, or ends in the middle', await silent.end(stop))
  const unsent = () => world.db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()
  await portal.pass(PAST_THE_LEASE)
  await expect.poll(unsent, WITHIN).toEqual([])
  const mails = await world.db.selectFrom('mails').select('id').execute()
  // A mail that the server accepted without confirming it in time arrives again, with the same Message-ID.
  expect(new Set(mailServer.inbox.map(({ messageId }) => messageId))).toEqual(
    new Set(mails.map(({ id }) => `<${id}@toptan.example>`)),
  )

  const clock = customers()
  await clock.placed(0)
  await portal.pass(DAY)
  await clock.placed(performance.now())
  await portal.pass(-DAY)
  const back = performance.now()
  report('the clock set forward and back a day', await clock.end(back))

  const stopped = customers()
  await stopped.placed(0)
  const term = performance.now()
  await portal.stop()
  const ended = performance.now()
  expect(ended - term).toBeLessThan(20 * SECONDS)
  portal = await start()
  report('SIGTERM, and another start', await stopped.end(ended, { isKilled: true }))
  // Every request that was sent before the signal got a reply.
  const cutOff = stopped.attempts.filter(({ at, status }) => at < term && status === 'none')
  expect(cutOff).toEqual([])

  const killed = customers()
  const work = startAdminWork(() => portal.url, await world.admin(), await world.product({ name: 'Sayılan' }))
  await killed.placed(0)
  await expect.poll(work.done, WITHIN).toBeGreaterThanOrEqual(2)
  const kill = performance.now()
  await portal.kill()
  portal = await start()
  const before = work.done()
  await expect.poll(work.done, WITHIN).toBeGreaterThanOrEqual(before + 2)
  await work.stop()
  const orders = await killed.end(kill, { isKilled: true })
  report('the portal killed during orders, imports and counts', await work.addTo(world.db, orders))
})

test('two portals start, migrate and stop concurrently on one database', { timeout: 240 * SECONDS }, async () => {
  const name = `toptan_${randomUUID().replaceAll('-', '')}`
  await onServer(inject('database'), `create database ${name}`)
  const address = databaseAt(inject('database'), name)
  const db = connect(address, { connections: 4 })
  onTestFinished(async () => {
    await db.destroy()
    await onServer(inject('database'), `drop database ${name} with (force)`)
  })
  await migrateTo(db, '019-changes')
  const start = async () => {
    const started = await startPortalWithClock({ DATABASE_URL: urlOf(address) })
    onTestFinished(() => started.kill())
    return started
  }
  let portals: PortalWithClock[] = await Promise.all([start(), start()])
  let turn = 0
  const customers = await startCustomers(
    db,
    () => new Date(),
    () => portals[turn++ % portals.length]!.url,
  )
  const drill = customers()
  await drill.placed(0)
  const [first, second] = portals
  if (!first || !second) throw new Error('two were started')
  const began = performance.now()
  portals = [second]
  const [third] = await Promise.all([start(), first.stop()])
  portals = [second, third]
  if (IS_LONG) {
    await drill.placed(performance.now())
    portals = [third]
    const [fourth] = await Promise.all([start(), second.stop()])
    portals = [third, fourth]
  }
  report('two portals start, migrate and stop at once', await drill.end(began, { isKilled: true }))
})

test('a worker thread that dies fails only its own request', { timeout: 120 * SECONDS }, async () => {
  const world = await makeWorld()
  const mailServer = await startMailServer()
  onTestFinished(() => mailServer.stop())
  const environment = { DATABASE_URL: urlOf(world.database), SMTP_URL: mailServer.url, PORT: '0', LOG_LEVEL: 'silent' }
  const portal = await startPortal(readSettings(environment), { clock: world.now })
  onTestFinished(() => portal.stop())
  const customers = await startCustomers(world.db, world.now, () => portal.address)
  const { token } = await world.admin()
  const importWorkbook = async () => {
    const body = new FormData()
    body.set('file', new File([new Uint8Array(workbookOf([['a']]))], 'liste.xlsx'))
    const headers = { authorization: `Bearer ${token}` }
    const path = `${portal.address}/api/admin/products/import-excel?preview=1`
    const response = await fetch(path, { method: 'POST', headers, body })
    return [response.status, Refused.safeParse(await response.json()).data?.code]
  }
  const drill = customers()
  await drill.placed(0)
  process.once('worker', thread => void thread.terminate())
  const died = performance.now()
  expect(await importWorkbook()).toEqual([500, 'unexpected'])
  report('a worker thread dies', await drill.end(died))
  expect((await importWorkbook())[0]).toBe(200)
})

// That a killed worker is replaced is in cluster.test.ts.
test.runIf(IS_LONG)('a killed worker fails only its own requests', { timeout: 120 * SECONDS }, async () => {
  const world = await makeWorld()
  const portal = await startWorkers({ DATABASE_URL: urlOf(world.database) })
  onTestFinished(async () => void (await portal.stop()))
  const now = () => new Date()
  const customers = await startCustomers(world.db, now, () => portal.url)
  const drill = customers()
  await drill.placed(0)
  const killed = performance.now()
  process.kill(portal.workers()[0] ?? 0, 'SIGKILL')
  report('one of two workers killed', await drill.end(killed, { isKilled: true }))
})
