import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { logInCustomer } from '#contract/auth.ts'
import { call, file, list } from '#contract/call.ts'
import { kurus, Money } from '#contract/money.ts'
import { CUSTOMER, OTHER_CUSTOMER } from './testing/samples.ts'
import { startServer, type TestServer, TIMERS } from './testing/scripted-server.ts'

const OFFERS = { roles: ['customer'], summary: '', failure: 'Teklif alınamadı' } as const
const Offer = z.object({ total: Money })
const readOffer = call('GET /offers/:id', {
  ...OFFERS,
  resources: [],
  params: { id: z.string() },
  query: z.object({ word: z.optional(z.string()) }),
  reply: Offer,
})
const makeOffer = call('POST /offers', { ...OFFERS, invalidates: [], body: Offer, reply: Offer, creates: true })
const dropOffer = call('DELETE /offers/:id', { ...OFFERS, invalidates: [], params: { id: z.string() }, reply: Offer })
const importOffers = call('POST /offers/import', {
  ...OFFERS,
  invalidates: [],
  body: z.object({ name: z.string(), columns: z.optional(z.array(z.int())), gone: z.optional(z.string()) }),
  reply: Offer,
  takesFile: true,
})
const listOffers = list('GET /offers', { ...OFFERS, resources: [], item: Offer })
const offerFile = file('GET /offers/excel', { ...OFFERS, download: { media: 'text/plain', name: 'teklifler.xlsx' } })

let server: TestServer
let api: Awaited<ReturnType<typeof openApi>>
let session: Awaited<ReturnType<typeof openSession>>
const openApi = () => import('./api.ts')
const openSession = () => import('./current-session.ts')

beforeEach(async () => {
  server = await startServer()
  session = await openSession()
  session.startSession(CUSTOMER)
  api = await openApi()
})

const read = () => api.request(readOffer, { params: { id: '1' } })
/** The error of a failed request, with the properties that callers check. */
const errorOf = async (request: Promise<unknown>) => {
  const error: unknown = await request.catch((reason: unknown) => reason)
  if (!(error instanceof api.ApiError)) throw new Error('an ApiError was expected', { cause: error })
  const { message, status, codeText: code, isDecision, isOffline, isAppFault, isUnreadable } = error
  const kinds = Object.entries({ isDecision, isOffline, isAppFault, isUnreadable }).flatMap(([kind, is]) =>
    is ? [kind] : [],
  )
  return { message, status, code, kinds, errors: error.errors }
}

test('a request carries the session, its parameters and its body in the format of the API', async () => {
  const made = api.request(makeOffer, { body: { total: kurus(12_345) }, key: 'the-key' })
  const sent = await server.next('POST /api/offers')
  expect(JSON.parse(sent.body)).toEqual({ total: 123.45 })
  expect(sent.headers).toMatchObject({
    authorization: 'Bearer customer-token',
    'content-type': 'application/json',
    'idempotency-key': 'the-key',
  })
  sent.reply(201, { total: 0.1 })
  expect(await made).toEqual({ total: 10 })

  const found = api.request(readOffer, { params: { id: 'a/b ş' }, query: { word: 'çay & şeker' } })
  const { endpoint, query, headers, body, reply } = await server.next('GET /api/offers/a%2Fb%20%C5%9F')
  expect([endpoint, query, body]).toEqual(['GET /api/offers/a%2Fb%20%C5%9F', { word: 'çay & şeker' }, ''])
  expect([headers['content-type'], headers['idempotency-key']]).toEqual([undefined, undefined])
  reply(200, { total: 1 })
  await found
})

test('a creating request without a key gets a fresh one each time, and a request without a session no token', async () => {
  session.endSession('left')
  const keys = []
  for (let n = 0; n < 2; n++) {
    const made = api.request(makeOffer, { body: { total: kurus(1) } })
    const { headers, reply } = await server.next('POST /api/offers')
    expect(headers.authorization).toBeUndefined()
    keys.push(headers['idempotency-key'])
    reply(201, { total: 1 })
    await made
  }
  expect(new Set(keys).size).toBe(2)
  expect(keys).not.toContain(undefined)
})

test('an empty query value is left out', async () => {
  const found = api.request(readOffer, { params: { id: '1' }, query: { word: '' } })
  const { query, reply } = await server.next('GET /api/offers/1')
  expect(query).toEqual({})
  reply(200, { total: 1 })
  await found
})

