import { expect, test } from 'vitest'
import { codeAt, giveSecondFactor } from '../testing/second-factor.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const logIn = (world: World, { username, password }: TestUser, code?: string, role = 'admin') =>
  world.post(`/${role}/login`, undefined, { username, password, ...(code !== undefined && { code }) })

/** The status and the code of a response. */
const outcome = ({ status, json }: { status: number; json: () => { code?: string } }) =>
  [status, json().code].filter(Boolean).join(' ')

/** Turns the second factor on through the API; returns its secret and recovery codes. */
async function enrol(world: World, user: TestUser) {
  const { secret, uri } = (await world.post('/auth/second-factor', user)).json()
  expect(uri).toMatch(/^otpauth:\/\/totp\/Toptan:.*secret=/)
  const reply = await world.post('/auth/second-factor/confirm', user, { code: codeAt(world.now(), secret) })
  expect(reply.status).toBe(200)
  return { secret, codes: reply.json().recovery_codes as string[] }
}

test('an admin with a second factor needs its code, which is valid once and up to half a minute early or late', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const { secret } = await enrol(world, admin)
  expect(outcome(await logIn(world, admin))).toBe('403 second_factor_required')
  // The code that confirmed the second factor has been used.
  expect(outcome(await logIn(world, admin, codeAt(world.now(), secret)))).toBe('400 wrong_code')
  world.pass(30_000)
  const code = codeAt(world.now(), secret)
  expect((await logIn(world, admin, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
  expect(outcome(await logIn(world, admin, code))).toBe('400 wrong_code')
  const next = codeAt(new Date(world.now().getTime() + 30_000), secret)
  expect((await logIn(world, admin, next)).status).toBe(200)
  world.pass(5 * MINUTE)
  const late = codeAt(new Date(world.now().getTime() - 60_000), secret)
  expect(outcome(await logIn(world, admin, late))).toBe('400 wrong_code')
  expect(outcome(await logIn(world, admin, 'yanlış'))).toBe('400 wrong_code')
  // A wrong password is reported before any code.
  expect(outcome(await logIn(world, { ...admin, password: 'yanlış' }, code))).toBe('401 wrong_login')
})

test('of two concurrent logins with one code, one succeeds', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await giveSecondFactor(world.db, admin, world.now())
  const both = await Promise.all([1, 2].map(() => logIn(world, admin, codeAt(world.now()))))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('after five wrong codes all further ones are refused for 15 minutes, from any address', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await giveSecondFactor(world.db, admin, world.now())
  for (let i = 0; i < 5; i++) expect(outcome(await logIn(world, admin, '000000'))).toBe('400 wrong_code')
  const blocked = await logIn(world, admin, codeAt(world.now()))
  expect([outcome(blocked), blocked.headers['retry-after']]).toEqual(['429 too_many_tries', '900'])
  world.pass(15 * MINUTE)
  expect((await logIn(world, admin, codeAt(world.now()))).status).toBe(200)
})

test('each recovery code replaces a code once, and its use is recorded', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const { codes } = await enrol(world, marketer)
  expect(codes).toHaveLength(10)
  const [first = '', second = ''] = codes
  // 24 letters of an alphabet of 31 are 118 random bits.
  expect(first).toMatch(/^([a-z2-9]{6}-){3}[a-z2-9]{6}$/)
  expect((await logIn(world, marketer, first.toUpperCase(), 'marketer')).status).toBe(200)
  expect(outcome(await logIn(world, marketer, first, 'marketer'))).toBe('400 wrong_code')
  expect((await world.get('/auth/security', marketer)).json()).toMatchObject({
    has_second_factor: true,
    recovery_codes_left: 9,
  })
  const replaced = (await world.post('/auth/second-factor/recovery-codes', marketer)).json().recovery_codes
  expect(outcome(await logIn(world, marketer, second, 'marketer'))).toBe('400 wrong_code')
  expect((await logIn(world, marketer, replaced[0], 'marketer')).status).toBe(200)
  const entries = (await world.get(`/admin/audit?entity_id=${marketer.id}`, await world.admin())).json()
  const actions = entries.map(({ action }: { action: string }) => action)
  expect(actions).toContain('recovery_code_used')
  expect(actions).toContain('second_factor_added')
  // Neither the secret nor the codes are recorded.
  expect(JSON.stringify(entries)).not.toContain(first.slice(0, 6))
})

test('the secret is not returned again, and a removed second factor is no longer required', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await enrol(world, admin)
  expect(outcome(await world.post('/auth/second-factor', admin))).toBe('409 second_factor_exists')
  expect((await world.request('DELETE', '/auth/second-factor', admin)).status).toBe(200)
  expect(outcome(await world.request('DELETE', '/auth/second-factor', admin))).toBe('403 second_factor_missing')
  expect((await logIn(world, admin)).status).toBe(200)
  expect(outcome(await world.post('/auth/second-factor/confirm', admin, { code: '123456' }))).toBe(
    '403 second_factor_missing',
  )
})

