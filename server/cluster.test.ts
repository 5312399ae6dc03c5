import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from './db/connect.ts'
import { cloneDatabase, urlOf } from './testing/databases.ts'
import { startWorkers } from './testing/workers.ts'
import { addProducts, ledgerDisagreements, people } from './testing/world.ts'

// Two real processes behind one port, on one database.

const WAIT = { timeout: 60_000 }

async function start(environment: Record<string, string> = {}, whileStarting?: Parameters<typeof startWorkers>[1]) {
  const database = await cloneDatabase(inject('database'), inject('template'))
  onTestFinished(() => database.discard())
  const db = connect(database.address, { connections: 4 })
  onTestFinished(() => db.destroy())
  const portal = await startWorkers({ DATABASE_URL: urlOf(database.address), ...environment }, whileStarting)
  onTestFinished(() => portal.stop().then(() => undefined))
  return { db, portal, ...people(db, () => new Date()) }
}

test('a change by one worker is visible to the other immediately, and with a stop delay both serve after the signal', {
  timeout: 180_000,
}, async () => {
  const { db, portal, admin, customer } = await start({ COMPANY_NAME: 'Toptan', STOP_DELAY: '10' })
  expect(portal.printed().match(/First admin/g)).toHaveLength(1)
  // The weak hashes of tests are only in the test processes; this portal uses the real parameters.
  const { password_hash } = await db.selectFrom('accounts').select('password_hash').executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const both = await portal.connectToBoth()
  const [one, other] = [both[0]!, both[1]!]
  const [boss, buyer] = [await admin(), await customer()]
  const [product = ''] = await addProducts(db, [{ name: 'Bal', on_hand: 500 }], new Date())

  // Both hold the catalogue in memory; the list of all products has the same version in both.
  const whole = (connection: typeof one, etag = '') =>
    connection.send('/products', { token: buyer.token, headers: { 'if-none-match': etag } })
  for (const connection of both)
    await expect.poll(async () => (await whole(connection)).headers.etag, WAIT).toBeDefined()
  const { etag } = (await whole(one)).headers
  expect((await whole(other, String(etag))).status).toBe(304)

  for (let price = 1; price <= 20; price++) {
    const [writer, reader] = price % 2 ? [one, other] : [other, one]
    const changed = await writer.send(`/admin/products/${product}`, {
      method: 'PUT',
      token: boss.token,
      body: { price },
    })
    expect(changed.status).toBe(200)
    expect((await reader.send(`/products/${product}`, { token: buyer.token })).json()).toMatchObject({ price })
  }

  // The same key sent to both concurrently places one order, even when it is repeated.
  for (let i = 0; i < 10; i++) {
    const order = { items: [{ product_id: product, quantity: 1 }] }
    const headers = { 'idempotency-key': randomUUID() }
    const place = (connection: typeof one) =>
      connection.send('/orders', { method: 'POST', token: buyer.token, body: order, headers })
    const replies = [...(await Promise.all(both.map(place))), await place(one)]
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    const stock = (await other.send(`/products/${product}`, { token: buyer.token })).json()
    expect(stock).toMatchObject({ stock_quantity: 500 - i - 1 })
  }
  expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(10)
  expect(await ledgerDisagreements(db)).toEqual([])

  // The metrics of both workers are added up, whichever replies; those from the database are not.
  const { length: waiting } = await db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()
  for (let i = 0; i < 2; i++) {
    const metrics = await (await fetch(`${portal.url}/metrics`)).text()
    expect(metrics).toContain('\ntoptan_orders_placed_total 10\n')
    expect(metrics).toContain('\ntoptan_processes 2\n')
    expect(metrics).toMatch(/toptan_database_connections_max\{pool="requests"\} 32\n/)
    expect(Number(/\ntoptan_outbox_waiting (\d+)\n/.exec(metrics)?.[1])).toBeLessThanOrEqual(waiting)
  }

  // Failed logins at both count together, and a session that ends at one worker has ended at the other.
  const logIn = (connection: typeof one, password: string) =>
    connection.send('/auth/login', { method: 'POST', body: { username: buyer.username, password } })
  const tries = await Promise.all(Array.from({ length: 10 }, (_, i) => logIn(both[i % 2]!, 'yanlış')))
  expect(tries.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401))
  for (const connection of both) expect((await logIn(connection, buyer.password)).status).toBe(429)
  expect((await one.send('/orders', { token: buyer.token })).status).toBe(200)
  expect((await other.send('/auth/logout', { method: 'POST', token: buyer.token })).status).toBe(200)
  expect((await one.send('/orders', { token: buyer.token })).status).toBe(401)

  for (const { close } of both) close()
  portal.signal('SIGTERM')
  const statusOf = async (path: string) => {
    // A new connection for every request, like those of a load balancer.
    const connection = portal.connect()
    const { status } = await connection.send(path)
    connection.close()
    return status
  }
  await expect.poll(() => statusOf('/health/ready'), WAIT).toBe(503)
  expect(await statusOf('/health/live')).toBe(200)
  expect(await statusOf('/openapi.json')).toBe(200)
  expect(await portal.stop()).toBe(0)
})

