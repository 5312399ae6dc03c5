import { expect, onTestFinished, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { MAIL_KINDS, type Operations, type OutgoingMail } from '#contract/operations.ts'
import { startMailSender } from '../mail/mail-sender.ts'
import { claimDueMail, recordFailure, recordSent } from '../mail/outbox.ts'
import { mailContext } from '../mail-context.ts'
import { readSettings } from '../settings.ts'
import { mailFixture, queueNotes } from '../testing/mail-fixture.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const mailsOf = async (world: World, admin: TestUser, query = ''): Promise<OutgoingMail[]> =>
  (await world.get(`/admin/mails?limit=100&${query}`, admin)).json()

const overviewOf = async (world: World, admin: TestUser): Promise<Operations> =>
  (await world.get('/admin/operations', admin)).json()

const trailOf = async (world: World, admin: TestUser): Promise<AuditEntry[]> =>
  (await world.get('/admin/audit?entity=mail', admin)).json()

async function server() {
  const started = await startMailServer()
  onTestFinished(() => started.stop())
  return started
}

test('every kind of mail has a Turkish label', () => {
  const [clock, log] = [() => new Date(), { warn: () => undefined, error: () => undefined }]
  const transport = { deliver: async () => undefined, close: () => undefined }
  const settings = readSettings({})
  const { kinds } = mailContext({} as never, settings, { address: 'http://localhost', clock, log, transport })
  expect(Object.keys(MAIL_KINDS).sort()).toEqual(kinds.map(({ name }) => name).sort())
})

test('a mail that was given up is shown with its error, retried, and sent once', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const { url, inbox, behave } = await server()
  behave({ refused: { 'ali@ornek.com.tr': '550 5.1.1 No such user' } })
  const fixture = mailFixture(world, url)
  await queueNotes(world.db, ['ali'], world.now())
  await fixture.sendDueMails()
  const [mail] = await mailsOf(world, admin)
  expect(mail).toMatchObject({
    kind: 'note',
    recipient: 'ali@ornek.com.tr',
    tries: 1,
    gave_up_at: world.now().toISOString(),
    last_error: expect.stringContaining('550 5.1.1 No such user'),
    is_being_sent: false,
  })
  expect(JSON.stringify(mail)).not.toContain('facts')
  expect((await overviewOf(world, admin)).mails).toEqual({ waiting: 0, given_up: 1 })

  behave({})
  // Longer than a mail is tried for: that time starts again with the retry.
  world.pass(4 * DAY)
  const later = await world.admin('Fatma')
  expect((await world.post(`/admin/mails/${mail?.id}/retry`, later)).status).toBe(200)
  expect(await mailsOf(world, later, 'state=waiting')).toMatchObject([
    { tries: 0, gave_up_at: null, next_at: world.now().toISOString() },
  ])
  behave({ busy: '451 4.7.1 Try again' })
  await fixture.sendDueMails()
  expect(await mailsOf(world, later)).toMatchObject([{ tries: 1, gave_up_at: null }])
  behave({})
  expect((await world.post(`/admin/mails/${mail?.id}/retry`, later)).status).toBe(200)
  await fixture.sendDueMails()
  expect(inbox).toHaveLength(1)
  expect(await mailsOf(world, later)).toEqual([])
  expect((await world.post(`/admin/mails/${mail?.id}/retry`, later)).json()).toMatchObject({ code: 'not_found' })
  expect((await trailOf(world, later)).map(({ action, actor_name, after }) => [action, actor_name, after])).toEqual([
    ['retried', 'Fatma', { kind: 'note' }],
    ['retried', 'Fatma', { kind: 'note' }],
  ])
})

test('a waiting mail is given up, and the ones given up are retried together', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await queueNotes(world.db, ['bir', 'iki', 'uc'], world.now())
  const [first, second] = await mailsOf(world, admin, 'state=waiting')
  for (const mail of [first, second, second])
    expect((await world.post(`/admin/mails/${mail?.id}/give-up`, admin)).status).toBe(200)
  expect((await overviewOf(world, admin)).mails).toEqual({ waiting: 1, given_up: 2 })
  expect(await mailsOf(world, admin, 'state=given_up')).toHaveLength(2)
  expect((await world.post('/admin/mails/retry-given-up', admin)).json()).toEqual({ retried: 2 })
  expect((await world.post('/admin/mails/retry-given-up', admin)).json()).toEqual({ retried: 0 })
  const { url, inbox } = await server()
  await mailFixture(world, url).sendDueMails()
  expect(inbox).toHaveLength(3)
  expect((await trailOf(world, admin)).map(({ action }) => action)).toEqual([
    'retried',
    'retried',
    'given_up',
    'given_up',
  ])
})

