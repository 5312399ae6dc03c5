import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { CUSTOMER, MARKETER, NO_DELIVERY } from '../testing/samples.ts'
import { openScreen } from '../testing/screen.ts'
import { startServer, until } from '../testing/scripted-server.ts'

const { id, company_name } = CUSTOMER.user
const DELIVERY = `GET /api/marketer/customers/${id}/delivery-days`

/** Opens the strip without a chosen customer. */
async function openStrip() {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  const { chooseCustomer } = await import('../cart/other-carts.ts')
  const { queryClient } = await import('../queries.ts')
  const { CustomerStrip } = await import('./customer-strip.tsx')
  startSession(MARKETER)
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <CustomerStrip isOrdering />
    </QueryClientProvider>,
  )
  const choose = (name = company_name) => act(async () => chooseCustomer({ id, company_name: name, is_active: true }))
  return { server, act, choose }
}

test('the delivery fee of a chosen customer is fetched, so that its cart has the right total offline', async () => {
  const { server, choose } = await openStrip()
  expect(server.untaken()).toEqual([])
  await choose()
  ;(await server.next(DELIVERY)).reply(200, NO_DELIVERY)
})

test('a long name keeps its end where it is cut, as branches of a company differ there', async () => {
  const { server, choose } = await openStrip()
  await choose('Bereketli Sofralar Gıda Sanayi ve Ticaret Limited Şirketi Kartal Şubesi')
  ;(await server.next(DELIVERY)).reply(200, NO_DELIVERY)
  expect([...document.querySelectorAll('p span')].map(({ textContent }) => textContent)).toContain(' Kartal Şubesi')
})

test('a delivery fee whose reply was lost is fetched again once the connection has returned', async () => {
  const { server, act, choose } = await openStrip()
  await choose()
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => void dispatchEvent(new Event('offline')))
  ;(await server.next(DELIVERY)).drop()
  const { queryClient } = await import('../queries.ts')
  await until(() => queryClient.isFetching() === 0)
  network.mockReturnValue(true)
  await act(async () => void dispatchEvent(new Event('online')))
  ;(await server.next(DELIVERY)).reply(200, NO_DELIVERY)
})
