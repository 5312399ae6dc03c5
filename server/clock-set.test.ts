import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { SESSION_IDLE_LIMIT } from '#contract/session-limits.ts'
import { deleteOldRequests } from './auth/request-limits.ts'
import { deleteOldFailures } from './auth/throttle.ts'
import { HourlyLimits } from './http/hourly-limits.ts'
import { startMailSender } from './mail/mail-sender.ts'
import { content, createStandingOrder, makeDueOrdersNow, ordersOf, passHours } from './testing/due-standing-orders.ts'
import { mailFixture, queueNotes } from './testing/mail-fixture.ts'
import { startMailServer } from './testing/mail-server.ts'
import { codeAt, giveSecondFactor } from './testing/second-factor.ts'
import { makeWorld } from './testing/world.ts'

// The clock is a day ahead for a while and is set back, or it is set forward while work is running.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('failed logins and counted requests of a time when the clock was a day ahead lock no user out', async () => {
  const world = await makeWorld()
  const { username, password } = await world.customer()
  const logIn = async (tried: string) =>
    (await world.post('/auth/login', undefined, { username, password: tried })).status
  const ask = async () =>
    (await world.post('/auth/forgot-password', undefined, { email: `${username}@ornek.com.tr` })).status
  world.pass(DAY)
  for (let i = 0; i < 10; i++) await logIn('yanlış')
  expect(await logIn(password)).toBe(429)
  for (let i = 0; i < 60; i++) await ask()
  expect(await ask()).toBe(429)
  world.pass(-DAY)
  expect([await logIn(password), await ask()]).toEqual([200, 200])

  // Nor do they when the clock reaches that time again.
  for (let i = 0; i < 9; i++) await logIn('yanlış')
  await deleteOldFailures(world.db, world.now())
  await deleteOldRequests(world.db, world.now())
  world.pass(DAY)
  expect([await logIn(password), await ask()]).toEqual([200, 200])
})

test('failures are counted as before after the clock is set back', async () => {
  const world = await makeWorld()
  const { username, password } = await world.customer()
  const logIn = async (tried: string) =>
    (await world.post('/auth/login', undefined, { username, password: tried })).status
  world.pass(-DAY)
  for (let i = 0; i < 10; i++) expect(await logIn('yanlış')).toBe(401)
  expect(await logIn(password)).toBe(429)
  world.pass(15 * MINUTE)
  expect(await logIn(password)).toBe(200)
})

test('requests counted while the clock was a day ahead do not reach the hourly limits after it is set back', () => {
  const limits = new HourlyLimits({ orders: 2, quotes: 2, changes: 2, exports: 2, uploads: 2 }, 1)
  const [now, ahead] = [new Date('2026-03-10T07:00:00Z'), new Date('2026-03-11T07:00:00Z')]
  for (const time of [ahead, now]) {
    for (let i = 0; i < 2; i++) limits.count('orders', 'a', time)
    expect(() => limits.count('orders', 'a', time)).toThrow()
  }
})

test('a session that was used while the clock was ahead ends no later than without that use', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const status = async () => (await world.get('/admin/products', admin)).status
  world.pass(6 * HOUR)
  expect(await status()).toBe(200)
  world.pass(-6 * HOUR)
  expect(await status()).toBe(200)
  world.pass(SESSION_IDLE_LIMIT.admin + 2 * MINUTE)
  expect(await status()).toBe(401)
})

test('wrong and used codes of a second factor from a time when the clock was ahead lock no admin out', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await giveSecondFactor(world.db, admin, world.now())
  const logIn = async (code: string) =>
    (await world.post('/admin/login', undefined, { username: admin.username, password: admin.password, code })).status
  world.pass(DAY)
  expect(await logIn(codeAt(world.now()))).toBe(200)
  for (let i = 0; i < 5; i++) expect(await logIn('000000')).toBe(400)
  expect(await logIn('000000')).toBe(429)
  world.pass(-DAY)
  expect(await logIn(codeAt(world.now()))).toBe(200)
  expect(await logIn(codeAt(world.now()))).toBe(400)
})

