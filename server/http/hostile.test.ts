import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AuditEntry } from '#contract/audit.ts'
import type { Call } from '#contract/call.ts'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import type { LedgerEntry } from '#contract/stock.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { workbookOf } from '../testing/uploads.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const UNUSED_ID = '00000000-0000-4000-8000-000000000000'
const WRONG = 'Gönderilen bilgiler hatalı'

const detail = (reply: Awaited<ReturnType<World['request']>>) => [reply.status, reply.json().detail]
const code = (reply: Awaited<ReturnType<World['request']>>) => [reply.status, reply.json().code]
const cursor = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')

const QUERIES: Record<string, [string, string][]> = {
  search: [
    ['search=a%00b', 'Arama geçersiz karakter içeriyor'],
    ['search=a&search=b', 'Arama bir metin olmalıdır'],
  ],
  category: [
    ['category=a%00b', 'Kategori geçersiz karakter içeriyor'],
    ['category=a&category=b', 'Kategori bir metin olmalıdır'],
  ],
  from: [
    ['from=0000-01-01', 'Tarih 1900 ile 2199 arasında olmalıdır'],
    ['from=2026-02-30', 'Tarih YYYY-AA-GG biçiminde olmalıdır'],
  ],
  to: [['to=0000-01-01', 'Tarih 1900 ile 2199 arasında olmalıdır']],
  limit: [
    ['limit=1&limit=2', 'limit bir sayı olmalıdır'],
    ['limit=501', 'limit en fazla 500 olabilir'],
  ],
  cursor: [
    ['cursor=a&cursor=b', 'cursor geçersiz'],
    ['cursor=%00', 'cursor geçersiz'],
    [`cursor=${cursor()}`, 'cursor geçersiz'],
    [`cursor=${cursor('a\0b', UNUSED_ID)}`, 'cursor geçersiz'],
    [`cursor=${cursor('a')}`, 'cursor geçersiz'],
    [`cursor=${cursor('a', 'b')}`, 'cursor geçersiz'],
    [`cursor=${cursor('a', UNUSED_ID, 1, 2)}`, 'cursor geçersiz'],
    [`cursor=${cursor({})}`, 'cursor geçersiz'],
  ],
}

test('an invalid query of a list is a 400 with a message about the query', async () => {
  const world = await makeWorld()
  const users = { admin: await world.admin(), marketer: await world.marketer(), customer: await world.customer() }
  const checked = new Set<string>()
  const count = await world.post('/admin/stock/counts', users.admin, { count_date: istanbulDay(world.now()) })
  const required = `product_id=${UNUSED_ID}&lot_id=${UNUSED_ID}&import_id=${UNUSED_ID}&count_id=${count.json().id}`
  for (const call of world.app.context.endpoints.filter(call => call.isPaged)) {
    const role = call.roles.find(role => role !== 'anyone')
    for (const [query, sentence] of parametersOf(call).flatMap(name => QUERIES[name] ?? [])) {
      const reply = await world.get(`${call.path}?${required}&${query}`, role && users[role])
      const { errors = [] } = reply.json()
      expect([call.path, query, ...detail(reply)]).toEqual([call.path, query, 400, sentence])
      expect(errors.length, `one message about ${query}`).toBeLessThan(2)
      checked.add(`${call.path} ${query.split('=')[0]}`)
    }
  }
  expect(checked).toContain('/products search')
  expect(checked).toContain('/admin/orders from')
  expect(checked.size).toBeGreaterThanOrEqual(25)
})

const parametersOf = ({ query }: Call) =>
  Object.keys(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {})

test('a cursor is valid only for the list that issued it', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product()
  await world.product({ name: 'Beyaz Lor' })
  for (const quantity of [1, 2]) await world.post('/orders', customer, { items: [{ product_id, quantity }] })
  const lists = ['/admin/products?', '/admin/products?search=beyaz&', `/admin/stock/ledger?product_id=${product_id}&`]
  const nextOf = async (list: string) => (await world.get(`${list}limit=1`, admin)).headers.link
  const cursors = await Promise.all(
    lists.map(async list => /cursor=([\w-]+)/.exec(String(await nextOf(list)))?.[1] ?? 'no next page'),
  )
  for (const [i, own] of cursors.entries()) {
    for (const list of lists) {
      const reply = await world.get(`${list}limit=1&cursor=${own}`, admin)
      expect([list, own, reply.status]).toEqual([list, own, list === lists[i] ? 200 : 400])
    }
    expect(detail(await world.get(`/admin/orders?limit=1&cursor=${own}`, admin))).toEqual([400, 'cursor geçersiz'])
  }
  const beforeTime = cursor('0000-01-01T00:00:00.000Z', UNUSED_ID)
  expect(detail(await world.get(`/orders?cursor=${beforeTime}`, customer))).toEqual([400, 'cursor geçersiz'])
})

test('a NUL in a username is refused at every login', async () => {
  const world = await makeWorld()
  for (const path of ['/auth/login', '/admin/login', '/marketer/login']) {
    const reply = await world.post(path, undefined, { username: 'ali\0', password: 'gizli-1' })
    expect([path, ...detail(reply)]).toEqual([path, 400, 'Kullanıcı adı geçersiz karakter içeriyor'])
  }
})

