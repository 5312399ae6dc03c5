import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'
import { CHEESE } from './sample-product.ts'

test('when goods arrive, a press that was meant to withdraw the watch does not add them to the cart', async () => {
  const server = await startServer()
  server.respond('GET /api/products/watched', one => one.reply(200, [CHEESE.id]))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { cartLines } = await import('../cart/cart.ts')
  const { ProductActions } = await import('./product-actions.tsx')
  const actions = (stock_quantity: number) => (
    <QueryClientProvider client={queryClient}>
      <ProductActions product={{ ...CHEESE, stock_quantity }} />
    </QueryClientProvider>
  )
  const { act, show } = await openScreen(actions(0))
  await shows(() => document.body.textContent.includes('Vazgeç'))
  await show(actions(5))
  const press = () => act(async () => button('Sepete ekle').click())
  await press()
  expect(cartLines()).toEqual([])
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 1000)
  await press()
  expect(cartLines().map(({ quantity }) => quantity)).toEqual([1])
})
