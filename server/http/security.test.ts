import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { buildApp } from '../app.ts'
import { startLive } from '../notifications/live.ts'
import { readSettings } from '../settings.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { serve } from './serve.ts'

// The rules of docs/security.md for HTTP itself: headers, other origins, methods, message boundaries, proxies, the log.

const CSP =
  "default-src 'self';script-src 'self' 'wasm-unsafe-eval';style-src 'self' 'unsafe-inline';img-src 'self' data: https:;font-src 'self';connect-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'"

const SECURITY_HEADERS = {
  'content-security-policy': CSP,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

test('every kind of reply carries the security headers, and text its charset', async () => {
  const app = await appOf(await makeWorld(), { webRoot: await builtApp() })
  for (const [url, status, type] of [
    ['/', 200, 'text/html; charset=utf-8'],
    ['/orders/7f3a', 200, 'text/html; charset=utf-8'],
    ['/assets/app-1.js', 200, 'application/javascript; charset=utf-8'],
    ['/favicon.svg', 200, 'image/svg+xml; charset=utf-8'],
    ['/yok.txt', 404, 'application/json; charset=utf-8'],
    ['/.git/config', 404, 'application/json; charset=utf-8'],
    ['/.env', 404, 'application/json; charset=utf-8'],
    ['/api/settings', 200, 'application/json; charset=utf-8'],
    ['/api/openapi.json', 200, 'application/json; charset=utf-8'],
    ['/api/docs', 200, 'text/html; charset=utf-8'],
    ['/api/orders', 401, 'application/json; charset=utf-8'],
    ['/api/yok', 404, 'application/json; charset=utf-8'],
    ['/api/products/%zz', 400, 'application/json; charset=utf-8'],
  ] as const) {
    const { statusCode, headers } = await app.inject(url)
    expect([url, statusCode, headers['content-type']]).toEqual([url, status, type])
    expect(headers).toMatchObject(SECURITY_HEADERS)
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers.server).toBeUndefined()
  }
  const malformed = await raw(app, 'MERHABA\r\n\r\n')
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    expect(malformed.toLowerCase()).toContain(`\r\n${name}: ${value}\r\n`)
})

test('another origin can neither read a reply nor make a request that a form can send without a preflight', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const origin = 'https://baska.example'
  const credentials = JSON.stringify({ username: customer.username, password: customer.password })
  const logIn = (type: string) =>
    world.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { origin, 'content-type': type },
      payload: credentials,
    })
  const preflight = await world.app.inject({
    method: 'OPTIONS',
    url: '/api/orders',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  })
  const read = await world.app.inject({
    url: '/api/orders',
    headers: { origin, authorization: `Bearer ${customer.token}` },
  })
  const ownForm = await logIn('application/json')
  expect([preflight.statusCode, read.statusCode, ownForm.statusCode]).toEqual([404, 200, 200])
  for (const { headers } of [preflight, read, ownForm])
    expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
  const refused = await Promise.all(
    ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map(logIn),
  )
  expect(refused.map(reply => reply.json().code)).toEqual(['wrong_media_type', 'wrong_media_type', 'invalid_input'])
  // The token of a session is accepted only in its header.
  const elsewhere = { cookie: `token=${customer.token}` }
  const unsigned = await world.app.inject({ url: `/api/orders?token=${customer.token}`, headers: elsewhere })
  expect(unsigned.statusCode).toBe(401)
})

test('TRACE and other unused methods are not found, and repeat nothing of the request', async () => {
  const { app } = await makeWorld()
  for (const method of ['TRACE', 'OPTIONS', 'PROPFIND', 'CONNECT']) {
    const reply = await raw(
      app,
      `${method} /api/settings HTTP/1.1\r\nHost: toptan\r\nX-Own: giz\r\nConnection: close\r\n\r\n`,
    )
    expect([method, /^HTTP\/1.1 (\d+)/.exec(reply)?.[1] ?? 'closed']).toEqual([
      method,
      method === 'CONNECT' ? 'closed' : '404',
    ])
    expect(reply).not.toContain('giz')
  }
})

test.each([
  ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}'],
  ['an unknown transfer encoding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['chunks that are not the last encoding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ['a space before the colon', 'Content-Length : 2\r\n\r\n{}'],
  ['a length with a sign', 'Content-Length: +2\r\n\r\n{}'],
  ['a chunk without a length', 'Transfer-Encoding: chunked\r\n\r\nx\r\n{}\r\n0\r\n\r\n'],
])('a request with %s is refused, and what follows on its connection is not read', async (_, rest) => {
  const { app } = await makeWorld()
  const second = 'GET /api/settings HTTP/1.1\r\nHost: toptan\r\nConnection: close\r\n\r\n'
  const head = 'POST /api/auth/login HTTP/1.1\r\nHost: toptan\r\nContent-Type: application/json\r\n'
  const replies = [...(await raw(app, head + rest + second)).matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)
  expect(replies).toEqual(['400'])
})

