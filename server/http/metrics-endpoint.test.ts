import { once } from 'node:events'
import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { mergeFamilies, Registry, textOf } from '../metrics/registry.ts'
import { makeWorld, type World } from '../testing/world.ts'

const METRICS = '/metrics'

async function read(world: World, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  const { statusCode: status, body } = await world.app.inject({
    url: METRICS,
    headers: { host: 'localhost:3000', ...headers },
    remoteAddress,
  })
  return { status, body }
}

/** The samples by name and labels. */
async function values(world: World): Promise<(sample: string) => number> {
  const { body } = await read(world)
  const samples = new Map(body.split('\n').map(line => [line.slice(0, line.lastIndexOf(' ')), line.split(' ').at(-1)]))
  return sample => Number(samples.get(sample) ?? 0)
}

test('without a token the metrics are for this machine only, and do not exist for others', async () => {
  const world = await makeWorld({ trustProxy: ['loopback'] })
  const unknown = await world.app.inject({ url: '/yok.php', headers: { host: 'localhost' } })
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    expect((await read(world, {}, address)).status, address).toBe(200)
  const refused = [
    await read(world, {}, '10.0.0.7'),
    await read(world, {}, '::ffff:10.0.0.7'),
    await read(world, { 'x-forwarded-for': '127.0.0.1' }),
    await read(world, { forwarded: 'for=127.0.0.1' }),
    await read(world, { 'x-forwarded-for': '127.0.0.1' }, '10.0.0.7'),
    await read(world, { authorization: 'Bearer undefined' }, '10.0.0.7'),
    await read(world, { host: 'siparis.example.com' }),
  ]
  for (const reply of refused) expect(reply).toEqual({ status: 404, body: unknown.body })
})

test('with a token they are served to every client that sends it, from anywhere', async () => {
  const world = await makeWorld({ metricsToken: 'on-alti-karakter' })
  const forwarded = { 'x-forwarded-for': '192.0.2.1', authorization: 'Bearer on-alti-karakter' }
  expect((await read(world, forwarded, '10.0.0.7')).status).toBe(200)
  expect((await read(world)).status).toBe(404)
  expect((await read(world, { authorization: 'Bearer on-alti-karakteR' }, '10.0.0.7')).status).toBe(404)
})

test('requests are counted by route and status, never by path, and events by their kind', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product = await world.product({ on_hand: 5 })
  const before = await values(world)
  const order = { items: [{ product_id: product, quantity: 1 }] }
  const key = { 'idempotency-key': 'tek-anahtar' }
  expect((await world.post('/orders', customer, order, key)).status).toBe(201)
  expect((await world.post('/orders', customer, order, key)).status).toBe(201)
  expect((await world.post('/orders', customer, { items: [{ product_id: product, quantity: 9 }] })).status).toBe(409)
  await world.get(`/products/${product}`, customer)
  await world.get('/products/yok', customer)
  await world.get('/boyle-bir-yol-yok', customer)
  const { username } = customer
  expect((await world.post('/auth/login', undefined, { username, password: 'yanlış' })).status).toBe(401)
  expect(await world.mails()).not.toHaveLength(0)

  const after = await values(world)
  const grown = (sample: string) => after(sample) - before(sample)
  const requests = (method: string, route: string, status: string) =>
    grown(`toptan_http_requests_total{method="${method}",route="${route}",status="${status}"}`)
  expect([requests('POST', '/api/orders', '2xx'), requests('POST', '/api/orders', '4xx')]).toEqual([2, 1])
  expect([requests('GET', '/api/products/:id', '2xx'), requests('GET', '/api/products/:id', '4xx')]).toEqual([1, 1])
  expect(requests('GET', 'other', '4xx')).toBe(1)
  const latencies = 'toptan_http_request_duration_seconds'
  expect(grown(`${latencies}_count{method="POST",route="/api/orders"}`)).toBe(3)
  expect(grown(`${latencies}_bucket{method="POST",route="/api/orders",le="+Inf"}`)).toBe(3)
  expect(grown('toptan_orders_placed_total')).toBe(1)
  expect(grown('toptan_idempotent_replays_total')).toBe(1)
  expect(grown('toptan_refusals_total{code="insufficient_stock"}')).toBe(1)
  expect(grown('toptan_logins_refused_total{code="wrong_login"}')).toBe(1)
  expect(grown('toptan_mails_total{outcome="sent"}')).toBeGreaterThan(0)
  expect((await read(world)).body).not.toMatch(new RegExp(`${product}|boyle-bir|${username}`))
})

test('the outbox, the pools and the streams are reported as they are', async () => {
  const world = await makeWorld({ connections: 4 })
  const [customer, product] = [await world.customer(), await world.product()]
  await world.mails()
  await world.post('/orders', customer, { items: [{ product_id: product, quantity: 1 }] })
  world.pass(90_000)
  let now = await values(world)
  expect(now('toptan_outbox_waiting')).toBeGreaterThan(0)
  expect(now('toptan_outbox_oldest_seconds')).toBe(90)
  expect(now('toptan_database_responds')).toBe(1)
  expect(now('toptan_database_connections_max{pool="requests"}')).toBe(4)
  expect(now('process_resident_memory_bytes')).toBeGreaterThan(1e7)

  const streams = now('toptan_live_streams')
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const sent = request(`${url}/api/events`, { headers: { authorization: `Bearer ${customer.token}` } }).end()
  onTestFinished(() => void sent.destroy())
  await once(sent, 'response')
  now = await values(world)
  expect(now('toptan_live_streams')).toBe(streams + 1)
  sent.destroy()
  await expect.poll(async () => (await values(world))('toptan_live_streams')).toBe(streams)
})

test('the metrics report that the database does not respond', async () => {
  const world = await makeWorld()
  await world.db.destroy()
  const { status, body } = await read(world)
  expect(status).toBe(200)
  expect(body).toContain('toptan_database_responds 0\n')
  expect(body).not.toContain('toptan_outbox_waiting')
})

test('the text is in the format of Prometheus', () => {
  const registry = new Registry()
  registry.counter('a_total', 'An a.', { label: 'why' }).add('"\\\n', 2)
  registry.histogram('b_seconds', 'Bs.', [0.5, 1]).observe(0.7)
  registry.gauge('c', 'Cs.').add(-1)
  expect(textOf(registry.snapshot())).toBe(`# HELP a_total An a.
# TYPE a_total counter
a_total{why="\\"\\\\\\n"} 2
# HELP b_seconds Bs.
# TYPE b_seconds histogram
b_seconds_bucket{le="0.5"} 0
b_seconds_bucket{le="1"} 1
b_seconds_bucket{le="+Inf"} 1
b_seconds_sum 0.7
b_seconds_count 1
# HELP c Cs.
# TYPE c gauge
c -1
`)
})

test('the values of several processes are added up, or their maximum is taken', () => {
  const snapshotOf = (requests: number, start: number) => {
    const registry = new Registry()
    registry.counter('requests_total', '', { label: 'route' }).add('a', requests)
    registry.computed({ name: 'start', help: '', type: 'gauge', merge: 'max' }, () => [['', start]])
    return registry.snapshot()
  }
  const merged = mergeFamilies([snapshotOf(3, 10), snapshotOf(4, 30), snapshotOf(0, 20)])
  expect(merged.map(({ samples }) => samples)).toEqual([{ '{route="a"}': 7 }, { '': 30 }])
})
