import { expect, test } from 'vitest'
import { tokenIn } from '../testing/link-token.ts'
import { REGISTRATION } from '../testing/registration.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const NEW_ADDRESS = 'yeni@ornek.com.tr'

const changeEmail = (world: World, customer: TestUser, email: string) =>
  world.put('/auth/profile', customer, { email, current_password: customer.password })

async function moved() {
  const world = await makeWorld()
  const customer = await world.customer()
  const old = `${customer.username}@ornek.com.tr`
  await world.mails()
  const changed = await changeEmail(world, customer, NEW_ADDRESS)
  return { world, customer, old, changed }
}

async function mailsByAddress(world: World) {
  return Object.fromEntries((await world.mails()).map(mail => [mail.to.address, mail]))
}

const forgot = (world: World, email: string) => world.post('/auth/forgot-password', undefined, { email })
const isVerified = async (world: World, customer: TestUser) =>
  (await world.get('/auth/profile', customer)).json().email_verified

test('a customer can change the sent fields of its profile, and they are shown everywhere', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  expect((await world.get('/auth/profile', customer)).json()).toEqual({
    id: customer.id,
    username: customer.username,
    company_name: 'Lezzet Lokantası',
    email: `${customer.username}@ornek.com.tr`,
    phone: '0212 000 00 00',
    address: 'İstanbul',
    is_active: true,
    email_verified: true,
  })
  await world.mails()
  const changed = await world.put('/auth/profile', customer, { company_name: 'Çınaraltı', address: 'Moda\nKadıköy' })
  expect(changed.json()).toMatchObject({
    message: 'Bilgileriniz güncellendi',
    user: { company_name: 'Çınaraltı', phone: '0212 000 00 00', address: 'Moda\nKadıköy', email_verified: true },
  })
  expect(await world.mails()).toEqual([])
  const found = (await world.get('/admin/customers?search=cinaralti', admin)).json()
  expect(found.map((one: { id: string }) => one.id)).toEqual([customer.id])
})

test.each([
  [{ company_name: ' ' }, 'Firma adı zorunludur'],
  [{ email: 'yok' }, 'Geçerli bir e-posta adresi girin'],
  [{ phone: '' }, 'Telefon zorunludur'],
  [{ address: 'a'.repeat(501) }, 'Adres en fazla 500 karakter olabilir'],
])('a profile with %j is refused and unchanged', async (fields, sentence) => {
  const world = await makeWorld()
  const customer = await world.customer()
  const before = (await world.get('/auth/profile', customer)).body
  const refused = await world.put('/auth/profile', customer, { company_name: 'Yeni Ad', ...fields })
  expect([refused.status, refused.json().detail]).toEqual([400, sentence])
  expect((await world.get('/auth/profile', customer)).body).toBe(before)
})

test('both addresses are notified of a new one; the customer can log in while it awaits confirmation', async () => {
  const { world, customer, old, changed } = await moved()
  expect(changed.json()).toMatchObject({
    message: `Bilgileriniz güncellendi; onay linki ${NEW_ADDRESS} adresine gönderildi`,
    user: { email: NEW_ADDRESS, email_verified: false },
  })
  // Repeated, for instance after a lost reply.
  expect((await changeEmail(world, customer, NEW_ADDRESS)).json()).toEqual(changed.json())
  const mails = await mailsByAddress(world)
  expect(Object.keys(mails).sort()).toEqual([old, NEW_ADDRESS].sort())
  expect(mails[old]?.text).toContain(NEW_ADDRESS)
  expect(mails[old]?.link).toMatch(/^http:\/\/localhost\/undo-email#token=/)
  expect((await world.post('/auth/login', undefined, customer)).status).toBe(200)

  const token = tokenIn(mails[NEW_ADDRESS]?.link)
  expect((await world.post(`/auth/verify-email?token=${token}`)).status).toBe(200)
  expect(await isVerified(world, customer)).toBe(true)
  await forgot(world, old)
  expect(await world.mails()).toEqual([])
  await forgot(world, NEW_ADDRESS)
  expect(Object.keys(await mailsByAddress(world))).toEqual([NEW_ADDRESS])
})

test.each(['the old address', 'the new one'])(
  'before the confirmation, a reset for %s is mailed to the old address and does not confirm the new one',
  async typed => {
    const { world, customer, old } = await moved()
    await world.mails()
    await forgot(world, typed === 'the new one' ? NEW_ADDRESS : old)
    const mails = await mailsByAddress(world)
    expect(Object.keys(mails)).toEqual([old])
    expect(await isVerified(world, customer)).toBe(false)
    const body = { token: tokenIn(mails[old]?.link), new_password: customer.password }
    expect((await world.post('/auth/reset-password', undefined, body)).status).toBe(200)
    const { token, user } = (await world.post('/auth/login', undefined, customer)).json()
    expect([user.email, await isVerified(world, { ...customer, token })]).toEqual([old, true])
  },
)

test('order mails go to the confirmed address', async () => {
  const { world, customer, old } = await moved()
  await world.mails()
  const items = [{ product_id: await world.product(), quantity: 1 }]
  expect((await world.post('/orders', customer, { items })).status).toBe(201)
  expect(Object.keys(await mailsByAddress(world))).toEqual([old])
})

test('returning to the confirmed address needs no confirmation, and the link to the other address becomes invalid', async () => {
  const { world, customer, old } = await moved()
  const mails = await mailsByAddress(world)
  expect((await changeEmail(world, customer, old)).json().user.email_verified).toBe(true)
  const late = await world.post(`/auth/verify-email?token=${tokenIn(mails[NEW_ADDRESS]?.link)}`)
  expect(late.status).toBe(400)
  expect((await world.get('/auth/profile', customer)).json().email).toBe(old)
  expect(await world.mails()).toEqual([])
})

test('a different spelling of the address counts as the same address', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  await world.mails()
  const email = `${customer.username.toUpperCase()}@ORNEK.com.tr`
  const { user } = (await world.put('/auth/profile', customer, { email })).json()
  expect([user.email, user.email_verified, await world.mails()]).toEqual([email, true, []])
})

