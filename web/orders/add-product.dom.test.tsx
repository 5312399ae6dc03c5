import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listProducts } from '#contract/catalogue.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

test('the search keeps the focus when a product is added with the keyboard', async () => {
  const server = await startServer()
  server.respond('GET /api/products', ({ reply }) => reply(200, z.encode(listProducts.reply, [CHEESE])))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { AddProduct } = await import('./add-product.tsx')
  const { queryClient } = await import('../queries.ts')
  const List = () => {
    const [present, setPresent] = useState<ReadonlySet<string>>(new Set())
    return <AddProduct place="list" present={present} onAdd={({ id }) => setPresent(new Set([id]))} />
  }
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  )
  await act(async () => button('Ürün ekle').click())
  const search = document.querySelector<HTMLInputElement>('input[type=search]')
  await act(async () => search && typeIn(search, CHEESE.name))
  const add = () => document.querySelector<HTMLElement>(`[aria-label="Listeye ekle: ${CHEESE.name}"]`)
  await shows(() => add() !== null)
  await act(async () => {
    add()?.focus()
    add()?.click()
  })
  expect(add()).toBeNull()
  expect(document.activeElement).toBe(search)
})
