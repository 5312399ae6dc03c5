import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import * as xlsx from '@e965/xlsx'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listZip, unzip } from '../documents/zip.ts'
import { registration, requireSuccess } from '../testing/callers.ts'
import { passHours } from '../testing/due-standing-orders.ts'
import { tokenIn } from '../testing/link-token.ts'
import { pushBrowser } from '../testing/push-service.ts'
import { download } from '../testing/uploads.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { exportCustomer } from './export.ts'

const NOTICE = { version: '3f2a9c1b77d0', text: 'Verileriniz sipariş için işlenir.' }

async function exported(world: World, user: TestUser, path: string) {
  const { status, media, name, bytes } = await download(world, user, path)
  expect([status, media]).toEqual([200, 'application/zip'])
  const files = new Map(listZip(bytes, 10_000_000).map(entry => [entry.name, unzip(bytes, entry)]))
  expect([...files.keys()]).toEqual(['kisisel-veriler.json', 'kisisel-veriler.xlsx'])
  const text = files.get('kisisel-veriler.json')?.toString() ?? ''
  return { name, text, data: JSON.parse(text), book: xlsx.read(files.get('kisisel-veriler.xlsx')) }
}

const sheetOf = (book: xlsx.WorkBook, name: string): unknown[][] =>
  xlsx.utils.sheet_to_json(book.Sheets[name] ?? {}, { header: 1 })

async function shop() {
  const world = await makeWorld({ privacyNotice: NOTICE })
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const other = await world.customer({ company_name: 'Deniz Kafe' })
  const product_id = await world.product({ on_hand: 100 })
  const order = async (user: TestUser): Promise<string> =>
    (await world.post('/orders', user, { items: [{ product_id, quantity: 2 }], notes: 'Arka kapı' })).json().id
  return { world, admin, marketer, customer, other, product_id, order }
}

test('a customer and an admin get all that is stored about the customer, which the audit trail records', async () => {
  const { world, admin, marketer, customer, other, product_id, order } = await shop()
  const id = await order(customer)
  await order(other)
  const items = [{ product_id, quantity: 1, price: 90 }]
  await world.put(`/marketer/orders/${id}`, marketer, { items })
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' })
  await world.post('/custom-orders', customer, {
    items: [{ product_name: 'Trüf', unit: 'KG', quantity: 1.5, price: 9 }],
  })
  await world.put('/auth/profile', customer, { phone: '0532 111 22 33' })
  await world.post(`/products/${await world.product({ name: 'Tulum', on_hand: 0 })}/watch`, customer)
  const known = { version: 0, quantity: 0, taken: 0 }
  const put = { id: randomUUID(), quantity: 3, age: 0, price: 99.5, unit: 'KG', vat_rate: 10, promised_for: null }
  await world.post('/cart/changes', customer, { changes: [{ product_id, known, put }] })
  await world.put('/notifications/preferences', customer, { topic: 'quotes', mail: false })
  const browser = pushBrowser({ url: 'https://push.example.com' }, '/phone')
  await world.post('/notifications/push', customer, browser.subscription)
  await world.mails()

  const { name, text, data, book } = await exported(world, customer, '/auth/profile/data')
  expect(name).toBe(`kisisel-veriler-${customer.username}-2026-03-10.zip`)
  expect(data.account).toMatchObject({ id: customer.id, username: customer.username, phone: '0532 111 22 33' })
  const now = world.now().toISOString()
  expect(data.sessions).toEqual([{ created_at: now, last_used_at: now, device: '' }])
  expect(data.orders).toMatchObject([
    {
      id,
      grand_total: 99,
      notes: 'Arka kapı',
      items: [{ product_name: 'Beyaz Peynir', quantity: 1, price: 90 }],
      revisions: [{ revision: 1, lines: [{ quantity_before: 2, quantity_after: 1, price_after: 90 }] }],
      status_history: [
        { status: 'beklemede', by: 'customer' },
        { status: 'hazirlaniyor', by: 'admin' },
      ],
    },
  ])
  expect(data.notification_preferences).toContainEqual({ topic: 'quotes', bell: true, mail: false, push: true })
  expect(data.push_subscriptions).toEqual([{ created_at: now, device: '' }])
  expect(data.carts).toEqual([
    { added_by: 'customer', product_name: 'Beyaz Peynir', quantity: 3, unit: 'KG', price: 99.5, changed_at: now },
  ])
  expect(data.quotes).toMatchObject([{ items: [{ product_name: 'Trüf', price: 9 }] }])
  expect(data.product_watches).toMatchObject([{ created_at: now, product_name: 'Tulum' }])
  expect(data.notifications.map((one: { kind: string }) => one.kind).sort()).toEqual(['order_revised', 'order_status'])
  expect(data.mails.map((one: { kind: string }) => one.kind).sort()).toEqual(
    ['welcome', 'order received', 'order revised', 'order status'].sort(),
  )
  expect(data.mails[0].recipient).toBe(`${customer.username}@ornek.com.tr`)
  expect(data.audit_trail.map((one: { action: string }) => one.action)).toEqual([
    'created',
    'logged_in',
    'updated',
    'exported',
  ])
  expect(data.security_log).toMatchObject([{ event: 'exported', address: '127.0.0.1' }])
  for (const secret of ['argon2', 'password', 'token', 'Deniz Kafe', other.id, 'Ayşe'])
    expect([secret, text.includes(secret)]).toEqual([secret, false])

  expect(sheetOf(book, 'Hesap')[1]).toContain(customer.username)
  expect(sheetOf(book, 'Siparişler')).toHaveLength(2)
  expect(sheetOf(book, 'Sipariş satırları')[1]).toEqual([
    id.slice(0, 8),
    'Beyaz Peynir',
    'Yayla',
    1,
    'ADET',
    90,
    10,
    90,
  ])
  expect(sheetOf(book, 'Sipariş durumları').map(row => row[2])).toEqual(['Durum', 'Beklemede', 'Hazırlanıyor'])
  expect(sheetOf(book, 'Sipariş değişiklikleri')[1]?.slice(3)).toEqual([
    'Mehmet Pazarlamacı',
    'Değişti',
    'Beyaz Peynir',
    2,
    1,
    'ADET',
    100,
    90,
  ])
  expect(sheetOf(book, 'Sepetler')[1]).toContain(99.5)
  expect(sheetOf(book, 'E-postalar')).toHaveLength(5)

  const byAdmin = await exported(world, admin, `/admin/customers/${customer.id}/data`)
  expect(byAdmin.data.orders).toEqual(data.orders)
  const trail = (await world.get(`/admin/audit?entity_id=${customer.id}`, admin)).json()
  expect(trail.slice(0, 2).map((one: { action: string; actor_role: string }) => [one.action, one.actor_role])).toEqual([
    ['exported', 'admin'],
    ['exported', 'customer'],
  ])
})

