import { randomUUID } from 'node:crypto'
import * as xlsx from '@e965/xlsx'
import { expect, test } from 'vitest'
import * as calls from '#contract/customer-import.ts'
import { CUSTOMER_COLUMNS, type CustomerImport } from '#contract/customer-import.ts'
import type { Customer } from '#contract/customers.ts'
import { hashPassword } from '../auth/passwords.ts'
import { inTransaction, takeAdvisoryLock } from '../db/transaction.ts'
import { startRun } from '../import-runs/runs.ts'
import { readWorkbook } from '../testing/read-workbook.ts'
import { type SheetCell, upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { importCustomers } from './import.ts'

const IMPORT = '/admin/customers/import'

const importWorkbook = async (world: World, admin: TestUser, rows: SheetCell[][], { query = '', key = '' } = {}) => {
  const response = await upload(world, admin, `${IMPORT}${query}`, workbookOf([[...CUSTOMER_COLUMNS], ...rows]), {
    ...(key && { key }),
  })
  expect(response.status).toBe(200)
  return response.json() as CustomerImport
}

const customers = async (world: World, admin: TestUser): Promise<Customer[]> =>
  (await world.get('/admin/customers', admin)).json()

const canLogIn = async (world: World, username: string, password: string) =>
  (await world.post('/auth/login', undefined, { username, password })).status === 200

test('rows become confirmed, active customers with their marketer; for a blank password a working one is generated', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin('Ayşe'), await world.marketer('Mehmet')]
  const summary = await importWorkbook(world, admin, [
    [
      'lezzet',
      'Lezzet Lokantası',
      'Lezzet@Ornek.com.tr',
      2125550001,
      'İstanbul\nFatih',
      null,
      marketer.username.toUpperCase(),
    ],
    ['deniz', 'Deniz Balık', 'deniz@ornek.com.tr', null, null, ' 1 şifre ', null],
  ])
  expect(summary).toEqual({
    success_count: 2,
    created_count: 2,
    updated_count: 0,
    error_count: 0,
    errors: [],
    imported_customers: [
      {
        username: 'lezzet',
        company_name: 'Lezzet Lokantası',
        email: 'Lezzet@Ornek.com.tr',
        password: expect.stringMatching(/^[a-z2-9]{10}$/),
        action: 'created',
        marketer: marketer.username,
      },
      {
        username: 'deniz',
        company_name: 'Deniz Balık',
        email: 'deniz@ornek.com.tr',
        password: null,
        action: 'created',
        marketer: null,
      },
    ],
  })
  const [deniz, lezzet] = await customers(world, admin)
  expect(lezzet).toMatchObject({
    company_name: 'Lezzet Lokantası',
    phone: '2125550001',
    address: 'İstanbul\nFatih',
    is_active: true,
    email_verified: true,
    assigned_marketer_id: marketer.id,
    assigned_marketer_name: 'Mehmet',
  })
  expect(deniz).toMatchObject({ username: 'deniz', phone: '', address: '', assigned_marketer_id: null })
  expect(await canLogIn(world, 'lezzet', summary.imported_customers[0]!.password!)).toBe(true)
  expect(await canLogIn(world, 'deniz', ' 1 şifre ')).toBe(true)
  expect(await canLogIn(world, 'deniz', '1 şifre')).toBe(false)
  expect((await world.get('/admin/customers?search=balik', admin)).json()).toHaveLength(1)
  expect(await world.mails()).toEqual([])
})