test('a refusal of the server is an error with its message and its fields', async () => {
  const refused = errorOf(read())
  const errors = [{ field: 'items.0', message: 'Yetersiz stok' }]
  ;(await server.next('GET /api/offers/1')).refuse(409, 'insufficient_stock', 'Stok yok', errors)
  expect(await refused).toEqual({
    message: 'Stok yok',
    status: 409,
    code: 'insufficient_stock',
    kinds: ['isDecision'],
    errors,
  })
})

test.each<[string, number, object | string, { message?: string; code: string; kinds: string[] }]>([
  ['an unexpected error of the server', 500, { detail: 'Hata', code: 'unexpected' }, { code: 'unexpected', kinds: [] }],
  [
    'a server that is stopping',
    503,
    { detail: 'Hazır değil', code: 'not_ready' },
    { message: 'Hazır değil', code: 'not_ready', kinds: [] },
  ],
  ['a page of a proxy', 502, '<html>Bad gateway', { code: 'foreign', kinds: [] }],
  ['a refusal of a proxy', 403, '<html>Forbidden', { code: 'foreign', kinds: [] }],
  ['JSON of a proxy', 403, { error: 'blocked', code: 7 }, { code: 'foreign', kinds: [] }],
  [
    'a refusal without a message',
    404,
    { detail: '', code: 'not_found' },
    { message: 'Teklif alınamadı', code: 'not_found', kinds: ['isDecision'] },
  ],
  [
    'a refusal with fields of an unknown shape',
    400,
    { detail: 'Hatalı', code: 'invalid_input', errors: 'all' },
    { message: 'Hatalı', code: 'invalid_input', kinds: ['isDecision'] },
  ],
])('%s is an error that can be shown', async (_, status, body, expected) => {
  const failed = errorOf(read())
  ;(await server.next('GET /api/offers/1')).reply(status, body)
  expect(await failed).toEqual({ message: 'Teklif alınamadı', status, errors: [], ...expected })
})

test('a connection that breaks before or within the response is a network failure', async () => {
  const lost = { message: 'Teklif alınamadı', status: 0, code: 'offline', kinds: ['isOffline'], errors: [] }
  const before = errorOf(read())
  ;(await server.next('GET /api/offers/1')).drop()
  expect(await before).toEqual(lost)
  const within = errorOf(read())
  const half = await server.next('GET /api/offers/1')
  half.begin(200, '{"total":')
  half.drop()
  expect(await within).toEqual(lost)
})

test('a success that is not of our server, such as the page of a captive portal, is a network failure', async () => {
  const lost = { message: 'Teklif alınamadı', status: 0, code: 'offline', kinds: ['isOffline'], errors: [] }
  const page = errorOf(read())
  ;(await server.next('GET /api/offers/1')).reply(200, '<html>')
  expect(await page).toEqual(lost)
  const text = errorOf(api.requestText(listOffers))
  ;(await server.next('GET /api/offers')).reply(200, '<html>')
  expect(await text).toEqual(lost)
  const file = errorOf(api.download(offerFile, {}))
  ;(await server.next('GET /api/offers/excel')).reply(200, '<html>')
  expect(await file).toEqual(lost)
  const made = errorOf(api.request(makeOffer, { body: { total: kurus(1) } }))
  // Our server creates with status 201.
  ;(await server.next('POST /api/offers')).reply(200, { total: 1 })
  expect(await made).toEqual(lost)
})

test('an aborted request is no network failure', async () => {
  const controller = new AbortController()
  const aborted = api.request(readOffer, { params: { id: '1' }, signal: controller.signal })
  await server.next('GET /api/offers/1')
  controller.abort()
  await expect(aborted).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
})

test('a successful response that cannot be decoded is unreadable, and logged', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const unreadable = errorOf(read())
  ;(await server.next('GET /api/offers/1')).reply(200, { total: 'much' })
  expect(await unreadable).toMatchObject({ message: 'Teklif alınamadı', status: 200, kinds: ['isUnreadable'] })
  expect(logged).toHaveBeenCalledOnce()
})

