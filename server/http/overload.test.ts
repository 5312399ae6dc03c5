import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import { UNLIMITED } from '../testing/overload.ts'
import { makeWorld, type World } from '../testing/world.ts'
import type { OverloadLimits } from './overload.ts'

const makeLimited = (limits: Partial<OverloadLimits>, connections?: number) =>
  makeWorld({ overload: { ...UNLIMITED, ...limits }, ...(connections && { connections }) })

async function refused(world: World) {
  const { status, headers, json } = await world.get('/products')
  expect([status, json()]).toEqual([
    503,
    { detail: 'Sistem şu anda hazır değil, lütfen biraz sonra yeniden deneyin', code: 'not_ready' },
  ])
  expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(4)
}

async function healthy(world: World) {
  expect((await world.get('/health/live')).status).toBe(200)
  const { statusCode } = await world.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
  expect(statusCode).toBe(200)
}

test('requests beyond the limit are refused immediately, until one of those in progress has finished', async () => {
  const world = await makeLimited({ requests: 3 })
  const customers = await Promise.all([1, 2, 3, 4, 5].map(() => world.customer()))
  const product_id = await world.product({ on_hand: 100 })
  const order = (index: number) => world.post('/orders', customers[index], { items: [{ product_id, quantity: 1 }] })
  const statuses = await inTransaction(world.db, async tx => {
    await sql`select from stock where product_id = ${product_id} for update`.execute(tx)
    const waiting = [order(0), order(1), order(2)]
    await expect.poll(async () => (await world.get('/settings')).status, { interval: 10 }).toBe(503)
    await refused(world)
    await healthy(world)
    return { waiting }
  })
  expect((await Promise.all(statuses.waiting)).map(({ status }) => status)).toEqual([201, 201, 201])
  expect((await world.get('/settings')).status).toBe(200)
  expect((await order(3)).status).toBe(201)
})

test('of requests that arrive together, those that find too long a queue are refused, and none afterwards', async () => {
  const world = await makeLimited({ database: 0 }, 2)
  const customers = await Promise.all([1, 2, 3, 4].map(() => world.customer()))
  const product_id = await world.product({ on_hand: 100 })
  const order = (i: number) => world.post('/orders', customers[i % 4], { items: [{ product_id, quantity: 1 }] })
  expect((await order(0)).status).toBe(201)
  const replies = await Promise.all(Array.from({ length: 40 }, (_, i) => order(i)))
  const placed = replies.filter(({ status }) => status === 201)
  const busy = replies.filter(({ status }) => status === 503)
  expect(placed.length + busy.length).toBe(40)
  expect(placed.length).toBeGreaterThanOrEqual(4)
  expect(busy.length).toBeGreaterThan(0)
  expect((await order(0)).status).toBe(201)
  expect(await world.db.selectFrom('orders').select('id').execute()).toHaveLength(placed.length + 2)
})

test('requests are refused while the event loop is blocked, and served again afterwards', async () => {
  const world = await makeLimited({ eventLoop: 40 })
  // A busy machine may have blocked it already.
  await expect.poll(async () => (await world.get('/settings')).status).toBe(200)
  for (let i = 0; i < 10; i++) {
    const end = performance.now() + 150
    while (performance.now() < end);
    await sleep(1)
  }
  await refused(world)
  await healthy(world)
  await expect.poll(async () => (await world.get('/settings')).status).toBe(200)
})

test('requests whose bodies have not arrived do not count towards the limit', async () => {
  const world = await makeLimited({ requests: 2 })
  const { port } = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }))
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 100 })
  const head = `Host: toptan\r\nAuthorization: Bearer ${customer.token}\r\nContent-Type: application/json\r\n`
  for (let i = 0; i < 5; i++) {
    const begun = once(world.app.server, 'request')
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    socket.write(`POST /api/orders HTTP/1.1\r\n${head}Content-Length: 900\r\n\r\n{`)
    await begun
  }
  const order = { items: [{ product_id, quantity: 1 }] }
  expect((await world.post('/orders', customer, order)).status).toBe(201)
})

test('requests of clients that have disconnected leave the queues, also those that wait for an earlier one', async () => {
  const world = await makeLimited({ requests: 10 })
  const { port } = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }))
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 100 })
  const head = `Host: toptan\r\nAuthorization: Bearer ${customer.token}\r\nAccept-Encoding: gzip\r\n`
  for (let round = 0; round < 8; round++) {
    const body = JSON.stringify({ items: [{ product_id, quantity: 1 }] })
    const order = `POST /api/orders HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const begun = once(world.app.server, 'request')
    const socket = connect(Number(port), '127.0.0.1')
    const closed = once(socket, 'close')
    // Pipelined: the later requests wait until the first one has been replied to.
    socket.write(`${order}GET /api/openapi.json HTTP/1.1\r\n${head}\r\n`.repeat(round % 2 ? 1 : 2))
    await begun
    if (round % 3) await world.get('/settings')
    socket.destroy()
    await closed
  }
  const inWork = async () => {
    const { body } = await world.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
    return /\ntoptan_http_requests_in_work (\d+)\n/.exec(body)?.[1]
  }
  await expect.poll(inWork).toBe('0')
  expect((await world.get('/settings')).status).toBe(200)
})
