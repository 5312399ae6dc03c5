import { expect, test } from 'vitest'
import { tokenIn } from '../testing/link-token.ts'
import { makeWorld, type World } from '../testing/world.ts'

const HOUR = 60 * 60 * 1000

const NEW = {
  username: 'lezzet',
  company_name: 'Lezzet Lokantası',
  email: 'Siparis@Lezzet.com.tr',
  phone: '0212 000 00 00',
  address: 'Kadıköy\nİstanbul',
  password: 'gizli-1',
}

/** The token of the link in the last mail to this address. */
async function tokenTo(world: World, address: string) {
  const mail = (await world.mails()).findLast(message => message.to.address === address)
  return tokenIn(mail?.link)
}

async function registered(world: World) {
  expect((await world.post('/auth/register', undefined, NEW)).status).toBe(201)
  return tokenTo(world, NEW.email)
}

const verify = (world: World, token: string) => world.post('/auth/verify-email', undefined, { token })
const logIn = (world: World, password = NEW.password) =>
  world.post('/auth/login', undefined, { username: NEW.username, password })
const forgot = (world: World, email = NEW.email) => world.post('/auth/forgot-password', undefined, { email })
const resend = (world: World, email = NEW.email) => world.post('/auth/resend-verification', undefined, { email })
const reset = (world: World, token: string, new_password = 'yepyeni-1') =>
  world.post('/auth/reset-password', undefined, { token, new_password })

test('tokens and addresses in the query, as older clients send them, are still accepted; one in body or query is required', async () => {
  const world = await makeWorld()
  const token = await registered(world)
  const requested = await world.post(`/auth/resend-verification?email=${encodeURIComponent(NEW.email)}`)
  expect([requested.status, await world.mails()]).toEqual([
    200,
    [expect.objectContaining({ to: { name: '', address: NEW.email } })],
  ])
  expect((await world.post(`/auth/verify-email?token=${encodeURIComponent(token)}`)).status).toBe(200)
  for (const [path, field, detail] of [
    ['/auth/verify-email', 'token', 'Gecersiz onay linki.'],
    ['/auth/resend-verification', 'email', 'Lutfen email adresinizi girin'],
  ])
    for (const body of [undefined, {}]) {
      const refused = await world.post(path ?? '', undefined, body)
      expect([refused.status, refused.json()]).toEqual([
        400,
        { code: 'invalid_input', detail, errors: [{ field, message: detail }] },
      ])
    }
})

test('links in mails have their token in the fragment, which browsers do not send', async () => {
  const world = await makeWorld()
  await world.post('/auth/register', undefined, NEW)
  const [mail] = await world.mails()
  expect(mail?.link).toMatch(/^http:\/\/localhost\/verify-email#token=[\w-]{43}$/)
})

test('a registered customer can log in after using the link in the mail', async () => {
  const world = await makeWorld()
  const token = await registered(world)
  const before = await logIn(world)
  expect([before.status, before.json().code]).toEqual([403, 'email_not_verified'])
  const confirmed = await verify(world, token)
  expect([confirmed.status, confirmed.json()]).toEqual([
    200,
    { message: 'E-posta adresiniz onaylandı. Giriş yapabilirsiniz.' },
  ])
  expect((await logIn(world)).json().user).toMatchObject({ username: 'lezzet', email: NEW.email, is_active: true })
})

// The screens distinguish these cases by words of the message.
test.each([
  ['used twice', async (world: World, token: string) => void (await verify(world, token)), 'zaten onaylanmis'],
  [
    'not needed any more, as another link was used',
    async (world: World) => {
      await resend(world)
      expect((await verify(world, await tokenTo(world, NEW.email))).status).toBe(200)
      world.pass(25 * HOUR)
    },
    'zaten onaylanmis',
  ],
  ['24 hours old', async (world: World) => world.pass(24 * HOUR), 'suresi dolmus'],
  [
    'of an address that was changed since',
    async (world: World) => {
      await world.db.updateTable('accounts').set({ email: 'a@b.tr', email_key: 'a@b.tr' }).execute()
    },
    'Gecersiz onay linki.',
  ],
])(
  'a confirmation link that is %s is refused with the message that the screen recognizes',
  async (_, happen, words) => {
    const world = await makeWorld()
    const token = await registered(world)
    await happen(world, token)
    const { status, json } = await verify(world, token)
    expect(status).toBe(400)
    expect(json().detail).toContain(words)
  },
)

test('a confirmation link of an address that was given up is refused as invalid, not as confirmed', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const { email } = (await world.get('/auth/profile', customer)).json()
  const change = async (to: string) => {
    const body = { email: to, current_password: customer.password }
    expect((await world.put('/auth/profile', customer, body)).status).toBe(200)
  }
  await change('yeni@lezzet.com.tr')
  const token = await tokenTo(world, 'yeni@lezzet.com.tr')
  await change(email)
  const { status, json } = await verify(world, token)
  expect([status, json().code]).toEqual([400, 'verification_link_unknown'])
})