test('open screens of both workers are notified, and a killed worker is replaced, even while a restart replaces it', {
  timeout: 180_000,
}, async () => {
  const firstAdmin = { ADMIN_USERNAME: 'ilk', ADMIN_PASSWORD: 'ilk-sifresi' }
  const { db, portal, customer, admin } = await start(firstAdmin, async ({ printed, signal }) => {
    await expect.poll(printed, { ...WAIT, interval: 5 }).toContain('Server listening')
    signal('SIGHUP')
  })
  // The signal takes effect after all workers have started.
  await expect.poll(() => portal.printed(), WAIT).toContain('All workers are replaced')
  expect(portal.workers()).toHaveLength(4)
  expect(portal.printed()).not.toContain('First admin')
  const [boss, buyer] = [await admin(), await customer()]
  const [product = ''] = await addProducts(db, [{ on_hand: 100 }], new Date())
  // Connections are distributed in turn.
  const streams = [await openStream(portal.url, boss.token), await openStream(portal.url, boss.token)]
  const both = await portal.connectToBoth()
  const order = () =>
    both[0]!.send('/orders', {
      method: 'POST',
      token: buyer.token,
      body: { items: [{ product_id: product, quantity: 1 }] },
    })
  expect((await order()).status).toBe(201)
  for (const { received } of streams) await expect.poll(received, WAIT).toContain('event: orders')

  process.kill(both[1]!.pid, 'SIGKILL')
  expect((await order()).status).toBe(201)
  await expect.poll(() => portal.workers().length, WAIT).toBe(5)
  expect(portal.printed()).toContain(`The worker ${both[1]!.pid} was killed by SIGKILL; it is replaced`)
  const [survivor, replacement] = await portal.connectToBoth()
  expect(new Set([survivor?.pid, replacement?.pid])).toEqual(new Set([both[0]!.pid, portal.workers().at(-1)]))
  for (const connection of [...both, survivor!, replacement!]) connection.close()
  for (const { close } of streams) close()

  // A worker that ends while its successor starts is replaced once.
  const old = portal.workers().find(isAlive)
  await portal.deploy(program => `try { process.kill(${old}, 'SIGKILL') } catch {}\n${program}`)
  portal.signal('SIGHUP')
  await expect.poll(() => portal.printed().match(/All workers are replaced/g), WAIT).toHaveLength(2)
  await expect.poll(() => portal.workers().length, WAIT).toBe(8)
  expect(portal.workers().filter(isAlive)).toHaveLength(2)
  expect(await portal.stop()).toBe(0)
})

