import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { endSessions, updateAccount } from '../auth/accounts.ts'
import { inTransaction } from '../db/transaction.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

async function team() {
  const world = await makeWorld()
  const [admin, ali, veli] = [await world.admin(), await world.marketer('Ali'), await world.marketer('Veli')]
  return { world, admin, ali, veli }
}

const logIn = async (world: World, { username, password }: Pick<TestUser, 'username' | 'password'>) => {
  const response = await world.post('/marketer/login', undefined, { username, password })
  return response.status === 200 ? 200 : `${response.status} ${response.json().code}`
}

test('an admin changes the sent fields of a marketer', async () => {
  const { world, admin, ali } = await team()
  const response = await world.put(`/admin/marketers/${ali.id}`, admin, { name: 'Ali Şen', role: 'admin' })
  expect([response.status, response.json()]).toEqual([
    200,
    {
      success: true,
      marketer: { id: ali.id, name: 'Ali Şen', username: ali.username, is_active: true, customer_count: 0 },
    },
  ])
  expect((await world.get('/marketer/orders', ali)).status).toBe(200)
  await world.put(`/admin/marketers/${ali.id}`, admin, { username: 'ali' })
  expect([await logIn(world, ali), await logIn(world, { ...ali, username: 'ALI' })]).toEqual(['401 wrong_login', 200])
})

test('deactivating a marketer ends their sessions; reactivated, they can log in with the same password', async () => {
  const { world, admin, ali } = await team()
  const customer = await world.customer({ assigned_marketer_id: ali.id })
  const set = (is_active: boolean) => world.put(`/admin/marketers/${ali.id}`, admin, { is_active })
  expect((await set(false)).json()).toMatchObject({ marketer: { is_active: false, customer_count: 1 } })
  expect((await world.get('/marketer/orders', ali)).status).toBe(401)
  expect(await logIn(world, ali)).toBe('403 marketer_inactive')
  await set(true)
  expect((await world.get('/marketer/orders', ali)).status).toBe(401)
  expect(await logIn(world, ali)).toBe(200)
  expect((await world.get('/auth/profile', customer)).status).toBe(200)
})

test('a login that a deactivation overtakes starts no session, which would be valid after a reactivation', async () => {
  const { world, admin, ali } = await team()
  const login = await inTransaction(world.db, async tx => {
    await updateAccount(tx, ali.id, { name: ali.actor.name, username: ali.username, is_active: false })
    await endSessions(tx, ali.id)
    // The password has been checked when the login waits for the account.
    const reply = logIn(world, ali)
    await untilConnectionsWaitForLock(world, 1)
    return { reply }
  })
  expect(await login.reply).toBe('401 wrong_login')
  await world.put(`/admin/marketers/${ali.id}`, admin, { is_active: true })
  const sessions = world.db.selectFrom('sessions').select('token_hash').where('account_id', '=', ali.id)
  expect(await sessions.execute()).toEqual([])
})

test('a new password ends the sessions of the old one', async () => {
  const { world, admin, ali } = await team()
  const response = await world.put(`/admin/marketers/${ali.id}`, admin, { password: 'yepyeni-şifre' })
  expect([response.status, response.body.includes('yepyeni')]).toEqual([200, false])
  expect((await world.get('/marketer/orders', ali)).status).toBe(401)
  expect(await logIn(world, ali)).toBe('401 wrong_login')
  expect(await logIn(world, { ...ali, password: 'yepyeni-şifre' })).toBe(200)
})

test.each([
  [{ name: ' ' }, 400, 'Ad soyad zorunludur'],
  [{ username: '' }, 400, 'Kullanıcı adı zorunludur'],
  [{ is_active: 1 }, 400, 'is_active doğru veya yanlış olmalıdır'],
  [{ password: 'dokuz-krk' }, 400, 'Şifre en az 10 karakter olmalıdır'],
  [{ username: 'VELI' }, 409, 'Bu kullanıcı adı zaten kullanılıyor'],
])('a marketer with %j is refused and unchanged', async (fields, status, sentence) => {
  const { world, admin, ali, veli } = await team()
  await world.put(`/admin/marketers/${veli.id}`, admin, { username: 'veli' })
  const before = (await world.get('/admin/marketers', admin)).json()
  const refused = await world.put(`/admin/marketers/${ali.id}`, admin, { name: 'Yeni Ad', ...fields })
  expect([refused.status, refused.json().detail]).toEqual([status, sentence])
  expect((await world.get('/admin/marketers', admin)).json()).toEqual(before)
})

test('all customers of a marketer are handed over together, and no others', async () => {
  const { world, admin, ali, veli } = await team()
  const third = await world.marketer('Can')
  for (const marketer of [ali, ali, veli, third]) await world.customer({ assigned_marketer_id: marketer.id })
  await world.customer()
  const handOver = (from: TestUser, to: string) =>
    world.post(`/admin/marketers/${from.id}/hand-over`, admin, { to_marketer_id: to })
  const counts = async () =>
    (await world.get('/admin/marketers', admin))
      .json()
      .map(({ name, customer_count }: { name: string; customer_count: number }) => `${name} ${customer_count}`)

  for (const wrong of [ali.id, randomUUID(), admin.id]) {
    const refused = await handOver(ali, wrong)
    expect([refused.status, refused.json().errors[0].field]).toEqual([400, 'to_marketer_id'])
  }
  await world.put(`/admin/marketers/${third.id}`, admin, { is_active: false })
  expect((await handOver(ali, third.id)).json().detail).toBe('Seçilen pazarlamacı bulunamadı')
  expect(await counts()).toEqual(['Ali 2', 'Can 1', 'Veli 1'])

  expect((await handOver(ali, veli.id)).json()).toEqual({ success: true, moved_customers: 2 })
  expect(await counts()).toEqual(['Ali 0', 'Can 1', 'Veli 3'])
  expect((await handOver(third, veli.id)).json()).toEqual({ success: true, moved_customers: 1 })
  expect((await handOver(third, veli.id)).json()).toEqual({ success: true, moved_customers: 0 })
})

test('a repeated handover gives the number of the first one', async () => {
  const { world, admin, ali, veli } = await team()
  await world.customer({ assigned_marketer_id: ali.id })
  const handOver = () =>
    world.post(
      `/admin/marketers/${ali.id}/hand-over`,
      admin,
      { to_marketer_id: veli.id },
      { 'idempotency-key': 'handover' },
    )
  const [first, again] = [await handOver(), await handOver()]
  expect([first.json().moved_customers, again.json().moved_customers]).toEqual([1, 1])
})

test('customers handed over to two marketers concurrently all go to one of them', async () => {
  const { world, admin, ali, veli } = await team()
  const third = await world.marketer('Can')
  for (let i = 0; i < 20; i++) await world.customer({ assigned_marketer_id: ali.id })
  const responses = await Promise.all(
    [veli, third].map(({ id }) => world.post(`/admin/marketers/${ali.id}/hand-over`, admin, { to_marketer_id: id })),
  )
  expect(responses.map(response => response.json().moved_customers).sort((a, b) => a - b)).toEqual([0, 20])
})
