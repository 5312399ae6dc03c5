import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { inTransaction } from '../db/transaction.ts'
import { mailFixture, noteLetter, queueNotes } from '../testing/mail-fixture.ts'
import { type MailServerOptions, startMailServer } from '../testing/mail-server.ts'
import { sendDue } from '../testing/send-due.ts'
import { makeWorld } from '../testing/world.ts'
import { letterKind } from './letter-kind.ts'
import { mailSending, startMailSender } from './mail-sender.ts'
import { claimDueMail, deleteOldMails, queueMail, recordFailure } from './outbox.ts'
import { ServerPause } from './server-pause.ts'
import { ServerUnavailable } from './transport.ts'
import { makeDue } from './unsent.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

async function server(options?: MailServerOptions) {
  const started = await startMailServer(options)
  onTestFinished(() => started.stop())
  return started
}

/** The address of a mail server that has been stopped. */
async function closedServer() {
  const closed = await startMailServer()
  await closed.stop()
  return closed
}

/** Moves the world's clock in steps and sends the due mails after each. */
async function sendWhileTimePasses(
  world: { pass: (milliseconds: number) => void },
  { sendDueMails }: { sendDueMails: () => Promise<void> },
  { span, step }: { span: number; step: number },
) {
  for (let passed = 0; passed < span; passed += step) {
    world.pass(step)
    await sendDueMails()
  }
}

test('while the mail server is down a mail is retried with growing backoff, and it arrives when the server is back', async () => {
  const world = await makeWorld()
  const { url, port } = await closedServer()
  const fixture = mailFixture(world, url)
  const began = world.now().getTime()
  await queueNotes(world.db, ['lezzet'], world.now())
  await fixture.sendDueMails()
  await sendWhileTimePasses(world, fixture, { span: HOUR, step: 10 * SECOND })
  const instants = fixture.failures.map(({ at }) => (Date.parse(at) - began) / MINUTE)
  expect(instants).toEqual([0, 0.5, 1.5, 3.5, 7.5, 15.5, 31.5])
  expect(new Set(fixture.failures.map(({ why }) => why.split(' ')[1]))).toEqual(new Set(['ECONNREFUSED']))

  const { inbox } = await server({ port })
  await sendWhileTimePasses(world, fixture, { span: 5 * MINUTE, step: 10 * SECOND })
  expect(inbox.map(({ subject, date }) => [subject, date])).toEqual([
    ['lezzet için bir not', new Date(began).toISOString()],
  ])
  expect(await world.db.selectFrom('mails').select(['recipient', 'sent_at', 'tries', 'last_error']).execute()).toEqual([
    {
      recipient: 'lezzet@ornek.com.tr',
      sent_at: new Date(began + 63.5 * MINUTE).toISOString(),
      tries: 8,
      last_error: null,
    },
  ])
  await sendWhileTimePasses(world, fixture, { span: DAY, step: HOUR })
  expect(inbox).toHaveLength(1)
})

test('a mail is tried at least every hour for three days, and then given up', async () => {
  const world = await makeWorld()
  const fixture = mailFixture(world, (await closedServer()).url)
  const began = world.now().getTime()
  await queueNotes(world.db, ['lezzet'], world.now())
  await fixture.sendDueMails()
  await sendWhileTimePasses(world, fixture, { span: 4 * DAY, step: 30 * MINUTE })
  const hours = fixture.failures.map(({ at }) => (Date.parse(at) - began) / HOUR)
  const pauses = hours.slice(1).map((hour, i) => hour - hours[i]!)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1.5)
  expect(hours.at(-1)).toBeGreaterThan(70)
  expect(hours.at(-1)).toBeLessThanOrEqual(72)
  const [mail] = await world.db.selectFrom('mails').select(['gave_up_at', 'last_error']).execute()
  expect(mail).toEqual({ gave_up_at: fixture.failures.at(-1)?.at, last_error: expect.stringContaining('ECONNREFUSED') })

  await deleteOldMails(world.db, world.now())
  expect(await world.db.selectFrom('mails').select('id').execute()).toHaveLength(1)
  world.pass(27 * DAY)
  await deleteOldMails(world.db, world.now())
  expect(await world.db.selectFrom('mails').select('id').execute()).toEqual([])
})

test('a mail server that is busy gets the mail later, under the same Message-ID', async () => {
  const world = await makeWorld()
  const { url, behave, inbox } = await server()
  const fixture = mailFixture(world, url)
  await queueNotes(world.db, ['lezzet'], world.now())
  behave({ busy: '451 4.3.2 Please try again later' })
  await fixture.sendDueMails()
  expect(fixture.failures.map(({ why }) => why)).toEqual([expect.stringContaining('451 4.3.2')])
  behave()
  await fixture.sendDueMails()
  expect(inbox).toEqual([])
  await sendWhileTimePasses(world, fixture, { span: 30 * SECOND, step: 10 * SECOND })
  const { id } = await world.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  expect(inbox.map(({ messageId }) => messageId)).toEqual([`<${id}@toptan.example>`])
})

