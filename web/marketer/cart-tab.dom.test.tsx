import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER, MARKETER } from '../testing/samples.ts'
import { openScreen, shows } from '../testing/screen.ts'

const { id, company_name } = CUSTOMER.user
const OWN = {
  ...CUSTOMER.user,
  email_verified: true,
  created_at: '2026-01-10T07:00:00.000Z',
  assigned_marketer_id: MARKETER.user.id,
  assigned_marketer_name: MARKETER.user.name,
  total_orders: 0,
  total_spent: 0,
  open_amount: 0,
  last_order_at: null,
  min_remaining_days: null,
}
const isPassive = () => document.body.textContent?.includes('Müşteri pasif durumda; sipariş verilemez') === true

test('an exchange of carts that began earlier does not make the customer passive again', async () => {
  // jsdom has neither.
  vi.stubGlobal('PerformanceNavigationTiming', class {})
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const portal = await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(MARKETER)
  const { chooseCustomer, rememberCart } = await import('../cart/carts.ts')
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { CartTab } = await import('./cart-tab.tsx')
  chooseCustomer({ id, company_name, is_active: false })
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <CartTab />
      </LocationProvider>
    </QueryClientProvider>,
  )
  expect(isPassive()).toBe(true)
  const current = await portal.next(`GET /api/marketer/customers/${id}`)
  current.reply(200, { ...OWN, is_active: true })
  await shows(() => !isPassive())
  await act(async () => rememberCart({ id, company_name, is_active: false }))
  expect(isPassive()).toBe(false)
})
