import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Customer } from '#contract/customers.ts'
import { makeWorld } from '../testing/world.ts'

const NEW = {
  username: 'lezzet',
  company_name: 'Lezzet Lokantası',
  email: 'Siparis@Lezzet.com.tr',
  password: 'gizli-1',
}

test('a customer that an admin adds can log in immediately and is visible to its marketer', async () => {
  const world = await makeWorld()
  const [admin, marketer, other] = [await world.admin(), await world.marketer('Ali'), await world.marketer('Veli')]
  const { customer } = (
    await world.post('/admin/customers', admin, { ...NEW, assigned_marketer_id: marketer.id })
  ).json()
  expect(customer).toMatchObject({
    username: 'lezzet',
    company_name: 'Lezzet Lokantası',
    email: 'Siparis@Lezzet.com.tr',
    phone: '',
    address: '',
    is_active: true,
    email_verified: true,
    assigned_marketer_name: 'Ali',
    total_orders: 0,
    total_spent: 0,
  })
  expect(customer).not.toHaveProperty('password')
  expect((await world.post('/auth/login', undefined, NEW)).status).toBe(200)
  expect((await world.get('/marketer/customers', marketer)).json().map((c: Customer) => c.id)).toEqual([customer.id])
  expect((await world.get('/marketer/customers', other)).json()).toEqual([])
  expect((await world.get('/admin/marketers', admin)).json()).toEqual([
    expect.objectContaining({ name: 'Ali', customer_count: 1, is_active: true }),
    expect.objectContaining({ name: 'Veli', customer_count: 0 }),
  ])
})

test.each([
  ['username missing', { username: '' }, 'Lutfen tum zorunlu alanlari doldurun', 'username'],
  ['company missing', { company_name: undefined }, 'Lutfen tum zorunlu alanlari doldurun', 'company_name'],
  ['e-mail missing', { email: ' ' }, 'Lutfen tum zorunlu alanlari doldurun', 'email'],
  ['password missing', { password: '' }, 'Lutfen tum zorunlu alanlari doldurun', 'password'],
  ['password too short', { password: 'kısa5' }, 'Şifre en az 6 karakter olmalıdır', 'password'],
  ['no e-mail address', { email: 'lezzet' }, 'Geçerli bir e-posta adresi girin', 'email'],
  [
    'unknown marketer',
    { assigned_marketer_id: randomUUID() },
    'Seçilen pazarlamacı bulunamadı',
    'assigned_marketer_id',
  ],
])('a new customer with an invalid field gets 400 and a message: %s', async (_, fields, sentence, field) => {
  const world = await makeWorld()
  const response = await world.post('/admin/customers', await world.admin(), { ...NEW, ...fields })
  const errors = [{ field, message: sentence }]
  expect([response.status, response.json()]).toEqual([400, { code: expect.any(String), detail: sentence, errors }])
})

test.each([
  ['username', { email: 'baska@ornek.com' }, { username: 'LEZZET' }, 'username_taken'],
  ['e-mail', { username: 'baska' }, { email: 'SIPARIS@LEZZET.COM.TR' }, 'email_taken'],
])('a taken %s is refused whatever its case, also in concurrent requests', async (_, other, fields, code) => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [first, second] = await Promise.all([
    world.post('/admin/customers', admin, NEW),
    world.post('/admin/customers', admin, { ...NEW, ...other, ...fields }),
  ])
  expect([first, second].map(response => response.status).sort()).toEqual([201, 409])
  expect([first, second].find(response => response.status === 409)?.json().code).toBe(code)
})

test('customers are found by company or username and listed by company, with the sums of their orders', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const customers = [
    await world.customer({ company_name: 'Zümrüt Kafe' }),
    await world.customer({ company_name: 'Çınaraltı' }),
    await world.customer({ company_name: 'Cumba' }),
  ]
  const product_id = await world.product({ vat_rate: 0 })
  for (const cancel of [false, true]) {
    const { id } = (await world.post('/orders', customers[0], { items: [{ product_id, quantity: 1 }] })).json()
    if (cancel) await world.post(`/orders/${id}/cancel`, customers[0])
  }
  const all: Customer[] = (await world.get('/admin/customers', admin)).json()
  expect(all.map(c => c.company_name)).toEqual(['Cumba', 'Çınaraltı', 'Zümrüt Kafe'])
  expect(all[2]).toMatchObject({ total_orders: 2, total_spent: 100 })
  const found = async (search: string) =>
    (await world.get(`/admin/customers?search=${search}`, admin)).json().map((c: Customer) => c.company_name)
  expect(await found('CINAR')).toEqual(['Çınaraltı'])
  expect(await found(customers[2]!.username)).toEqual(['Cumba'])
})

