import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { pseudonymizeRegistration } from '../privacy/erasure.ts'
import { tokenIn } from '../testing/link-token.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { deleteExpiredRegistrations } from './expired-registrations.ts'

const DAY = 24 * 60 * 60 * 1000
const NEW = {
  username: 'lezzet',
  company_name: 'Lezzet Lokantası',
  email: 'siparis@lezzet.com.tr',
  phone: '0212 000 00 00',
  address: 'Kadıköy',
  password: 'gizli-1',
}

const register = (world: World, fields: object = {}) => world.post('/auth/register', undefined, { ...NEW, ...fields })
const resend = (world: World) => world.post('/auth/resend-verification', undefined, { email: NEW.email })
const expire = (world: World) => deleteExpiredRegistrations(world.db, world.now(), pseudonymizeRegistration)

async function registered() {
  const world = await makeWorld()
  await register(world)
  const [mail] = await world.mails()
  return { world, token: tokenIn(mail?.link) }
}

test('a registration that is not confirmed within seven days is deleted and recorded, and its names are free again', async () => {
  const { world, token } = await registered()
  world.pass(7 * DAY - 1)
  expect(await expire(world)).toBe(0)
  expect((await register(world)).status).toBe(409)
  world.pass(1)
  expect(await expire(world)).toBe(1)
  const late = await world.post('/auth/verify-email', undefined, { token })
  expect([late.status, late.json().code]).toEqual([400, 'verification_link_unknown'])
  const entries: AuditEntry[] = (await world.get('/admin/audit?entity=customer', await world.admin())).json()
  const pseudonym = expect.stringMatching(/^Silinmiş müşteri /)
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'pseudonymized', actor_name: null },
    { action: 'deleted', actor_name: null, before: { username: pseudonym, email: pseudonym } },
  ])
  expect((await register(world, { username: 'LEZZET' })).status).toBe(201)
})

test('a deleted registration does not make the portal read the stock ledger, which cannot name it', async () => {
  const { world } = await registered()
  world.pass(7 * DAY)
  expect(await expire(world)).toBe(1)
  expect(await world.db.selectFrom('pseudonyms_due').selectAll().execute()).toEqual([])
})

test('confirmed registrations and customers that an admin created stay', async () => {
  const { world, token } = await registered()
  await world.customer()
  await world.post('/auth/verify-email', undefined, { token })
  world.pass(8 * DAY)
  expect(await expire(world)).toBe(0)
})

test('a registration stays as long as a link that was mailed to it is valid', async () => {
  const { world } = await registered()
  world.pass(6.5 * DAY)
  await resend(world)
  const [mail] = await world.mails()
  world.pass(0.9 * DAY)
  expect(await expire(world)).toBe(0)
  expect((await world.post('/auth/verify-email', undefined, { token: tokenIn(mail?.link) })).status).toBe(200)
})

test('an unconfirmed customer with an order, a standing order or a quote request stays', async () => {
  const { world } = await registered()
  const [marketer, product_id] = [await world.marketer(), await world.product()]
  await register(world, { username: 'ikinci', email: 'ikinci@ornek.com.tr' })
  await register(world, { username: 'ucuncu', email: 'ucuncu@ornek.com.tr' })
  await register(world, { username: 'son', email: 'son@ornek.com.tr' })
  await world.db.updateTable('customers').set({ assigned_marketer_id: marketer.id }).execute()
  const idOf = async (username: string) =>
    (await world.db.selectFrom('accounts').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
  const order = { customer_id: await idOf('lezzet'), items: [{ product_id, quantity: 1 }] }
  expect((await world.post('/marketer/orders/create-for-customer', marketer, order)).status).toBe(201)
  const wanted = {
    customer_id: await idOf('ikinci'),
    items: [{ product_name: 'Bal', unit: 'KG', quantity: 1, price: 1 }],
  }
  expect((await world.post('/marketer/custom-orders', marketer, wanted)).status).toBe(201)
  const standing = {
    customer_id: await idOf('ucuncu'),
    name: 'Her ay',
    items: [{ product_id, quantity: 1 }],
    weekdays: [1],
    starts_on: '2026-04-01',
  }
  expect((await world.post('/standing-orders', marketer, standing)).status).toBe(201)
  await world.db.updateTable('customers').set({ assigned_marketer_id: null }).execute()
  world.pass(8 * DAY)
  expect(await expire(world)).toBe(1)
  expect((await world.db.selectFrom('customers').select('id').execute()).map(({ id }) => id).toSorted()).toEqual(
    [order.customer_id, wanted.customer_id, standing.customer_id].toSorted(),
  )
})

test('a registration that a marketer or an admin works with stays', async () => {
  const { world } = await registered()
  const [admin, marketer, product_id] = [await world.admin(), await world.marketer(), await world.product()]
  const names = ['rota', 'not', 'sepet', 'bos', 'liste', 'gun', 'sifre', 'telefon', 'aktar']
  for (const username of names) await register(world, { username, email: `${username}@ornek.com.tr` })
  const accounts = await world.db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('role', '=', 'customer')
    .execute()
  const idOf = (username: string) => accounts.find(account => account.username === username)?.id ?? ''
  const change = (username: string, fields: object) => world.put(`/admin/customers/${idOf(username)}`, admin, fields)
  // Not by an admin, since a registration that an admin has changed stays.
  const assign = (usernames: string[], assigned_marketer_id: string | null) =>
    world.db.updateTable('customers').set({ assigned_marketer_id }).where('id', 'in', usernames.map(idOf)).execute()
  const put = { id: randomUUID(), quantity: 2, age: 0, price: 100, vat_rate: 10, promised_for: null }
  const line = { product_id, known: { version: 0, quantity: 0, taken: 0 }, put }
  const fill = (username: string) =>
    world.post(`/marketer/carts/${idOf(username)}/changes`, marketer, { changes: [line] })
  await assign(['lezzet', 'sepet', 'bos', 'liste'], marketer.id)
  const replies = [
    await world.put(`/admin/customers/${idOf('rota')}/delivery`, admin, { minimum: 500 }),
    await world.post(`/customers/${idOf('not')}/notes`, admin, { text: 'Salı arayın' }),
    await fill('sepet'),
    await fill('bos'),
    await change('gun', { min_remaining_days: 30 }),
    await change('sifre', { password: 'bambaşka-şifre' }),
    await change('telefon', { phone: '0532 111 11 11' }),
    await world.post(`/marketer/customers/${idOf('liste')}/lists`, marketer, { name: 'Mutfak', lines: [] }),
  ]
  expect((await world.get(`/admin/customers/${idOf('aktar')}/data`, admin)).status).toBe(200)
  await assign(['sepet', 'bos', 'liste'], null)
  expect(replies.map(({ status }) => status < 300)).toEqual(replies.map(() => true))
  await world.db.updateTable('cart_lines').set({ quantity: 0 }).where('customer_id', '=', idOf('bos')).execute()
  world.pass(8 * DAY)
  // The empty cart, and the export, which changes nothing.
  expect(await expire(world)).toBe(2)
  const left = await world.db.selectFrom('accounts').select('username').where('role', '=', 'customer').execute()
  const expected = ['gun', 'lezzet', 'liste', 'not', 'rota', 'sepet', 'sifre', 'telefon']
  expect(left.map(({ username }) => username).toSorted()).toEqual(expected)
})