test('a password that was entered while the clock was ahead does not stay recent', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const end = async () => (await world.post(`/admin/accounts/${customer.id}/end-sessions`, admin)).status
  world.pass(6 * HOUR)
  await world.post('/auth/reauthenticate', admin, { current_password: admin.password })
  expect(await end()).toBe(200)
  world.pass(-6 * HOUR)
  expect(await end()).toBe(403)
})

test('a backup from a time when the clock was ahead does not hide that none is made any more', async () => {
  const backups = { dir: tmpdir(), copyDir: undefined, time: '03:00', keep: 7 }
  const world = await makeWorld({ backups })
  const admin = await world.admin()
  const backUp = (problem: string | null) => {
    const [started_at, finished_at] = [world.now(), world.now()]
    return world.db
      .insertInto('backups')
      .values({ started_at, finished_at, file: null, bytes: null, problem })
      .execute()
  }
  const lastSuccess = async () => {
    const { body } = await world.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
    return Number(/^toptan_backup_last_success_timestamp_seconds (\d+)/m.exec(body)?.[1])
  }
  world.pass(DAY)
  await backUp(null)
  world.pass(-DAY)
  await backUp('ENOSPC: no space left on device')
  expect((await world.get('/admin/operations', admin)).json().backups).toMatchObject({
    last: { problem: 'ENOSPC: no space left on device' },
    last_success: null,
  })
  expect(await lastSuccess()).toBe(0)
  const next = world.now()
  await backUp(null)
  await backUp('ENOSPC: no space left on device')
  expect(await lastSuccess()).toBe(Math.floor(next.getTime() / 1000))
})

test('standing orders make their orders after the clock was a year ahead and is set back', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 100 })
  await createStandingOrder(world, customer, content(product_id))
  world.pass(365 * DAY)
  await makeDueOrdersNow(world)
  world.pass(-365 * DAY)
  await passHours(world, 48)
  expect(await ordersOf(world, customer)).toHaveLength(2)
})

async function sendingWorld() {
  const world = await makeWorld()
  const server = await startMailServer()
  onTestFinished(() => server.stop())
  return { world, ...server, ...mailFixture(world, server.url) }
}

test('mails that were deferred while the clock was ahead are sent after it is set back', async () => {
  const { world, url, inbox, behave, context, failures } = await sendingWorld()
  world.pass(DAY)
  behave({ busy: '451 4.3.2 Please try again later' })
  await queueNotes(world.db, ['bekleyen'], world.now())
  const first = startMailSender(context)
  await expect.poll(() => failures.length).toBe(1)
  await first.stop()
  behave()
  world.pass(-DAY)
  const sender = startMailSender(mailFixture(world, url).context)
  onTestFinished(() => sender.stop())
  const due = async () => (await world.db.selectFrom('mails').select('next_at').executeTakeFirstOrThrow()).next_at
  // The time when the lease of an attempt that might still be running is over.
  await expect.poll(due).toBe(new Date(world.now().getTime() + 5 * MINUTE).toISOString())
  world.pass(5 * MINUTE)
  await expect.poll(() => inbox.length).toBe(1)
})

test('a mail that is being sent while the clock is set forward is not sent a second time', async () => {
  const { world, waiting, behave, context, inbox } = await sendingWorld()
  behave({ delay: 60_000 })
  const sender = startMailSender(context)
  onTestFinished(() => sender.stop())
  await queueNotes(world.db, ['yolda'], world.now())
  await expect.poll(() => waiting().length).toBe(1)
  world.pass(DAY)
  // Due later than the first mail, whose lease is over.
  await queueNotes(world.db, ['sonra'], world.now())
  await expect.poll(() => waiting().length).toBe(2)
  behave()
  await expect.poll(() => inbox.length).toBe(2)
  const sent = () => world.db.selectFrom('mails').select(['tries']).where('sent_at', 'is not', null).execute()
  await expect.poll(sent).toEqual([{ tries: 1 }, { tries: 1 }])
  expect(new Set(inbox.map(({ messageId }) => messageId)).size).toBe(2)
})
