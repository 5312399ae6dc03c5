import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { SESSION_IDLE_LIMIT, SESSION_LIFETIME } from '#contract/session-limits.ts'
import { inTransaction } from '../db/transaction.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { refuse } from './refusal.ts'
import { serve } from './serve.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

type Reply = Awaited<ReturnType<World['app']['inject']>>

test('an error is a Turkish sentence and a code, whatever was wrong with the request', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const headers = { authorization: `Bearer ${customer.token}`, 'content-type': 'application/json' }
  const send = (payload: string, type = 'application/json') =>
    world.app.inject({ method: 'POST', url: '/api/orders', payload, headers: { ...headers, 'content-type': type } })
  for (const [reply, status, code] of [
    [await send('{"items":'), 400, 'malformed_body'],
    [await send('<order/>', 'application/xml'), 415, 'wrong_media_type'],
    [await send('null'), 400, 'invalid_input'],
    [await send('[]'), 400, 'invalid_input'],
    [await send(''), 400, 'invalid_input'],
    [await send('{"__proto__":{"items":[]}}'), 400, 'invalid_input'],
    [await send(JSON.stringify({ notes: 'a'.repeat(9_000_000) })), 413, 'too_large'],
    [await world.app.inject('/api/yok'), 404, 'not_found'],
    [await world.app.inject({ method: 'PATCH', url: '/api/orders' }), 404, 'not_found'],
    [await world.app.inject('/api/products/%zz'), 400, 'malformed_body'],
  ] as const) {
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    expect(reply.json().detail).toMatch(/^[A-ZÇĞİÖŞÜ].* .*[a-zçğıöşü]$/)
  }
})

test('an unexpected error is a 500 with the call’s own message and nothing else', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  await world.owner.schema.alterTable('order_items').renameTo('order_items_gone').execute()
  const reply = await world.get('/orders', customer)
  expect([reply.status, reply.json()]).toEqual([
    500,
    { detail: 'Siparisler yuklenirken hata olustu', code: 'unexpected' },
  ])
})

test.each([
  ['40P01', 'not_ready'],
  ['40001', 'not_ready'],
  ['25006', 'database_unavailable'],
])('after the database’s error %s a client may repeat its request', async (errcode, code) => {
  const world = await makeWorld()
  const [customer, product_id] = [await world.customer(), await world.product()]
  await sql`create function fail() returns trigger language plpgsql as $$ begin
    raise exception 'no' using errcode = ${sql.lit(errcode)}; end $$`.execute(world.owner)
  await sql`create trigger fail before insert on order_items execute function fail()`.execute(world.owner)
  const place = () =>
    world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] }, { 'idempotency-key': errcode })
  const refused = await place()
  expect([refused.status, refused.json().code, Number(refused.headers['retry-after'])]).toEqual([503, code, 2])
  await sql`drop trigger fail on order_items`.execute(world.owner)
  expect((await place()).status).toBe(201)
})

test.each([
  ['/custom-orders', { items: [{ product_name: 'Trüf yağı', unit: 'LT', quantity: 1, price: 1 }] }],
  ['/cart/changes', { changes: [] }],
  ['/auth/change-password', { new_password: 'bambaşka-1' }],
])('a request (%s) during which its customer is deleted is refused as one without a session', async (path, body) => {
  const world = await makeWorld()
  const customer = await world.customer()
  const { reply } = await inTransaction(world.db, async tx => {
    await tx.deleteFrom('customers').where('id', '=', customer.id).execute()
    await tx.deleteFrom('accounts').where('id', '=', customer.id).execute()
    const sent = world.post(
      path,
      customer,
      { current_password: customer.password, ...body },
      { 'idempotency-key': 'one' },
    )
    await untilConnectionsWaitForLock(world, 1)
    return { reply: sent }
  })
  const refused = await reply
  expect([refused.status, refused.json().code]).toEqual([401, 'session_ended'])
})

test('a refusal that its call does not declare is an unexpected error in tests, and logged elsewhere', async () => {
  const world = await makeWorld()
  const undeclared = call('GET /trial', {
    roles: ['anyone'],
    resources: [],
    reply: z.unknown(),
    summary: '',
    failure: 'Denenemedi',
    errors: ['price_changed'],
  })
  serve(world.app, undeclared, async () => refuse('out_of_stock'))
  const reply = await world.app.inject('/trial')
  expect([reply.statusCode, reply.json()]).toEqual([500, { detail: 'Denenemedi', code: 'unexpected' }])
  world.app.context.isStrict = false
  const elsewhere = await world.app.inject('/trial')
  expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([409, 'out_of_stock'])
})

test('replies carry the promised headers, and a request id', async () => {
  const world = await makeWorld()
  const { headers } = await world.get('/settings')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-powered-by']).toBeUndefined()
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['strict-transport-security']).toBeUndefined()
  expect(imagesAllowedBy(headers)).toBe("img-src 'self' data: https:")
})

