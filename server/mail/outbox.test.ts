import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import { placeOrder } from '../orders/orders.ts'
import { databaseAt } from '../testing/databases.ts'
import { mailFixture, queueNotes } from '../testing/mail-fixture.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { startMailSender } from './mail-sender.ts'

/** Another process's pool on the world's database. */
async function anotherPool({ db }: World) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const pool = connect(databaseAt(inject('database'), rows[0]!.name), { connections: 8 })
  onTestFinished(() => pool.destroy())
  return pool
}

const queued = async ({ db }: World) =>
  (await db.selectFrom('mails').select('kind').orderBy('created_at').execute()).map(({ kind }) => kind)

test('two senders on one database send every mail once', { timeout: 180_000 }, async () => {
  const world = await makeWorld()
  const mailServer = await startMailServer()
  onTestFinished(() => mailServer.stop())
  const { url, inbox } = mailServer
  const names = Array.from({ length: 300 }, (_, i) => `musteri-${i}`)
  await queueNotes(world.db, names, world.now())
  const fixtures = [
    mailFixture(world, `${url}?name=one.example`),
    mailFixture(world, `${url}?name=two.example`, { db: await anotherPool(world) }),
  ]
  const senders = fixtures.map(({ context }) => startMailSender(context))
  await expect.poll(() => inbox.length, { timeout: 120_000 }).toBeGreaterThanOrEqual(300)
  await Promise.all(senders.map(sender => sender.stop()))
  expect(inbox.flatMap(({ recipients }) => recipients).sort()).toEqual(names.map(name => `${name}@ornek.com.tr`).sort())
  expect(new Set(inbox.map(({ messageId }) => messageId)).size).toBe(300)
  expect(new Set(inbox.map(({ sentBy }) => sentBy))).toEqual(new Set(['one.example', 'two.example']))
  const left = world.db.selectFrom('mails').select('id').where('sent_at', 'is', null)
  expect([await left.execute(), fixtures.flatMap(({ failures, errors }) => [...failures, ...errors])]).toEqual([[], []])
})

test('an order and its mail are stored together or not at all', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const [much, little] = [await world.product({ on_hand: 10 }), await world.product({ on_hand: 1 })]
  const order = (...lines: [product_id: string, quantity: number][]) =>
    world.post('/orders', customer, { items: lines.map(([product_id, quantity]) => ({ product_id, quantity })) })
  await world.mails()
  expect((await order([much, 2])).status).toBe(201)
  expect((await order([much, 1], [little, 5])).status).toBe(409)
  expect((await queued(world)).filter(kind => kind === 'order received')).toHaveLength(1)
  expect(await world.mails()).toHaveLength(1)

  const items = [{ product_id: much, quantity: 1 }]
  const broken = inTransaction(world.db.invalidating([]), async tx => {
    await placeOrder(tx, customer.actor, customer.id, { items, notes: '' }, world.now(), { maxOpenValue: undefined })
    throw new Error('the reply could not be stored')
  })
  await expect(broken).rejects.toThrow('the reply could not be stored')
  expect(await world.mails()).toEqual([])
  expect(await world.figures(much)).toEqual({ on_hand: 10, reserved: 2 })
})

test('a registration that fails at the last moment leaves neither account nor mail', async () => {
  const world = await makeWorld()
  const body = {
    username: 'lezzet',
    company_name: 'Lezzet Lokantası',
    email: 'siparis@lezzet.com.tr',
    phone: '0212 000 00 00',
    address: 'İstanbul',
    password: 'gizli-1',
  }
  // Several of these find the names free, and the unique constraint refuses all but one.
  const responses = await Promise.all(Array.from({ length: 6 }, () => world.post('/auth/register', undefined, body)))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  expect(await queued(world)).toEqual(['confirmation'])

  await sql`create function full_disk() returns trigger language plpgsql as $$ begin raise 'no space left'; end $$`.execute(
    world.owner,
  )
  await sql`create trigger full_disk before insert on mails for each row execute function full_disk()`.execute(
    world.owner,
  )
  const failed = await world.post('/auth/register', undefined, {
    ...body,
    username: 'tat',
    email: 'siparis@tat.com.tr',
  })
  expect([failed.status, failed.json().detail]).toEqual([500, 'Kayıt başarısız'])
  const accounts = await world.db.selectFrom('accounts').select('username').execute()
  expect([accounts, await queued(world)]).toEqual([[{ username: 'lezzet' }], ['confirmation']])
})