test('an existing customer is updated; a blank cell and importing again change nothing', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const known = await world.customer({ assigned_marketer_id: marketer.id })
  const before = (await customers(world, admin))[0]!
  const name = known.username.toUpperCase()
  const summary = await importWorkbook(world, admin, [[name, 'Yeni Ad', null, '0212 111 22 33', null, null, null]])
  expect(summary).toMatchObject({
    created_count: 0,
    updated_count: 1,
    imported_customers: [
      {
        username: known.username,
        company_name: 'Yeni Ad',
        password: null,
        action: 'updated',
        marketer: marketer.username,
      },
    ],
  })
  expect(await customers(world, admin)).toEqual([{ ...before, company_name: 'Yeni Ad', phone: '0212 111 22 33' }])
  expect((await world.get('/admin/customers?search=yeni', admin)).json()).toHaveLength(1)
  expect((await world.get('/auth/profile', known)).status).toBe(200)

  const count = async () => (await world.get('/admin/audit', admin)).json().length
  const entries = await count()
  expect(await importWorkbook(world, admin, [[name, 'Yeni Ad', null, '0212 111 22 33']])).toMatchObject({
    updated_count: 1,
  })
  expect(await count()).toBe(entries)
})

test('a new password ends the sessions; a new address awaits confirmation, and both addresses are notified', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const known = await world.customer()
  await world.mails()
  const row = [known.username, null, 'yeni@ornek.com.tr', null, null, 'yepyeni-şifre']
  await importWorkbook(world, admin, [row])
  expect((await world.get('/auth/profile', known)).status).toBe(401)
  expect(await canLogIn(world, known.username, known.password)).toBe(false)
  expect(await canLogIn(world, known.username, 'yepyeni-şifre')).toBe(true)
  expect((await customers(world, admin))[0]).toMatchObject({ email: 'yeni@ornek.com.tr', email_verified: false })
  const recipients = (await world.mails()).map(mail => mail.to.address)
  expect(recipients.sort()).toEqual([`${known.username}@ornek.com.tr`, 'yeni@ornek.com.tr'].sort())
  // A new password reverts an address that awaits confirmation, but not the one that the row names.
  await importWorkbook(world, admin, [row])
  expect((await customers(world, admin))[0]).toMatchObject({ email: 'yeni@ornek.com.tr', email_verified: false })
})

test('importing a workbook again keeps the sessions and the passwords that it has set, and warns of own ones', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const rows = (phone: string): SheetCell[][] => [
    ['deniz', 'Deniz Balık', 'deniz@ornek.com.tr', phone, null, 'Deniz.Sifre1'],
  ]
  await importWorkbook(world, admin, rows('0212 000 00 01'))
  const login = await world.post('/auth/login', undefined, { username: 'deniz', password: 'Deniz.Sifre1' })
  const deniz: TestUser = { ...customer, token: login.json().token }
  const again = await importWorkbook(world, admin, rows('0212 000 00 02'))
  expect(again).toMatchObject({ updated_count: 1, error_count: 0 })
  expect(await importWorkbook(world, admin, rows('0212 000 00 02'))).toMatchObject({ unchanged_count: 1 })
  expect((await world.get('/auth/profile', deniz)).json()).toMatchObject({ phone: '0212 000 00 02' })
  const entries = (await world.get('/admin/audit?entity=customer', admin)).json()
  expect(entries.map(({ action }: { action: string }) => action)).not.toContain('password_changed')

  expect((await importWorkbook(world, admin, rows('0212'), { query: '?preview=1' })).warnings).toBe(undefined)
  const change = { current_password: 'Deniz.Sifre1', new_password: 'Kendi.Sifre1' }
  expect((await world.post('/auth/change-password', deniz, change)).status).toBe(200)
  expect((await importWorkbook(world, admin, rows('0212'), { query: '?preview=1' })).warnings).toEqual([
    '1 müşterinin kendi belirlediği şifre, dosyadakinden farklıysa değişir ve açık oturumları kapanır.',
  ])
})

test('importing again keeps an address that awaits its confirmation for longer than a day', async () => {
  const world = await makeWorld()
  const [admin, known] = [await world.admin(), await world.customer()]
  const rows = [[known.username, null, 'yeni@ornek.com.tr']]
  await importWorkbook(world, admin, rows)
  world.pass(25 * 60 * 60 * 1000)
  const later = await world.admin()
  expect(await importWorkbook(world, later, rows)).toMatchObject({ updated_count: 1, unchanged_count: 1 })
  expect((await customers(world, later))[0]).toMatchObject({ email: 'yeni@ornek.com.tr', email_verified: false })
  // A customer to whom the workbook gives the address takes it over.
  const other = await world.customer()
  expect(await importWorkbook(world, later, [[other.username, null, 'yeni@ornek.com.tr']])).toMatchObject({
    error_count: 0,
  })
  const shown = await customers(world, later)
  expect(shown.find(({ id }) => id === other.id)).toMatchObject({ email: 'yeni@ornek.com.tr' })
  expect(shown.find(({ id }) => id === known.id)).toMatchObject({ email: `${known.username}@ornek.com.tr` })
})

