import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { inTransaction } from '../db/transaction.ts'
import { upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { record } from './audit.ts'

const trail = async (world: World, admin: TestUser, query = ''): Promise<AuditEntry[]> =>
  (await world.get(`/admin/audit?${query}`, admin)).json()

const NEW = { name: 'Lor', brand: 'Dere', category: 'Peynir', price: 12.5, stock_quantity: 4 }

test('the trail records that a product is added, changed field by field, and deleted', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const { id } = (await world.post('/admin/products', admin, NEW)).json().product
  await world.put(`/admin/products/${id}`, admin, { ...NEW, price: 13.25, stock_quantity: 7 })
  await world.put(`/admin/products/${id}`, admin, { price: 13.25 })
  await world.put(`/admin/products/${id}/barcode`, admin, { barcode: '111' })
  await world.request('DELETE', `/admin/products/${id}`, admin)
  const entries = await trail(world, admin, `entity=product&entity_id=${id}`)
  expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['deleted', expect.objectContaining({ name: 'Lor', price: 13.25, barcode: '111' }), null],
    ['updated', { barcode: null }, { barcode: '111' }],
    ['updated', { price: 12.5, stock_quantity: 4 }, { price: 13.25, stock_quantity: 7 }],
    ['created', null, expect.objectContaining({ name: 'Lor', price: 12.5, stock_quantity: 4, warehouse: 'Ana Depo' })],
  ])
  expect(entries[0]).toMatchObject({
    actor_role: 'admin',
    actor_name: 'Ayşe',
    entity: 'product',
    entity_id: id,
    created_at: world.now().toISOString(),
  })
})

test('an order’s status changes are recorded, whichever role makes them', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer()]
  const product_id = await world.product()
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json()
  for (const status of ['hazirlaniyor', 'hazirlaniyor', 'beklemede'])
    await world.put(`/admin/orders/${id}/status`, admin, { status })
  await world.post(`/orders/${id}/cancel`, customer)
  const entries = await trail(world, admin, `entity=order&entity_id=${id}`)
  expect(entries.map(entry => [entry.actor_name, entry.before?.status, entry.after?.status])).toEqual([
    ['Lezzet Lokantası', 'beklemede', 'iptal'],
    ['Ayşe', 'hazirlaniyor', 'beklemede'],
    ['Ayşe', 'beklemede', 'hazirlaniyor'],
  ])
})

test('new accounts and logins are recorded, but no passwords or tokens', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const password = 'çok-gizli-şifre'
  const customer = { username: 'lezzet', company_name: 'Lezzet', email: 'lezzet@ornek.com.tr', password }
  const { id } = (await world.post('/admin/customers', admin, customer)).json().customer
  await world.post('/admin/marketers', admin, { name: 'Zeynep', username: 'zeynep', password })
  const { token } = (await world.post('/auth/login', undefined, { username: 'lezzet', password })).json()
  await world.post('/auth/login', undefined, { username: 'lezzet', password: 'yanlış' })
  const entries = await trail(world, admin)
  expect(entries.map(entry => [entry.actor_name, entry.action, entry.entity])).toEqual([
    ['Lezzet', 'logged_in', 'customer'],
    ['Ayşe', 'created', 'marketer'],
    ['Ayşe', 'created', 'customer'],
    ['Ayşe', 'logged_in', 'admin'],
  ])
  expect(entries[1]!.after).toEqual({ name: 'Zeynep', username: 'zeynep' })
  expect(entries[2]).toMatchObject({ entity_id: id, after: { username: 'lezzet', company_name: 'Lezzet' } })
  const everything = JSON.stringify(await world.db.selectFrom('audit_log').selectAll().execute())
  for (const secret of [password, token, 'argon2']) expect(everything).not.toContain(secret)
  const entry = { action: 'updated', entity: 'customer', entity_id: id } as const
  const recorded = inTransaction(world.db, tx =>
    record(tx, { actor: undefined, now: world.now() }, [{ ...entry, before: { phone: 1 }, after: { password: 2 } }]),
  )
  await expect(recorded).rejects.toThrow('may not hold the field password')
  expect(await trail(world, admin)).toHaveLength(4)
})

