import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { OwnCustomer } from '#contract/customers.ts'
import { kurus } from '#contract/money.ts'
import { MARKETER } from '../testing/samples.ts'
import { field, openScreen } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

beforeEach(async () => {
  await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
})

const customer = (id: number, company_name: string): OwnCustomer => ({
  id: `93c24f3c-8f5d-4f4d-8f0f-00000000000${id}`,
  username: `musteri${id}`,
  company_name,
  email: `musteri${id}@ornek.com.tr`,
  phone: '0216 000 00 00',
  address: 'Kadıköy',
  is_active: true,
  email_verified: true,
  assigned_marketer_id: MARKETER.user.id,
  assigned_marketer_name: MARKETER.user.name,
  min_remaining_days: null,
  total_orders: 0,
  total_spent: kurus(0),
  created_at: '2026-03-10T07:00:00.000Z',
  last_order_at: null,
  open_amount: kurus(0),
})

test('each opening shows the latest data of the edited customer', async () => {
  const { EditCustomer } = await import('./edit-customer.tsx')
  const { queryClient } = await import('../queries.ts')
  const form = (edited: OwnCustomer, open: boolean) => (
    <QueryClientProvider client={queryClient}>
      <EditCustomer customer={edited} open={open} onClose={() => undefined} />
    </QueryClientProvider>
  )
  const shown = () => [field('Firma adı').value, field('E-posta').value]
  const { show } = await openScreen(form(customer(1, 'Deniz Kafe'), true))
  expect(shown()).toEqual(['Deniz Kafe', 'musteri1@ornek.com.tr'])
  for (const edited of [customer(1, 'Deniz Lokantası'), customer(2, 'Çınaraltı')]) {
    await show(form(edited, false))
    await show(form(edited, true))
    expect(shown()).toEqual([edited.company_name, edited.email])
  }
})