test('an address can be changed as often by imports and forms together as by forms', async () => {
  const world = await makeWorld()
  const [admin, known, other] = [await world.admin(), await world.customer(), await world.customer()]
  const rows = (n: number) => [
    [known.username, null, `yeni${n}@ornek.com.tr`],
    [other.username, null, null, `0212 000 00 0${n}`],
  ]
  for (let n = 1; n <= 4; n++) expect(await importWorkbook(world, admin, rows(n))).toMatchObject({ error_count: 0 })
  // The same address again is no change.
  expect(await importWorkbook(world, admin, rows(4))).toMatchObject({ error_count: 0 })
  const byForm = (email: string) => world.put(`/admin/customers/${known.id}`, admin, { email })
  expect((await byForm('yeni5@ornek.com.tr')).status).toBe(200)
  for (const query of ['?preview=1', ''])
    expect(await importWorkbook(world, admin, rows(6), { query })).toMatchObject({
      updated_count: 1,
      errors: ['Satır 2: E-posta: Kısa sürede çok fazla istek yapıldı; lütfen 60 dakika sonra yeniden deneyin'],
    })
  const shown = await customers(world, admin)
  expect(shown.find(({ id }) => id === known.id)).toMatchObject({ email: 'yeni5@ornek.com.tr' })
  expect(shown.find(({ id }) => id === other.id)).toMatchObject({ phone: '0212 000 00 06' })
  expect((await byForm('yeni7@ornek.com.tr')).status).toBe(429)
})

test('the addresses of an import that fails are not counted as changed', async () => {
  const world = await makeWorld()
  const [admin, known] = [await world.admin(), await world.customer()]
  const rows = (n: number) => [[known.username, null, `yeni${n}@ornek.com.tr`]]
  const { schema } = world.owner
  await schema.alterTable('mails').renameTo('mails_gone').execute()
  for (let n = 1; n <= 5; n++) {
    const failed = await upload(world, admin, IMPORT, workbookOf([[...CUSTOMER_COLUMNS], ...rows(n)]))
    expect(failed.status).toBe(500)
  }
  await schema.alterTable('mails_gone').renameTo('mails').execute()
  expect(await importWorkbook(world, admin, rows(6))).toMatchObject({ updated_count: 1, error_count: 0 })
})

test('an import that is repeated with the same key runs once, and the passwords are not shown again', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const rows: SheetCell[][] = Array.from({ length: 30 }, (_, i) => [`m${i}`, `Firma ${i}`, `m${i}@ornek.com.tr`])
  const [first, second] = await Promise.all([
    importWorkbook(world, admin, rows, { key: 'bir' }),
    importWorkbook(world, admin, rows, { key: 'bir' }),
  ])
  const later = await importWorkbook(world, admin, rows, { key: 'bir' })
  const shown = (summary: CustomerImport) => summary.imported_customers.filter(({ password }) => password).length
  expect([shown(first), shown(second)].sort()).toEqual([0, 30])
  expect(shown(later)).toBe(0)
  expect(later).toMatchObject({ created_count: 30, success_count: 30 })
  expect(await customers(world, admin)).toHaveLength(30)
  const stored = JSON.stringify(await world.db.selectFrom('idempotency_keys').select('answer').execute())
  for (const { password } of [...first.imported_customers, ...second.imported_customers])
    if (password) expect(stored).not.toContain(password)
})