test('a mail to a recipient that does not exist is given up immediately, and the others get their mails', async () => {
  const world = await makeWorld()
  const { url, behave, inbox } = await server()
  const fixture = mailFixture(world, url)
  behave({ refused: { 'yok@ornek.com.tr': '550 5.1.1 <yok@ornek.com.tr>: No such user' } })
  await queueNotes(world.db, ['ilk', 'yok', 'son'], world.now())
  await fixture.sendDueMails()
  await sendWhileTimePasses(world, fixture, { span: DAY, step: HOUR })
  expect(inbox.map(({ recipients }) => recipients)).toEqual([['ilk@ornek.com.tr'], ['son@ornek.com.tr']])
  expect(fixture.failures.map(({ why }) => why)).toEqual([expect.stringContaining('550 5.1.1 <…>: No such user')])
  const given = world.db.selectFrom('mails').select(['tries', 'last_error']).where('gave_up_at', 'is not', null)
  expect(await given.execute()).toEqual([
    { tries: 1, last_error: expect.stringContaining('<yok@ornek.com.tr>: No such user') },
  ])
})

test('a wrong password of the portal loses no mail', async () => {
  const world = await makeWorld()
  const { url, inbox } = await server({ login: { user: 'portal', password: 'gizli' } })
  const withPassword = (password: string) => url.replace('//', `//portal:${password}@`)
  const wrong = mailFixture(world, withPassword('eski'))
  await queueNotes(world.db, ['lezzet'], world.now())
  await wrong.sendDueMails()
  await sendWhileTimePasses(world, wrong, { span: 5 * HOUR, step: HOUR })
  expect(wrong.failures).toHaveLength(6)
  expect(wrong.failures.at(-1)?.why).toContain('535 5.7.8 Authentication failed')
  const right = mailFixture(world, withPassword('gizli'))
  await sendWhileTimePasses(world, right, { span: HOUR, step: HOUR })
  expect(inbox).toHaveLength(1)
})

test('with a wrong password one mail is tried after growing pauses, and all are sent soon after it is right', async () => {
  const world = await makeWorld()
  const login = { user: 'portal', password: 'yeni' }
  const { url, inbox, logins } = await server({ login })
  const fixture = mailFixture(world, url.replace('//', '//portal:eski@'))
  await queueNotes(
    world.db,
    Array.from({ length: 20 }, (_, i) => `not-${i}`),
    world.now(),
  )
  await fixture.sendDueMails()
  await sendWhileTimePasses(world, fixture, { span: 10 * MINUTE, step: 10 * SECOND })
  // At 0, 0.5, 1.5, 3.5 and 7.5 minutes.
  expect(logins).toEqual(Array(5).fill('portal:eski'))
  await sendWhileTimePasses(world, fixture, { span: HOUR, step: MINUTE })
  // Then every 15 minutes.
  expect(logins).toHaveLength(9)
  login.password = 'eski'
  await sendWhileTimePasses(world, fixture, { span: 15 * MINUTE, step: MINUTE })
  expect(new Set(inbox.map(({ subject }) => subject)).size).toBe(20)
})

test('of concurrent senders one tries the server after a pause', async () => {
  const world = await makeWorld()
  const { url, logins } = await server({ login: { user: 'portal', password: 'yeni' } })
  const { context } = mailFixture(world, url.replace('//', '//portal:eski@'))
  const sending = mailSending(context)
  await queueNotes(
    world.db,
    Array.from({ length: 9 }, (_, i) => `not-${i}`),
    world.now(),
  )
  const claimThree = async () => {
    const claimed = await Promise.all([1, 2, 3].map(() => sending.claim(undefined, [])))
    return claimed.filter(mail => mail !== undefined)
  }
  const first = await claimThree()
  await Promise.all(first.map(sending.send))
  expect([first.length, (await claimThree()).length]).toEqual([3, 0])
  // The three failures are those of one round.
  world.pass(30 * SECOND)
  const [next, ...others] = await claimThree()
  expect([next?.tries, others]).toEqual([1, []])
  if (next) await sending.send(next)
  world.pass(MINUTE - SECOND)
  expect(await claimThree()).toEqual([])
  expect(logins).toHaveLength(4)
})

