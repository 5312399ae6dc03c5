import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

async function shop() {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer('Ali')]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  await world.mails()
  return { world, admin, marketer, customer, address: `${customer.username}@ornek.com.tr` }
}

const readAs = async (world: World, admin: TestUser, { id }: TestUser) =>
  (await world.get(`/admin/customers/${id}`, admin)).json()

test('a marketer can change the sent fields of their own customers, but none reserved for admins', async () => {
  const { world, admin, marketer, customer } = await shop()
  const before = await readAs(world, admin, customer)
  const change = { company_name: 'Çınaraltı', phone: '0532 111 11 11', address: '' }
  const mightier = { username: 'baska', password: 'baska-şifre', assigned_marketer_id: null, total_spent: 5 }
  const response = await world.put(`/marketer/customers/${customer.id}`, marketer, { ...change, ...mightier })
  expect([response.status, response.json()]).toEqual([
    200,
    { success: true, customer: { ...before, ...change, last_order_at: null, open_amount: 0 } },
  ])
  expect(await readAs(world, admin, customer)).toEqual({ ...before, ...change })
  expect((await world.get('/marketer/customers?search=cinaralti', marketer)).json()).toHaveLength(1)
  expect((await world.get('/auth/profile', customer)).json().company_name).toBe('Çınaraltı')
  expect((await world.post('/auth/login', undefined, customer)).status).toBe(200)
  expect(await world.mails()).toEqual([])
})

test('a customer that is made passive stays logged in and cannot order until it is made active again', async () => {
  const { world, marketer, customer } = await shop()
  const items = [{ product_id: await world.product(), quantity: 1 }]
  const toggle = (is_active: boolean) => world.put(`/marketer/customers/${customer.id}`, marketer, { is_active })
  expect((await toggle(false)).json()).toMatchObject({ customer: { is_active: false } })
  expect((await world.get('/auth/profile', customer)).json().is_active).toBe(false)
  expect((await world.get('/products', customer)).headers['x-account-passive']).toBe('1')
  expect((await world.get('/products', marketer)).headers['x-account-passive']).toBeUndefined()
  const refused = await world.post('/orders', customer, { items })
  expect([refused.status, refused.json().code]).toEqual([403, 'customer_passive'])
  await toggle(true)
  expect((await world.get('/products', customer)).headers['x-account-passive']).toBe('0')
  expect((await world.post('/orders', customer, { items })).status).toBe(201)
})

test('an admin can change every field, and a new password ends the customer’s sessions', async () => {
  const { world, admin, customer } = await shop()
  const other = await world.marketer('Veli')
  const before = await readAs(world, admin, customer)
  const change = {
    username: 'Yeni-Ad',
    company_name: 'Şen Büfe',
    phone: '1',
    address: 'Moda\nKadıköy',
    is_active: false,
    assigned_marketer_id: other.id,
  }
  const response = await world.put(`/admin/customers/${customer.id}`, admin, { ...change, password: 'yepyeni-şifre' })
  expect(response.json()).toEqual({
    success: true,
    customer: { ...before, ...change, assigned_marketer_name: 'Veli' },
  })
  expect(response.body).not.toContain('yepyeni')
  expect((await world.get('/auth/profile', customer)).status).toBe(401)
  const { password } = customer
  const logIn = (fields: object) => world.post('/auth/login', undefined, { username: 'yeni-ad', ...fields })
  expect([(await logIn({ password })).status, (await logIn({ password: 'yepyeni-şifre' })).status]).toEqual([401, 200])
  const found = (await world.get('/admin/customers?search=sen%20yeni-ad', admin)).json()
  expect(found.map((one: { id: string }) => one.id)).toEqual([customer.id])

  const { customer: alone } = (
    await world.put(`/admin/customers/${customer.id}`, admin, { assigned_marketer_id: null })
  ).json()
  expect(alone).toMatchObject({ ...change, assigned_marketer_id: null, assigned_marketer_name: null })
})

test('a new address awaits confirmation, whichever role has set it, and both addresses are notified', async () => {
  const { world, admin, marketer, customer, address } = await shop()
  for (const [path, user, email] of [
    ['marketer', marketer, 'bir@ornek.com.tr'],
    ['admin', admin, 'iki@ornek.com.tr'],
  ] as const) {
    const changed = await world.put(`/${path}/customers/${customer.id}`, user, { email })
    expect(changed.json().customer).toMatchObject({ email, email_verified: false })
    expect((await world.mails()).map(mail => mail.to.address).sort()).toEqual([address, email].sort())
    await world.post('/auth/forgot-password', undefined, { email })
    expect((await world.mails()).map(mail => mail.to.address)).toEqual([address])
  }
  expect((await world.post('/auth/login', undefined, customer)).status).toBe(200)
  for (let i = 0; i < 3; i++)
    await world.put(`/marketer/customers/${customer.id}`, marketer, { email: `adres${i}@ornek.com.tr` })
  const often = await world.put(`/marketer/customers/${customer.id}`, marketer, { email: 'bir@ornek.com.tr' })
  expect([often.status, often.headers['retry-after']]).toEqual([429, '3600'])
})