test('only the admin of a running import can read its progress', async () => {
  const world = await makeWorld()
  const [admin, other] = [await world.admin(), await world.admin()]
  const progress = async (as: TestUser) => (await world.get(IMPORT, as)).json()
  const idle = { is_running: false, done: 0, total: 0 }
  expect(await progress(admin)).toEqual(idle)
  const rows: SheetCell[][] = Array.from({ length: 60 }, (_, i) => [`m${i}`, `Firma ${i}`, `m${i}@ornek.com.tr`])
  const importing = await inTransaction(world.db, async tx => {
    // The import waits after its passwords have been hashed, which its progress counts.
    await takeAdvisoryLock(tx, 'customer_import')
    const begun = importWorkbook(world, admin, [...rows, ['eksik']])
    await expect.poll(() => progress(admin)).toEqual({ is_running: true, done: 60, total: 60 })
    expect(await progress(other)).toEqual(idle)
    return { begun }
  })
  expect((await importing.begun).created_count).toBe(60)
  expect(await progress(admin)).toEqual(idle)
})

test('an import needs no second connection while it has locked its customers', async () => {
  const world = await makeWorld({ connections: 1 })
  const admin = await world.admin()
  const { created_count } = await importWorkbook(world, admin, [['deniz', 'Deniz Balık', 'deniz@ornek.com.tr']], {
    key: 'bir',
  })
  expect(created_count).toBe(1)
  expect((await world.get(IMPORT, admin)).json().is_running).toBe(false)
})

test('orders are placed and processed while an import that changes passwords and addresses has not ended', async () => {
  const world = await makeWorld()
  const former = await world.customer()
  const items = [{ product_id: await world.product({ on_hand: 10 }), quantity: 1 }]
  const ids = [(await world.post('/orders', former, { items })).json().id]
  // The row takes this address, as it was not confirmed within a day.
  await importWorkbook(world, await world.admin(), [[former.username, null, 'yeni2@ornek.com.tr']])
  world.pass(25 * 60 * 60 * 1000)
  const [admin, known, other] = [await world.admin(), await world.customer(), await world.customer()]
  ids.push((await world.post('/orders', known, { items })).json().id)
  // The new password also reverts this address.
  await importWorkbook(world, admin, [[known.username, null, 'yeni1@ornek.com.tr']])
  const row = { row: 2, username: known.username, email: 'yeni2@ornek.com.tr', password: 'yepyeni-şifre' }
  const passwords = new Map([[2, { password_hash: await hashPassword(row.password), shown: null }]])
  const origin = { address: '127.0.0.1', request_id: 'r', call: calls.importCustomers }
  const by = { actor: { ...admin.actor, role: 'admin' as const }, now: world.now(), origin }
  await inTransaction(world.db.invalidating([]), async tx => {
    await importCustomers(tx, by, { rows: [row], faults: [], warnings: [] }, passwords)
    const status = 'hazirlaniyor'
    for (const id of ids) expect((await world.put(`/admin/orders/${id}/status`, admin, { status })).status).toBe(200)
    expect((await world.post('/orders', other, { items })).status).toBe(201)
  })
  expect((await customers(world, admin)).map(({ email }) => email)).toContain('yeni2@ornek.com.tr')
  expect(await canLogIn(world, known.username, row.password)).toBe(true)
})

