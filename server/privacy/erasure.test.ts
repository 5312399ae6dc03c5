import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { fold } from '#contract/turkish.ts'
import { archivedOrderText, archiveText } from '../commands/archived-orders.ts'
import { inTransaction } from '../db/transaction.ts'
import { claimDueMail, recordFailure } from '../mail/outbox.ts'
import { deleteExpired } from '../portal.ts'
import type { Settings } from '../settings.ts'
import { makeWorld } from '../testing/world.ts'
import { completeDueErasures } from './erasure.ts'

const YEAR = 365 * 24 * 60 * 60 * 1000

async function shop(settings: Partial<Settings> = {}) {
  const world = await makeWorld(settings)
  const admin = await world.admin()
  const [customer, other] = [
    await world.customer({ company_name: 'Lezzet Lokantası' }),
    await world.customer({ company_name: 'Deniz Kafe' }),
  ]
  const product_id = await world.product({ on_hand: 100 })
  const order = async (user = customer, quantity = 1): Promise<string> =>
    (await world.post('/orders', user, { items: [{ product_id, quantity }] })).json().id
  const remove = () => world.request('DELETE', `/admin/customers/${customer.id}`, admin)
  const rows = async (table: 'audit_log' | 'stock_ledger') =>
    world.db.selectFrom(table).selectAll().orderBy('id').execute()
  return { world, admin, customer, other, product_id, order, remove, rows }
}

test('the trail and the ledger show a deleted customer by a pseudonym, and are otherwise unchanged', async () => {
  const { world, admin, customer, other, order, remove, rows } = await shop()
  await world.put('/auth/profile', customer, { company_name: 'Lezzet Sofrası', phone: '0532 111 22 33' })
  for (const user of [customer, other]) await world.post(`/orders/${await order(user)}/cancel`, user)
  const [trail, ledger] = [await rows('audit_log'), await rows('stock_ledger')]

  expect((await remove()).status).toBe(200)
  const pseudonym = `Silinmiş müşteri ${customer.id.slice(0, 8)}`
  const personal = ['Lezzet Lokantası', 'Lezzet Sofrası', customer.username, '0532 111 22 33', '0212 000 00 00']
  const own = (await rows('audit_log')).filter(row => [row.actor_id, row.entity_id].includes(customer.id))
  for (const name of [...personal, 'İstanbul']) expect(JSON.stringify(own)).not.toContain(name)
  const seen: AuditEntry[] = (await world.get(`/admin/audit?entity_id=${customer.id}`, admin)).json()
  expect(new Set(seen.map(one => one.entity_name))).toEqual(new Set([pseudonym]))
  expect(seen.slice(0, 2).map(one => [one.action, one.actor_name, one.before])).toEqual([
    ['pseudonymized', null, null],
    [
      'deleted',
      'Ayşe Yönetici',
      expect.objectContaining({ company_name: pseudonym, email: pseudonym, is_active: true }),
    ],
  ])
  expect(seen.find(one => one.action === 'updated')).toMatchObject({
    actor_name: pseudonym,
    before: { company_name: pseudonym, phone: pseudonym },
    after: { company_name: pseudonym, phone: pseudonym },
  })
  const found = (await world.get(`/admin/audit?actor=${encodeURIComponent(fold(pseudonym))}`, admin)).json()
  expect(found).not.toEqual([])

  await completeDueErasures(world.db, world.now())
  const now = { trail: await rows('audit_log'), ledger: await rows('stock_ledger') }
  const others = <Row extends { actor_id: string | null }>(list: Row[]) =>
    list.filter(row => row.actor_id !== customer.id && !JSON.stringify(row).includes(customer.id))
  expect(others(now.trail).slice(0, others(trail).length)).toEqual(others(trail))
  expect(now.ledger).toEqual(
    ledger.map(row => ({ ...row, actor_name: row.actor_id === customer.id ? pseudonym : row.actor_name })),
  )
  expect(now.ledger.map(row => row.actor_name)).toContain(pseudonym)
  expect(await world.db.selectFrom('pseudonyms_due').selectAll().execute()).toEqual([])
})

test('no notification names a deleted customer, whichever account received it', async () => {
  const { world, admin, customer, other, remove } = await shop()
  const titles = async () => {
    const received: { title: string }[] = (await world.get('/notifications', admin)).json()
    return received.map(({ title }) => title).sort()
  }
  const items = [{ product_name: 'Trüf yağı', unit: 'ADET', quantity: 1, price: 100 }]
  for (const user of [customer, other]) expect((await world.post('/custom-orders', user, { items })).status).toBe(201)
  expect(await titles()).toEqual(['Deniz Kafe teklif istedi', 'Lezzet Lokantası teklif istedi'])
  await remove()
  expect(await titles()).toEqual(['Deniz Kafe teklif istedi'])
})

test('the trail does not keep the address of a mail that an admin retried before its customer was deleted', async () => {
  const { world, admin, customer, remove, rows } = await shop()
  const mail = await claimDueMail(world.db, world.now())
  const failure = { why: 'no such user', isFinal: true, recipient: `${customer.username}@ornek.com.tr` }
  await recordFailure(world.db, mail!, failure, world.now())
  expect((await world.post('/admin/mails/retry-given-up', admin)).json()).toEqual({ retried: 1 })
  await remove()
  expect(JSON.stringify(await rows('audit_log'))).not.toContain(customer.username)
})

