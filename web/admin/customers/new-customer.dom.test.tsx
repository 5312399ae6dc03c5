import { expect, test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { WIRE_CUSTOMER } from '../../testing/samples.ts'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

test('the first field of the form that the server refuses takes the focus', async () => {
  const { act, says, server, alerts } = await openAdminScreen('/admin/dashboard?tab=customers', async () => {
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
  const sent = await server.next('POST /api/admin/customers')
  // The refusal lists the fields in the order of the contract, which is not that of the form.
  sent.refuse(400, 'invalid_input', 'Bu e-posta kullanılıyor', [
    { field: 'email', message: 'Bu e-posta kullanılıyor' },
    { field: 'password', message: 'Şifre, kullanıcı adından veya firma adından oluşamaz' },
  ])
  await says('Şifre, kullanıcı adından veya firma adından oluşamaz')
  expect(alerts).toEqual(['Bu e-posta kullanılıyor'])
  expect(document.activeElement).toBe(field('Şifre'))
})

test('a customer whose creation got no reply is sent again with the same key, without an error message', async () => {
  const closed: boolean[] = []
  const { act, server, alerts } = await openAdminScreen('/admin/dashboard?tab=customers', async () => {
    const { NewCustomerDialog } = await import('./new-customer.tsx')
    return <NewCustomerDialog open onClose={() => closed.push(true)} />
  })
  await act(async () => {
    typeIn(field('Firma adı'), WIRE_CUSTOMER.company_name)
    typeIn(field('Kullanıcı adı'), WIRE_CUSTOMER.username)
    typeIn(field('Şifre'), 'gizli-sifre-9')
    typeIn(field('E-posta'), WIRE_CUSTOMER.email)
  })
  await act(async () => button('Müşteriyi ekle').click())
  const lost = await server.next('POST /api/admin/customers')
  lost.drop()
  const again = await server.next('POST /api/admin/customers')
  expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  again.reply(201, { success: true, customer: WIRE_CUSTOMER })
  await shows(() => closed.length > 0)
  expect(alerts).toEqual([])
})