test('a taken username or address is refused with a message that names the field, and nothing changes', async () => {
  const { world, admin, marketer, customer } = await shop()
  const other = await world.customer()
  const before = await readAs(world, admin, customer)
  for (const [path, user, fields, field, sentence] of [
    ['admin', admin, { username: other.username.toUpperCase() }, 'username', 'Bu kullanıcı adı zaten kullanılıyor'],
    ['admin', admin, { email: `${other.username}@ORNEK.com.tr` }, 'email', 'Bu e-posta adresi zaten kullanılıyor'],
    [
      'marketer',
      marketer,
      { email: `${other.username}@ornek.com.tr` },
      'email',
      'Bu e-posta adresi zaten kullanılıyor',
    ],
  ] as const) {
    const refused = await world.put(`/${path}/customers/${customer.id}`, user, { company_name: 'Yeni', ...fields })
    expect([refused.status, refused.json()]).toEqual([
      409,
      { code: `${field}_taken`, detail: sentence, errors: [{ field, message: sentence }] },
    ])
  }
  expect(await readAs(world, admin, customer)).toEqual(before)
})

test.each([
  [{ company_name: ' ' }, 'company_name', 'Firma adı zorunludur'],
  [{ username: '' }, 'username', 'Kullanıcı adı zorunludur'],
  [{ email: 'yok' }, 'email', 'Geçerli bir e-posta adresi girin'],
  [{ phone: 5 }, 'phone', 'Telefon bir metin olmalıdır'],
  [{ address: 'a'.repeat(501) }, 'address', 'Adres en fazla 500 karakter olabilir'],
  [{ is_active: 'evet' }, 'is_active', 'is_active doğru veya yanlış olmalıdır'],
  [{ password: 'kısa5' }, 'password', 'Şifre en az 6 karakter olmalıdır'],
  [{ assigned_marketer_id: randomUUID() }, 'assigned_marketer_id', 'Seçilen pazarlamacı bulunamadı'],
])('a customer with %j is refused and unchanged', async (fields, field, message) => {
  const { world, admin, customer } = await shop()
  const before = await readAs(world, admin, customer)
  const refused = await world.put(`/admin/customers/${customer.id}`, admin, { phone: '1', ...fields })
  expect([refused.status, refused.json().detail, refused.json().errors]).toEqual([400, message, [{ field, message }]])
  expect(await readAs(world, admin, customer)).toEqual(before)
})

test('a customer keeps a deactivated marketer, but cannot be assigned to another deactivated one', async () => {
  const { world, admin, marketer, customer } = await shop()
  const other = await world.marketer()
  for (const { id } of [marketer, other]) await world.put(`/admin/marketers/${id}`, admin, { is_active: false })
  const assign = (assigned_marketer_id: string) =>
    world.put(`/admin/customers/${customer.id}`, admin, { phone: '2', assigned_marketer_id })
  expect((await assign(marketer.id)).status).toBe(200)
  expect((await assign(other.id)).json().detail).toBe('Seçilen pazarlamacı bulunamadı')
})

test('no concurrent change is lost', async () => {
  const { world, admin, marketer, customer } = await shop()
  for (let round = 0; round < 5; round++) {
    const change = {
      company_name: `Firma ${round}`,
      username: `ad-${round}`,
      phone: `${round}`,
      address: `Sokak ${round}`,
      is_active: round % 2 === 0,
      assigned_marketer_id: round % 2 ? marketer.id : null,
    }
    const responses = await Promise.all(
      Object.entries(change).map(([name, value]) =>
        world.put(`/admin/customers/${customer.id}`, admin, { [name]: value }),
      ),
    )
    expect(responses.map(response => response.status)).toEqual(responses.map(() => 200))
    expect(await readAs(world, admin, customer)).toMatchObject(change)
    const found = await world.get(`/admin/customers?search=firma%20${round}%20ad-${round}`, admin)
    expect(found.json()).toHaveLength(1)
  }
})

test('an admin cannot overwrite a field that another admin has changed in the meantime', async () => {
  const { world, admin, customer } = await shop()
  const other = await world.marketer('Veli')
  const { username, assigned_marketer_id } = await readAs(world, admin, customer)
  const save = (change: object, seen: object) =>
    world.put(`/admin/customers/${customer.id}`, admin, { ...change, seen })
  expect((await save({ username: 'yeni-ad' }, { username })).status).toBe(200)
  expect((await save({ assigned_marketer_id: null }, { assigned_marketer_id })).status).toBe(200)
  const late = [
    await save({ username: 'baska-ad' }, { username }),
    await save({ assigned_marketer_id: other.id }, { assigned_marketer_id }),
  ]
  expect(late.map(reply => [reply.status, reply.json().code])).toEqual([
    [409, 'customer_changed'],
    [409, 'customer_changed'],
  ])
  expect(await readAs(world, admin, customer)).toMatchObject({ username: 'yeni-ad', assigned_marketer_id: null })
  expect((await save({ assigned_marketer_id: other.id }, { assigned_marketer_id: null })).status).toBe(200)
})

test('a change that is based on outdated values is refused, and repeating a change has no effect', async () => {
  const { world, admin, marketer, customer } = await shop()
  const before = await readAs(world, admin, customer)
  const save = (change: object, seen: object) =>
    world.put(`/marketer/customers/${customer.id}`, marketer, { ...change, seen })
  expect((await save({ phone: '0532 111 11 11' }, { phone: before.phone })).status).toBe(200)
  expect((await save({ phone: '0532 111 11 11' }, { phone: before.phone })).status).toBe(200)
  const late = await save(
    { phone: '0532 222 22 22', address: 'Yeni' },
    { phone: before.phone, address: before.address },
  )
  expect([late.status, late.json().code]).toEqual([409, 'customer_changed'])
  expect(await readAs(world, admin, customer)).toEqual({ ...before, phone: '0532 111 11 11' })
  expect((await save({ address: 'Yeni' }, { address: before.address })).json().customer.address).toBe('Yeni')
})