test('an export names the marketers who revised an order, but no admins, as the customer’s screen does', async () => {
  const { world, admin, marketer, customer, product_id, order } = await shop()
  const id = await order(customer)
  for (const [user, price] of [
    [marketer, 90],
    [admin, 80],
  ] as const) {
    const revision = { items: [{ product_id, quantity: 2, price }] }
    expect((await world.put(`/marketer/orders/${id}`, user, revision)).status).toBe(200)
  }
  const shown = (await world.get(`/orders/${id}/revisions`, customer)).json()
  expect(shown.map((one: { marketer_name: string }) => one.marketer_name)).toEqual(['Yönetici', 'Mehmet Pazarlamacı'])
  for (const [user, path] of [
    [customer, '/auth/profile/data'],
    [admin, `/admin/customers/${customer.id}/data`],
  ] as const) {
    const { text, data, book } = await exported(world, user, path)
    expect(data.orders[0].revisions).toEqual(shown.toReversed())
    expect(text).not.toContain('Ayşe')
    const [, ...changes] = sheetOf(book, 'Sipariş değişiklikleri')
    expect(changes.map(row => row.slice(3))).toEqual([
      ['Mehmet Pazarlamacı', 'Değişti', 'Beyaz Peynir', 2, 2, 'ADET', 100, 90],
      ['Yönetici', 'Değişti', 'Beyaz Peynir', 2, 2, 'ADET', 90, 80],
    ])
  }
})