const NO_PICTURE = 'Resim https adresi veya yüklenmiş bir resim olmalıdır'
const UNREADABLE = 'Resim okunamadı; JPEG, PNG veya WebP olmalı ve 5 MB sınırını aşmamalıdır'
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
)
const CHEESE = { name: 'Ezine Peyniri', brand: 'Yayla', category: 'Peynir', price: 1, stock_quantity: 4 }

test('only valid pictures are accepted', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const vast = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  for (const [image_url, sentence] of [
    ['https://\0', NO_PICTURE],
    ['https://', NO_PICTURE],
    ['https:a', NO_PICTURE],
    ['HTTPS://x.y/a"b', NO_PICTURE],
    ['https://a b"><script>', NO_PICTURE],
    ['http://ornek.com/a.png', NO_PICTURE],
    [`/api/images/${'f'.repeat(64)}.webp`, UNREADABLE],
    [`data:image/svg+xml;base64,${SVG.toString('base64')}`, UNREADABLE],
    [`data:image/png;base64,${SVG.toString('base64')}`, UNREADABLE],
    [`data:image/png;base64,${vast.toString('base64')}`, UNREADABLE],
  ] as const) {
    const reply = await world.post('/admin/products', admin, { ...CHEESE, image_url })
    expect([image_url.slice(0, 40), ...detail(reply)]).toEqual([image_url.slice(0, 40), 400, sentence])
  }
  const undated = await world.post('/admin/products', admin, { ...CHEESE, expected_stock_date: '0000-01-01' })
  expect(detail(undated)).toEqual([400, 'Tarih 1900 ile 2199 arasında olmalıdır'])
  expect((await world.get('/admin/products', admin)).json()).toEqual([])
})

test('a body of another shape is refused in Turkish', async () => {
  const world = await makeWorld()
  const [admin, marketer, customer] = [await world.admin(), await world.marketer(), await world.customer()]
  const json = { 'content-type': 'application/json' }
  const bodies: [string, TestUser, string, string][] = [
    ['/orders', customer, '[]', WRONG],
    ['/orders', customer, 'null', WRONG],
    ['/orders', customer, '"sipariş"', WRONG],
    ['/orders', customer, '{"items":[null]}', WRONG],
    ['/orders', customer, '{"items":{}}', 'Sepet boş'],
    ['/admin/customers', admin, '[]', WRONG],
    [
      '/admin/stock/receipts',
      admin,
      '{"items":[null]}',
      'Mal kabul için 1 ile 500 arası ürün ve her birinin miktarı gereklidir',
    ],
  ]
  for (const [path, person, body, sentence] of bodies) {
    expect([path, body, ...detail(await world.post(path, person, body, json))]).toEqual([path, body, 400, sentence])
  }
  expect(detail(await world.put(`/admin/orders/${UNUSED_ID}/status`, admin))).toEqual([400, WRONG])
  expect(detail(await world.put(`/marketer/orders/${UNUSED_ID}`, marketer))).toEqual([400, WRONG])
  const empty = await world.post('/admin/stock/receipts', admin, { items: [] })
  expect([...code(empty), empty.json().detail]).toEqual([
    400,
    'invalid_input',
    'Mal kabul için 1 ile 500 arası ürün ve her birinin miktarı gereklidir',
  ])
  const text = await world.post('/orders', customer, '{}', { 'content-type': 'text/plain' })
  expect(detail(text)).toEqual([415, 'Gönderilen veri türü desteklenmiyor'])
})

test('a byte order mark before JSON is accepted', async () => {
  const world = await makeWorld()
  const { username, password } = await world.customer()
  const marked = `\uFEFF${JSON.stringify({ username, password })}`
  const reply = await world.post('/auth/login', undefined, marked, { 'content-type': 'application/json' })
  expect([reply.status, reply.json().user.username]).toEqual([200, username])
})

test('JSON in another encoding than UTF-8 is refused, not stored without its Turkish letters', async () => {
  const world = await makeWorld()
  const [customer, product_id] = [await world.customer(), await world.product()]
  const body = (notes: string) => `{"items":[{"product_id":"${product_id}","quantity":1}],"notes":"${notes}"}`
  const send = (bytes: Buffer) => world.post('/orders', customer, bytes, { 'content-type': 'application/json' })
  // 'Şişli' in ISO 8859-9.
  expect(code(await send(Buffer.from(body('\xdei\xfeli'), 'latin1')))).toEqual([400, 'malformed_body'])
  expect((await send(Buffer.from(body('Şişli')))).json().notes).toBe('Şişli')
})

test('the body of an anonymous request may have 64 KB, and not a byte more', async () => {
  const world = await makeWorld()
  const send = async (bytes: number) => {
    const frame = JSON.stringify({ username: '', password: 'gizli-1' }).length
    return world.post('/auth/login', undefined, { username: 'a'.repeat(bytes - frame), password: 'gizli-1' })
  }
  expect(detail(await send(65_536))).toEqual([400, 'Kullanıcı adı en fazla 254 karakter olabilir'])
  expect(detail(await send(65_537))).toEqual([413, 'Gönderilen veri çok büyük'])
})

