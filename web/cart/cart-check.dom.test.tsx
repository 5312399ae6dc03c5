import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { button, hasButton, openScreen, shows } from '../testing/screen.ts'
import { startServer, TIMERS, until } from '../testing/scripted-server.ts'
import { lineOf } from './cart-line.ts'

test('products are fetched for new lines, but not when lines are removed or restored', async () => {
  const server = await startServer()
  const products = [1, 2, 3].map((n): Product => ({ ...CHEESE, id: `6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c5${n}` }))
  const requested: (number | undefined)[] = []
  server.respond('GET /api/products', ({ query, reply }) => {
    requested.push(query.ids?.split(',').length)
    reply(200, z.encode(listProducts.reply, products))
  })
  const { useCartCheck } = await import('./cart-check.ts')
  const { queryClient } = await import('../queries.ts')
  const Check = ({ products }: { products: readonly Product[] }) => {
    const { query, changes } = useCartCheck(products.map(product => lineOf(product, 1)))
    return `${products.length} ${query.isFetching ? 'fetching' : changes?.size}`
  }
  const check = (count: number) => (
    <QueryClientProvider client={queryClient}>
      <Check products={products.slice(0, count)} />
    </QueryClientProvider>
  )
  const { show } = await openScreen(check(2))
  for (const count of [2, 1, 2, 3, 0, 1]) {
    await show(check(count))
    await shows(() => document.body.textContent === `${count} 0`)
  }
  expect(requested).toEqual([2, 3])
})

test('a cart that cannot be checked says that products which are out of stock by then are promised for a day', async () => {
  const server = await startServer()
  server.respond('GET /api/products', ({ drop }) => drop())
  const { useCartCheck } = await import('./cart-check.ts')
  const { CartNotes } = await import('./cart-lines.tsx')
  const { queryClient } = await import('../queries.ts')
  const Check = () => <CartNotes error={useCartCheck([lineOf(CHEESE, 1)]).query.error} changed={0} />
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <Check />
    </QueryClientProvider>,
  )
  await shows(() => document.body.textContent.includes('sorulmadan ileri tarihli sipariş edilir'))
})

test('what a press on the order button finds is shown, also if the first check had failed', async () => {
  const server = await startServer()
  const isUp = { value: false }
  const changed = { ...CHEESE, stock_quantity: 0 }
  server.respond('GET /api/products', ({ reply, refuse }) =>
    isUp.value ? reply(200, z.encode(listProducts.reply, [changed])) : refuse(403, 'forbidden'),
  )
  const { useCartCheck } = await import('./cart-check.ts')
  const { queryClient } = await import('../queries.ts')
  function Check() {
    const { error, changes, check } = useCartCheck([lineOf(CHEESE, 1)])
    return <button onClick={() => void check()}>{error ? 'failed' : `${changes?.size} changed`}</button>
  }
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Check />
    </QueryClientProvider>,
  )
  await shows(() => hasButton('failed'))
  isUp.value = true
  await act(async () => button('failed').click())
  await shows(() => hasButton('1 changed'))
})

test('a check before an order whose reply is lost is repeated, also after the cart was left', async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  const server = await startServer()
  const { useCartCheck } = await import('./cart-check.ts')
  const { queryClient } = await import('../queries.ts')
  const found: unknown[] = []
  function Check() {
    const { check } = useCartCheck([lineOf(CHEESE, 1)])
    return <button onClick={() => void check().then(({ data }) => found.push(data?.size))}>Sipariş ver</button>
  }
  const { act, show } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Check />
    </QueryClientProvider>,
  )
  const products = z.encode(listProducts.reply, [CHEESE])
  ;(await server.next('GET /api/products')).reply(200, products)
  await act(async () => button('Sipariş ver').click())
  const lost = await server.next('GET /api/products')
  await show(null)
  lost.drop()
  await until(async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    return server.untaken().length > 0
  })
  ;(await server.next('GET /api/products')).reply(200, products)
  await until(() => found.length > 0)
  expect(found).toEqual([1])
})

test('a check does not wait for an earlier one that hangs', async () => {
  const server = await startServer()
  const { useCartCheck } = await import('./cart-check.ts')
  const { queryClient } = await import('../queries.ts')
  function Check() {
    const { changes, check } = useCartCheck([lineOf(CHEESE, 1)])
    return <button onClick={() => void check()}>{changes?.size} changed</button>
  }
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Check />
    </QueryClientProvider>,
  )
  ;(await server.next('GET /api/products')).reply(200, z.encode(listProducts.reply, [CHEESE]))
  await shows(() => hasButton('0 changed'))
  await act(async () => button('0 changed').click())
  const hung = await server.next('GET /api/products')
  await act(async () => button('0 changed').click())
  const soldOut = { ...CHEESE, stock_quantity: 0 }
  ;(await server.next('GET /api/products')).reply(200, z.encode(listProducts.reply, [soldOut]))
  await shows(() => hasButton('1 changed'))
  hung.drop()
})
