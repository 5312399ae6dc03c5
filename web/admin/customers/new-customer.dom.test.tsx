import { expect, test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { expireSession } from '../../testing/expired-session.ts'
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

test('a marketer that an ended session has kept is shown as chosen once the marketers are loaded', async () => {
  const marketer = (name: string, n: number, is_active: boolean) => ({
    id: `0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a0${n}`,
    name,
    username: name.toLowerCase(),
    is_active,
    customer_count: 0,
  })
  const chosen = () => document.querySelector('select')?.selectedOptions[0]?.textContent
  const open = async (isActive: boolean, chosenBefore = 'Yükleniyor') => {
    const screen = await openAdminScreen('/admin/dashboard?tab=customers', async () => {
      const { NewCustomerDialog } = await import('./new-customer.tsx')
      return <NewCustomerDialog open onClose={() => undefined} />
    })
    expect(chosen()).toBe(chosenBefore)
    const { reply } = await screen.server.next('GET /api/admin/marketers')
    reply(200, [marketer('Ece', 1, true), marketer('Zeynep', 2, isActive)])
    await shows(() => document.querySelectorAll('option').length > 2)
    return screen
  }
  const first = await open(true)
  await first.act(async () => {
    const select = document.querySelector('select')
    if (select) select.value = marketer('Zeynep', 2, true).id
    select?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expireSession(first)
  // Also if another admin has deactivated the account since.
  await open(false, 'Seçtiğiniz pazarlamacı')
  await shows(() => chosen() === 'Zeynep (zeynep)')
})