test('with an https address replies carry HSTS, and pictures may come from the named hosts alone', async () => {
  const world = await makeWorld({
    publicUrl: 'https://siparis.example.com',
    imageHosts: ['resim.example.com', '*.cdn.example.net:8443'],
  })
  const { headers } = await world.get('/settings')
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(imagesAllowedBy(headers)).toBe("img-src 'self' data: https://resim.example.com https://*.cdn.example.net:8443")
})

test('HSTS includes subdomains if the operator says so', async () => {
  const world = await makeWorld({ publicUrl: 'https://siparis.example.com', hstsSubdomains: true })
  const { headers } = await world.get('/settings')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

const imagesAllowedBy = (headers: Record<string, unknown>) =>
  /img-src [^;]*/.exec(String(headers['content-security-policy']))?.[0]

test('a list without a limit is a compressed stream with the same rows as its pages', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  await world.products(Array.from({ length: 1203 }, (_, i) => ({ name: `Ürün? ${String(i).padStart(4, '0')}` })))
  const headers = { authorization: `Bearer ${customer.token}` }
  const whole = await world.app.inject({ url: '/api/products', headers: { ...headers, 'accept-encoding': 'br' } })
  expect(whole.headers['content-encoding']).toBe('br')
  const products: { name: string }[] = JSON.parse(brotliDecompressSync(whole.rawPayload).toString())
  expect(products).toHaveLength(1203)
  expect(whole.headers.link).toBeUndefined()

  const paged: { name: string }[] = []
  let next: string | undefined = '/api/products?limit=500&search=%C3%9Cr%C3%BCn?%20'
  for (let pages = 0; next && pages < 4; pages++) {
    const page: Reply = await world.app.inject({ url: next, headers })
    paged.push(...page.json())
    if (page.headers.link) expect(page.headers.link).toContain('search=%C3%9Cr%C3%BCn?%20&cursor=')
    next = /<(.+)>; rel="next"/.exec(String(page.headers.link))?.[1]
  }
  expect(paged).toEqual(products)
})

test.each(['/api/openapi.json', '/api/docs'])('%s is sent compressed if the client accepts it', async url => {
  const world = await makeWorld()
  const plain = await world.app.inject({ url, headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (let request = 1; request <= 2; request++) {
    const compressed = await world.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringMatching('accept-encoding'),
    })
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.payload)
  }
})

test('the OpenAPI 3.1 document describes every call, with references that resolve', async () => {
  const world = await makeWorld()
  const document = (await world.get('/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  for (const call of world.app.context.endpoints) {
    const operation = document.paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()]
    expect([call.path, operation?.summary]).toEqual([call.path, call.summary])
  }
  const { Link } = document.paths['/orders'].get.responses[200].headers
  expect(Link.description).toContain('rel="next"')
  expect(document.paths['/orders/{id}'].get.responses[200].headers).toBeUndefined()
  expect(document.info.description).toContain('Authorization: Bearer')
  const [unused, longest] = [SESSION_IDLE_LIMIT, SESSION_LIFETIME]
  expect(document.info.description).toContain(
    `${unused.customer / DAY} days (that of an admin: ${unused.admin / HOUR} hours), and ${longest.customer / DAY} days (${longest.admin / DAY} days)`,
  )
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(match => match[1]!.split('/'))
  expect(references.length).toBeGreaterThan(0)
  for (const path of references) expect(path.reduce((node, part) => node?.[part], document)).toBeDefined()
  expect(
    document.paths['/orders'].post.requestBody.content['application/json'].schema.properties.expected_total,
  ).toMatchObject({ type: 'number' })

  const { responses, security } = document.paths['/orders/{id}/cancel'].post
  expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '404', '409', '413', '415', '500', '503'])
  expect(responses[409].description.split('\n')).toEqual([
    '- `idempotency_key_reused`: Bu istek anahtarı başka bir istek için kullanılmış',
    '- `order_not_pending`: Bu işlem yalnızca bekleyen siparişlerde yapılabilir',
  ])
  expect(responses[409].content['application/json'].schema.allOf[1].properties.code.enum).toEqual([
    'idempotency_key_reused',
    'order_not_pending',
  ])
  expect(security).toEqual([{ session: [] }])
  expect(document.paths['/marketer/customers'].get.description).toContain(
    'Recorded in the security log for the role admin,',
  )
  expect(document.paths['/settings'].get.security).toEqual([])

  const products = document.paths['/products'].get
  expect(products.responses[200].headers).toHaveProperty('ETag')
  expect(products.responses[304].headers).toHaveProperty('ETag')
  expect(products.parameters).toContainEqual(expect.objectContaining({ name: 'If-None-Match', in: 'header' }))
  expect(document.paths['/orders'].get.responses).not.toHaveProperty('304')
  for (const status of [429, 503])
    expect(document.paths['/orders'].post.responses[status].headers).toHaveProperty('Retry-After')
  expect(Object.keys(document.paths['/events'].get.responses[200].content)).toEqual(['text/event-stream'])

  const page = await world.get('/docs')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).not.toContain('<script')
  expect(page.body).toContain('/admin/orders/{id}/status')
})
