import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { makeWorld, type Person, type World } from '../testing/world.ts'
import { record } from './audit.ts'

const trail = async (world: World, admin: Person, query = ''): Promise<AuditEntry[]> =>
  (await world.get(`/admin/audit?${query}`, admin)).json()

const NEW = { name: 'Lor', brand: 'Dere', category: 'Peynir', price: 12.5, stock_quantity: 4 }

test('a product’s life is written down: added, changed field by field, deleted', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const { id } = (await world.post('/admin/products', admin, NEW)).json().product
  await world.put(`/admin/products/${id}`, admin, { ...NEW, price: 13.25, stock_quantity: 7 })
  await world.put(`/admin/products/${id}`, admin, { price: 13.25 })
  await world.put(`/admin/products/${id}/barcode`, admin, { barcode: '111' })
  await world.ask('DELETE', `/admin/products/${id}`, admin)
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

test('an order’s statuses are written down, whoever changes them', async () => {
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

test('who is added and who logs in is written down, and never a password or a token', async () => {
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
  await world.db.transaction().execute(tx =>
    record(tx, { actor: undefined, now: world.now() }, [
      {
        action: 'updated',
        entity: 'customer',
        entity_id: id,
        before: { password: 1 },
        after: { password: 2, new_token: 3 },
      },
    ]),
  )
  expect(await trail(world, admin)).toHaveLength(4)
})

test('a deed that is undone leaves no trace', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const id = await world.product({ barcode: '1' })
  await world.product({ barcode: '2' })
  const count = async () => (await trail(world, admin)).length
  const before = await count()
  expect((await world.put(`/admin/products/${id}`, admin, { name: 'Başka', barcode: '2' })).status).toBe(409)
  expect(await count()).toBe(before)
})

test('the trail is searched by thing, name, person and Istanbul’s days, and read in pages', async () => {
  const world = await makeWorld()
  const [admin, other] = [await world.admin('Ayşe Işık'), await world.admin('Mehmet')]
  const id = await world.product()
  // 23:59 in Istanbul, and a minute later.
  world.pass(Date.parse('2026-03-10T20:59:00Z') - world.now().getTime())
  const again = async ({ username, password }: Person) =>
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

test('the newest of many entries are found by an index', async () => {
  const world = await makeWorld()
  await sql`insert into audit_log (created_at, action, entity, entity_id, search_text)
    select ${world.now()}::timestamptz + n * interval '1 second', 'updated', 'product', (n % 500)::text, 'ayse'
    from generate_series(1, 20000) as n`.execute(world.db)
  await sql`analyze audit_log`.execute(world.db)
  const plan = async (where: string) => {
    const { rows } = await sql<Record<string, string>>`explain select * from audit_log
      ${sql.raw(where)} order by created_at desc, id desc limit 51`.execute(world.db)
    return rows.map(row => row['QUERY PLAN']).join('\n')
  }
  for (const where of ['', `where entity = 'product' and entity_id = '7'`])
    expect(await plan(where)).not.toMatch(/Seq Scan|Sort/)
})
