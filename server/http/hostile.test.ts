import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AuditEntry } from '#contract/audit.ts'
import type { Call } from '#contract/call.ts'
import { INVENTORY_COLUMNS } from '#contract/inventory.ts'
import type { LedgerEntry } from '#contract/stock.ts'
import { workbookOf } from '../testing/uploads.ts'
import { makeWorld, type Person, type World } from '../testing/world.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const WRONG = 'Gönderilen bilgiler hatalı'

const detail = (answer: Awaited<ReturnType<World['ask']>>) => [answer.status, answer.json().detail]
const code = (answer: Awaited<ReturnType<World['ask']>>) => [answer.status, answer.json().code]
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
    [`cursor=${cursor('a\0b', NOBODY)}`, 'cursor geçersiz'],
    [`cursor=${cursor('a')}`, 'cursor geçersiz'],
    [`cursor=${cursor('a', 'b')}`, 'cursor geçersiz'],
    [`cursor=${cursor('a', NOBODY, 1, 2)}`, 'cursor geçersiz'],
    [`cursor=${cursor({})}`, 'cursor geçersiz'],
  ],
}

test('whatever a list is asked, the answer is a sentence about the query', async () => {
  const world = await makeWorld()
  const people = { admin: await world.admin(), marketer: await world.marketer(), customer: await world.customer() }
  const asked = new Set<string>()
  for (const door of world.app.context.endpoints.filter(door => door.isPaged)) {
    const role = door.roles.find(who => who !== 'anyone')
    for (const [query, sentence] of namesOf(door).flatMap(name => QUERIES[name] ?? [])) {
      const answer = await world.get(`${door.path}?product_id=${NOBODY}&${query}`, role && people[role])
      expect([door.path, query, ...detail(answer)]).toEqual([door.path, query, 400, sentence])
      asked.add(`${door.path} ${query.split('=')[0]}`)
    }
  }
  expect(asked).toContain('/products search')
  expect(asked).toContain('/admin/orders from')
  expect(asked.size).toBeGreaterThanOrEqual(25)
})

const namesOf = ({ query }: Call) =>
  Object.keys(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {})

test('a cursor is of use only where it came from', async () => {
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
      const answer = await world.get(`${list}limit=1&cursor=${own}`, admin)
      expect([list, own, answer.status]).toEqual([list, own, list === lists[i] ? 200 : 400])
    }
    expect(detail(await world.get(`/admin/orders?limit=1&cursor=${own}`, admin))).toEqual([400, 'cursor geçersiz'])
  }
  const beforeTime = cursor('0000-01-01T00:00:00.000Z', NOBODY)
  expect(detail(await world.get(`/orders?cursor=${beforeTime}`, customer))).toEqual([400, 'cursor geçersiz'])
})

test('a NUL in a username is refused at every login', async () => {
  const world = await makeWorld()
  for (const door of ['/auth/login', '/admin/login', '/marketer/login']) {
    const answer = await world.post(door, undefined, { username: 'ali\0', password: 'gizli-1' })
    expect([door, ...detail(answer)]).toEqual([door, 400, 'Kullanıcı adı geçersiz karakter içeriyor'])
  }
})

const NO_PICTURE = 'Resim https adresi veya yüklenmiş bir resim olmalıdır'
const UNREADABLE = 'Resim okunamadı; JPEG, PNG veya WebP olmalı ve 5 MB sınırını aşmamalıdır'
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
)
const CHEESE = { name: 'Ezine Peyniri', brand: 'Yayla', category: 'Peynir', price: 1, stock_quantity: 4 }

test('only what is a picture is taken for one', async () => {
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
    const answer = await world.post('/admin/products', admin, { ...CHEESE, image_url })
    expect([image_url.slice(0, 40), ...detail(answer)]).toEqual([image_url.slice(0, 40), 400, sentence])
  }
  const undated = await world.post('/admin/products', admin, { ...CHEESE, expected_stock_date: '0000-01-01' })
  expect(detail(undated)).toEqual([400, 'Tarih 1900 ile 2199 arasında olmalıdır'])
  expect((await world.get('/admin/products', admin)).json()).toEqual([])
})