test('a restart of all workers loads the deployed program and loses no request', { timeout: 330_000 }, async () => {
  const { db, portal, customer, admin } = await start()
  const [product = ''] = await addProducts(db, [{ on_hand: 1_000_000 }], new Date())
  const boss = await admin()
  const stream = await openStream(portal.url, boss.token)
  const before = portal.workers()
  let isOver = false
  const statuses = new Map<number | string, number>()
  const shop = async () => {
    const connection = portal.connect()
    const { token } = await customer()
    while (!isOver) {
      const body = { items: [{ product_id: product, quantity: 1 }] }
      for (const [path, sent] of [
        ['/orders', { method: 'POST', token, body }],
        ['/orders?limit=5', { token }],
      ] as const) {
        const outcome = await connection.send(path, sent).then(
          ({ status }) => status,
          error => String(error),
        )
        statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
      }
      // With pauses, as requests without them would take the processor from the workers that start.
      await sleep(60)
    }
    connection.close()
  }
  const shopping = Promise.all(Array.from({ length: 4 }, shop))
  await expect.poll(() => statuses.get(201) ?? 0, WAIT).toBeGreaterThan(20)
  await portal.deploy(program => `process.env.COMPANY_NAME = 'Yeni Sürüm'\n${program}`)
  portal.signal('SIGHUP')
  // Two starts and two retirements, one after the other.
  await expect.poll(() => portal.printed(), { timeout: 150_000 }).toContain('All workers are replaced')
  const orders = statuses.get(201) ?? 0
  await expect.poll(() => statuses.get(201) ?? 0, WAIT).toBeGreaterThan(orders + 20)
  isOver = true
  await shopping
  // On a busy machine workers refuse requests that they could not serve in time; these are not lost, but counted.
  const refused = statuses.get(503) ?? 0
  statuses.delete(503)
  expect([...statuses.keys()].sort()).toEqual([200, 201])
  expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(statuses.get(201) ?? 0)
  await stream.ended
  expect(before.filter(isAlive)).toEqual([])
  // The metrics still include the counts of the replaced workers.
  const metrics = await (await fetch(`${portal.url}/metrics`)).text()
  expect(metrics).toContain(`\ntoptan_orders_placed_total ${statuses.get(201)}\n`)
  const refusals = metrics.matchAll(/^toptan_overload_refusals_total\{.*\} (\d+)$/gm)
  expect([...refusals].reduce((sum, [, count]) => sum + Number(count), 0)).toBe(refused)
  const connection = portal.connect()
  expect((await connection.send('/settings')).json()).toMatchObject({ company_name: 'Yeni Sürüm' })

  // A program that cannot start replaces no worker.
  await portal.deploy(() => 'process.exit(3)')
  portal.signal('SIGHUP')
  await expect.poll(() => portal.printed(), WAIT).toContain('A new worker could not start')
  expect((await connection.send('/settings')).status).toBe(200)
  // After that, it is restarted with a backoff only.
  const dead = portal.workers().find(isAlive)
  process.kill(dead!, 'SIGKILL')
  await expect.poll(() => portal.printed(), WAIT).toMatch(/ended with status 3; it is replaced in 1 s/)
  connection.close()
  const other = portal.connect()
  expect((await other.send('/settings')).status).toBe(200)
  other.close()
  expect(await portal.stop()).toBe(0)
})

test('a worker that does not respond is killed and replaced, and does not delay a stop', {
  timeout: 180_000,
}, async () => {
  const { portal } = await start({ PING_INTERVAL: '500' })
  const [hung, other] = portal.workers()
  process.kill(hung!, 'SIGSTOP')
  await expect.poll(() => portal.printed(), WAIT).toContain(`The worker ${hung} was killed by SIGKILL; it is replaced`)
  await expect.poll(() => portal.workers().length, WAIT).toBe(3)
  expect([hung, other].map(pid => isAlive(pid!))).toEqual([false, true])

  process.kill(other!, 'SIGSTOP')
  await expect.poll(() => portal.printed(), WAIT).toContain(`The worker ${other} does not respond`)
  const before = performance.now()
  expect(await portal.stop()).toBe(0)
  expect(performance.now() - before).toBeLessThan(15_000)
})

test('a portal whose first worker cannot start prints its message once and ends', { timeout: 180_000 }, async () => {
  const failed = startWorkers({ DATABASE_URL: 'postgres://app@127.0.0.1:1/toptan' })
  await expect(failed).rejects.toThrow(/ended with 1 before it listened:\s+The database of DATABASE_URL cannot be used/)
  const message: unknown = await failed.catch(String)
  expect(String(message).match(/cannot be used/g)).toHaveLength(1)
})

async function openStream(url: string, token: string) {
  const sent = request(`${url}/api/events`, { agent: false, headers: { authorization: `Bearer ${token}` } })
  sent.end()
  const [response]: IncomingMessage[] = await once(sent, 'response')
  let received = ''
  response!.on('data', chunk => (received += String(chunk)))
  const ended = new Promise<void>(resolve => response!.once('close', () => resolve()))
  return { received: () => received, ended, close: () => sent.destroy() }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
