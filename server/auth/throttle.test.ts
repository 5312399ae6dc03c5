import { expect, test } from 'vitest'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { clearFailures } from './throttle.ts'

const MINUTE = 60_000

async function logIn(
  world: World,
  { username }: Pick<TestUser, 'username'>,
  password: string,
  remoteAddress = '192.0.2.1',
) {
  const response = await world.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username, password },
    remoteAddress,
  })
  return {
    status: response.statusCode,
    code: response.json().code,
    detail: response.json().detail,
    headers: response.headers,
  }
}

async function fail(world: World, user: Pick<TestUser, 'username'>, times: number, address?: string) {
  const statuses: number[] = []
  for (let i = 0; i < times; i++) statuses.push((await logIn(world, user, `yanlış-${i}`, address)).status)
  return statuses
}

test('after ten failures from one address even the right password is refused until the window is over', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  expect(new Set(await fail(world, customer, 10))).toEqual(new Set([401]))
  world.pass(5 * MINUTE)
  const refused = await logIn(world, customer, customer.password)
  expect(refused).toMatchObject({
    status: 429,
    code: 'too_many_tries',
    detail: 'Çok fazla hatalı deneme yapıldı; lütfen 10 dakika sonra yeniden deneyin',
  })
  expect(refused.headers['retry-after']).toBe('600')
  // Failures from one address do not lock the user out elsewhere.
  expect((await logIn(world, customer, customer.password, '192.0.2.2')).status).toBe(200)
})

test('refused attempts do not extend the window, and after it the right password works', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  await fail(world, customer, 10)
  world.pass(14 * MINUTE)
  expect(await fail(world, customer, 3)).toEqual([429, 429, 429])
  world.pass(1 * MINUTE)
  expect((await logIn(world, customer, customer.password)).status).toBe(200)
})

test('clearing a username’s failures keeps attempts that wait, so that a long transaction delays no login', async () => {
  const { db, now } = await makeWorld()
  const attempt = { role: 'customer', username_key: 'lezzet', address: '192.0.2.0', failed_at: now() } as const
  const attempts = [true, false].map(is_decided => ({ ...attempt, is_decided }))
  await db.insertInto('login_failures').values(attempts).execute()
  await clearFailures(db, attempt)
  expect(await db.selectFrom('login_failures').select('is_decided').execute()).toEqual([{ is_decided: false }])
})

test('a successful login clears the username’s failures', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  await fail(world, customer, 9)
  expect((await logIn(world, customer, customer.password)).status).toBe(200)
  expect(new Set(await fail(world, customer, 10))).toEqual(new Set([401]))
})

test.each(['customer', 'marketer'] as const)(
  'a password that an admin sets for a locked %s works at once',
  async role => {
    const world = await makeWorld()
    const [admin, locked] = [await world.admin(), await world[role]()]
    const login = role === 'customer' ? '/auth/login' : '/marketer/login'
    const logInWith = async (password: string) =>
      (await world.post(login, undefined, { username: locked.username, password })).status
    for (let wrong = 0; wrong < 10; wrong++) expect(await logInWith('yanlış')).toBe(401)
    expect(await logInWith(locked.password)).toBe(429)
    const password = 'bambaşka-şifre'
    expect((await world.put(`/admin/${role}s/${locked.id}`, admin, { password })).status).toBe(200)
    expect(await logInWith(password)).toBe(200)
  },
)

test('an unknown username is throttled like a known one', async () => {
  const world = await makeWorld()
  expect(await fail(world, { username: 'kimse' }, 11)).toEqual([...Array.from({ length: 10 }, () => 401), 429])
})

test('one address may fail forty times over all usernames, one username a hundred times from all addresses', async () => {
  const world = await makeWorld()
  const statuses: number[] = []
  for (let i = 0; i < 41; i++) statuses.push(...(await fail(world, { username: `kimse-${i}` }, 1)))
  expect(statuses).toEqual([...Array.from({ length: 40 }, () => 401), 429])

  const customer = await world.customer()
  const addresses = Array.from({ length: 110 }, (_, i) => `198.51.100.${i}`)
  const responses = await Promise.all(addresses.map(address => logIn(world, customer, 'yanlış', address)))
  expect([count(responses, 401), count(responses, 429)]).toEqual([100, 10])
  expect((await logIn(world, customer, customer.password, '203.0.113.9')).status).toBe(429)
})

test('concurrent attempts cannot exceed the limit, and many users with right passwords can log in', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const storm = await Promise.all(Array.from({ length: 50 }, (_, i) => logIn(world, customer, `yanlış-${i}`)))
  expect(storm.filter(response => response.status === 401).length).toBeLessThanOrEqual(10)
  expect(new Set(storm.map(response => response.status))).toEqual(new Set([401, 429]))

  const context = await Promise.all(Array.from({ length: 60 }, () => world.customer()))
  const responses = await Promise.all(context.map(user => logIn(world, user, user.password, '192.0.2.7')))
  expect(new Set(responses.map(response => response.status))).toEqual(new Set([200]))
})

test('failures are counted per role', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  await fail(world, marketer, 10)
  expect((await world.post('/marketer/login', undefined, marketer)).status).toBe(200)
})

test('the limit of an address holds for concurrent logins', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  // More than can wait in the queue of one address.
  const names = Array.from({ length: 130 }, (_, i) => ({ username: `kimse-${i}` }))
  const responses = await Promise.all(names.map(name => logIn(world, name, 'yanlış')))
  expect([count(responses, 401), count(responses, 429)]).toEqual([40, 90])
  expect(await world.db.selectFrom('login_failures').select('id').execute()).toHaveLength(40)
  expect((await logIn(world, customer, customer.password)).status).toBe(429)
  expect((await logIn(world, customer, customer.password, '192.0.2.2')).status).toBe(200)
})

test('right passwords do not count against the limit of the address', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  expect(new Set(await failAtOnce(world, 39))).toEqual(new Set([401]))
  for (let i = 0; i < 3; i++) expect((await logIn(world, customer, customer.password)).status).toBe(200)
  expect((await failAtOnce(world, 2)).toSorted()).toEqual([401, 429])
})

async function failAtOnce(world: World, times: number) {
  const names = Array.from({ length: times }, (_, i) => ({ username: `baska-${i}` }))
  return (await Promise.all(names.map(name => logIn(world, name, 'yanlış')))).map(response => response.status)
}

const count = (responses: { status: number }[], status: number) => responses.filter(one => one.status === status).length