test('a body of another shape is refused in Turkish', async () => {
  const world = await makeWorld()
  const [admin, marketer, customer] = [await world.admin(), await world.marketer(), await world.customer()]
  const json = { 'content-type': 'application/json' }
  const bodies: [string, Person, string, string][] = [
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
      'Mal kabulü için 1 ile 500 arası ürün ve her birinin miktarı gereklidir',
    ],
  ]
  for (const [door, person, body, sentence] of bodies) {
    expect([door, body, ...detail(await world.post(door, person, body, json))]).toEqual([door, body, 400, sentence])
  }
  expect(detail(await world.put(`/admin/orders/${NOBODY}/status`, admin))).toEqual([400, WRONG])
  expect(detail(await world.put(`/marketer/orders/${NOBODY}`, marketer))).toEqual([400, WRONG])
  const empty = await world.post('/admin/stock/receipts', admin, { items: [] })
  expect([...code(empty), empty.json().detail]).toEqual([
    400,
    'invalid_input',
    'Mal kabulü için 1 ile 500 arası ürün ve her birinin miktarı gereklidir',
  ])
  const text = await world.post('/orders', customer, '{}', { 'content-type': 'text/plain' })
  expect(detail(text)).toEqual([415, 'Gönderilen veri türü desteklenmiyor'])
})

test('a byte order mark before JSON is no fault', async () => {
  const world = await makeWorld()
  const { username, password } = await world.customer()
  const marked = `\uFEFF${JSON.stringify({ username, password })}`
  const answer = await world.post('/auth/login', undefined, marked, { 'content-type': 'application/json' })
  expect([answer.status, answer.json().user.username]).toEqual([200, username])
})

test('a stranger may send 64 KB and no byte more', async () => {
  const world = await makeWorld()
  const send = async (bytes: number) => {
    const frame = JSON.stringify({ username: '', password: 'gizli-1' }).length
    return world.post('/auth/login', undefined, { username: 'a'.repeat(bytes - frame), password: 'gizli-1' })
  }
  expect(detail(await send(65_536))).toEqual([400, 'Kullanıcı adı en fazla 254 karakter olabilir'])
  expect(detail(await send(65_537))).toEqual([413, 'Gönderilen veri çok büyük'])
})

test('below /api everything answers in JSON, also what is not there and however it is spelled', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const absent = [404, 'Kayıt bulunamadı']
  for (const path of ['', '/', '/yok', '/yok?a=1', `/orders/${'a'.repeat(201)}`, `/products/${'a'.repeat(5000)}`]) {
    expect([path, ...detail(await world.get(path, customer))]).toEqual([path, ...absent])
  }
  const spelled = (headers: Record<string, string>, url = '/%61pi/orders') => world.app.inject({ url, headers })
  const own = await spelled({ authorization: `Bearer ${customer.token}` })
  const strangers = await spelled({})
  expect([own.statusCode, own.json(), own.headers['cache-control']]).toEqual([200, [], 'no-store'])
  expect([strangers.statusCode, strangers.json().code]).toEqual([401, 'session_ended'])
  const nothing = await spelled({}, '/%61pi/yok')
  expect([nothing.statusCode, nothing.json().detail, nothing.headers['cache-control']]).toEqual([...absent, 'no-store'])
})

test('a price nested 200,000 deep is nobody’s price: the order is taken, once', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product()
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  const body = `{"items":[{"product_id":"${product_id}","quantity":1,"price":${deep}}]}`
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'deep' }
  const first = await world.post('/orders', customer, body, headers)
  expect([first.status, first.json().subtotal]).toEqual([201, 100])
  expect((await world.post('/orders', customer, body, headers)).body).toBe(first.body)
  const dear = await world.post('/admin/products', await world.admin(), `{"price":${deep}}`, headers)
  expect(code(dear)).toEqual([400, 'invalid_input'])
})

test('a form without a boundary, or cut off, is said to be unreadable', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const send = (type: string, form: string) =>
    world.post('/admin/products/import-excel', admin, form, { 'content-type': `multipart/form-data${type}` })
  const whole = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nabc\r\n--x--\r\n'
  for (const answer of [
    await send('', whole),
    await send('; boundary=x', whole.slice(0, -9)),
    await send('; boundary=x', whole.slice(0, 30)),
  ]) {
    expect(detail(answer)).toEqual([400, 'Gönderilen veri okunamadı'])
  }
  expect(code(await send('; boundary=x', whole))).toEqual([400, 'not_a_workbook'])
})

test('a workbook that the form does not name is taken', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const head = '--x\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\n'
  const file = workbookOf([[...INVENTORY_COLUMNS], [null, 'Lor', 'Yayla', 'Peynir', 'KG', 90, 10, 5]])
  const form = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')])
  const answer = await world.post('/admin/products/import-excel', admin, form, {
    'content-type': 'multipart/form-data; boundary=x',
  })
  expect(answer.json()).toEqual({ created: 1, updated: 0, errors: [] })
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
