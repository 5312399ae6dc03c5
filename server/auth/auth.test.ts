import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { makeWorld } from '../testing/world.ts'

const HOUR = 60 * 60 * 1000

test('each role has its own login, whose reply describes the user', async () => {
  const world = await makeWorld()
  const [admin, marketer, customer] = [
    await world.admin('Ayşe'),
    await world.marketer('Mehmet'),
    await world.customer(),
  ]
  const login = (path: string, { username, password }: typeof admin) =>
    world.post(path, undefined, { username, password })
  expect((await login('/admin/login', admin)).json()).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    admin: { id: admin.id, username: admin.username, name: 'Ayşe' },
  })
  expect((await login('/marketer/login', marketer)).json().marketer).toEqual({
    id: marketer.id,
    username: marketer.username,
    name: 'Mehmet',
  })
  expect((await login('/auth/login', customer)).json().user).toEqual({
    id: customer.id,
    username: customer.username,
    company_name: 'Lezzet Lokantası',
    email: `${customer.username}@ornek.com.tr`,
    phone: '0212 000 00 00',
    address: 'İstanbul',
    is_active: true,
  })
  for (const wrong of [
    await login('/auth/login', admin),
    await login('/admin/login', customer),
    await login('/marketer/login', admin),
  ]) {
    expect([wrong.status, wrong.json().code]).toEqual([401, 'wrong_login'])
  }
})

test('an unknown username and a wrong password get the same reply', async () => {
  const world = await makeWorld()
  const { username } = await world.customer()
  const unknown = await world.post('/auth/login', undefined, { username: 'kimse', password: 'yanlış-şifre' })
  const wrong = await world.post('/auth/login', undefined, { username, password: 'yanlış-şifre' })
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  const missing = await world.post('/auth/login', undefined, { username })
  expect([missing.status, missing.json().detail]).toEqual([400, 'Şifre zorunludur'])
})

test('the four letters i, ı, I and İ are equal in usernames, and passwords are compared exactly', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const body = { name: 'Işıl', username: 'IŞIL', password: ' boşluk önemli ' }
  expect((await world.post('/admin/marketers', admin, body)).status).toBe(201)
  const login = (username: string, password: string) => world.post('/marketer/login', undefined, { username, password })
  expect((await login('ışıl', ' boşluk önemli ')).status).toBe(200)
  expect((await login('işil ', ' boşluk önemli ')).status).toBe(200)
  expect((await login('IŞIL', 'boşluk önemli')).status).toBe(401)
  const duplicate = await world.post('/admin/marketers', admin, { ...body, username: 'işıl' })
  expect([duplicate.status, duplicate.json().code, duplicate.json().errors[0].field]).toEqual([
    409,
    'username_taken',
    'username',
  ])
})

test('a session ends on logout, or when it was unused for 12 hours (admins) or 30 days (others)', async () => {
  const world = await makeWorld()
  const [admin, marketer, customer] = [await world.admin(), await world.marketer(), await world.customer()]
  world.pass(11 * HOUR)
  expect((await world.get('/admin/orders', admin)).status).toBe(200)
  world.pass(11 * HOUR)
  expect((await world.get('/admin/orders', admin)).status).toBe(200)
  world.pass(12 * HOUR + 1000)
  const ended = await world.get('/admin/orders', admin)
  expect([ended.status, ended.json().code]).toEqual([401, 'session_ended'])

  expect((await world.get('/orders', customer)).status).toBe(200)
  world.pass(29 * 24 * HOUR)
  expect((await world.get('/orders', customer)).status).toBe(200)
  expect((await world.get('/marketer/orders', marketer)).status).toBe(401)
  expect((await world.post('/auth/logout', customer)).json()).toEqual({ message: 'Çıkış yapıldı' })
  expect((await world.get('/orders', customer)).status).toBe(401)
  expect((await world.post('/auth/logout', customer)).status).toBe(401)
})

test('only the hash of a token is stored', async () => {
  const world = await makeWorld()
  const { token } = await world.customer()
  const sessions = await world.db.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(sessions)).not.toContain(token)
  expect(sessions.map(session => session.token_hash.length)).toEqual([32])
})