test('a customer keeps a deactivated marketer, but cannot be assigned to another deactivated one', async () => {
  const world = await makeWorld()
  const [admin, marketer, other] = [await world.admin(), await world.marketer(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  for (const { id } of [marketer, other]) await world.put(`/admin/marketers/${id}`, admin, { is_active: false })
  const row = (phone: string, { username }: TestUser): SheetCell[] => {
    return [customer.username, null, null, phone, null, null, username]
  }
  const stored = await importWorkbook(world, admin, [
    row('0532', { ...marketer, username: marketer.username.toUpperCase() }),
  ])
  expect(stored).toMatchObject({ updated_count: 1, errors: [] })
  expect(await customers(world, admin)).toEqual([
    expect.objectContaining({ phone: '0532', assigned_marketer_id: marketer.id }),
  ])
  const refused = await importWorkbook(world, admin, [row('0533', other)])
  expect(refused.errors).toEqual([`Satır 2: Pazarlamacı "${other.username}" bulunamadı`])
})

test('the progress of an import expires if its process no longer reports any', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const actor = { ...admin.actor, role: 'admin' as const }
  const file = { name: 'liste.xlsx', bytes: Buffer.from('x') }
  const run = await startRun(world.db, { kind: 'customers', actor, key: undefined, warehouse: null, file }, world.now)
  run.report(7, 9)
  await expect.poll(async () => (await world.get(IMPORT, admin)).json()).toMatchObject({ done: 7 })
  expect((await world.get(IMPORT, admin)).json()).toEqual({ is_running: true, done: 7, total: 9 })
  world.pass(60_000)
  expect((await world.get(IMPORT, admin)).json()).toMatchObject({ is_running: false })
})

test('a customer that registers under an imported name during the import is not overwritten', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const rows: SheetCell[][] = Array.from({ length: 40 }, (_, i) => [`m${i}`, `Firma ${i}`, `m${i}@ornek.com.tr`])
  const importing = importWorkbook(world, admin, rows)
  const registration = { company_name: 'Kendisi', phone: '1', address: 'x', password: 'gizli-şifre' }
  const self = await world.post('/auth/register', undefined, {
    ...registration,
    username: 'm39',
    email: 'ben@ornek.com.tr',
  })
  const { created_count, updated_count } = await importing
  expect(self.status).toBe(201)
  expect([created_count, updated_count]).toEqual([39, 1])
  expect(await customers(world, admin)).toHaveLength(40)
})

test('a known customer who cannot log in before confirming the address is named by the preview and by the import', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const registration = {
    username: 'lezzet',
    email: 'lezzet@ornek.com.tr',
    company_name: 'Lezzet',
    phone: '1',
    address: 'x',
  }
  await world.post('/auth/register', undefined, { ...registration, password: 'gizli-şifre' })
  const rows = [
    ['Lezzet', 'Lezzet Lokantası', 'lezzet@ornek.com.tr', null, null, 'Yeni.Sifre1'],
    ['deniz', 'Deniz Balık', 'deniz@ornek.com.tr'],
  ]
  const warning = 'E-posta adresi onaylanmamış; onaylanana kadar giriş yapamaz: lezzet.'
  const own = expect.stringMatching(/^1 müşterinin kendi belirlediği şifre, dosyadakinden farklıysa değişir/)
  expect((await importWorkbook(world, admin, rows, { query: '?preview=1' })).warnings).toEqual([own, warning])
  expect((await importWorkbook(world, admin, rows)).warnings).toEqual([warning])
  expect(await canLogIn(world, 'lezzet', 'Yeni.Sifre1')).toBe(false)
})

test('an old .xls is read, and a file that is not a workbook is refused with a message', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const old = workbookOf([[...CUSTOMER_COLUMNS], ['eski', 'Eski Şarküteri', 'eski@ornek.com.tr']], 'biff8')
  expect((await upload(world, admin, IMPORT, old)).json()).toMatchObject({ created_count: 1 })
  const refused = async (file: Buffer, field = 'file') => {
    const { status, json } = await upload(world, admin, IMPORT, file, { field })
    return [status, json().detail]
  }
  expect(await refused(Buffer.from('ad;firma'))).toEqual([400, 'Bu dosya bir Excel dosyası (.xlsx veya .xls) değil'])
  expect(await refused(workbookOf([[...CUSTOMER_COLUMNS]]))).toEqual([
    400,
    'Excel dosyasında müşteri satırı bulunamadı',
  ])
  expect(await refused(Buffer.alloc(0))).toEqual([400, 'Lütfen bir Excel dosyası seçin'])
  expect(await refused(old, 'dosya')).toEqual([400, 'Lütfen bir Excel dosyası seçin'])
})

