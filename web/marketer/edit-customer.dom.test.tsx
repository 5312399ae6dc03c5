import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { OwnCustomer } from '#contract/customers.ts'
import { kurus } from '#contract/money.ts'
import { expireSession } from '../testing/expired-session.ts'
import { MARKETER } from '../testing/samples.ts'
import { button, field, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer, type TestServer } from '../testing/scripted-server.ts'

let server: TestServer

beforeEach(async () => {
  server = await startServer()
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

test('a kept form does not replace what was saved since without showing it, also after a second end of the session', async () => {
  const { EditCustomer } = await import('./edit-customer.tsx')
  const { queryClient } = await import('../queries.ts')
  const open = async (edited: OwnCustomer) => {
    const { startSession } = await import('../current-session.ts')
    startSession(MARKETER)
    return openScreen(
      <QueryClientProvider client={queryClient}>
        <EditCustomer customer={edited} open onClose={() => undefined} />
      </QueryClientProvider>,
    )
  }
  const first = await open(customer(1, 'Deniz Kafe'))
  await first.act(async () => typeIn(field('Telefon'), '0216 111 11 11'))
  await first.act(async () => typeIn(field('Firma adı'), 'Deniz Moda'))
  await expireSession(first)
  const changed = { ...customer(1, 'Deniz Kafe'), phone: '0216 222 22 22' }
  for (const second of [true, false]) {
    const screen = await open(changed)
    expect([field('Telefon').value, field('Firma adı').value]).toEqual(['0216 111 11 11', 'Deniz Moda'])
    expect(document.body.textContent).toContain('Müşterinin bilgileri bu arada değişti')
    expect(document.body.textContent).toContain('Telefon: 0216 222 22 22')
    expect(document.body.textContent).not.toContain('Firma adı: Deniz Kafe')
    if (second) await expireSession(screen)
    else await screen.act(async () => button('Kaydet').click())
  }
  const sent = await server.next(`PUT /api/marketer/customers/${changed.id}`)
  expect(JSON.parse(sent.body)).toMatchObject({ phone: '0216 111 11 11', seen: { phone: '0216 222 22 22' } })
})

test('a field that another user has changed stays in the notice after a second refusal, for another field', async () => {
  const { EditCustomer } = await import('./edit-customer.tsx')
  const { queryClient } = await import('../queries.ts')
  const saved = customer(1, 'Deniz Kafe')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <EditCustomer customer={saved} open onClose={() => undefined} />
    </QueryClientProvider>,
  )
  await act(async () => typeIn(field('Telefon'), '0216 111 11 11'))
  const path = `/api/marketer/customers/${saved.id}`
  const refused = async (present: OwnCustomer) => {
    await shows(() => button('Kaydet').getAttribute('aria-disabled') !== 'true')
    await act(async () => button('Kaydet').click())
    ;(await server.next(`PUT ${path}`)).refuse(409, 'customer_changed', 'Müşterinin bilgileri siz bakarken değişti')
    ;(await server.next(`GET ${path}`)).reply(200, present)
  }
  const renumbered = { ...saved, phone: '0216 222 22 22' }
  await refused(renumbered)
  await shows(() => document.body.textContent?.includes('Telefon: 0216 222 22 22') === true)
  await refused({ ...renumbered, address: 'Moda' })
  await shows(() => document.body.textContent?.includes('Telefon: 0216 222 22 22Adres: Moda') === true)
  expect(field('Telefon').value).toBe('0216 111 11 11')
})