test('a confirmation link works until its last minute; an unknown or missing token is refused', async () => {
  const world = await makeWorld()
  const token = await registered(world)
  for (const wrong of ['x', token.slice(1), `${token}x`, 'ğ', 'a'.repeat(500)]) {
    const { status, json } = await verify(world, wrong)
    expect([status, json().detail]).toEqual([400, 'Gecersiz onay linki.'])
  }
  expect((await world.post('/auth/verify-email', undefined)).json().detail).toBe('Gecersiz onay linki.')
  world.pass(24 * HOUR - 1)
  expect((await verify(world, token)).status).toBe(200)
})

test('the link in a mail replaces a forgotten password once, and ends all sessions', async () => {
  const world = await makeWorld()
  await verify(world, await registered(world))
  const { token: session } = (await logIn(world)).json()
  await forgot(world, ' SİPARİS@lezzet.com.tr ')
  const token = await tokenTo(world, NEW.email)
  expect((await reset(world, token, 'kısa5')).json().detail).toBe('Şifre en az 6 karakter olmalıdır')
  const done = await reset(world, token)
  expect([done.status, done.json()]).toEqual([
    200,
    { message: 'Şifreniz değiştirildi. Yeni şifrenizle giriş yapabilirsiniz.', username: NEW.username },
  ])
  const { statusCode } = await world.app.inject({ url: '/api/orders', headers: { authorization: `Bearer ${session}` } })
  expect(statusCode).toBe(401)
  expect([(await logIn(world)).status, (await logIn(world, 'yepyeni-1')).status]).toEqual([401, 200])
  const again = await reset(world, token, 'başkası-1')
  expect([again.status, again.json()]).toEqual([
    400,
    {
      code: 'reset_link_invalid',
      detail: 'Bu link geçersiz, kullanılmış veya süresi dolmuş; lütfen yeni bir link isteyin',
    },
  ])
  expect((await logIn(world, 'yepyeni-1')).status).toBe(200)
})

test('a reset link expires after an hour, after another was used, and after a password change', async () => {
  const world = await makeWorld()
  await verify(world, await registered(world))
  await forgot(world)
  const old = await tokenTo(world, NEW.email)
  world.pass(HOUR)
  expect((await reset(world, old)).status).toBe(400)

  await forgot(world)
  const first = await tokenTo(world, NEW.email)
  await forgot(world)
  const second = await tokenTo(world, NEW.email)
  expect((await reset(world, second, 'ikinci-1')).status).toBe(200)
  expect((await reset(world, first)).status).toBe(400)

  await forgot(world)
  const third = await tokenTo(world, NEW.email)
  const { token, user } = (await logIn(world, 'ikinci-1')).json()
  const actor = { id: user.id, role: 'customer' as const, name: '', is_active: true }
  const loggedIn = { ...user, token, password: 'ikinci-1', actor }
  await world.post('/auth/change-password', loggedIn, { current_password: 'ikinci-1', new_password: 'üçüncü-1' })
  expect((await reset(world, third)).status).toBe(400)
  expect((await logIn(world, 'üçüncü-1')).status).toBe(200)
})

test('of two concurrent uses of one reset link only one sets the password', async () => {
  const world = await makeWorld()
  await verify(world, await registered(world))
  await forgot(world)
  const token = await tokenTo(world, NEW.email)
  const passwords = ['birinci-1', 'ikinci-1']
  const responses = await Promise.all(passwords.map(password => reset(world, token, password)))
  expect(responses.map(response => response.status).sort()).toEqual([200, 400])
  const logins = await Promise.all(passwords.map(password => logIn(world, password)))
  expect(logins.map(login => login.status)).toEqual(responses.map(response => (response.status === 200 ? 200 : 401)))
})

test('a reset link confirms the address that it was sent to, and lifts the lock after too many failures', async () => {
  const world = await makeWorld()
  await registered(world)
  for (let i = 0; i < 10; i++) await logIn(world, 'yanlış')
  expect((await logIn(world)).status).toBe(429)
  await forgot(world)
  await reset(world, await tokenTo(world, NEW.email))
  expect((await logIn(world, 'yepyeni-1')).status).toBe(200)
})

test('a reset names the username, which the mail to an address that was never confirmed leaves out', async () => {
  const world = await makeWorld()
  await registered(world)
  await forgot(world)
  const mail = (await world.mails()).find(({ subject }) => subject === 'Yeni şifre belirleyin')
  expect(mail?.text).not.toContain(NEW.username)
  const done = await reset(world, tokenIn(mail?.link))
  expect([done.status, done.json()]).toEqual([
    200,
    { message: 'Şifreniz değiştirildi. Yeni şifrenizle giriş yapabilirsiniz.', username: NEW.username },
  ])
  const refused = await reset(world, tokenIn(mail?.link))
  expect([refused.status, refused.body.includes(NEW.username)]).toEqual([400, false])
})

