import { expect, test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { button, field, typeIn } from '../../testing/screen.ts'

test('of several fields that the server refuses, the first one of the form takes the focus', async () => {
  const { act, says, portal, alerts } = await openAdminScreen('/admin/dashboard?tab=customers', async () => {
    const { NewCustomerDialog } = await import('./new-customer.tsx')
    return <NewCustomerDialog open onClose={() => undefined} />
  })
  await act(async () => {
    typeIn(field('Firma adı'), 'Lezzet Lokantası')
    typeIn(field('Kullanıcı adı'), 'lezzet')
    typeIn(field('Şifre'), 'lezzet1')
    typeIn(field('E-posta'), 'lezzet@ornek.com.tr')
  })
  await act(async () => button('Müşteriyi ekle').click())
  const sent = await portal.next('POST /api/admin/customers')
  // Named in the order of the contract, which is not that of the form.
  sent.refuse(400, 'invalid_input', 'Bu e-posta kullanılıyor', [
    { field: 'email', message: 'Bu e-posta kullanılıyor' },
    { field: 'password', message: 'Şifre, kullanıcı adından veya firma adından oluşamaz' },
  ])
  await says('Şifre, kullanıcı adından veya firma adından oluşamaz')
  expect(alerts).toEqual(['Bu e-posta kullanılıyor'])
  expect(document.activeElement).toBe(field('Şifre'))
})