test('an action that is rolled back leaves no entry', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const id = await world.product({ barcode: '1' })
  await world.product({ barcode: '2' })
  const count = async () => (await trail(world, admin)).length
  const before = await count()
  expect((await world.put(`/admin/products/${id}`, admin, { name: 'Başka', barcode: '2' })).status).toBe(409)
  expect(await count()).toBe(before)
})

test('the trail can be filtered by entity, id, actor and Istanbul days, and is paged', async () => {
  const world = await makeWorld()
  const [admin, other] = [await world.admin('Ayşe Işık'), await world.admin('Mehmet')]
  const id = await world.product()
  // 23:59 in Istanbul, and a minute later.
  world.pass(Date.parse('2026-03-10T20:59:00Z') - world.now().getTime())
  const again = async ({ username, password }: TestUser) =>
    (await world.post('/admin/login', undefined, { username, password })).json().token as string
  const [late, later] = [
    { ...admin, token: await again(admin) },
    { ...other, token: await again(other) },
  ]
  await world.put(`/admin/products/${id}`, late, { name: 'Bir' })
  world.pass(60_000)
  await world.put(`/admin/products/${id}`, later, { name: 'İki' })

  const names = async (query: string) =>
    (await trail(world, late, `entity=product&${query}`)).map(({ after }) => after?.name)
  expect(await names('actor=ISIK')).toEqual(['Bir'])
  expect(await names('actor=isik%20ayse')).toEqual(['Bir'])
  expect(await names(`actor=${other.id}`)).toEqual(['İki'])
  expect(await names('from=2026-03-11')).toEqual(['İki'])
  expect(await names('to=2026-03-10')).toEqual(['Bir', 'Beyaz Peynir'])
  expect(await names('from=2026-03-11&to=2026-03-10')).toEqual([])
  expect(await names(`entity_id=${other.id}`)).toEqual([])
  expect((await world.get('/admin/audit?entity=urun', late)).status).toBe(400)

  const first = await world.get('/admin/audit?entity=product&limit=2', late)
  const next = /<\/api(.+)>; rel/.exec(String(first.headers.link))![1]!
  expect([...first.json(), ...(await world.get(next, late)).json()]).toEqual(await trail(world, late, 'entity=product'))
})

test('the trail can be filtered by action and by the name of the entity, even after its deletion', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer({ company_name: 'Çınaraltı Lokantası' })]
  const [sold, unsold] = [
    await world.product({ name: 'Işıl Tulumu' }),
    await world.product({ name: 'Lor', on_hand: 0 }),
  ]
  const place = () => world.post('/orders', customer, { items: [{ product_id: sold, quantity: 1 }] })
  const [first, second] = [(await place()).json(), (await place()).json()]
  await world.put(`/admin/orders/${first.id}/status`, admin, { status: 'hazirlaniyor' })
  await world.put(`/admin/orders/${second.id}/status`, admin, { status: 'iptal' })
  await world.put(`/admin/products/${sold}`, admin, { price: 7 })
  await world.put(`/admin/customers/${customer.id}`, admin, { phone: '1' })
  await world.request('DELETE', `/admin/products/${unsold}`, admin)

  const found = async (query: string) =>
    (await trail(world, admin, query)).map(({ entity, action }) => `${entity} ${action}`)
  expect(await found('name=isil')).toEqual(['product updated', 'product created'])
  expect(await found('name=isil&action=updated')).toEqual(['product updated'])
  expect(await found('name=LOKANTASI%20cinar&action=updated')).toEqual(['customer updated'])
  expect(await found('name=lor')).toEqual(['product deleted', 'product created'])
  expect(await found('name=ayse')).toEqual(['admin logged_in'])
  expect(await found(`name=%23${first.id.slice(0, 8).toUpperCase()}`)).toEqual(['order status_changed'])
  expect(await found('name=yok%20boyle')).toEqual([])
  expect((await world.get('/admin/audit?action=uçtu', admin)).status).toBe(400)

  await world.request('DELETE', `/admin/customers/${customer.id}`, admin)
  const [deleted] = await trail(world, admin, `entity_id=${customer.id}&action=deleted`)
  expect(deleted!.before).toMatchObject({
    order_count: 2,
    order_total: first.grand_total,
    order_ids: [first.id, second.id].sort(),
  })
})

