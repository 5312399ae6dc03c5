import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { readDeliveryDays } from '#contract/delivery.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { ADMIN, CUSTOMER, NO_DELIVERY } from '../testing/samples.ts'
import { openScreen } from '../testing/screen.ts'
import { startServer, until } from '../testing/scripted-server.ts'

const DELIVERY = 'GET /api/delivery/days'

test('the delivery fee is fetched as soon as the cart has goods, so that the cart has the right total offline', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  const { addToCart } = await import('./cart.ts')
  const { queryClient, queryKeyOf } = await import('../queries.ts')
  const { CartSync } = await import('./cart-sync.tsx')
  startSession(CUSTOMER)
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <CartSync />
    </QueryClientProvider>,
  )
  expect(server.untaken()).not.toContain(DELIVERY)
  await act(async () => addToCart(CHEESE, 1))
  const lost = await server.next(DELIVERY)
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => void dispatchEvent(new Event('offline')))
  lost.drop()
  const [fee] = queryClient.getQueryCache().findAll({ queryKey: queryKeyOf(readDeliveryDays) })
  await until(() => fee?.state.status === 'error')
  network.mockReturnValue(true)
  await act(async () => void dispatchEvent(new Event('online')))
  ;(await server.next(DELIVERY)).reply(200, NO_DELIVERY)
})

test('the last change of an admin’s cart is sent although its screen is left at once', async () => {
  const server = await startServer()
  server.respond('GET /api/marketer/carts', ({ reply }) => reply(200, []))
  const { startSession } = await import('../current-session.ts')
  const { addToCart } = await import('./cart.ts')
  const { chooseCustomer } = await import('./other-carts.ts')
  const { queryClient } = await import('../queries.ts')
  const { CartSync } = await import('./cart-sync.tsx')
  startSession(ADMIN)
  const { id } = CUSTOMER.user
  chooseCustomer({ id, company_name: 'Lezzet Lokantası', is_active: true })
  const { unmount } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <CartSync />
    </QueryClientProvider>,
  )
  // The exchange with which the screen opens has ended.
  await until(() => queryClient.getQueryCache().getAll().length === 1 && queryClient.isFetching() === 0)
  await act(async () => addToCart(CHEESE, 1))
  await unmount()
  const { body } = await server.next(`POST /api/marketer/carts/${id}/changes`)
  expect(JSON.parse(body).changes).toMatchObject([{ product_id: CHEESE.id }])
})