test('a mail that is being sent can be neither retried nor given up, so that it is sent once', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const { url, inbox, behave, waiting } = await server()
  behave({ delay: 60_000 })
  const fixture = mailFixture(world, url)
  await queueNotes(world.db, ['ali'], world.now())
  const [mail] = await mailsOf(world, admin)
  const sender = startMailSender(fixture.context)
  await expect.poll(() => waiting().length).toBe(1)
  expect(await mailsOf(world, admin)).toMatchObject([{ is_being_sent: true }])
  for (const action of ['retry', 'give-up'])
    expect((await world.post(`/admin/mails/${mail?.id}/${action}`, admin)).json()).toMatchObject({
      code: 'mail_being_sent',
    })
  behave({})
  await expect.poll(() => inbox.length).toBe(1)
  await sender.stop()
  expect(await mailsOf(world, admin)).toEqual([])
  expect(inbox).toHaveLength(1)
})

test('a mail whose process died is retried when its lease has ended, and the old attempt changes nothing then', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await queueNotes(world.db, ['ali'], world.now())
  const dead = await claimDueMail(world.db, world.now())
  if (!dead) throw new Error('no mail was due')
  const retry = () => world.post(`/admin/mails/${dead.id}/retry`, admin)
  expect((await retry()).status).toBe(409)
  world.pass(5 * MINUTE)
  expect((await retry()).status).toBe(200)
  const second = await claimDueMail(world.db, world.now())
  // Both are the first attempt of their row.
  expect([dead.tries, second?.tries]).toEqual([1, 1])
  await recordFailure(world.db, dead, { why: 'too late', isFinal: true }, world.now())
  expect(await mailsOf(world, admin)).toMatchObject([{ gave_up_at: null, last_error: null, is_being_sent: true }])
})

test('of a retry and the sender that claims the mail at the same moment, one waits for the other', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await queueNotes(world.db, ['ali'], world.now())
  const [mail] = await mailsOf(world, admin)
  const [claimed, retried] = await Promise.all([
    claimDueMail(world.db, world.now()),
    world.post(`/admin/mails/${mail?.id}/retry`, admin),
  ])
  // Either the retry was first, and the claim left the locked mail for later or took it, or it saw the claim.
  if (!claimed) expect(retried.status).toBe(200)
  const next = claimed ?? (await claimDueMail(world.db, world.now()))
  expect(next?.id).toBe(mail?.id)
  expect(await claimDueMail(world.db, world.now())).toBeUndefined()
  if (next) await recordSent(world.db, { ...next, recipient: 'ali@ornek.com.tr' }, world.now())
  expect(await mailsOf(world, admin)).toEqual([])
})

test('the overview shows versions, sessions, and the last backups without their folder', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  world.pass(20 * MINUTE)
  const admin = await world.admin()
  const first = await overviewOf(world, admin)
  expect(first.backups).toEqual({ is_enabled: false, last: null, last_success: null })
  expect(first.versions).toEqual({
    program: expect.stringMatching(/^\d+\.\d+\.\d+/),
    schema: expect.stringMatching(/^\d{3}-/),
    postgres: expect.stringMatching(/^\d+(\.\d+)*$/),
    node: process.versions.node,
  })
  expect(Date.parse(first.started_at)).toBeLessThan(Date.now())
  expect(first.sessions).toEqual([
    { role: 'customer', open: 1, in_use: 0 },
    { role: 'marketer', open: 0, in_use: 0 },
    { role: 'admin', open: 1, in_use: 1 },
  ])
  await world.get('/orders', customer)
  expect((await overviewOf(world, admin)).sessions[0]).toEqual({ role: 'customer', open: 1, in_use: 1 })

  const night = (day: string) => ({
    started_at: new Date(`${day}T00:00:00Z`),
    finished_at: new Date(`${day}T00:01:00Z`),
  })
  const success = { ...night('2026-03-08'), file: '/var/backups/toptan-1.sql.gz', bytes: 123_456, problem: null }
  const failure = { ...night('2026-03-09'), file: null, bytes: null, problem: 'ENOSPC: no space left on device' }
  await world.db.insertInto('backups').values([success, failure]).execute()
  expect((await overviewOf(world, admin)).backups).toMatchObject({
    last: { file: null, problem: 'ENOSPC: no space left on device' },
    last_success: { started_at: '2026-03-08T00:00:00.000Z', file: 'toptan-1.sql.gz', bytes: 123_456 },
  })
})

test('backups that another host makes count as enabled, until none began for two days', async () => {
  const world = await makeWorld()
  const isEnabled = async () => (await overviewOf(world, await world.admin())).backups.is_enabled
  expect(await isEnabled()).toBe(false)
  const times = { started_at: world.now(), finished_at: world.now() }
  await world.db
    .insertInto('backups')
    .values({ ...times, file: null, bytes: null, problem: 'EIO' })
    .execute()
  world.pass(2 * DAY - MINUTE)
  expect(await isEnabled()).toBe(true)
  world.pass(MINUTE)
  expect(await isEnabled()).toBe(false)
})