test('the newest of many entries are found by an index', async () => {
  const world = await makeWorld()
  await sql`insert into audit_log (created_at, action, entity, entity_id, search_text)
    select ${world.now()}::timestamptz + n * interval '1 second', 'updated', 'product', (n % 500)::text, 'ayse'
    from generate_series(1, 20000) as n`.execute(world.db)
  await sql`analyze audit_log`.execute(world.owner)
  const plan = async (where: string) => {
    const { rows } = await sql<Record<string, string>>`explain select * from audit_log
      ${sql.raw(where)} order by created_at desc, id desc limit 51`.execute(world.db)
    return rows.map(row => row['QUERY PLAN']).join('\n')
  }
  for (const where of ['', `where entity = 'product' and entity_id = '7'`])
    expect(await plan(where)).not.toMatch(/Seq Scan|Sort/)
})

test('changes of accounts are recorded, and bulk changes with one entry per entity', async () => {
  const world = await makeWorld()
  const [admin, ali, veli] = [await world.admin('Ayşe'), await world.marketer('Ali'), await world.marketer('Veli')]
  const customer = await world.customer({ assigned_marketer_id: ali.id })
  const [sold, unsold] = [
    await world.product({ warehouse: 'Gecici Depo' }),
    await world.product({ name: 'Lor', warehouse: 'Gecici Depo', on_hand: 0 }),
  ]
  const { id: order } = (await world.post('/orders', customer, { items: [{ product_id: sold, quantity: 1 }] })).json()
  const { id: count } = (await world.post('/admin/stock/counts', admin, { count_date: '2026-03-10' })).json()
  await world.post(`/admin/stock/counts/${count}/products`, admin, { product_id: sold, counted_quantity: 3 })
  const last = (await trail(world, admin))[0]!.id

  await world.put(`/admin/customers/${customer.id}`, admin, { phone: '1', password: 'yepyeni-şifre' })
  await world.put(`/marketer/customers/${customer.id}`, ali, { is_active: false })
  await world.post(`/admin/marketers/${ali.id}/hand-over`, admin, { to_marketer_id: veli.id })
  await world.put(`/admin/marketers/${ali.id}`, admin, { is_active: false })
  const dates = { product_ids: [unsold], expected_stock_date: '2026-04-01' }
  await world.post('/admin/products/bulk-update-expected-date', admin, dates)
  await world.post(`/admin/stock/counts/${count}/finalize`, admin)
  await world.request('DELETE', '/admin/products/delete-by-warehouse?warehouse=Gecici%20Depo', admin)
  await world.request('DELETE', `/admin/customers/${customer.id}`, admin)
  expect((await world.get(`/admin/orders/${order}`, admin)).status).toBe(404)

  const entries = (await trail(world, admin)).filter(({ id }) => id > last).toReversed()
  const pseudonym = `Silinmiş müşteri ${customer.id.slice(0, 8)}`
  expect(
    entries.map(({ actor_name, action, entity_id, before, after }) => [actor_name, action, entity_id, before, after]),
  ).toEqual([
    ['Ayşe', 'updated', customer.id, { phone: pseudonym }, { phone: pseudonym }],
    ['Ayşe', 'password_changed', customer.id, null, null],
    ['Ali', 'updated', customer.id, { is_active: true }, { is_active: false }],
    ['Ayşe', 'updated', customer.id, { assigned_marketer_id: ali.id }, { assigned_marketer_id: veli.id }],
    ['Ayşe', 'updated', ali.id, { is_active: true }, { is_active: false }],
    ['Ayşe', 'updated', unsold, { expected_stock_date: null }, { expected_stock_date: '2026-04-01' }],
    ['Ayşe', 'finalized', count, null, null],
    ['Ayşe', 'deleted', unsold, expect.objectContaining({ name: 'Lor', price: 100 }), null],
    ['Ayşe', 'deactivated', sold, { is_active: true }, { is_active: false }],
    ['Ayşe', 'deleted', customer.id, expect.objectContaining({ username: pseudonym, phone: pseudonym }), null],
    [null, 'pseudonymized', customer.id, null, null],
  ])
})