test('if the setting requires a second factor, an admin can do nothing else before setting it up', async () => {
  const world = await makeWorld({ adminsNeedSecondFactor: true })
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  expect(outcome(await world.get('/admin/orders', admin))).toBe('403 second_factor_missing')
  expect((await world.get('/auth/security', admin)).json().must_first).toBe('second_factor_missing')
  expect((await world.get('/marketer/orders', marketer)).status).toBe(200)
  await enrol(world, admin)
  expect((await world.get('/admin/orders', admin)).status).toBe(200)
})

test('where the setting requires a second factor, it cannot be turned off', async () => {
  const world = await makeWorld({ adminsNeedSecondFactor: true })
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  for (const [user, needed, removed] of [
    [admin, true, '403 second_factor_mandatory'],
    [marketer, false, '200'],
  ] as const) {
    await enrol(world, user)
    const security = { has_second_factor: true, needs_second_factor: needed, recovery_codes_left: 10 }
    expect((await world.get('/auth/security', user)).json()).toMatchObject(security)
    expect(outcome(await world.request('DELETE', '/auth/second-factor', user))).toBe(removed)
    const stays = { has_second_factor: needed, recovery_codes_left: needed ? 10 : 0, must_first: null }
    expect((await world.get('/auth/security', user)).json()).toMatchObject(stays)
  }
  expect((await world.get('/admin/orders', admin)).status).toBe(200)
})

test('a second factor is moved to another device; the old one is valid until the new one is confirmed', async () => {
  const world = await makeWorld({ adminsNeedSecondFactor: true })
  const admin = await world.admin()
  const { secret: old, codes } = await enrol(world, admin)
  const codeOf = (secret: string) => codeAt(world.now(), secret)
  const { secret } = (await world.post('/auth/second-factor', admin, { replaces: true })).json()
  world.pass(30_000)
  const login = await logIn(world, admin, codeOf(old))
  expect(login.status).toBe(200)
  const confirm = (code: string) => world.post('/auth/second-factor/confirm', admin, { code })
  expect(outcome(await confirm(codeOf(old)))).toBe('400 wrong_code')
  const confirmed = await confirm(codeOf(secret))
  expect([confirmed.status, confirmed.json().recovery_codes.length]).toEqual([200, 10])
  // As after the first set-up, the other sessions end.
  expect((await world.get('/auth/sessions', { ...admin, token: login.json().token })).status).toBe(401)
  expect(outcome(await confirm(codeOf(secret)))).toBe('409 second_factor_exists')
  world.pass(30_000)
  for (const code of [codeOf(old), codes[0]]) expect(outcome(await logIn(world, admin, code))).toBe('400 wrong_code')
  expect((await logIn(world, admin, codeOf(secret))).status).toBe(200)
  const entries = (await world.get(`/admin/audit?entity_id=${admin.id}`, admin)).json()
  const changes = entries.map(({ action }: { action: string }) => action).filter((one: string) => one !== 'logged_in')
  expect(changes).toEqual(['second_factor_replaced', 'second_factor_added'])
  const events = (await world.get('/admin/security-log?event=second_factor_replaced', admin)).json()
  expect(events).toMatchObject([{ operation: 'postAuthSecondFactorConfirm', account: { id: admin.id } }])
})

test('a password that an admin has set is temporary until its owner changes it', async () => {
  const world = await makeWorld({ staffNeedOwnPassword: true })
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer()
  const isTemporary = async (user: TestUser) =>
    (await world.get('/auth/security', user)).json().has_temporary_login as boolean
  // A customer is only prompted to change it.
  expect([await isTemporary(customer), (await world.get('/orders', customer)).status]).toEqual([true, 200])
  expect(outcome(await world.get('/marketer/orders', marketer))).toBe('403 password_change_required')
  const change = { current_password: marketer.password, new_password: 'bambaşka-şifre' }
  // The user who has set the temporary one knows it.
  const same = await world.post('/auth/change-password', marketer, { ...change, new_password: marketer.password })
  const message = 'Yeni şifre öncekinden farklı olmalıdır'
  expect([same.status, same.json().errors]).toEqual([400, [{ field: 'new_password', message }]])
  expect(await isTemporary(marketer)).toBe(true)
  expect((await world.post('/auth/change-password', marketer, change)).status).toBe(200)
  const login = await logIn(world, { ...marketer, password: change.new_password }, undefined, 'marketer')
  const again = { ...marketer, token: login.json().token as string }
  expect([await isTemporary(again), (await world.get('/marketer/orders', again)).status]).toEqual([false, 200])
  expect((await world.put(`/admin/marketers/${marketer.id}`, admin, { password: 'üçüncü-şifre' })).status).toBe(200)
  const third = await logIn(world, { ...marketer, password: 'üçüncü-şifre' }, undefined, 'marketer')
  expect(await isTemporary({ ...marketer, token: third.json().token })).toBe(true)
})