test('the notes about a customer are in an admin’s export and not in its own; empty lists are in both', async () => {
  const { world, admin, marketer, customer } = await shop()
  const path = `/customers/${customer.id}/notes`
  await world.post(path, marketer, { text: 'Cuma teslimat istemez' })
  const { id } = (await world.post(path, admin, { text: 'Vadesi 30 gün' })).json()
  await world.request('DELETE', `/customer-notes/${id}`, admin)
  await world.post('/lists', customer, { name: 'Mutfak', lines: [] })

  const own = await exported(world, customer, '/auth/profile/data')
  for (const hidden of ['Cuma teslimat', 'Vadesi', 'note_']) expect(own.text).not.toContain(hidden)
  expect(own.book.SheetNames).not.toContain('Notlar')
  expect(own.data.lists).toMatchObject([{ list: 'Mutfak', product_name: null }])

  const { data, book } = await exported(world, admin, `/admin/customers/${customer.id}/data`)
  const note = { created_at: world.now().toISOString(), by: 'marketer', text: 'Cuma teslimat istemez' }
  expect(data.notes).toEqual([note])
  expect(sheetOf(book, 'Notlar')[1]?.slice(1)).toEqual(['Pazarlamacı', 'Cuma teslimat istemez'])
  const actions = data.audit_trail.map(({ action }: { action: string }) => action)
  expect(actions.filter((action: string) => action.startsWith('note_'))).toEqual([
    'note_added',
    'note_added',
    'note_deleted',
  ])
})

test('an export has the targets of lists in the unit in which they were typed', async () => {
  const { world, admin, customer, product_id } = await shop()
  const other = await world.product({ name: 'Tulum' })
  const lines = [{ product_id, target: 24 }, { product_id: other }]
  expect((await world.post('/lists', customer, { name: 'Raf', lines })).status).toBe(201)
  await world.put(`/admin/products/${product_id}`, admin, { unit: 'PAKET' })
  const { data, book } = await exported(world, customer, '/auth/profile/data')
  expect(data.lists).toMatchObject([
    { product_name: 'Beyaz Peynir', target: 24, unit: 'ADET' },
    { product_name: 'Tulum', target: null, unit: null },
  ])
  expect(sheetOf(book, 'Listeler')[1]?.slice(1)).toEqual(['Raf', 'Beyaz Peynir', 24, 'ADET'])
})

test('an export has the standing orders with the days that were changed', async () => {
  const { world, customer, product_id } = await shop()
  const content = { name: 'Sabah', items: [{ product_id, quantity: 3 }], weekdays: [3], closed_days: 'skip' }
  const { id } = (await world.post('/standing-orders', customer, content)).json()
  const day = { due_on: '2026-03-11', is_skipped: true }
  expect((await world.put(`/standing-orders/${id}/day`, customer, day)).status).toBe(200)
  const { data, book } = await exported(world, customer, '/auth/profile/data')
  expect(data.standing_orders).toMatchObject([{ standing_order: 'Sabah', quantity: 3, closed_days: 'skip' }])
  expect(data.standing_order_days).toMatchObject([{ standing_order: 'Sabah', due_on: '2026-03-11', is_skipped: true }])
  expect(sheetOf(book, 'Düzenli sipariş günleri')[1]).toContain('Sabah')
})

test('the workbook of an export has the rules, notes, quantities and outcomes of standing orders that its JSON has', async () => {
  const { world, customer, product_id } = await shop()
  const other = await world.product({ name: 'Lor', unit: 'KG', on_hand: 50 })
  const rules = { weekdays: [3, 5], every_weeks: 2, closed_days: 'skip', shortages: 'leave_out', notes: 'Arka kapı' }
  const content = { name: 'Sabah', items: [{ product_id, quantity: 3 }], ...rules }
  const { id } = requireSuccess(await world.post('/standing-orders', customer, content)).json()
  const items = [
    { product_id, quantity: 500 },
    { product_id: other, quantity: 2 },
  ]
  requireSuccess(await world.put(`/standing-orders/${id}/day`, customer, { due_on: '2026-03-11', items }))
  await passHours(world, 24)
  const { data, book } = await exported(world, customer, '/auth/profile/data')
  expect(data.standing_orders).toMatchObject([{ ...rules, product_name: 'Beyaz Peynir', quantity: 3, unit: 'ADET' }])
  expect(sheetOf(book, 'Düzenli siparişler')[1]).toEqual(
    expect.arrayContaining([
      'Sabah',
      'Beyaz Peynir',
      3,
      'ADET',
      'Çarşamba, Cuma',
      2,
      'O sefer atlansın',
      'O ürün olmadan verilsin',
      'Arka kapı',
    ]),
  )
  const [day] = data.standing_order_days
  expect(day).toMatchObject({
    due_on: '2026-03-11',
    day: '2026-03-11',
    items: [
      { product_id, product_name: 'Beyaz Peynir', quantity: 500, unit: 'ADET' },
      { product_id: other, product_name: 'Lor', quantity: 2, unit: 'KG' },
    ],
    shortages: [{ product_name: 'Beyaz Peynir', wanted: 500, ordered: 0 }],
  })
  const [head = [], row = []] = sheetOf(book, 'Düzenli sipariş günleri')
  const cells = Object.fromEntries(head.map((label, column) => [label, row[column]]))
  expect(cells).toMatchObject({
    'Değiştirilen ürünler': '500 ADET Beyaz Peynir\n2 KG Lor',
    'Siparişin günü': cells['Gün'],
    'Sipariş No': day.order_id.slice(0, 8),
    Eksikler: 'Beyaz Peynir: 500 ADET verilemedi (stok yetmiyor)',
  })
  expect(cells['Sonuç']).toEqual(expect.any(Number))
})