test('headings may stand below a title; in other columns than their own they are refused, and a first row without any is reported', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const preview = async (...rows: SheetCell[][]) => {
    const { status, json } = await upload(world, admin, `${IMPORT}?preview=1`, workbookOf(rows))
    const { detail, created_count, errors, warnings = [] } = json()
    return status === 200 ? [created_count, [...errors, ...warnings]] : detail
  }
  const customer = ['lezzet', 'Lezzet Lokantası', 'lezzet@ornek.com.tr']
  expect(await preview(['MÜŞTERİ LİSTESİ'], [], [...CUSTOMER_COLUMNS], customer)).toEqual([1, []])
  const unread = 'İlk satır başlık sayıldığı için okunmadı; müşteriyse üstüne başlık satırı ekleyin'
  expect(await preview(['Cari', 'Açıklama'], customer)).toEqual([1, [`${unread}.`]])
  expect(await preview(['FİRMA', 'kullanıcı adı', 'E-Mail'], ['Lezzet Lokantası', 'lezzet', 'l@ornek.com.tr'])).toBe(
    'Sütun başlıkları yerinde değil: Firma Adı başlığı A yerine B sütununda olmalıdır; Kullanıcı Adı başlığı B yerine A sütununda olmalıdır. Sütunları şablondaki sıraya getirin',
  )
  expect(await preview(customer, ['deniz', 'Deniz Balık', 'deniz@ornek.com.tr'])).toEqual([1, [`Satır 1: ${unread}`]])
})

test('no reply contains the password in a first row that is taken for headings, and none is stored', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const row = (password: string) => [customer.username, null, null, null, null, password]
  const file = workbookOf([row('Yeni.Sifre1'), row('Yeni.Sifre2')])
  const replies = [
    await upload(world, admin, `${IMPORT}?preview=1`, file, { key: randomUUID() }),
    await upload(world, admin, IMPORT, file, { key: randomUUID() }),
  ].map(reply => reply.json())
  for (const reply of replies)
    expect(reply).toMatchObject({ updated_count: 1, warnings: [expect.stringMatching(/^İlk satır başlık sayıldığı/)] })
  const stored = await world.db.selectFrom('idempotency_keys').select('answer').execute()
  expect(stored.length).toBeGreaterThan(0)
  expect(JSON.stringify([replies, stored])).not.toContain('Yeni.Sifre')
  expect(await canLogIn(world, customer.username, 'Yeni.Sifre2')).toBe(true)
})

test('other sheets, unread columns, merged cells and unknown headings are reported by the preview and by the import', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const rows = (name: string): SheetCell[][] => [
    ['Username', 'Company', 'Email', 'Address', 'Phone', null, null, 'Not'],
    [name, 'Firma', `${name}@ornek.com.tr`],
  ]
  const book = xlsx.utils.book_new()
  const first = xlsx.utils.aoa_to_sheet(rows('avrupa'))
  first['BA2'] = { t: 's', v: 'Kod' }
  first['!ref'] = 'A1:BA2'
  first['!merges'] = [xlsx.utils.decode_range('G2:G4')]
  xlsx.utils.book_append_sheet(book, first, 'Avrupa')
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows('anadolu')), 'Anadolu')
  const file: Buffer = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })
  const warnings = [
    'Tanınmayan başlıklar: B “Company” (Firma Adı sayılır), D “Address” (Telefon sayılır), E “Phone” (Adres sayılır), H “Not” (okunmaz).',
    'Yalnızca ilk sayfa okunur. Okunmayan sayfalar: “Anadolu”.',
    'Yalnızca ilk 50 sütun okunur; sağındaki sütunlar okunmadı.',
    'Birleştirilmiş hücreler: G2:G4. Değerleri yalnızca sol üstteki hücre için geçerlidir.',
  ]
  for (const query of ['?preview=1', ''])
    expect((await upload(world, admin, `${IMPORT}${query}`, file)).json()).toMatchObject({ created_count: 1, warnings })
})

test('the template contains the columns, and can be imported when it is filled in', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const response = await world.app.inject({
    url: '/api/admin/customers/template',
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.headers['content-disposition']).toContain('filename="musteri-import-sablonu.xlsx"')
  expect(response.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(await readWorkbook(response.rawPayload)).toEqual([{ row: 1, cells: [...CUSTOMER_COLUMNS] }])
})