test('a request’s address is that of its socket; a proxy’s header counts only where the settings trust it', async () => {
  const forged = '198.51.100.9, 203.0.113.5'
  for (const [trustProxy, network] of [
    [undefined, '192.0.2.1'],
    [1, '203.0.113.5'],
    [['192.0.2.0/24'], '203.0.113.5'],
    [['10.0.0.0/8'], '192.0.2.1'],
  ] as const) {
    const { app } = await makeWorld({ trustProxy: typeof trustProxy === 'object' ? [...trustProxy] : trustProxy })
    const own = call('GET /own-network', {
      roles: ['anyone'],
      resources: [],
      reply: z.object({ network: z.string() }),
      summary: '',
      failure: '',
    })
    serve(app, own, async input => ({ network: input.network }))
    const reply = await app.inject({
      url: '/own-network',
      remoteAddress: '192.0.2.1',
      headers: { 'x-forwarded-for': forged, 'x-real-ip': '198.51.100.9', 'x-request-id': 'forged' },
    })
    expect([trustProxy, reply.json().network]).toEqual([trustProxy, network])
    expect(reply.headers['x-request-id']).not.toBe('forged')
  }
})

test('the log is one JSON object a line, with time, request and status, and without a secret', async () => {
  const world = await makeWorld()
  const printed: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(chunk => printed.push(String(chunk)) > 0)
  onTestFinished(() => write.mockRestore())
  const app = await appOf(world, { log: true })
  const customer = await world.customer()
  const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url, headers: { authorization: `Bearer ${customer.token}` }, ...(payload && { payload }) })
  await send('GET', '/api/settings?x="}%0a{"level":60}')
  await send('POST', '/api/auth/verify-email?token=gizli-belge')
  await send('POST', '/api/auth/verify-email?%74oken=gizli-belge')
  await send('GET', '/reset-password?token=gizli-belge')
  await send('GET', '/reset-password?x=1;TOKEN=gizli-belge')
  await send('POST', '/api/auth/login', { username: 'kim\n{"level":60}', password: 'gizli-sifre' })
  // PostgreSQL repeats the whole row when a constraint is violated.
  await sql`alter table accounts add check (username <> 'gizli-kisi')`.execute(world.owner)
  const account = { username: 'gizli-kisi', password: 'gizli-sifre', email: 'gizli-kisi@ornek.com.tr' }
  const details = { company_name: 'Gizli Kişi', phone: '0212 000 00 00', address: 'İstanbul' }
  expect((await send('POST', '/api/auth/register', { ...account, ...details })).json().code).toBe('unexpected')
  await expect.poll(() => printed.join('').match(/"request completed"/g)).toHaveLength(7)
  write.mockRestore()

  const lines = printed.join('').trimEnd().split('\n')
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ time: expect.any(Number), level: expect.any(Number) })
  const reqId = expect.stringMatching(/^[0-9a-f-]{36}$/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    reqId,
    req: { method: 'GET', host: 'localhost:80', remoteAddress: '127.0.0.1' },
    res: { statusCode: 200 },
    account: customer.id,
  })
  const errors = lines.map(line => JSON.parse(line)).filter(({ level }) => level === 50)
  expect(errors).toEqual([expect.objectContaining({ reqId, err: expect.objectContaining({ code: '23514' }) })])
  expect(lines.join()).not.toMatch(new RegExp(`gizli|\\$argon2|${customer.token}`))
})

/** The app of a world as the portal starts it. */
async function appOf({ db, database, now }: World, options: { webRoot?: string; log?: boolean }) {
  const live = startLive(database)
  const app = await buildApp(db, readSettings({}), { live, clock: now, ...options })
  onTestFinished(async () => {
    await app.close()
    await live.close()
  })
  return app
}

/** A folder with what a build of the web app consists of. */
async function builtApp(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-security-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'web/assets'), { recursive: true })
  await mkdir(join(folder, 'web/.git'))
  for (const file of ['index.html', 'assets/app-1.js', 'favicon.svg', '.git/config', '.env'])
    await writeFile(join(folder, 'web', file), 'x')
  return join(folder, 'web')
}

/** Sends bytes over a connection of their own and resolves to all that comes back until it is closed. */
async function raw(app: World['app'], bytes: string): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(bytes)
  return text(socket)
}