test('the workbook of an export has the answers to quotes, and the days for which goods are promised', async () => {
  const { world, admin, customer } = await shop()
  const oil = await world.product({ name: 'Trüf Yağı', on_hand: 0, vat_rate: 20, expected_stock_date: '2026-05-01' })
  const wanted = { product_name: 'Trüf', unit: 'LT', quantity: 2.5, price: 9 }
  const quote = requireSuccess(await world.post('/custom-orders', customer, { items: [wanted] })).json()
  const answer = {
    items: [{ product_id: oil, quantity: 3, price: 1250, notes: 'Cam şişe', request_item: 0 }],
    notes: 'Hafta içi teslim',
    valid_until: '2026-03-12',
  }
  requireSuccess(await world.put(`/admin/custom-orders/${quote.id}/answer`, admin, answer))
  const rowsOf = async () => {
    const { book } = await exported(world, customer, '/auth/profile/data')
    return { answers: sheetOf(book, 'Teklif cevapları').slice(1), lines: sheetOf(book, 'Sipariş satırları').slice(1) }
  }
  const offered = [quote.id.slice(0, 8), expect.any(Number), expect.any(Number), 'Trüf', 'Trüf Yağı', 'Yayla']
  const terms = [3, 'ADET', 1250, 20]
  const note = 'Cam şişe\nHafta içi teslim'
  const open = await rowsOf()
  expect(open.answers.map(row => Array.from(row, cell => cell ?? null))).toEqual([
    [...offered, ...terms, null, null, note],
  ])
  const { order } = requireSuccess(await world.post(`/custom-orders/${quote.id}/accept`, customer)).json()
  const accepted = await rowsOf()
  expect(accepted.answers).toEqual([[...offered, ...terms, 3, order.id.slice(0, 8), note]])
  expect(accepted.lines).toEqual([
    [order.id.slice(0, 8), 'Trüf Yağı', 'Yayla', 3, 'ADET', 1250, 20, 3750, expect.any(Number)],
  ])
})

test('an export shows the notification settings as the customer’s screen does, in Turkish', async () => {
  const { world, customer } = await shop()
  for (const off of [
    { topic: 'order_received', mail: false },
    { topic: 'product_arrived', push: false },
  ])
    expect((await world.put('/notifications/preferences', customer, off)).status).toBe(200)
  const { data, book } = await exported(world, customer, '/auth/profile/data')
  expect(data.notification_preferences).toEqual((await world.get('/notifications/preferences', customer)).json())
  const [head, ...rows] = sheetOf(book, 'Bildirim ayarları').map(row => Array.from(row, cell => cell ?? ''))
  expect(head).toEqual(['Bildirim', 'Zil', 'E-posta', 'Anlık'])
  // No mail says that a product has arrived.
  expect(rows.slice(0, 4)).toEqual([
    ['Yeni sipariş', 'Açık', 'Kapalı', 'Açık'],
    ['Sipariş durumu', 'Açık', 'Açık', 'Açık'],
    ['Siparişte değişiklik', 'Açık', 'Açık', 'Açık'],
    ['Beklenen ürün geldi', 'Açık', '', 'Kapalı'],
  ])
  expect(rows).toHaveLength(data.notification_preferences.length)
})

test('an export has the lots whose recall was mailed to the customer', async () => {
  const { world, admin, customer } = await shop()
  const product_id = await world.product({ name: 'Ezine', on_hand: 0, lot_tracking: 'asked' })
  const received = { product_id, quantity: 5, lot: { code: 'L1', expires_on: '2026-06-01' } }
  await world.post('/admin/stock/receipts', admin, { items: [received] })
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json()
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' })
  const [{ id: lot_id }] = (await world.get('/admin/lots', admin)).json()
  const sent = await world.post('/admin/recalls/letters', admin, { lot_id, text: 'Kullanmayın' })
  expect(sent.json().told).toBe(1)
  const { text, data, book } = await exported(world, customer, '/auth/profile/data')
  expect(data.recalls).toEqual([{ told_at: world.now().toISOString(), product_name: 'Ezine', lot: 'L1' }])
  expect(sheetOf(book, 'Geri çağırmalar')[1]?.slice(1)).toEqual(['Ezine', 'L1'])
  expect(text).not.toContain('Ayşe')
})

