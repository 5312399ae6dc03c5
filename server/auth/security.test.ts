import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeWorld, type World } from '../testing/world.ts'

// Statements of docs/security.md about passwords, sessions and accounts that no other test proves.

const logIn = (world: World, username: string, password: string) =>
  world.post('/auth/login', undefined, { username, password })

test('a password may have 128 characters of any kind, all are significant, and its argon2id hash is stored', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const new_password = ' Şifre🔑 "%_\\'.repeat(10).slice(0, 127).padEnd(128, ' ')
  expect(new_password).toHaveLength(128)
  const change = { current_password: customer.password, new_password }
  expect((await world.post('/auth/change-password', customer, change)).status).toBe(200)
  expect((await logIn(world, customer.username, new_password)).status).toBe(200)
  for (const other of [new_password.slice(0, -1), new_password.trim(), new_password.toLowerCase()])
    expect([other, (await logIn(world, customer.username, other)).status]).toEqual([other, 401])
  const { password_hash } = await world.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', customer.id)
    .executeTakeFirstOrThrow()
  // What its hashing costs is tested in server/cluster.test.ts.
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$/)
})

test('fields that are not part of a call give an account no further rights', async () => {
  const world = await makeWorld()
  const [customer, marketer] = [await world.customer(), await world.marketer()]
  const more = {
    id: marketer.id,
    role: 'admin',
    is_active: false,
    email_verified: true,
    assigned_marketer_id: marketer.id,
    password_hash: '',
    total_spent: 1,
    __proto__: { role: 'admin' },
  }
  const readAll = () =>
    sql`select a.id, role, is_active, confirmed_email, assigned_marketer_id, password_hash
    from accounts a left join customers c on c.id = a.id where username = ${customer.username}`.execute(world.db)
  const before = (await readAll()).rows
  expect((await world.put('/auth/profile', customer, { phone: '0212 000 00 09', ...more })).status).toBe(200)
  expect((await readAll()).rows).toEqual(before)

  const own = { username: 'yeni', password: 'doğru-şifre', email: 'yeni@ornek.com.tr' }
  const firm = { company_name: 'Yeni Lokanta', phone: '0212 000 00 09', address: 'İstanbul' }
  expect((await world.post('/auth/register', undefined, { ...own, ...firm, ...more })).status).toBe(201)
  const created = await sql`select role, is_active, confirmed_email, assigned_marketer_id
    from accounts a join customers c on c.id = a.id where username = 'yeni'`.execute(world.db)
  expect(created.rows).toEqual([
    { role: 'customer', is_active: true, confirmed_email: null, assigned_marketer_id: null },
  ])
})

test('while sessions cannot be read, a call that needs one is not served', async () => {
  const world = await makeWorld()
  const [customer, admin] = [await world.customer(), await world.admin()]
  await world.owner.schema.alterTable('sessions').renameTo('sessions_gone').execute()
  for (const [path, user] of [
    ['/orders', customer],
    ['/admin/customers', admin],
  ] as const) {
    const reply = await world.get(path, user)
    expect([path, reply.status, Object.keys(reply.json())]).toEqual([path, 500, ['detail', 'code']])
  }
})
