import { expect, test } from 'vitest'
import { CUSTOMER_COLUMNS, type CustomerImport } from '#contract/customer-import.ts'
import type { Customer } from '#contract/customers.ts'
import { type SheetCell, upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

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

test('invalid rows are reported by Excel’s row number, the others are imported', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [taken, gone] = [await world.customer(), await world.marketer()]
  await world.db.updateTable('accounts').set({ is_active: false }).where('id', '=', gone.id).execute()
  const ok = (name: string): SheetCell[] => [name, 'Firma', `${name}@ornek.com.tr`]
  const summary = await importWorkbook(world, admin, [
    ok('dogru'),
    [null, 'Firma', 'x1@ornek.com.tr'],
    ['x2', null, 'x2@ornek.com.tr'],
    ['x3', 'Firma', null],
    ['x4', 'Firma', 'adres değil'],
    ['x5', 'Firma', `${taken.username.toUpperCase()}@ornek.com.tr`],
    ['x6', 'Firma', 'x6@ornek.com.tr', null, null, '12345'],
    ['x7', 'Firma', 'x7@ornek.com.tr', null, null, null, 'kimse'],
    ['x8', 'Firma', 'x8@ornek.com.tr', null, null, null, gone.username],
    [],
    ['DOĞRU'.replace('Ğ', 'G'), 'Firma', 'x9@ornek.com.tr'],
    ['x10', 'Firma', 'DOGRU@ornek.com.tr'],
    ['x11', true, new Date('2026-01-01')],
    ['x'.repeat(65), 'F'.repeat(201), 'x12@ornek.com.tr', null, 'A'.repeat(601)],
    [taken.username, null, 'dogru@ornek.com.tr'],
    ok('son'),
  ])
  expect(summary.errors).toEqual([
    'Satır 3: Kullanıcı adı zorunludur',
    'Satır 4: Firma adı zorunludur',
    'Satır 5: E-posta zorunludur',
    'Satır 6: Geçerli bir e-posta adresi girin',
    `Satır 7: E-posta "${taken.username.toUpperCase()}@ornek.com.tr" başka bir hesapta kullanılıyor`,
    'Satır 8: Şifre en az 6 karakter olmalıdır',
    'Satır 9: Pazarlamacı "kimse" bulunamadı',
    `Satır 10: Pazarlamacı "${gone.username}" bulunamadı`,
    'Satır 12: Kullanıcı adı "DOGRU" bu dosyada 2. satırda da var',
    'Satır 13: E-posta "DOGRU@ornek.com.tr" bu dosyada 2. satırda da var',
    'Satır 14: Firma Adı hücresi metin olmalıdır',
    'Satır 14: E-posta hücresi metin olmalıdır',
    'Satır 15: Kullanıcı adı en fazla 64 karakter olabilir',
    'Satır 15: Firma adı en fazla 200 karakter olabilir',
    'Satır 15: Adres hücresindeki metin çok uzun',
    'Satır 16: E-posta "dogru@ornek.com.tr" bu dosyada 2. satırda da var',
  ])
  expect([summary.success_count, summary.error_count]).toEqual([2, 13])
  expect((await customers(world, admin)).map(({ username }) => username).sort()).toEqual(
    ['dogru', 'son', taken.username].sort(),
  )
})

test('preview and import report all errors of a row and the same number of faulty rows', async () => {
  const world = await makeWorld()
  const [admin, known] = [await world.admin(), await world.customer({ company_name: 'Aynı' })]
  const rows: SheetCell[][] = [
    ['x1', null, `${known.username}@ornek.com.tr`, true, null, null, 'kimse'],
    ['x'.repeat(65), null, null, null, null, null, 'kimse'],
    [known.username, 'Aynı'],
  ]
  const errors = [
    'Satır 2: Telefon hücresi metin olmalıdır',
    'Satır 2: Firma adı zorunludur',
    `Satır 2: E-posta "${known.username}@ornek.com.tr" başka bir hesapta kullanılıyor`,
    'Satır 2: Pazarlamacı "kimse" bulunamadı',
    'Satır 3: Kullanıcı adı en fazla 64 karakter olabilir',
    'Satır 3: Pazarlamacı "kimse" bulunamadı',
  ]
  const counts = { created_count: 0, updated_count: 1, unchanged_count: 1, error_count: 2, errors }
  const preview = (
    await upload(world, admin, `${IMPORT}?preview=1`, workbookOf([[...CUSTOMER_COLUMNS], ...rows]))
  ).json()
  expect(preview).toMatchObject(counts)
  expect(preview.rows.map(({ action }: { action: string }) => action)).toEqual(['error', 'error', 'unchanged'])
  expect(await importWorkbook(world, admin, rows)).toMatchObject(counts)
})

test('a preview returns the outcome of each row and changes nothing', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const known = await world.customer()
  const before = await customers(world, admin)
  const rows: SheetCell[][] = [
    ['yeni', 'Yeni Firma', 'yeni@ornek.com.tr', null, null, null, marketer.username],
    [known.username, 'Başka Ad', null, null, null, 'yeni-şifre'],
    [known.username.toUpperCase(), 'Yine'],
    ['eksik'],
  ]
  const preview = await importWorkbook(world, admin, rows, { query: '?preview=1' })
  expect(preview).toMatchObject({ success_count: 2, created_count: 1, updated_count: 1, error_count: 2 })
  expect(preview.imported_customers.map(({ password }) => password)).toEqual([null, null])
  expect(preview.rows).toEqual([
    {
      row: 2,
      action: 'created',
      changes: [
        { field: 'username', before: null, after: 'yeni' },
        { field: 'company_name', before: null, after: 'Yeni Firma' },
        { field: 'email', before: null, after: 'yeni@ornek.com.tr' },
        { field: 'marketer', before: null, after: marketer.username },
        { field: 'password', before: null, after: null },
      ],
      errors: [],
    },
    {
      row: 3,
      action: 'updated',
      changes: [
        { field: 'company_name', before: 'Lezzet Lokantası', after: 'Başka Ad' },
        { field: 'password', before: null, after: null },
      ],
      errors: [],
    },
    { row: 4, action: 'error', changes: [], errors: [expect.stringContaining('3. satırda da var')] },
    { row: 5, action: 'error', changes: [], errors: ['Firma adı zorunludur', 'E-posta zorunludur'] },
  ])
  expect(await customers(world, admin)).toEqual(before)
  const same = await importWorkbook(world, admin, [[known.username, 'Lezzet Lokantası']], { query: '?preview=1' })
  expect(same.rows).toEqual([{ row: 2, action: 'unchanged', changes: [], errors: [] }])
  expect((await upload(world, admin, `${IMPORT}?preview=2`, workbookOf([]))).status).toBe(400)
})