test('mails that wait for a server that cannot be used are given up after three days, also if none of them was tried', async () => {
  const world = await makeWorld()
  const { url, inbox } = await server({ login: { user: 'portal', password: 'yeni' } })
  const { context, failures } = mailFixture(world, url.replace('//', '//portal:eski@'))
  const sending = mailSending(context)
  await queueNotes(world.db, ['ilk', 'son'], world.now())
  await sendDue(sending)
  world.pass(3 * DAY)
  await sending.bringForward()
  const waiting = world.db.selectFrom('mails').select('id').where('gave_up_at', 'is', null)
  expect(await waiting.execute()).toHaveLength(2)
  world.pass(1)
  await sending.bringForward()
  const mails = await world.db.selectFrom('mails').select(['tries', 'gave_up_at', 'last_error']).execute()
  const givenUp = { gave_up_at: world.now().toISOString(), last_error: expect.stringContaining('535 5.7.8') }
  expect(mails.toSorted((a, b) => a.tries - b.tries)).toEqual([
    { tries: 0, ...givenUp },
    { tries: 1, ...givenUp },
  ])
  expect([failures.length, inbox]).toEqual([1, []])
})

test('a mail that an admin retries while sending is paused is tried at once, and no other', async () => {
  const world = await makeWorld()
  const login = { user: 'portal', password: 'yeni' }
  const { url, inbox, logins } = await server({ login })
  const fixture = mailFixture(world, url.replace('//', '//portal:eski@'))
  await queueNotes(world.db, ['ilk', 'orta', 'son'], world.now())
  await fixture.sendDueMails()
  const ids = await world.db.selectFrom('mails').select(['id', 'tries']).orderBy('tries').execute()
  const retry = async () => {
    world.pass(SECOND)
    await inTransaction(world.db, tx => makeDue(tx, [ids[0]?.id ?? ''], world.now()))
    await fixture.sendDueMails()
  }
  await retry()
  expect([ids.map(({ tries }) => tries), logins.length]).toEqual([[0, 0, 1], 2])
  const tried = world.db.selectFrom('mails').select('id').where('last_error', 'is not', null)
  expect((await tried.execute()).map(({ id }) => id).sort()).toEqual([ids[0]?.id, ids[2]?.id].sort())
  await fixture.sendDueMails()
  expect(logins).toHaveLength(2)
  login.password = 'eski'
  await retry()
  // The reply ends the pause; the mail that was tried first has its own backoff.
  expect(inbox).toHaveLength(2)
})

test('a mail on which the mail server hangs does not delay the others', async () => {
  const world = await makeWorld()
  const { url, behave, inbox } = await server()
  const fixture = mailFixture(world, url, { timeout: { socketTimeout: 300 } })
  behave({ hangs: 'after the mail' })
  await queueNotes(world.db, ['ilk'], world.now())
  await fixture.sendDueMails()
  expect(fixture.failures).toHaveLength(1)
  behave()
  await queueNotes(world.db, ['son'], world.now())
  await fixture.sendDueMails()
  expect(inbox.map(({ subject }) => subject)).toEqual(['son için bir not'])
})

test('of several mails that cannot be sent as there is no connection, two are tried', async () => {
  const world = await makeWorld()
  const fixture = mailFixture(world, (await closedServer()).url)
  await queueNotes(world.db, ['ilk', 'orta', 'son', 'en-son'], world.now())
  await fixture.sendDueMails()
  expect(fixture.failures).toHaveLength(2)
})

test('an attempt that began in an earlier outage does not extend the pause of a later one', () => {
  const pause = new ServerPause()
  const refused = new ServerUnavailable(new Error('Invalid login'), true)
  const at = (seconds: number) => new Date(Date.UTC(2026, 2, 10) + seconds * SECOND)
  const [first, second] = [pause.begin(at(0)), pause.begin(at(0))]
  pause.end(first?.round ?? -1, refused, at(1))
  const early = pause.begin(at(31))
  pause.end(second?.round ?? -1, 'replied', at(32))
  const again = pause.begin(at(33))
  pause.end(again?.round ?? -1, refused, at(34))
  pause.end(early?.round ?? -1, refused, at(60))
  expect(pause.begin(at(64))).toMatchObject({ retriedSince: undefined })
})

test('a letter of an unknown kind waits for a process that knows it', async () => {
  const world = await makeWorld()
  const { url, inbox } = await server()
  const newer = letterKind('newer', z.object({ name: z.string() }), noteLetter.write)
  const older = mailFixture(world, url)
  await inTransaction(world.db, tx => queueMail(tx, newer, { name: 'yeni' }, world.now()))
  await queueNotes(world.db, ['eski'], world.now())
  await older.sendDueMails()
  expect(inbox.splice(0).map(({ recipients }) => recipients)).toEqual([['eski@ornek.com.tr']])
  expect(older.failures.map(({ why }) => why)).toEqual(['this process knows no letters of the kind newer'])
  world.pass(MINUTE)
  await mailFixture(world, url, { kinds: [noteLetter, newer] }).sendDueMails()
  expect(inbox.map(({ recipients }) => recipients)).toEqual([['yeni@ornek.com.tr']])
})

