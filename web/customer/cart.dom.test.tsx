import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts } from '#contract/catalogue.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { stubLocks } from '../testing/outbox-tab.ts'
import { CUSTOMER, NO_DELIVERY, WIRE_ORDER } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

test.each([
  ['loses it is shown the order', true, `/orders/${WIRE_ORDER.id}`],
  ['keeps it stays in the cart, which can be filled again', false, '/cart'],
])('when an order is placed, a user with unsaved text who %s', async (_, leaves, address) => {
  stubLocks()
  stubResizeObserver()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal('confirm', () => leaves)
  const server = await startServer()
  server.respond('GET /api/products', ({ reply }) => reply(200, z.encode(listProducts.reply, [CHEESE])))
  server.respond('GET /api/delivery/days', ({ reply }) => reply(200, NO_DELIVERY))
  history.replaceState(null, '', '/cart')
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { addToCart } = await import('../cart/cart.ts')
  const { queryClient } = await import('../queries.ts')
  const { useConfirmBeforeLeaving } = await import('../ui/leave-guard.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { Toaster } = await import('../ui/toaster.tsx')
  const { Cart } = await import('./cart.tsx')
  function Unsaved() {
    useConfirmBeforeLeaving(true, 'Yazdıklarınız kaybolur.', () => undefined)
    return null
  }
  addToCart(CHEESE, 2)
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <Cart />
        <Unsaved />
        <Toaster />
      </LocationProvider>
    </QueryClientProvider>,
  )
  await act(async () => document.querySelector('form')?.requestSubmit())
  server.respond('POST /api/orders', ({ reply }) => reply(201, WIRE_ORDER))
  await shows(() => document.body.textContent.includes('Sipariş başarıyla oluşturuldu'))
  expect([location.pathname, document.body.textContent.includes('Siparişe git')]).toEqual([address, !leaves])
  if (leaves) return
  await act(async () => addToCart(CHEESE, 5))
  expect(button('Sipariş ver').hasAttribute('disabled')).toBe(false)
})