test('a request that the app cannot build is a fault of the app, logged, and never sent', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const broken = new Proxy(
    { total: kurus(1) },
    {
      get() {
        throw new TypeError('a fault')
      },
    },
  )
  expect(await errorOf(api.request(makeOffer, { body: broken }))).toMatchObject({
    message: 'Teklif alınamadı. Uygulamada bir hata oluştu; sayfayı yenileyip yeniden deneyin',
    status: 0,
    kinds: ['isAppFault'],
  })
  expect(logged).toHaveBeenCalledOnce()
  expect(server.untaken()).toEqual([])
})

test('a 401 ends the session of the request, and no other session', async () => {
  const ended = errorOf(read())
  ;(await server.next('GET /api/offers/1')).refuse(401, 'session_ended')
  expect(await ended).toMatchObject({ status: 401 })
  expect([session.session(), session.sessionEndReason()]).toEqual([undefined, 'ended'])

  session.startSession(CUSTOMER)
  const late = errorOf(read())
  const sent = await server.next('GET /api/offers/1')
  session.startSession(OTHER_CUSTOMER)
  sent.refuse(401, 'session_ended')
  await late
  expect(session.session()?.token).toBe('other-token')
})

test('the 401 of a wrong password ends no session', async () => {
  const refused = errorOf(api.request(logInCustomer, { body: { username: 'a', password: 'b' } }))
  ;(await server.next('POST /api/auth/login')).refuse(401, 'wrong_login', 'Şifre hatalı')
  expect(await refused).toMatchObject({ message: 'Şifre hatalı', status: 401 })
  expect(session.session()?.token).toBe('customer-token')
})

test('a page of a list has the cursor of the next page while there is one', async () => {
  const first = api.requestPage(listOffers, {}, { limit: 2 })
  const sent = await server.next('GET /api/offers')
  expect(sent.query).toEqual({ limit: '2' })
  sent.reply(200, [{ total: 1 }, { total: 2 }], { link: '</api/offers?limit=2&cursor=a%2Bb>; rel="next"' })
  expect(await first).toEqual({ items: [{ total: 100 }, { total: 200 }], next: 'a+b' })

  const last = api.requestPage(listOffers, {}, { limit: 2, cursor: 'a+b' })
  const next = await server.next('GET /api/offers')
  expect(next.query).toEqual({ limit: '2', cursor: 'a+b' })
  next.reply(200, [])
  expect(await last).toEqual({ items: [], next: undefined })
})

test('a whole list is returned as text', async () => {
  const whole = api.requestText(listOffers)
  ;(await server.next('GET /api/offers')).reply(200, [{ total: 1 }])
  expect(await whole).toBe('[{"total":1}]')
})

test('an upload sends the file after its fields, as form data', async () => {
  const workbook = new File(['hücreler'], 'liste.xlsx')
  const body = { name: 'Ana Depo', columns: [1, 2], gone: undefined }
  const uploaded = api.request(importOffers, { body, file: workbook, key: 'k' })
  const sent = await server.next('POST /api/offers/import')
  const form = await new Response(sent.body, {
    headers: { 'content-type': sent.headers['content-type'] ?? '' },
  }).formData()
  expect([...form.keys()]).toEqual(['name', 'columns', 'file'])
  expect([form.get('name'), form.get('columns')]).toEqual(['Ana Depo', '[1,2]'])
  const received = form.get('file')
  expect(received instanceof File && [received.name, await received.text()]).toEqual(['liste.xlsx', 'hücreler'])
  expect(sent.headers['idempotency-key']).toBe('k')
  sent.reply(200, { total: 1 })
  expect(await uploaded).toEqual({ total: 100 })
})

test.each([
  ['attachment; filename="ignored.xlsx"; filename*=UTF-8\'\'fiyat%20listesi%20%C5%9F.xlsx', 'fiyat listesi ş.xlsx'],
  ['attachment; filename="liste.xlsx"', 'liste.xlsx'],
  ['attachment; filename="liste.xlsx"; filename*=UTF-8\'\'%E0%A4%A', 'liste.xlsx'],
  ['inline', 'teklifler.xlsx'],
])('a download with the header %s is saved as %s', async (disposition, name) => {
  const downloading = api.download(offerFile, {})
  ;(await server.next('GET /api/offers/excel')).reply(200, 'içerik', {
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': disposition,
  })
  const saved = await downloading
  expect([saved.name, await saved.blob.text()]).toEqual([name, 'içerik'])
})