test('an obsolete letter is not sent, and one that fails to be written is retried', async () => {
  const world = await makeWorld()
  const { url, inbox } = await server()
  let ink: 'none' | 'enough' = 'none'
  const silent = letterKind('silent', z.object({}), async () => undefined)
  const inky = letterKind('inky', z.object({ name: z.string() }), async (facts, context) => {
    if (ink === 'none') throw new Error('no ink')
    return noteLetter.write(facts, context)
  })
  const fixture = mailFixture(world, url, { kinds: [silent, inky] })
  await inTransaction(world.db, tx => queueMail(tx, silent, {}, world.now()))
  await inTransaction(world.db, tx => queueMail(tx, inky, { name: 'lezzet' }, world.now()))
  await fixture.sendDueMails()
  expect(await world.db.selectFrom('mails').select(['kind', 'last_error']).execute()).toEqual([
    { kind: 'inky', last_error: 'no ink' },
  ])
  ink = 'enough'
  world.pass(MINUTE)
  await fixture.sendDueMails()
  expect(inbox).toHaveLength(1)
})

test('a mail that could not be recorded as sent blocks no other, and is sent again under the same Message-ID', async () => {
  const world = await makeWorld()
  const { url, inbox } = await server()
  const fixture = mailFixture(world, url)
  await queueNotes(world.db, ['ilk'], world.now())
  await sql`create function jam() returns trigger language plpgsql as $$ begin raise 'jammed'; end $$`.execute(
    world.owner,
  )
  await sql`create trigger jam before update on mails for each row
    when (new.recipient = 'ilk@ornek.com.tr') execute function jam()`.execute(world.owner)
  const sender = startMailSender(fixture.context)
  await expect.poll(() => fixture.errors.map(String)).toEqual(['error: jammed'])
  const others = Array.from({ length: 10 }, (_, i) => `sonraki-${i}`)
  await queueNotes(world.db, others, world.now())
  await expect.poll(() => inbox.length).toBe(11)
  await sender.stop()

  await sql`drop trigger jam on mails`.execute(world.owner)
  world.pass(4 * MINUTE)
  const next = mailFixture(world, url)
  await next.sendDueMails()
  expect(inbox).toHaveLength(11)
  world.pass(2 * MINUTE)
  await next.sendDueMails()
  const [first] = inbox
  expect(inbox.slice(11).map(({ messageId, recipients }) => [messageId, recipients])).toEqual([
    [first?.messageId, ['ilk@ornek.com.tr']],
  ])
  world.pass(DAY)
  await next.sendDueMails()
  expect(inbox).toHaveLength(12)
})

test('a process that outlived its lease does not release the mail that another process has claimed', async () => {
  const world = await makeWorld()
  await queueNotes(world.db, ['lezzet'], world.now())
  const first = await claimDueMail(world.db, world.now())
  world.pass(6 * MINUTE)
  const second = await claimDueMail(world.db, world.now())
  expect([first?.id, first?.tries]).toEqual([second?.id, 1])
  await recordFailure(world.db, first!, { why: 'cut off', isFinal: false }, world.now())
  world.pass(MINUTE)
  expect(await claimDueMail(world.db, world.now())).toBeUndefined()
  await recordFailure(world.db, second!, { why: 'busy', isFinal: false }, world.now())
  world.pass(MINUTE)
  expect(await claimDueMail(world.db, world.now())).toMatchObject({ id: first?.id, tries: 3 })
})

test('a sender that is stopped finishes sending the mails in flight', async () => {
  const world = await makeWorld()
  const { url, behave, inbox, waiting } = await server()
  const fixture = mailFixture(world, url)
  behave({ delay: 60_000 })
  await queueNotes(world.db, ['a', 'b', 'c', 'd', 'e', 'f'], world.now())
  const sender = startMailSender(fixture.context)
  await expect.poll(waiting).toHaveLength(3)
  const stopped = sender.stop()
  behave()
  await stopped
  const noted = await world.db.selectFrom('mails').select('recipient').where('sent_at', 'is not', null).execute()
  expect(noted.map(({ recipient }) => recipient).sort()).toEqual(inbox.flatMap(({ recipients }) => recipients).sort())
  const left = await world.db.selectFrom('mails').select('tries').where('sent_at', 'is', null).execute()
  expect(left.every(({ tries }) => tries === 0)).toBe(true)
  expect([inbox.length, left.length]).toEqual([3, 3])
})