test('ten minutes after the login, deleting a customer, emptying a warehouse and ending sessions need the password', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const guarded = [
    ['DELETE', '/admin/products/delete-by-warehouse?warehouse=Gecici%20Depo'],
    ['POST', `/admin/accounts/${customer.id}/end-sessions`],
    ['POST', '/auth/sessions/end-others'],
    ['DELETE', `/admin/customers/${customer.id}`],
  ] as const
  world.pass(10 * MINUTE + 1)
  for (const [method, url] of guarded)
    expect(outcome(await world.request(method, url, admin))).toBe('403 reauthentication_required')
  const wrong = await world.post('/auth/reauthenticate', admin, { current_password: 'yanlış' })
  expect(outcome(wrong)).toBe('400 wrong_password')
  expect((await world.post('/auth/reauthenticate', admin, { current_password: admin.password })).status).toBe(200)
  for (const [method, url] of guarded) expect((await world.request(method, url, admin)).status).toBe(200)
})

test('others’ wrong logins do not prevent a logged-in user from confirming the password; a session has ten tries', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const confirm = (current_password: string) => world.post('/auth/reauthenticate', admin, { current_password })
  for (let i = 0; i < 10; i++) expect((await logIn(world, { ...admin, password: 'yanlış' })).status).toBe(401)
  expect((await logIn(world, admin)).status).toBe(429)
  expect((await confirm(admin.password)).status).toBe(200)
  for (let i = 0; i < 10; i++) expect((await confirm('yanlış')).status).toBe(400)
  expect((await confirm(admin.password)).status).toBe(429)
})

test('with a second factor the confirmation also needs a code', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await giveSecondFactor(world.db, admin, world.now())
  const confirm = (code?: string) =>
    world.post('/auth/reauthenticate', admin, { current_password: admin.password, ...(code && { code }) })
  expect(outcome(await confirm())).toBe('403 second_factor_required')
  expect((await confirm(codeAt(world.now()))).status).toBe(200)
})

test('a session ends 90 days after the login, that of an admin after 7, even if it is used all the time', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const use = async (user: TestUser, days: number, step: number) => {
    for (let passed = 0; passed < days; passed += step) {
      expect((await world.get('/auth/sessions', user)).status).toBe(200)
      world.pass(step * DAY)
    }
    expect((await world.get('/auth/sessions', user)).status).toBe(200)
    world.pass(1)
    expect((await world.get('/auth/sessions', user)).status).toBe(401)
  }
  await use(admin, 7, 0.5)
  const other = await logIn(world, customer, undefined, 'auth')
  await use({ ...customer, token: other.json().token }, 90, 30)
})

test('users see their own sessions and end the others; an admin ends those of any account', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  world.pass(MINUTE)
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1'
  const login = await world.post('/auth/login', undefined, customer, { 'user-agent': agent })
  const phone = { ...customer, token: login.json().token as string }
  expect((await world.get('/auth/sessions', customer)).json()).toEqual([
    { device: '', created_at: expect.any(String), last_used_at: expect.any(String), is_current: true },
    {
      device: 'Safari · iPhone',
      created_at: world.now().toISOString(),
      last_used_at: world.now().toISOString(),
      is_current: false,
    },
  ])
  const ended = await world.post('/auth/sessions/end-others', phone)
  expect(ended.json()).toEqual({ message: '1 oturum kapatıldı', ended_sessions: 1 })
  expect((await world.get('/orders', customer)).status).toBe(401)
  expect((await world.post(`/admin/accounts/${customer.id}/end-sessions`, admin)).json().ended_sessions).toBe(1)
  expect((await world.get('/orders', phone)).status).toBe(401)
  const entries = (await world.get(`/admin/audit?entity_id=${customer.id}`, admin)).json()
  expect(entries.filter(({ action }: { action: string }) => action === 'sessions_ended')).toHaveLength(2)
})

test('sessions that had expired do not count as ended', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  world.pass(13 * HOUR)
  const [here] = [
    await world.post('/admin/login', undefined, admin),
    await world.post('/admin/login', undefined, admin),
  ]
  const now = { ...admin, token: here.json().token as string }
  expect((await world.get('/auth/sessions', now)).json()).toHaveLength(2)
  expect((await world.post('/auth/sessions/end-others', now)).json().ended_sessions).toBe(1)
})

test('logging out clears the browser’s cache, but not its storage with unsent orders', async () => {
  const world = await makeWorld()
  const { headers } = await world.post('/auth/logout', await world.customer())
  expect(headers['clear-site-data']).toBe('"cache"')
})
