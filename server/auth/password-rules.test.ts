import { expect, test } from 'vitest'
import { validateRows } from '../customer-import/row-validation.ts'
import { makeWorld } from '../testing/world.ts'
import { passwordFault } from './password-rules.ts'

const CUSTOMER = { role: 'customer', username: 'lezzet', name: 'Lezzet Lokantası A.Ş.' } as const
const MARKETER = { role: 'marketer', username: 'mehmet', name: 'Mehmet Yılmaz' } as const

test.each([
  ['password', 'çok yaygın'],
  ['QWERTY123', 'çok yaygın'],
  ['1q2w3e4r', 'çok yaygın'],
  ['lezzet', 'kullanıcı adından'],
  ['Lezzet2024!', 'kullanıcı adından'],
  ['LOKANTASI-1', 'kullanıcı adından'],
  ['lezzet lokantası', 'kullanıcı adından'],
  ['lezzet-ve-tat', undefined],
  ['gizli-1', undefined],
  ['kısa5', 'en az 6'],
])('a customer’s new password %s has the fault %s', (password, fault) => {
  const found = passwordFault(password, CUSTOMER)
  if (fault === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(fault)
})

test('a marketer’s new password needs 10 characters and must not consist of the name', () => {
  expect(passwordFault('dokuz-kr9', MARKETER)).toBe('Şifre en az 10 karakter olmalıdır')
  expect(passwordFault('mehmetyilmaz1', MARKETER)).toContain('ad soyaddan')
  expect(passwordFault('on-karakter', MARKETER)).toBeUndefined()
})

test('every way of setting a password refuses weak ones, and existing weak passwords still work', async () => {
  const world = await makeWorld()
  const [admin, marketer, customer] = [await world.admin(), await world.marketer(), await world.customer()]
  const form = { username: 'zeytin', company_name: 'Zeytin Gıda', email: 'z@ornek.com.tr', phone: '0', address: 'a' }
  const change = { current_password: customer.password, new_password: 'password1' }
  const weak = [
    await world.post('/auth/register', undefined, { ...form, password: 'zeytin123' }),
    await world.post('/admin/customers', admin, { ...form, password: 'iloveyou' }),
    await world.put(`/admin/customers/${customer.id}`, admin, { password: '123456789' }),
    await world.post('/auth/change-password', customer, change),
    await world.post('/auth/change-password', marketer, { ...change, new_password: 'gizli-123' }),
    await world.post('/admin/marketers', admin, { name: 'Ali', username: 'ali', password: 'qwertyuiop' }),
    await world.put(`/admin/marketers/${marketer.id}`, admin, { password: 'kısa-şifr' }),
  ]
  expect(weak.map(({ status, json }) => [status, json().errors[0].field])).toEqual([
    [400, 'password'],
    [400, 'password'],
    [400, 'password'],
    [400, 'new_password'],
    [400, 'new_password'],
    [400, 'password'],
    [400, 'password'],
  ])
  const row = { row: 2, username: 'zeytin', company_name: 'Zeytin Gıda', email: 'z@ornek.com.tr', password: 'zeytin1' }
  const { validated } = await validateRows(world.db, { rows: [row], faults: [], warnings: [] }, world.now())
  expect(validated[0]?.errors).toEqual(['Şifre, kullanıcı adından veya firma adından oluşamaz'])
})
