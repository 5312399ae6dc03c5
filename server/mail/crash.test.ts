import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseAt } from '../testing/databases.ts'
import { linkIn, type MailServer, startMailServer } from '../testing/mail-server.ts'
import { type PortalWithClock, startPortalWithClock } from '../testing/portal-with-clock.ts'
import { makeWorld, type World } from '../testing/world.ts'

// Several portals run on one database and are killed one after the other.

/** Longer than a mail's lease. */
const PAST_THE_LEASE = 6 * 60_000

async function databaseUrl({ db }: World) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const address = databaseAt(inject('database'), rows[0]!.name)
  if ('connectionString' in address) return address.connectionString
  const { database, ...rest } = address
  return `postgres:///${database}?${new URLSearchParams(rest).toString()}`
}

/** Starts a portal on the world's database. Its clock is `ahead` milliseconds fast, and `name` is its name in SMTP. */
async function startPortal(world: World, { url }: MailServer, name: string, ahead = 0) {
  const portal = await startPortalWithClock({
    CLOCK_AHEAD: String(ahead),
    DATABASE_URL: await databaseUrl(world),
    SMTP_URL: `${url}?name=${name}.example`,
    PUBLIC_URL: 'http://toptan.example',
  })
  onTestFinished(() => portal.kill())
  return portal
}

async function register(portal: { url: string }, names: string[]) {
  const responses = names.map(name =>
    fetch(`${portal.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        username: name,
        company_name: `${name} Lokantası`,
        email: `${name}@ornek.com.tr`,
        phone: '0212 000 00 00',
        address: 'İstanbul',
        password: 'gizli-1',
      }),
    }),
  )
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(names.map(() => 201))
}

/** As many names, numbered from 0. */
const names = (prefix: string, many: number) => Array.from({ length: many }, (_, i) => `${prefix}-${i}`)

const addresses = (all: string[]) => all.map(name => `${name}@ornek.com.tr`)

/** How many failures a portal has logged. */
const failuresOf = (portal: PortalWithClock) => portal.printed().split('a mail could not be sent').length - 1

test('whenever a portal is killed, every mail arrives, and none that was recorded as sent arrives twice', {
  // Four portals start from their sources, one after the other, which takes a minute on a busy machine.
  timeout: 300_000,
}, async () => {
  const world = await makeWorld()
  const mailServer = await startMailServer()
  onTestFinished(() => mailServer.stop())
  const { inbox, behave, waiting } = mailServer
  const recipients = () => inbox.flatMap(mail => mail.recipients).sort()
  const unsent = () => world.db.selectFrom('mails').select(['id', 'tries']).where('sent_at', 'is', null).execute()

  // Between queueing and sending: the mail server takes nothing yet.
  behave({ busy: '451 4.3.2 Please try again later' })
  const first = await startPortal(world, mailServer, 'first')
  const queued = names('sirada', 5)
  await register(first, queued)
  await expect.poll(() => failuresOf(first), { timeout: 60_000 }).toBeGreaterThan(0)
  await first.kill()
  behave()
  // By their clocks the leases of the first portal have ended. Neither must take a mail that the other is sending.
  const [second, third] = await Promise.all([
    startPortal(world, mailServer, 'second', PAST_THE_LEASE),
    startPortal(world, mailServer, 'third', PAST_THE_LEASE),
  ])
  await expect.poll(unsent, { timeout: 60_000 }).toEqual([])
  expect(recipients()).toEqual(addresses(queued))
  inbox.splice(0)

  // While sending: the mail server has three mails of each, but has not confirmed them.
  behave({ hangs: 'after the mail' })
  const underWay = names('yolda', 8)
  await register(second, underWay)
  const three = (name: string) => Array.from({ length: 3 }, () => `${name}.example`)
  await expect.poll(() => waiting().sort(), { timeout: 60_000 }).toEqual([...three('second'), ...three('third')])
  await second.kill()
  behave({ busy: '421 4.3.2 Shutting down' })
  // The three that were being sent; then it pauses.
  await expect.poll(() => failuresOf(third), { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
  behave()
  await third.pass(PAST_THE_LEASE)
  await expect.poll(unsent, { timeout: 60_000 }).toEqual([])
  expect(recipients()).toEqual(addresses(underWay))
  inbox.splice(0)

  // While they arrive: three are recorded, three are known to the mail server only, three are not started.
  const arriving = names('varan', 9)
  await register(third, arriving.slice(0, 3))
  await expect.poll(unsent, { timeout: 60_000 }).toEqual([])
  behave({ delay: 60_000 })
  await register(third, arriving.slice(3))
  await expect.poll(waiting, { timeout: 60_000 }).toEqual(three('third'))
  await third.kill()
  behave()
  await expect.poll(() => inbox.length, { timeout: 60_000 }).toBe(6)
  const taken = (await unsent()).filter(({ tries }) => tries > 0).map(({ id }) => id)
  expect(taken).toHaveLength(3)
  const fourth = await startPortal(world, mailServer, 'fourth', 2 * PAST_THE_LEASE)
  await expect.poll(async () => (await unsent()).map(({ id }) => id).sort(), { timeout: 60_000 }).toEqual(taken.sort())
  await fourth.pass(PAST_THE_LEASE)
  await expect.poll(unsent, { timeout: 60_000 }).toEqual([])
  expect([...new Set(recipients())]).toEqual(addresses(arriving))
  expect(new Set(inbox.map(mail => mail.messageId)).size).toBe(arriving.length)
  const maybeTwice = new Set(taken.map(id => `<${id}@toptan.example>`))
  const once = inbox.filter(({ messageId = '' }) => !maybeTwice.has(messageId))
  expect(once).toHaveLength(arriving.length - taken.length)
  expect(inbox.every(mail => linkIn(mail)?.startsWith('http://toptan.example/verify-email#token='))).toBe(true)
})