test('an address of another account, confirmed or pending, is refused', async () => {
  const { world, old } = await moved()
  await world.mails()
  const other = await world.customer()
  await world.mails()
  for (const email of [old, NEW_ADDRESS]) {
    const refused = await changeEmail(world, other, email)
    expect([refused.status, refused.json().errors]).toEqual([
      409,
      [{ field: 'email', message: 'Bu e-posta adresi zaten kullanılıyor' }],
    ])
  }
  expect(await world.mails()).toEqual([])
})

test('the address can be changed five times an hour', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const change = (i: number) => changeEmail(world, customer, `adres${i}@ornek.com.tr`)
  for (let i = 0; i < 5; i++) expect((await change(i)).status).toBe(200)
  expect((await change(5)).status).toBe(429)
  expect((await world.put('/auth/profile', customer, { phone: '0532 000 00 00' })).status).toBe(200)
  world.pass(60 * 60 * 1000)
  expect((await change(6)).status).toBe(200)
})

test('a pending address is free again after a day', async () => {
  const { world, customer, old } = await moved()
  const other = await world.customer()
  world.pass(23 * 60 * 60 * 1000)
  expect((await changeEmail(world, other, NEW_ADDRESS)).status).toBe(409)
  world.pass(60 * 60 * 1000)
  expect((await changeEmail(world, other, NEW_ADDRESS)).status).toBe(200)
  expect((await world.get('/auth/profile', customer)).json()).toMatchObject({ email: old, email_verified: true })
  // The portal has reverted it, which is recorded.
  const admin = await world.admin()
  const [reverted] = (await world.get(`/admin/audit?entity=customer&entity_id=${customer.id}`, admin)).json()
  const change = { action: 'updated', before: { email: NEW_ADDRESS }, after: { email: old } }
  expect(reverted).toMatchObject({ actor_role: null, actor_name: null, ...change })
  const [, logged] = (await world.get('/admin/security-log?event=email_changed', admin)).json()
  expect(logged).toMatchObject({ account: { id: customer.id }, actor: null, operation: null })
})

test('registering with another customer’s confirmed address is refused', async () => {
  const { world, old } = await moved()
  const registration = { ...REGISTRATION, email: old }
  const refused = await world.post('/auth/register', undefined, registration)
  expect([refused.status, refused.json().code]).toEqual([409, 'email_taken'])
})

test('an address gets at most five mails per hour, however many customers move to it', async () => {
  const world = await makeWorld()
  const victim = 'baskasi@ornek.com.tr'
  const customers = await Promise.all([1, 2, 3, 4].map(() => world.customer()))
  await world.mails()
  for (const round of [1, 2]) {
    for (const [i, customer] of customers.entries()) {
      expect((await changeEmail(world, customer, victim)).status).toBe(200)
      await changeEmail(world, customer, `adres-${round}-${i}@ornek.com.tr`)
    }
  }
  expect((await world.mails()).filter(mail => mail.to.address === victim).length).toBeLessThanOrEqual(5)
})