test('an export has the mails to the account, and none to another one that had its address before', async () => {
  const { world, admin, customer, other } = await shop()
  const old = `${other.username}@ornek.com.tr`
  await world.post('/auth/forgot-password', undefined, { email: old })
  await world.mails()
  await world.put(`/admin/customers/${other.id}`, admin, { email: 'yeni@ornek.com.tr' })
  const confirmation = (await world.mails()).find(mail => mail.to.address === 'yeni@ornek.com.tr')
  await world.post('/auth/verify-email', undefined, { token: tokenIn(confirmation?.link) })
  // Until then the link that undoes the change reserves the address.
  world.pass(8 * 24 * 60 * 60 * 1000)
  const change = { email: old, current_password: customer.password }
  expect((await world.put('/auth/profile', customer, change)).status).toBe(200)
  await world.post('/auth/resend-verification', undefined, { email: old })
  await world.mails()
  const mailsIn = async (user: TestUser) => {
    const { data } = await exported(world, user, '/auth/profile/data')
    return data.mails.map((mail: { kind: string; recipient: string }) => `${mail.kind} to ${mail.recipient}`).sort()
  }
  expect(await mailsIn(customer)).toEqual([
    `confirmation to ${old}`,
    `confirmation to ${old}`,
    `email changed to ${customer.username}@ornek.com.tr`,
    `welcome to ${customer.username}@ornek.com.tr`,
  ])
  expect(await mailsIn(other)).toEqual([
    'confirmation to yeni@ornek.com.tr',
    `email changed to ${old}`,
    `welcome to ${old}`,
  ])
})

test('an export that the deletion of its customer overtakes breaks off', async () => {
  const { world, admin, customer, order } = await shop()
  await order(customer)
  const { db, app } = world
  const by = { actor: admin.actor, now: world.now(), origin: undefined }
  const file = await exportCustomer(db, app.context.reports, by, customer.id)
  // The export has begun and is recorded; its sections are read as the client takes them.
  expect((await world.request('DELETE', `/admin/customers/${customer.id}`, admin)).status).toBe(200)
  const pieces = Readable.from(file.name === undefined ? [] : file.pieces)
  await expect(pieces.toArray()).rejects.toThrow('deleted while its data was being exported')
})

test('an export has the acknowledgement of the privacy notice, and more rows than a page', async () => {
  const { world } = await shop()
  const body = { ...registration(), privacy_version: NOTICE.version }
  await world.post('/auth/register', undefined, body)
  const confirmation = (await world.mails()).find(mail => mail.to.address === body.email)
  await world.post('/auth/verify-email', undefined, { token: tokenIn(confirmation?.link) })
  const { token, user } = (await world.post('/auth/login', undefined, body)).json()
  const { id, username } = user
  await sql`
    insert into notifications (id, account_id, created_at, kind, title, body, link)
    select gen_random_uuid(), ${id}, ${world.now()}, 'order_status', 'Haber ' || n, '', '/orders'
    from generate_series(1, 1001) as n`.execute(world.db)
  await sql`
    insert into mails (id, kind, facts, created_at, next_at, sent_at)
    select gen_random_uuid(), 'order status', jsonb_build_object('order', jsonb_build_object('user_id', ${id}::text)),
      ${world.now()}, ${world.now()}, ${world.now()}
    from generate_series(1, 1001)`.execute(world.db)

  const customer: TestUser = {
    id,
    username,
    token,
    password: body.password,
    actor: { id, role: 'customer', name: user.company_name, is_active: true },
  }
  const { data, book } = await exported(world, customer, '/auth/profile/data')
  expect(data.privacy_acknowledgements).toEqual([
    { acknowledged_at: world.now().toISOString(), version: NOTICE.version, text: NOTICE.text },
  ])
  expect(new Set(data.notifications.map((one: { title: string }) => one.title)).size).toBe(1001)
  expect(sheetOf(book, 'Bildirimler')).toHaveLength(1002)
  expect(data.mails.filter((one: { kind: string }) => one.kind === 'order status')).toHaveLength(1001)
  expect(new Set(data.mails.map((one: { id: string }) => one.id)).size).toBe(data.mails.length)
})