test('a new customer cannot be assigned to a deactivated marketer', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  await world.db.updateTable('accounts').set({ is_active: false }).where('id', '=', marketer.id).execute()
  const response = await world.post('/admin/customers', admin, { ...NEW, assigned_marketer_id: marketer.id })
  expect([response.status, response.json().detail]).toEqual([400, 'Seçilen pazarlamacı bulunamadı'])
  expect((await world.get('/admin/customers', admin)).json()).toEqual([])
})

test('orders and revisions for a passive customer are refused', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const items = [{ product_id: await world.product(), quantity: 1, price: 1 }]
  const { id } = (await world.post('/orders', customer, { items })).json()
  await world.put(`/marketer/customers/${customer.id}`, marketer, { is_active: false })
  for (const refused of [
    { addressee: 'Hesabınız', ...(await world.post('/orders', customer, { items })) },
    {
      addressee: 'Müşteri',
      ...(await world.post('/marketer/orders/create-for-customer', marketer, { customer_id: customer.id, items })),
    },
    { addressee: 'Müşteri', ...(await world.put(`/marketer/orders/${id}`, marketer, { items })) },
  ]) {
    expect([refused.status, refused.json()]).toEqual([
      403,
      { code: 'customer_passive', detail: `${refused.addressee} pasif durumda; sipariş verilemez` },
    ])
  }
  expect((await world.get(`/orders/${id}`, customer)).json()).toMatchObject({ grand_total: 110, revision_count: 0 })
})

test('a marketer sees a customer’s last order time and open amount', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const seen = async () => (await world.get(`/marketer/customers/${customer.id}`, marketer)).json()
  expect(await seen()).toMatchObject({ last_order_at: null, open_amount: 0, total_orders: 0, total_spent: 0 })

  const product_id = await world.product({ vat_rate: 10, on_hand: 100 })
  const order = async (status?: string) => {
    world.pass(1000)
    const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json()
    if (status) await world.put(`/admin/orders/${id}/status`, admin, { status })
  }
  await order()
  await order('hazirlaniyor')
  await order('tamamlandi')
  await order('iptal')
  const last_order_at = world.now().toISOString()
  world.pass(1000)
  expect(await seen()).toMatchObject({ last_order_at, open_amount: 220, total_orders: 4, total_spent: 330 })
  expect((await world.get('/marketer/customers?search=LEZZET', marketer)).json()).toEqual([await seen()])
  expect(Object.keys((await world.get(`/admin/customers/${customer.id}`, admin)).json())).not.toContain('open_amount')
})

test('an admin can filter customers by marketer, and for those that have no marketer or are passive', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const own = await world.customer({ company_name: 'Ada', assigned_marketer_id: marketer.id })
  await world.customer({ company_name: 'Bal' })
  await world.put(`/admin/customers/${own.id}`, admin, { is_active: false })
  const found = async (query: string) =>
    (await world.get(`/admin/customers?${query}`, admin)).json().map((one: Customer) => one.company_name)
  expect(await found(`marketer_id=${marketer.id}`)).toEqual(['Ada'])
  expect(await found('marketer_id=none')).toEqual(['Bal'])
  expect(await found(`marketer_id=${randomUUID()}`)).toEqual([])
  expect(await found('is_active=false')).toEqual(['Ada'])
  expect(await found('is_active=true&marketer_id=none')).toEqual(['Bal'])
  const refused = await world.get('/admin/customers?marketer_id=ali', admin)
  expect([refused.status, refused.json().detail]).toEqual([400, 'Geçersiz kimlik'])
})
