import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { readOwnCustomer } from '#contract/customers.ts'
import { MARKETER, WIRE_OWN_CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { startServer, until } from '../testing/scripted-server.ts'

const OWN = z.decode(readOwnCustomer.reply, {
  ...WIRE_OWN_CUSTOMER,
  total_orders: 3,
  total_spent: 1000,
  last_order_at: '2026-03-10T07:00:00.000Z',
})

/** Opens the card of the customer in the marketer's panel. */
async function openCard() {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { queryClient } = await import('../queries.ts')
  const { CustomerCard } = await import('./customer-card.tsx')
  const { Toaster } = await import('../ui/toaster.tsx')
  const screen = await openScreen(
    <QueryClientProvider client={queryClient}>
      <CustomerCard customer={OWN} onEdit={() => undefined} onRepeat={() => undefined} repeating={false} />
      <Toaster />
    </QueryClientProvider>,
  )
  return { ...screen, server }
}

test('without a connection the last order cannot be repeated, and the card says so', async () => {
  const { act } = await openCard()
  const isDisabled = () => document.querySelector('[aria-label^="Son siparişi tekrarla"]:disabled') !== null
  expect(isDisabled()).toBe(false)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => dispatchEvent(new Event('offline')))
  expect(isDisabled()).toBe(true)
  expect(document.body.textContent).toContain('son siparişi tekrarlayabilirsiniz')
})

test('a customer who was made passive is so in the copy for offline use, too', async () => {
  stubResizeObserver()
  const { act, server } = await openCard()
  const { refreshOfflineCustomers, readOfflineCustomers } = await import('./offline-customers.ts')
  server.respond('GET /api/marketer/customers', ({ reply }) => reply(200, [WIRE_OWN_CUSTOMER]))
  await refreshOfflineCustomers()
  await act(async () => document.querySelector<HTMLElement>('[aria-label^="Pasif yap"]')?.click())
  const passive = { ...WIRE_OWN_CUSTOMER, is_active: false }
  ;(await server.next(`PUT /api/marketer/customers/${OWN.id}`)).reply(200, { success: true, customer: passive })
  await until(async () => (await readOfflineCustomers())?.customers[0]?.is_active === false)
  expect((await readOfflineCustomers())?.customers).toEqual([z.decode(readOwnCustomer.reply, passive)])
})

test('after two lost replies to a change of the status, the status is fetched again, as it may have changed', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  vi.stubGlobal('alert', () => undefined)
  const { queryClient, useCallQuery } = await import('../queries.ts')
  const { readOwnCustomer } = await import('#contract/customers.ts')
  const { ActiveToggle } = await import('./customer-card.tsx')
  function Customer() {
    const { data } = useCallQuery(readOwnCustomer, { params: { id: OWN.id } })
    return data && <ActiveToggle customer={data} />
  }
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Customer />
    </QueryClientProvider>,
  )
  const read = `GET /api/marketer/customers/${OWN.id}`
  const reply = async (is_active: boolean) =>
    (await server.next(read)).reply(200, z.encode(readOwnCustomer.reply, { ...OWN, is_active }))
  await reply(true)
  const shown = (text: string) => shows(() => document.querySelector('button')?.textContent === text)
  await shown('Pasif yap')
  await act(async () => document.querySelector('button')?.click())
  ;(await server.next(`PUT /api/marketer/customers/${OWN.id}`)).drop()
  ;(await server.next(`PUT /api/marketer/customers/${OWN.id}`)).drop()
  await reply(false)
  await shown('Aktif yap')
})

test('a deactivation whose reply was lost is sent again, without an error message', async () => {
  stubResizeObserver()
  const alerts: string[] = []
  vi.stubGlobal('alert', (message: unknown) => void alerts.push(String(message)))
  const { act, server } = await openCard()
  const call = `PUT /api/marketer/customers/${OWN.id}`
  await act(async () => button('Pasif yap').click())
  ;(await server.next(call)).drop()
  const passive = z.encode(readOwnCustomer.reply, { ...OWN, is_active: false })
  ;(await server.next(call)).reply(200, { success: true, customer: passive })
  await shows(() => document.body.textContent.includes(`Müşteri pasif yapıldı${OWN.company_name}`))
  expect(alerts).toEqual([])
})