test('a text stream is read piece by piece, and its loss is a network failure', async () => {
  const opening = api.openTextStream(listOffers, {}, new AbortController().signal)
  const sent = await server.next('GET /api/offers')
  sent.begin(200, 'event: orders\n')
  const read = await opening
  expect(await read()).toBe('event: orders\n')
  sent.drop()
  expect(await errorOf(read())).toMatchObject({ kinds: ['isOffline'] })
})

test('a request without a reply counts as lost after two minutes, but not an upload or a reply that has begun', async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  const lost = errorOf(read())
  await server.next('GET /api/offers/1')
  const uploaded = api.request(importOffers, { body: { name: 'Kasım' }, file: new File(['x'], 'teklif.xlsx') })
  const upload = await server.next('POST /api/offers/import')
  const opening = api.openTextStream(listOffers, {}, new AbortController().signal)
  ;(await server.next('GET /api/offers')).begin(200, 'event: orders\n')
  const next = await opening
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await lost).toMatchObject({ message: 'Teklif alınamadı', kinds: ['isOffline'] })
  upload.reply(200, { total: 5 })
  expect(await uploaded).toEqual({ total: 500 })
  expect(await next()).toBe('event: orders\n')
})

test('a 404 counts as not found only if it is the server’s', async () => {
  for (const [body, isNotFound] of [
    [{ detail: 'Yok', code: 'not_found' }, true],
    ['<html>', false],
  ] as const) {
    const failed = api.request(dropOffer, { params: { id: '1' } }).catch((error: unknown) => error)
    ;(await server.next('DELETE /api/offers/1')).reply(404, body)
    expect(api.isNotFound(await failed)).toBe(isNotFound)
  }
})

test('each reply to the session of a customer updates whether the customer may order', async () => {
  const isActive = () => {
    const present = session.session()
    return present?.role === 'customer' ? present.user.is_active : undefined
  }
  const list = async (headers: Record<string, string>) => {
    const page = api.requestPage(listOffers, {}, { limit: 2 })
    ;(await server.next('GET /api/offers')).reply(200, [], headers)
    await page
  }
  await list({ 'x-account-passive': '1' })
  expect(isActive()).toBe(false)
  const late = api.requestPage(listOffers, {}, { limit: 2 })
  const sent = await server.next('GET /api/offers')
  session.startSession(OTHER_CUSTOMER)
  sent.reply(200, [], { 'x-account-passive': '1' })
  await late
  expect(isActive()).toBe(true)
  await list({ 'x-account-passive': '1' })
  await list({})
  expect(isActive()).toBe(false)
  await list({ 'x-account-passive': '0' })
  expect(isActive()).toBe(true)
})

test('today is the day of the server’s clock, whatever the device’s clock shows', async () => {
  const { today } = await import('./ui/clock.ts')
  vi.useFakeTimers({ toFake: [...TIMERS], now: new Date('2026-03-12T09:00:00Z') })
  expect(today()).toBe('2026-03-12')
  const found = read()
  // One day and four hours behind: in Istanbul it is midnight.
  const { reply } = await server.next('GET /api/offers/1')
  reply(200, { total: 1 }, { date: 'Tue, 10 Mar 2026 20:59:59 GMT' })
  await found
  expect(today()).toBe('2026-03-10')
  vi.advanceTimersByTime(1000)
  expect(today()).toBe('2026-03-11')
})

test('a captive portal and a proxy do not set the clock', async () => {
  const { today } = await import('./ui/clock.ts')
  vi.useFakeTimers({ toFake: [...TIMERS], now: new Date('2026-03-12T09:00:00Z') })
  for (const status of [200, 403]) {
    const failed = errorOf(read())
    const { reply } = await server.next('GET /api/offers/1')
    reply(status, '<html>', { date: 'Thu, 01 Jan 1970 00:00:00 GMT' })
    await failed
    expect(today()).toBe('2026-03-12')
  }
})

test('a reply that waited while the device slept does not set the clock back', async () => {
  const { today } = await import('./ui/clock.ts')
  vi.useFakeTimers({ toFake: [...TIMERS], now: new Date('2026-03-12T09:00:00Z') })
  const found = read()
  const { reply } = await server.next('GET /api/offers/1')
  // Timers do not run while a device sleeps.
  vi.setSystemTime(new Date('2026-03-13T09:00:00Z'))
  reply(200, { total: 1 }, { date: 'Thu, 12 Mar 2026 09:00:00 GMT' })
  await found
  expect(today()).toBe('2026-03-13')
})
