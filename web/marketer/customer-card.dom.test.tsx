import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { OwnCustomer } from '#contract/customers.ts'
import { kurus } from '#contract/money.ts'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER, MARKETER } from '../testing/samples.ts'
import { openScreen } from '../testing/screen.ts'

const OWN: OwnCustomer = {
  ...CUSTOMER.user,
  email_verified: true,
  created_at: '2026-01-10T07:00:00.000Z',
  assigned_marketer_id: MARKETER.user.id,
  assigned_marketer_name: MARKETER.user.name,
  min_remaining_days: null,
  total_orders: 3,
  total_spent: kurus(100_000),
  open_amount: kurus(0),
  last_order_at: '2026-03-10T07:00:00.000Z',
}

test('without a connection the last order cannot be repeated, and the card says so', async () => {
  await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(MARKETER)
  const { queryClient } = await import('../queries.ts')
  const { CustomerCard } = await import('./customer-card.tsx')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <CustomerCard customer={OWN} onEdit={() => undefined} onRepeat={() => undefined} repeating={false} />
    </QueryClientProvider>,
  )
  const isDisabled = () => document.querySelector('[aria-label^="Son siparişi tekrarla"]:disabled') !== null
  expect(isDisabled()).toBe(false)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => dispatchEvent(new Event('offline')))
  expect(isDisabled()).toBe(true)
  expect(document.body.textContent).toContain('son siparişi tekrarlayabilirsiniz')
})
