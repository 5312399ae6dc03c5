import { expect, test } from 'vitest'
import { makeWorld, type World } from '../testing/world.ts'

const NEW = {
  username: 'lezzet',
  company_name: 'Lezzet Lokantası',
  email: 'siparis@lezzet.com.tr',
  phone: '0212 000 00 00',
  address: 'Kadıköy\nİstanbul',
  password: 'gizli-1',
}

const register = (world: World, fields: object = {}, headers?: Record<string, string>) =>
  world.post('/auth/register', undefined, { ...NEW, ...fields }, headers)

test('a registered customer is active, has no marketer, and must confirm their e-mail address', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const response = await register(world)
  expect([response.status, response.json()]).toEqual([201, { message: 'Hesabınız oluşturuldu! Giriş yapabilirsiniz.' }])
  const [customer] = (await world.get('/admin/customers?search=lezzet', admin)).json()
  expect(customer).toMatchObject({
    username: 'lezzet',
    company_name: 'Lezzet Lokantası',
    email: 'siparis@lezzet.com.tr',
    phone: '0212 000 00 00',
    address: 'Kadıköy\nİstanbul',
    is_active: true,
    email_verified: false,
    assigned_marketer_id: null,
  })
  const [mail, ...others] = await world.mails()
  expect([mail?.to, mail?.subject, others]).toEqual([
    { name: '', address: 'siparis@lezzet.com.tr' },
    'E-posta adresinizi onaylayın',
    [],
  ])
  // The address may be a stranger's, so the mail contains nothing that was typed in the form.
  for (const typed of ['Lezzet Lokantası', 'lezzet<', 'Kadıköy']) expect(mail?.html).not.toContain(typed)
})

test.each([
  [{ username: '' }, 'Kullanıcı adı zorunludur', 'username'],
  [{ company_name: undefined }, 'Firma adı zorunludur', 'company_name'],
  [{ email: '' }, 'E-posta zorunludur', 'email'],
  [{ email: 'lezzet@' }, 'Geçerli bir e-posta adresi girin', 'email'],
  [{ phone: ' ' }, 'Telefon zorunludur', 'phone'],
  [{ address: undefined }, 'Adres zorunludur', 'address'],
  [{ password: '' }, 'Şifre zorunludur', 'password'],
  [{ password: 'kısa5' }, 'Sifre en az 6 karakter olmalidir', 'password'],
  [{ password: 'a'.repeat(129) }, 'Şifre en fazla 128 karakter olabilir', 'password'],
  [{ website: 'http://ucuz.example' }, 'Kayıt alınamadı; lütfen formu kendiniz doldurun', 'website'],
])('a registration with %j is refused: %s', async (fields, sentence, field) => {
  const world = await makeWorld()
  const { status, json } = await register(world, fields)
  expect([status, json().detail, json().errors]).toEqual([400, sentence, [{ field, message: sentence }]])
  expect([await world.db.selectFrom('accounts').select('id').execute(), await world.mails()]).toEqual([[], []])
})

test('a taken name or address is refused in any case of letters, and nothing is created or mailed', async () => {
  const world = await makeWorld()
  await register(world)
  await world.mails()
  const name = await register(world, { username: 'LEZZET', email: 'baska@ornek.com.tr' })
  expect([name.status, name.json().detail, name.json().errors[0].field]).toEqual([
    409,
    'Bu kullanıcı adı zaten kullanılıyor',
    'username',
  ])
  const address = await register(world, { username: 'baska', email: 'SİPARİS@lezzet.com.tr' })
  expect([address.status, address.json().detail, address.json().errors[0].field]).toEqual([
    409,
    'Bu e-posta adresi zaten kullanılıyor',
    'email',
  ])
  expect(await world.mails()).toEqual([])
  expect(await world.db.selectFrom('accounts').select('id').execute()).toHaveLength(1)
})

test('a registration sent twice with one key creates one account and one mail, and gets the same reply', async () => {
  const world = await makeWorld()
  const twice = await Promise.all([1, 2].map(() => register(world, {}, { 'idempotency-key': 'kayit-1' })))
  expect(twice.map(response => response.status)).toEqual([201, 201])
  expect(await world.mails()).toHaveLength(1)
  const other = await register(world, { username: 'baska' }, { 'idempotency-key': 'kayit-1' })
  expect([other.status, other.json().code]).toEqual([409, 'idempotency_key_reused'])
})

test('a repeated registration is neither created nor counted again', async () => {
  const world = await makeWorld()
  const again = () => register(world, {}, { 'idempotency-key': 'kayit-2' })
  for (let i = 0; i < 62; i++) expect((await again()).status).toBe(201)
  expect((await register(world, { username: 'baska', email: 'baska@ornek.com.tr' })).status).toBe(201)
})

test('one network address can send sixty registrations an hour, including refused ones', async () => {
  const world = await makeWorld()
  for (let i = 0; i < 60; i++) {
    const { status } = await register(world, i % 2 ? {} : { username: `kafe${i}`, email: `kafe${i}@ornek.com.tr` })
    expect(status).toBe(i % 2 && i > 1 ? 409 : 201)
  }
  const refused = await register(world, { username: 'son', email: 'son@ornek.com.tr' })
  expect([refused.status, refused.json().code, Number(refused.headers['retry-after'])]).toEqual([
    429,
    'too_many_requests',
    3600,
  ])
  world.pass(60 * 60 * 1000)
  expect((await register(world, { username: 'son', email: 'son@ornek.com.tr' })).status).toBe(201)
})

test('mail to an address with Turkish capitals uses its ASCII form, and the account is found by either spelling', async () => {
  const world = await makeWorld()
  expect((await register(world, { email: 'SİPARİŞ@lezzet.com.tr' })).status).toBe(400)
  expect((await register(world, { email: 'BİLGİ@lezzet.com.tr' })).status).toBe(201)
  const [mail] = await world.mails()
  expect(mail?.to.address).toBe('BiLGi@lezzet.com.tr')
  await world.post('/auth/forgot-password', undefined, { email: 'bilgi@LEZZET.com.tr' })
  expect(await world.mails()).toHaveLength(1)
})
