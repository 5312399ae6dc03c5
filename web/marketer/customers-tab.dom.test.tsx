import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { MARKETER, OTHER_CUSTOMER, WIRE_OWN_CUSTOMER } from '../testing/samples.ts'
import { button, field, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const OTHER = { ...WIRE_OWN_CUSTOMER, ...OTHER_CUSTOMER.user }
const NEW = { ...WIRE_OWN_CUSTOMER, id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a09', company_name: 'Ada Kafe' }
const LIST = 'GET /api/marketer/customers'

/** Opens the list of the marketer's two customers. */
async function openCustomers() {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal('alert', () => undefined)
  stubResizeObserver()
  history.replaceState(null, '', '/marketer/dashboard?tab=customers')
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { queryClient, invalidate } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { CustomersTab } = await import('./customers-tab.tsx')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <CustomersTab />
      </LocationProvider>
    </QueryClientProvider>,
  )
  const state = { customers: [WIRE_OWN_CUSTOMER, OTHER] }
  server.respond(LIST, ({ reply }) => reply(200, state.customers))
  const names = () => [...document.querySelectorAll('article')].map(card => card.getAttribute('aria-label')).join()
  await shows(() => names() === 'Lezzet Lokantası,Öteki Lokanta')
  /** Replaces the customers on the server, as another user does, and refetches them. */
  const change = async (customers: (typeof WIRE_OWN_CUSTOMER)[]) => {
    state.customers = customers
    await act(async () => void invalidate(['customers']))
  }
  const toggle = () => document.querySelector<HTMLElement>('[aria-label$="yap: Lezzet Lokantası"]')
  return { act, server, state, names, change, toggle }
}

const says = (words: string) => shows(() => document.body.textContent?.includes(words) === true)

test('the cards keep their places when a customer is added or leaves, until the list is updated', async () => {
  const { act, names, change } = await openCustomers()
  await change([NEW, WIRE_OWN_CUSTOMER, OTHER])
  await says('1 yeni müşteri')
  expect(names()).toBe('Lezzet Lokantası,Öteki Lokanta')
  await act(async () => button('1 yeni müşteri').click())
  expect(names()).toBe('Ada Kafe,Lezzet Lokantası,Öteki Lokanta')
  await change([NEW, OTHER])
  await says('Liste değişti, güncelle')
  expect(names()).toBe('Ada Kafe,Lezzet Lokantası,Öteki Lokanta')
})

test('the marketer’s own change shows the current list', async () => {
  const { act, server, state, names, change, toggle } = await openCustomers()
  await change([NEW, WIRE_OWN_CUSTOMER, OTHER])
  await says('1 yeni müşteri')
  const passive = { ...WIRE_OWN_CUSTOMER, is_active: false }
  state.customers = [NEW, passive, OTHER]
  await act(async () => toggle()?.click())
  ;(await server.next(`PUT /api/marketer/customers/${WIRE_OWN_CUSTOMER.id}`)).reply(200, {
    success: true,
    customer: passive,
  })
  await shows(() => names() === 'Ada Kafe,Lezzet Lokantası,Öteki Lokanta')

  // It was assigned to another marketer meanwhile.
  state.customers = [NEW, OTHER]
  await shows(() => toggle()?.matches('[aria-disabled]') === false)
  await act(async () => toggle()?.click())
  ;(await server.next(`PUT /api/marketer/customers/${WIRE_OWN_CUSTOMER.id}`)).refuse(404, 'not_found')
  await shows(() => names() === 'Ada Kafe,Öteki Lokanta')
})

test('a customer who was deleted while its form was open leaves the list when the form is saved', async () => {
  const { act, server, state, names } = await openCustomers()
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Düzenle: Lezzet Lokantası"]')?.click())
  await shows(() => document.querySelector('[role=dialog] form') !== null)
  await act(async () => typeIn(field('Telefon'), '0216 111 11 11'))
  await act(async () => document.querySelector<HTMLElement>('button[type=submit]')?.click())
  const { refuse } = await server.next(`PUT /api/marketer/customers/${WIRE_OWN_CUSTOMER.id}`)
  state.customers = [OTHER]
  refuse(404, 'not_found', 'Müşteri bulunamadı')
  await shows(() => names() === 'Öteki Lokanta')
})

test('a press just after another user has made the customer passive does not make it active again', async () => {
  const { act, server, change, toggle } = await openCustomers()
  await change([{ ...WIRE_OWN_CUSTOMER, is_active: false }, OTHER])
  await shows(() => toggle()?.textContent === 'Aktif yap')
  await act(async () => toggle()?.click())
  await shows(() => toggle()?.matches('[aria-disabled]') === false)
  expect(server.untaken()).not.toContain(`PUT /api/marketer/customers/${WIRE_OWN_CUSTOMER.id}`)
  await act(async () => toggle()?.click())
  expect(JSON.parse((await server.next(`PUT /api/marketer/customers/${WIRE_OWN_CUSTOMER.id}`)).body)).toEqual({
    is_active: true,
  })
})