test('changes by a workbook are recorded product by product', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const [one, same] = [await world.product({ name: 'Bir', barcode: '1' }), await world.product({ name: 'Aynı' })]
  const file = workbookOf([
    [...INVENTORY_COLUMNS],
    [one, 'Bir', null, null, null, 123.45, null, 99],
    [same, 'Aynı'],
    ['', 'Yeni'],
  ])
  expect((await upload(world, admin, '/admin/products/import-excel', file)).json()).toMatchObject({
    created: 1,
    updated: 1,
  })
  const entries = await trail(world, admin, 'entity=product&actor=Ayşe')
  expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['created', null, expect.objectContaining({ name: 'Yeni' })],
    ['imported', { price: 100 }, { price: 123.45 }],
  ])
})

test('status changes of quotes and password changes are recorded', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer()]
  const product_id = await world.product()
  const items = [{ product_name: 'Tulum', unit: 'KG', quantity: 1, price: 1 }]
  const { id } = (await world.post('/custom-orders', customer, { items })).json()
  const answer = { items: [{ product_id, quantity: 1, price: 1 }], valid_until: '2026-03-11' }
  await world.put(`/admin/custom-orders/${id}/answer`, admin, answer)
  await world.post(`/custom-orders/${id}/accept`, customer)
  const statuses = (await trail(world, admin, `entity=quote&entity_id=${id}`)).map(entry => [
    entry.actor_role,
    entry.before?.status,
    entry.after?.status,
  ])
  expect(statuses).toEqual([
    ['customer', 'cevaplandi', 'kabul'],
    ['admin', 'yeni', 'cevaplandi'],
  ])
  await world.post('/auth/change-password', customer, { current_password: customer.password, new_password: 'bambaşka' })
  expect((await trail(world, admin))[0]).toMatchObject({
    action: 'password_changed',
    entity_id: customer.id,
    before: null,
    after: null,
  })
})

test('the trail shows current names, the last name of a deleted entity, and the pseudonym of a deleted customer', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin('Ayşe'), await world.marketer('Ali')]
  const customer = await world.customer({ company_name: 'Eski Ad' })
  const product_id = await world.product({ name: 'Tulum' })
  const { id: order } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json()
  await world.put(`/admin/orders/${order}/status`, admin, { status: 'iptal' })
  await world.post('/custom-orders', customer, {
    items: [{ product_name: 'Trüf', unit: 'KG', quantity: 1, price: 1 }],
  })
  const { id: quote } = (await world.get('/custom-orders', customer)).json()[0]
  await world.put(`/admin/custom-orders/${quote}/answer`, admin, {
    items: [{ product_id, quantity: 1, price: 1 }],
    valid_until: '2026-03-11',
  })
  const { id: count } = (await world.post('/admin/stock/counts', admin, { count_date: '2026-03-10' })).json()
  await world.post(`/admin/stock/counts/${count}/products`, admin, { product_id, counted_quantity: 3 })
  await world.post(`/admin/stock/counts/${count}/finalize`, admin)
  const named = async (id: string) =>
    new Set((await trail(world, admin, `entity_id=${id}`)).map(one => one.entity_name))
  expect(await named(customer.id)).toEqual(new Set(['Eski Ad']))
  await world.put(`/admin/customers/${customer.id}`, admin, { company_name: 'Yeni Ad' })
  expect(await named(customer.id)).toEqual(new Set(['Yeni Ad']))
  expect(await named(quote)).toEqual(new Set(['Yeni Ad']))
  await world.request('DELETE', `/admin/customers/${customer.id}`, admin)
  expect(await named(customer.id)).toEqual(new Set([`Silinmiş müşteri ${customer.id.slice(0, 8)}`]))
  expect(await named(quote)).toEqual(new Set([null]))
  expect(await named(product_id)).toEqual(new Set(['Tulum']))
  expect(await named(marketer.id)).toEqual(new Set(['Ali']))
  expect(await named(order)).toEqual(new Set([order.slice(0, 8)]))
  expect(await named(count)).toEqual(new Set(['2026-03-10']))
})
