import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { Order } from '#contract/orders.ts'
import { CUSTOMER, WIRE_ORDER } from '../testing/samples.ts'
import { openScreen } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

test('totals in the header and in the list of orders say that they contain the VAT', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { addToCart } = await import('../cart/cart.ts')
  const { CHEESE } = await import('../catalogue/sample-product.ts')
  addToCart(CHEESE, 2)
  const { Header } = await import('./header.tsx')
  const { OrderRow } = await import('./order-row.tsx')
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <header>
          <Header user={CUSTOMER.user} menu={[]} />
        </header>
        <main>
          <OrderRow order={z.decode(Order, WIRE_ORDER)} />
        </main>
      </LocationProvider>
    </QueryClientProvider>,
  )
  expect(document.querySelector('header')?.textContent).toContain('₺636,90KDV dahil')
  expect(document.querySelector('main')?.textContent).toContain('₺955,35KDV dahil')
})
