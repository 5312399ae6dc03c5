import { expect, test } from 'vitest'
import { ChangeLog } from '../db/change-log.ts'
import { makeWorld, type TestUser } from '../testing/world.ts'
import { MAX_SESSIONS_OF_ACCOUNT, Sessions } from './sessions.ts'

const MINUTE = 60_000
const RULES = { adminsNeedSecondFactor: false, staffNeedOwnPassword: false }

test('a session that ends in one process has ended in every process', async () => {
  const world = await makeWorld()
  const [customer, marketer] = await Promise.all([world.customer(), world.marketer()])
  const processes = [1, 2].map(() => new Sessions(world.db, new ChangeLog(world.db), RULES))
  const actors = (token: string) => Promise.all(processes.map(sessions => sessions.identify(token, world.now())))

  for (const actor of await actors(customer.token)) expect(actor).toMatchObject({ id: customer.id, role: 'customer' })
  await world.db.updateTable('accounts').set({ name: 'Yeni Ad' }).where('id', '=', customer.id).execute()
  for (const actor of await actors(customer.token)) expect(actor).toMatchObject({ name: 'Yeni Ad' })
  await world.post('/auth/logout', customer)
  expect(await actors(customer.token)).toEqual([undefined, undefined])

  for (const actor of await actors(marketer.token)) expect(actor).toBeDefined()
  await world.db.updateTable('accounts').set({ is_active: false }).where('id', '=', marketer.id).execute()
  expect(await actors(marketer.token)).toEqual([undefined, undefined])
})

test('the use of a session in one process extends it in the others', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [here, there] = [1, 2].map(() => new Sessions(world.db, new ChangeLog(world.db), RULES))
  const hours = (count: number) => world.pass(count * 60 * 60 * 1000)
  expect(await here!.identify(admin.token, world.now())).toBeDefined()
  for (let i = 0; i < 3; i++) {
    hours(8)
    expect(await there!.identify(admin.token, world.now())).toBeDefined()
  }
  hours(8)
  expect(await here!.identify(admin.token, world.now())).toBeDefined()
  hours(13)
  expect(await here!.identify(admin.token, world.now())).toBeUndefined()
})

test('an account has at most a hundred sessions: a login beyond it ends the one that was unused for the longest', async () => {
  const world = await makeWorld()
  const [customer, other] = [await world.customer(), await world.customer()]
  const logIn = async () => {
    const { token } = (await world.post('/auth/login', undefined, customer)).json()
    return { ...customer, token }
  }
  const status = async (session: TestUser) => (await world.get('/auth/profile', session)).status
  world.pass(MINUTE)
  const unused = await logIn()
  for (let count = 3; count <= MAX_SESSIONS_OF_ACCOUNT; count += 1) {
    world.pass(MINUTE)
    await logIn()
  }
  // The first session is older, but in use.
  expect(await status(customer)).toBe(200)
  const newest = await logIn()
  expect(await Promise.all([customer, newest, other, unused].map(status))).toEqual([200, 200, 200, 401])
  await logIn()
  const open = world.db.selectFrom('sessions').select('token_hash').where('account_id', '=', customer.id)
  expect(await open.execute()).toHaveLength(MAX_SESSIONS_OF_ACCOUNT)
})