test('no mail to an address that was never confirmed contains the names that were registered with it', async () => {
  const world = await makeWorld()
  const names = { username: 'tikla evil.example', company_name: 'Kampanya evil.example' }
  await world.post('/auth/register', undefined, { ...NEW, ...names })
  await forgot(world)
  const mails = await world.mails()
  expect(mails.map(mail => mail.subject)).toEqual(['E-posta adresinizi onaylayın', 'Yeni şifre belirleyin'])
  for (const { to, text, html } of mails) expect(`${to.name}${text}${html}`).not.toContain('evil.example')
  // Nor is it notified of the account's new address.
  const admin = await world.admin()
  const [{ id }] = (await world.get('/admin/customers?search=tikla', admin)).json()
  await world.put(`/admin/customers/${id}`, admin, { email: 'dogru@ornek.com.tr' })
  expect((await world.mails()).map(({ to }) => to.address)).toEqual(['dogru@ornek.com.tr'])
})

test('a customer created by an admin sets their password by the link in the welcome mail, within seven days', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await world.post('/admin/customers', admin, NEW)
  const [welcome] = await world.mails()
  expect(welcome?.to).toEqual({ name: 'Lezzet Lokantası', address: NEW.email })
  expect(`${welcome?.text}${welcome?.html}`).not.toContain(NEW.password)
  expect(welcome?.text).toContain('Kullanıcı adınız: lezzet')
  expect(new URL(welcome?.link ?? '').pathname).toBe('/reset-password')
  const token = tokenIn(welcome?.link)
  world.pass(7 * 24 * HOUR - 1)
  expect((await reset(world, token, 'kendi-şifrem')).status).toBe(200)
  expect((await logIn(world, 'kendi-şifrem')).status).toBe(200)
})

test('an admin’s correction of an address that its customer has never used replaces it, with its links', async () => {
  const world = await makeWorld()
  const [admin, { id: marketer_id }] = [await world.admin(), await world.marketer('Ali')]
  const added = await world.post('/admin/customers', admin, { ...NEW, email: 'stranger@ornek.com.tr' })
  const { id } = added.json().customer
  const strangers = tokenIn((await world.mails())[0]?.link)
  const corrected = await world.put(`/admin/customers/${id}`, admin, { email: NEW.email })
  expect(corrected.json().customer).toMatchObject({ email: NEW.email, email_verified: true })
  const mails = await world.mails()
  expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([
    [NEW.email, expect.stringContaining('hoş geldiniz')],
  ])
  expect(mails[0]?.text).toContain(`Kullanıcı adınız: ${NEW.username}`)
  expect((await reset(world, strangers)).json().code).toBe('reset_link_invalid')
  expect((await reset(world, tokenIn(mails[0]?.link), 'kendi-şifrem')).status).toBe(200)
  expect((await logIn(world, 'kendi-şifrem')).status).toBe(200)
  await world.mails()
  // Once it is in use, a correction is a change like any other, which the old address can undo.
  await world.put(`/admin/customers/${id}`, admin, { email: 'yeni@ornek.com.tr', assigned_marketer_id: marketer_id })
  expect((await world.mails()).map(({ to }) => to.address).sort()).toEqual([NEW.email, 'yeni@ornek.com.tr'].sort())
})

test.each(['a week later', 'by a marketer', 'after a marketer has changed it', 'after a registration'] as const)(
  '%s, an address awaits its confirmation and is not replaced at once',
  async when => {
    const world = await makeWorld()
    const [admin, marketer] = [await world.admin(), await world.marketer('Ali')]
    const old = 'eski@ornek.com.tr'
    const account = { ...NEW, email: old, assigned_marketer_id: marketer.id }
    if (when === 'after a registration') {
      await world.post('/auth/register', undefined, { ...NEW, email: old })
      await verify(world, await tokenTo(world, old))
      const [registered] = (await world.get(`/admin/customers?search=${NEW.username}`, admin)).json()
      await world.put(`/admin/customers/${registered.id}`, admin, { password: 'geçici-şifre' })
    } else await world.post('/admin/customers', admin, account)
    await world.mails()
    const [{ id }] = (await world.get(`/admin/customers?search=${NEW.username}`, admin)).json()
    if (when === 'a week later') world.pass(7 * 24 * HOUR)
    if (when === 'after a marketer has changed it') {
      world.pass(1)
      await world.put(`/marketer/customers/${id}`, marketer, { email: NEW.email })
      await world.mails()
    }
    const by = when === 'by a marketer' ? marketer : await world.admin()
    // An import of the whole list also sends the addresses that it does not change.
    const change = { email: NEW.email, ...(by !== marketer && { password: 'bambaşka-şifre' }) }
    expect((await world.put(`/${by.actor.role}/customers/${id}`, by, change)).status).toBe(200)
    const seen = (await world.get(`/admin/customers/${id}`, await world.admin())).json()
    expect(seen).toMatchObject({ email: NEW.email, email_verified: false })
    expect((await world.mails()).filter(({ subject }) => subject.includes('hoş geldiniz'))).toEqual([])
  },
)