test('a deactivated marketer learns that only with the right password, and their sessions end', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  await world.db.updateTable('accounts').set({ is_active: false }).where('id', '=', marketer.id).execute()
  expect((await world.get('/marketer/orders', marketer)).status).toBe(401)
  const right = await world.post('/marketer/login', undefined, marketer)
  expect([right.status, right.json().code]).toEqual([403, 'marketer_inactive'])
  const wrong = await world.post('/marketer/login', undefined, { ...marketer, password: 'yanlış' })
  expect(wrong.status).toBe(401)
})

test('an unconfirmed customer learns that only with the right password; a passive one can log in', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  await world.db
    .updateTable('accounts')
    .set({ confirmed_email: null, confirmed_email_key: null, is_active: false })
    .where('id', '=', customer.id)
    .execute()
  const refused = await world.post('/auth/login', undefined, customer)
  expect([refused.status, refused.json().code]).toEqual([403, 'email_not_verified'])
  expect(refused.json().detail).toMatch(/e-posta/i)
  expect(refused.json().detail).toContain('email')
  await world.db
    .updateTable('accounts')
    .set({ confirmed_email: 'a@b.tr', confirmed_email_key: 'a@b.tr' })
    .where('id', '=', customer.id)
    .execute()
  const passive = await world.post('/auth/login', undefined, customer)
  expect([passive.status, passive.json().user.is_active]).toEqual([200, false])
})

test('changing a password requires the old one and ends all sessions of the account', async () => {
  const world = await makeWorld()
  for (const [user, login] of [
    [await world.customer(), '/auth/login'],
    [await world.marketer(), '/marketer/login'],
    [await world.admin(), '/admin/login'],
  ] as const) {
    const second = { ...user, token: (await world.post(login, undefined, user)).json().token }
    const wrong = await world.post('/auth/change-password', user, {
      current_password: 'yanlış',
      new_password: 'yepyeni-10',
    })
    expect([wrong.status, wrong.json().code, wrong.json().errors[0].field]).toEqual([
      400,
      'wrong_password',
      'current_password',
    ])
    const short = await world.post('/auth/change-password', user, {
      current_password: user.password,
      new_password: 'kısa5',
    })
    expect([short.status, short.json().detail]).toEqual([400, 'Şifre en az 6 karakter olmalıdır'])

    const changed = await world.post('/auth/change-password', user, {
      current_password: user.password,
      new_password: ' yepyeni şifre ',
    })
    expect(changed.status).toBe(200)
    for (const session of [user, second]) expect((await world.post('/auth/logout', session)).status).toBe(401)
    expect((await world.post(login, undefined, user)).status).toBe(401)
    expect((await world.post(login, undefined, { ...user, password: ' yepyeni şifre ' })).status).toBe(200)
  }
})

test('with a stolen session the old password cannot be guessed indefinitely', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const guess = (current_password: string) =>
    world.post('/auth/change-password', customer, { current_password, new_password: 'yepyeni-10' })
  for (let i = 0; i < 10; i++) expect((await guess(`yanlış-${i}`)).status).toBe(400)
  expect((await guess(customer.password)).status).toBe(429)
})

test('a login during which the password changes gets no session', async () => {
  const world = await makeWorld()
  for (const head_start of [0, 1, 2, 4, 8, 12]) {
    const customer = await world.customer()
    const change = world.post('/auth/change-password', customer, {
      current_password: customer.password,
      new_password: 'yepyeni-10',
    })
    await sleep(head_start)
    const login = await world.post('/auth/login', undefined, customer)
    expect((await change).status).toBe(200)
    if (login.status !== 200) continue
    expect((await world.get('/orders', { ...customer, token: login.json().token })).status).toBe(401)
  }
})

test('of two concurrent changes of one password only one succeeds', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const change = (new_password: string) =>
    world.post('/auth/change-password', customer, { current_password: customer.password, new_password })
  const { both } = await inTransaction(world.db, async tx => {
    // Both verify the current password before either can change it.
    await tx.selectFrom('accounts').select('id').where('id', '=', customer.id).forNoKeyUpdate().execute()
    const sent = Promise.all([change('birinci-1'), change('ikinci-1')])
    await untilConnectionsWaitForLock(world, 2)
    return { both: sent }
  })
  const statuses = (await both).map(response => response.status)
  expect(statuses.sort()).toEqual([200, 400])
})
