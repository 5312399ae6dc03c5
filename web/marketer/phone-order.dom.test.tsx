import { expect, test } from 'vitest'
import { openAdminScreen } from '../testing/admin-screen.tsx'
import { CUSTOMER, WIRE_CUSTOMER } from '../testing/samples.ts'
import { button, shows } from '../testing/screen.ts'

test('until the customer of a link is loaded, nothing can be added to the previous customer’s cart', async () => {
  const own = { ...WIRE_CUSTOMER, last_order_at: null, open_amount: 0 }
  const [before, next] = [
    { ...own, company_name: 'Önceki Kafe' },
    { ...own, id: CUSTOMER.user.id, company_name: 'Sonraki Kafe' },
  ]
  const addressOf = ({ id }: { id: string }) => `/admin/phone-order?customer=${id}`
  const { server, act, says } = await openAdminScreen(addressOf(before), async () => {
    const { PhoneOrder } = await import('./phone-order.tsx')
    return <PhoneOrder />
  })
  const strip = () => document.querySelector('[aria-label="Sipariş verilecek müşteri"]')?.textContent
  ;(await server.next(`GET /api/marketer/customers/${before.id}`)).reply(200, before)
  await shows(() => strip()?.includes('Önceki Kafe') === true)

  await act(async () => history.pushState(null, '', addressOf(next)))
  const read = await server.next(`GET /api/marketer/customers/${next.id}`)
  expect([strip(), document.querySelector('h1')?.textContent]).toEqual([undefined, 'Telefon siparişi'])
  read.reply(200, next)
  await shows(() => strip()?.includes('Sonraki Kafe') === true)

  // A deleted customer does not replace the one whose cart is open either.
  const gone = { id: '00000000-0000-4000-8000-000000000000' }
  await act(async () => history.pushState(null, '', addressOf(gone)))
  ;(await server.next(`GET /api/marketer/customers/${gone.id}`)).refuse(404, 'not_found', 'Kayıt bulunamadı')
  await says('Bu müşteri silinmiş')
  expect(strip()).toBeUndefined()
  await act(async () => button('Başka müşteri için sipariş al').click())
  await shows(() => strip()?.includes('Sonraki Kafe') === true)
})

test('a link to a telephone order for a deleted customer reports the deletion', async () => {
  const { server, says } = await openAdminScreen(`/admin/phone-order?customer=${CUSTOMER.user.id}`, async () => {
    const { PhoneOrder } = await import('./phone-order.tsx')
    return <PhoneOrder />
  })
  const read = await server.next(`GET /api/marketer/customers/${CUSTOMER.user.id}`)
  read.refuse(404, 'not_found', 'Kayıt bulunamadı')
  await says('Bu müşteri silinmiş')
  expect(document.body.textContent).not.toContain('Tekrar dene')
})