test('only hashes of tokens are stored, and no stored mail contains a link', async () => {
  const world = await makeWorld()
  await world.post('/auth/register', undefined, NEW)
  await forgot(world)
  const links = (await world.mails()).map(mail => tokenIn(mail.link))
  expect(links).toHaveLength(2)
  const stored = [
    ...(await world.db.selectFrom('account_links').selectAll().execute()),
    ...(await world.db.selectFrom('mails').selectAll().execute()),
  ]
  for (const token of links) expect(JSON.stringify(stored)).not.toContain(token)
})

test('requests for reset and confirmation links get the same reply whether the address is known or not', async () => {
  const world = await makeWorld()
  await registered(world)
  const customer = await world.customer()
  await world.mails()
  const confirmed = `${customer.username}@ornek.com.tr`
  for (const send of [forgot, resend]) {
    const responses = [await send(world), await send(world, confirmed), await send(world, 'kimse@ornek.com.tr')]
    expect(new Set(responses.map(response => `${response.status} ${response.body}`)).size).toBe(1)
    expect(responses[0]?.status).toBe(200)
  }
  const sent = (await world.mails()).map(({ to, subject }) => [to.address, subject]).sort()
  expect(sent).toEqual([
    [NEW.email, 'E-posta adresinizi onaylayın'],
    [NEW.email, 'Yeni şifre belirleyin'],
    [confirmed, 'Yeni şifre belirleyin'],
  ])
  expect(await world.db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()).toEqual([])
})

test.each([
  [
    'resend-verification',
    (world: World) => world.post('/auth/resend-verification', undefined),
    'Lutfen email adresinizi girin',
  ],
  ['forgot-password', (world: World) => world.post('/auth/forgot-password', undefined, {}), 'E-posta zorunludur'],
  [
    'reset-password',
    (world: World) => world.post('/auth/reset-password', undefined, { new_password: 'gizli-1' }),
    'Şifre sıfırlama linki eksik',
  ],
])('%s without its required input is refused with a message', async (_, send, sentence) => {
  const { status, json } = await send(await makeWorld())
  expect([status, json().detail]).toEqual([400, sentence])
})

test('an address gets at most five requested mails per hour, however many clients request them', async () => {
  const world = await makeWorld()
  await registered(world)
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      world.app.inject({
        method: 'POST',
        url: i % 2 ? '/api/auth/forgot-password' : `/api/auth/resend-verification?email=${NEW.email}`,
        payload: { email: NEW.email },
        remoteAddress: `192.0.2.${i}`,
      }),
    ),
  )
  expect(new Set(responses.map(response => response.statusCode))).toEqual(new Set([200]))
  expect(await world.mails()).toHaveLength(4)
  world.pass(HOUR)
  await forgot(world)
  expect(await world.mails()).toHaveLength(1)
})

test('one network address may request sixty mails per hour, then gets 429 with Retry-After', async () => {
  const world = await makeWorld()
  for (let i = 0; i < 60; i++) expect((await forgot(world, `kimse${i}@ornek.com.tr`)).status).toBe(200)
  world.pass(HOUR / 4)
  const refused = await forgot(world)
  expect([refused.status, refused.headers['retry-after'], refused.json()]).toEqual([
    429,
    '2700',
    {
      code: 'too_many_requests',
      detail: 'Kısa sürede çok fazla istek yapıldı; lütfen 45 dakika sonra yeniden deneyin',
    },
  ])
  world.pass((3 * HOUR) / 4)
  expect((await forgot(world)).status).toBe(200)
})

test('a reset link is invalid after the account has given up the address', async () => {
  const world = await makeWorld()
  await verify(world, await registered(world))
  const { token, user } = (await logIn(world)).json()
  const loggedIn = {
    ...user,
    token,
    password: NEW.password,
    actor: { id: user.id, role: 'customer' as const, name: '', is_active: true },
  }
  await forgot(world)
  const old = await tokenTo(world, NEW.email)
  await world.put('/auth/profile', loggedIn, { email: 'yeni@lezzet.com.tr', current_password: loggedIn.password })
  await verify(world, await tokenTo(world, 'yeni@lezzet.com.tr'))
  expect((await reset(world, old)).status).toBe(400)
  expect((await logIn(world)).status).toBe(200)
})
