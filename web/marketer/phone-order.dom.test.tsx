import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../testing/admin-screen.tsx'
import { CUSTOMER } from '../testing/samples.ts'

test('a link to an order by telephone for a customer that was deleted says so', async () => {
  // jsdom has none, by which a reload is recognized.
  vi.stubGlobal('PerformanceNavigationTiming', class {})
  const { portal, says } = await openAdminScreen(`/admin/phone-order?customer=${CUSTOMER.user.id}`, async () => {
    const { PhoneOrder } = await import('./phone-order.tsx')
    return <PhoneOrder />
  })
  const asked = await portal.next(`GET /api/marketer/customers/${CUSTOMER.user.id}`)
  asked.refuse(404, 'not_found', 'Kayıt bulunamadı')
  await says('Bu müşteri silinmiş')
  expect(document.body.textContent).not.toContain('Tekrar dene')
})
