import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test } from 'vitest'
import { CHEESE } from '../catalogue/sample-product.ts'
import { ADMIN, CUSTOMER, NO_DELIVERY } from '../testing/samples.ts'
import { openScreen } from '../testing/screen.ts'
import { startServer, until } from '../testing/scripted-server.ts'

test('the delivery fee is fetched as soon as the cart has goods, so that the cart has the right total offline', async () => {
  const server = await startServer()
  let fetched = 0
  server.respond('GET /api/delivery/days', ({ reply }) => {
    fetched++
    reply(200, NO_DELIVERY)
  })
  const { startSession } = await import('../session.ts')
  const { addToCart } = await import('./cart.ts')
  const { queryClient } = await import('../queries.ts')
  const { CartSync } = await import('./cart-sync.tsx')
  startSession(CUSTOMER)
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <CartSync />
    </QueryClientProvider>,
  )
  expect(fetched).toBe(0)
  await act(async () => addToCart(CHEESE, 1))
  await until(() => fetched === 1)
})

test('the last change of an admin’s cart is sent although its screen is left at once', async () => {
  const server = await startServer()
  server.respond('GET /api/marketer/carts', ({ reply }) => reply(200, []))
  const { startSession } = await import('../session.ts')
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
