import { expect, test } from 'vitest'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { DEVICE_LIFETIME, deleteOldDevices } from './devices.ts'

const MINUTE = 60_000

async function logIn(
  world: World,
  { username }: Pick<TestUser, 'username'>,
  password: string,
  {
    cookie,
    remoteAddress = '192.0.2.1',
    path = '/auth/login',
  }: Partial<Record<'cookie' | 'remoteAddress' | 'path', string>> = {},
) {
  const { statusCode: status, headers } = await world.app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload: { username, password },
    remoteAddress,
    headers: { ...(cookie && { cookie }) },
  })
  const [set = ''] = [headers['set-cookie'] ?? ''].flat()
  return { status, set, cookie: set.split(';')[0] ?? '' }
}

const statuses = (replies: { status: number }[], status: number) => replies.filter(one => one.status === status).length

/** Concurrent failed attempts, each from another address. */
const attack = (world: World, victim: Pick<TestUser, 'username'>, tries: number) =>
  Promise.all(
    Array.from({ length: tries }, (_, i) => logIn(world, victim, `x-${i}`, { remoteAddress: `198.51.100.${i % 250}` })),
  )

test('a browser that logged in before is not locked out by others’ tries, and its login gives them no further ones', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const { cookie } = await logIn(world, customer, customer.password)
  expect(statuses(await attack(world, customer, 110), 401)).toBe(100)
  expect((await logIn(world, customer, customer.password)).status).toBe(429)
  const own = await logIn(world, customer, customer.password, { cookie: `theme=dark; ${cookie}` })
  expect([own.status, own.cookie]).toEqual([200, cookie])
  // The login of the known browser clears no failures of the others.
  expect(statuses(await attack(world, customer, 10), 429)).toBe(10)
  expect((await logIn(world, customer, customer.password)).status).toBe(429)
  // Nor is it locked out by the attempts of others from its own network.
  const strangers = await Promise.all(
    Array.from({ length: 41 }, (_, i) => logIn(world, { username: `kimse${i}` }, 'x')),
  )
  expect(statuses(strangers, 429)).toBe(1)
  expect((await logIn(world, customer, customer.password, { cookie })).status).toBe(200)
})

test('a known browser has ten tries in fifteen minutes, wherever it is', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const { cookie } = await logIn(world, customer, customer.password)
  const tries = await Promise.all(
    Array.from({ length: 14 }, (_, i) => logIn(world, customer, `x-${i}`, { cookie, remoteAddress: `192.0.2.${i}` })),
  )
  expect([statuses(tries, 401), statuses(tries, 429)]).toEqual([10, 4])
  expect((await logIn(world, customer, customer.password, { cookie })).status).toBe(429)
  // Its failures count towards the limits of other browsers, so that a stolen cookie gives no additional tries.
  expect(statuses(await attack(world, customer, 100), 401)).toBe(90)
  world.pass(15 * MINUTE)
  expect((await logIn(world, customer, customer.password, { cookie })).status).toBe(200)
})

test('a cookie is valid for the accounts that its browser has logged in to, and only if the portal has issued it', async () => {
  const world = await makeWorld()
  const [one, other, marketer] = [await world.customer(), await world.customer(), await world.marketer()]
  const { cookie } = await logIn(world, one, one.password)
  for (const name of ['device=', `device=${'a'.repeat(43)}`, 'device=%00; device=', cookie.slice(0, -1)])
    expect((await logIn(world, one, one.password, { cookie: name })).cookie).not.toBe(name)
  const failHere = async (user: TestUser) => {
    for (let i = 0; i < 10; i++) await logIn(world, user, `x-${i}`)
  }
  await failHere(other)
  expect((await logIn(world, other, other.password, { cookie })).status).toBe(429)
  world.pass(15 * MINUTE)
  // Several accounts of one browser share its cookie.
  expect((await logIn(world, other, other.password, { cookie })).cookie).toBe(cookie)
  expect((await logIn(world, marketer, marketer.password, { cookie, path: '/marketer/login' })).cookie).toBe(cookie)
  await failHere(other)
  expect((await logIn(world, other, other.password)).status).toBe(429)
  expect((await logIn(world, other, other.password, { cookie })).status).toBe(200)
})

test('the cookie is hidden from scripts and other sites, and sent only by https if the portal uses it', async () => {
  const [plain, secure] = [await makeWorld(), await makeWorld({ publicUrl: 'https://siparis.example.com' })]
  const setBy = async (world: World) => {
    const customer = await world.customer()
    const { set, cookie } = await logIn(world, customer, customer.password)
    const stored = await world.db.selectFrom('known_devices').select('token_hash').execute()
    expect(stored.map(row => row.token_hash.toString('base64url'))).not.toContain(cookie.split('=')[1])
    return set
  }
  expect(await setBy(plain)).toMatch(/^device=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/)
  expect(await setBy(secure)).toMatch(
    /^__Host-device=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure$/,
  )
})

test('the twenty browsers that logged in to an account last are known, each for a year', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const known = async () => (await world.db.selectFrom('known_devices').select('last_used_at').execute()).length
  const first = await logIn(world, customer, customer.password)
  for (let i = 0; i < 21; i++) {
    world.pass(MINUTE)
    await logIn(world, customer, customer.password)
  }
  expect(await known()).toBe(20)
  expect((await logIn(world, customer, customer.password, { cookie: first.cookie })).cookie).not.toBe(first.cookie)
  world.pass(DEVICE_LIFETIME - MINUTE)
  await deleteOldDevices(world.db, world.now())
  expect(await known()).toBeGreaterThan(0)
  world.pass(2 * MINUTE)
  await deleteOldDevices(world.db, world.now())
  expect(await known()).toBe(0)
})
