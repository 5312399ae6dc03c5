import { expect, test } from 'vitest'
import { openAdminScreen } from '../testing/admin-screen.tsx'
import { CUSTOMER } from '../testing/samples.ts'

test('a link to a telephone order for a deleted customer reports the deletion', async () => {
  const { portal, says } = await openAdminScreen(`/admin/phone-order?customer=${CUSTOMER.user.id}`, async () => {
    const { PhoneOrder } = await import('./phone-order.tsx')
    return <PhoneOrder />
  })
  const read = await portal.next(`GET /api/marketer/customers/${CUSTOMER.user.id}`)
  read.refuse(404, 'not_found', 'Kayıt bulunamadı')
  await says('Bu müşteri silinmiş')
  expect(document.body.textContent).not.toContain('Tekrar dene')
})