test('below /api every reply is JSON, also for unknown paths and other spellings', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const absent = [404, 'Kayıt bulunamadı']
  for (const path of ['', '/', '/yok', '/yok?a=1', `/orders/${'a'.repeat(601)}`, `/products/${'a'.repeat(5000)}`]) {
    expect([path, ...detail(await world.get(path, customer))]).toEqual([path, ...absent])
  }
  const spelled = (headers: Record<string, string>, url = '/%61pi/orders') => world.app.inject({ url, headers })
  const own = await spelled({ authorization: `Bearer ${customer.token}` })
  const anonymous = await spelled({})
  expect([own.statusCode, own.json(), own.headers['cache-control']]).toEqual([200, [], 'no-store'])
  expect([anonymous.statusCode, anonymous.json().code]).toEqual([401, 'session_ended'])
  const nothing = await spelled({}, '/%61pi/yok')
  expect([nothing.statusCode, nothing.json().detail, nothing.headers['cache-control']]).toEqual([...absent, 'no-store'])
})

test('a field that the call ignores may be nested 120,000 deep: the order is placed, once', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product()
  const deep = '['.repeat(120_000) + ']'.repeat(120_000)
  const body = `{"items":[{"product_id":"${product_id}","quantity":1,"price":${deep}}]}`
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'deep' }
  const first = await world.post('/orders', customer, body, headers)
  expect([first.status, first.json().subtotal]).toEqual([201, 100])
  expect((await world.post('/orders', customer, body, headers)).body).toBe(first.body)
  const dear = await world.post('/admin/products', await world.admin(), `{"price":${deep}}`, headers)
  expect(code(dear)).toEqual([400, 'invalid_input'])
})

test('a form without a boundary, or cut off, is reported as unreadable', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const send = (type: string, form: string) =>
    world.post('/admin/products/import-excel', admin, form, { 'content-type': `multipart/form-data${type}` })
  const whole = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nabc\r\n--x--\r\n'
  for (const reply of [
    await send('', whole),
    await send('; boundary=x', whole.slice(0, -9)),
    await send('; boundary=x', whole.slice(0, 30)),
  ]) {
    expect(detail(reply)).toEqual([400, 'Gönderilen veri okunamadı'])
  }
  expect(code(await send('; boundary=x', whole))).toEqual([400, 'not_a_workbook'])
})

test('a workbook without a file name is accepted', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const head = '--x\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\n'
  const file = workbookOf([[...INVENTORY_COLUMNS], [null, 'Lor', 'Yayla', 'Peynir', 'KG', 90, 10, 5]])
  const form = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')])
  const reply = await world.post('/admin/products/import-excel', admin, form, {
    'content-type': 'multipart/form-data; boundary=x',
  })
  expect(reply.json()).toEqual({ created: 1, updated: 0, errors: [] })
})

test('an id in capitals is the same id', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const id = await world.product()
  const items = [
    { product_id: id.toUpperCase(), quantity: 2 },
    { product_id: id, quantity: 3 },
  ]
  const ordered = await world.post('/orders', customer, { items })
  expect(ordered.json().items).toEqual([expect.objectContaining({ product_id: id, quantity: 5 })])
  const received = await world.post('/admin/stock/receipts', admin, { items })
  expect(received.json().items).toEqual([{ product_id: id, quantity: 5, stock_quantity: 15 }])

  const revised = await world.put(`/marketer/orders/${ordered.json().id.toUpperCase()}`, marketer, {
    items: items.map(item => ({ ...item, price: 1 })),
  })
  expect(revised.json().items).toEqual([expect.objectContaining({ product_id: id, quantity: 5, price: 1 })])
  const given = await world.post('/marketer/orders/create-for-customer', marketer, {
    customer_id: customer.id.toUpperCase(),
    items: [items[0]],
  })
  expect([given.status, given.json().user_id]).toEqual([201, customer.id])
  for (const list of [`/products?ids=${id.toUpperCase()}`, '/products']) {
    expect((await world.get(list, customer)).json()).toEqual([expect.objectContaining({ id, stock_quantity: 8 })])
  }
  expect((await world.get(`/products/${id.toUpperCase()}`, customer)).json().id).toBe(id)
  const ledger = (await world.get(`/admin/stock/ledger?product_id=${id.toUpperCase()}`, admin)).json()
  const orderIds = ledger.map(({ order_id }: LedgerEntry) => order_id)
  expect(orderIds).toEqual([given.json().id, null, ordered.json().id, null])
  await world.put(`/admin/products/${id.toUpperCase()}`, admin, { price: 3 })
  const trail = (await world.get(`/admin/audit?entity=product&entity_id=${id}`, admin)).json()
  expect(trail.map(({ action }: AuditEntry) => action)).toEqual(['updated', 'created'])
})