test('the trail records that the note of a standing order changed, and does not contain the note', async () => {
  const { world, admin, customer, product_id, remove, rows } = await shop()
  const content = { name: 'Sabah', weekdays: [1, 2, 3], items: [{ product_id, quantity: 3 }] }
  const notes = 'Kapıyı Zeynep açar'
  const { id, version } = (await world.post('/standing-orders', customer, { ...content, notes })).json()
  const changed = await world.put(`/standing-orders/${id}`, customer, { version, notes: 'Zeynep yoksa zili çalın' })
  expect(changed.status).toBe(200)
  const [updated] = (await world.get(`/admin/audit?entity_id=${id}`, admin)).json()
  expect(updated).toMatchObject({ action: 'updated', before: { notes_changed: null }, after: { notes_changed: true } })
  await remove()
  expect(JSON.stringify(await rows('audit_log'))).not.toContain('Zeynep')
})

test('nothing else can be changed in the trail and the ledger, and no existing account be pseudonymized', async () => {
  const { world, customer, other, order, remove } = await shop()
  await order()
  await order(other)
  const { db } = world
  const pseudonymize = (id: string) => sql`select pseudonymize_customer(${id}::uuid, now())`.execute(db)
  await expect(pseudonymize(customer.id)).rejects.toThrow('still exists')
  await remove()
  // As a program with the owner's rights could.
  const forced = (statement: string) =>
    inTransaction(world.owner, async tx => {
      await sql`set local toptan.pseudonymizing = 'on'`.execute(tx)
      await sql.raw(statement).execute(tx)
    })
  for (const statement of [
    `update audit_log set actor_name = 'x'`,
    `update audit_log set action = 'updated' where entity_id = '${customer.id}'`,
    `update audit_log set before = null where action = 'deleted'`,
    `update audit_log set actor_name = pseudonym(actor_id) where actor_id = '${other.id}'`,
    `update stock_ledger set actor_name = pseudonym(actor_id) where actor_id = '${other.id}'`,
    `update stock_ledger set on_hand_after = 1`,
    'delete from audit_log',
    'truncate stock_ledger',
  ])
    await expect(forced(statement)).rejects.toThrow('append-only')
  await completeDueErasures(db, world.now())
  for (const table of ['audit_log', 'stock_ledger'])
    await expect(sql`update ${sql.table(table)} set actor_name = actor_name`.execute(world.owner)).rejects.toThrow(
      'append-only',
    )
})

test('the data of a deleted customer’s orders that the law requires is archived until its retention ends, and no longer', async () => {
  const { world, admin, customer, order, remove } = await shop()
  const [sold, cancelled] = [await order(customer, 3), await order(customer, 1)]
  await world.put(`/admin/orders/${sold}/status`, admin, { status: 'tamamlandi' })
  await world.post(`/orders/${cancelled}/cancel`, customer)
  await remove()

  const [archived, ...more] = await world.db.selectFrom('order_archive').selectAll().execute()
  expect([archived?.order_id, archived?.delete_on, more]).toEqual([sold, '2037-01-01', []])
  expect(archived?.content).toEqual({
    status: 'tamamlandi',
    company: 'Lezzet Lokantası',
    address: 'İstanbul',
    subtotal: 30_000,
    total_vat: 3000,
    grand_total: 33_000,
    delivery_date: null,
    delivery_fee: 0,
    lines: [
      {
        product: 'Beyaz Peynir',
        brand: 'Yayla',
        quantity: 3,
        unit: 'ADET',
        price: 10_000,
        vat_rate: 10,
        total: 30_000,
      },
    ],
  })
  await expect(world.owner.updateTable('order_archive').set({ delete_on: '2026-01-01' }).execute()).rejects.toThrow(
    'append-only',
  )

  const list = await archiveText(world.db)
  expect([list.includes(sold.slice(0, 8)), list.includes('Lezzet')]).toEqual([true, false])
  expect(await archivedOrderText(world.db, sold.slice(0, 8).toUpperCase(), world.now())).toContain('Lezzet Lokantası')
  await expect(archivedOrderText(world.db, sold.slice(0, 7), world.now())).rejects.toThrow('has no order')
  const read = (await world.get(`/admin/audit?entity_id=${sold}`, admin)).json()[0]
  expect([read.action, read.actor_name]).toEqual(['exported', 'Komut satırı'])

  world.pass(10 * YEAR)
  await completeDueErasures(world.db, world.now())
  expect(await world.db.selectFrom('order_archive').select('order_id').execute()).toHaveLength(1)
  world.pass(YEAR)
  await completeDueErasures(world.db, world.now())
  expect(await archiveText(world.db)).toBe('The archive is empty.')
})

test('names are also replaced if something else that is due cannot be deleted', async () => {
  const { world, order, remove, rows } = await shop()
  await order()
  await remove()
  await world.owner.schema.alterTable('known_devices').renameTo('known_devices_gone').execute()
  const problems: unknown[] = []
  await deleteExpired(world.db, world.now(), { error: (problem: unknown) => void problems.push(problem) })
  expect(JSON.stringify(await rows('stock_ledger'))).not.toContain('Lezzet')
  expect(problems).toEqual([expect.objectContaining({ message: expect.stringContaining('known_devices') })])
})

test('with 0 years nothing is archived', async () => {
  const { world, order, remove } = await shop({ archiveYears: 0 })
  await order()
  await remove()
  expect(await world.db.selectFrom('order_archive').selectAll().execute()).toEqual([])
})

test('no module that serves requests reads the archive, except a recall, which reads companies', () => {
  const server = join(import.meta.dirname, '..')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(name => /(?<!\.test)\.ts$/.test(name))
  const naming = (text: RegExp) => files.filter(name => text.test(readFileSync(join(server, name), 'utf8'))).sort()
  expect(naming(/order_archive/)).toEqual(['db/tables.ts', 'privacy/archive.ts'])
  expect(naming(/archivedNames/)).toEqual(['privacy/archive.ts', 'recalls/recall.ts'])
  expect(naming(/listArchive|readArchived/)).toEqual(['commands/archived-orders.ts', 'privacy/archive.ts'])
})
