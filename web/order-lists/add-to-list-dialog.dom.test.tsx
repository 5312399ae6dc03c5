import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER, EMPTY_LIST } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const LISTS = 'GET /api/lists'

test('products are added to the list that is shown, even if another one has been inserted before it', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { invalidate, queryClient } = await import('../queries.ts')
  const { AddToListDialog } = await import('./add-to-list-dialog.tsx')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <AddToListDialog owner={null} products={[CHEESE.id]} open onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const options = () => Array.from(document.querySelectorAll('option'), ({ textContent }) => textContent)
  ;(await server.next(LISTS)).reply(200, [EMPTY_LIST])
  await shows(() => options().length === 2)
  await act(async () => void invalidate(['lists']))
  const other = { ...EMPTY_LIST, id: '5b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a13', name: 'Bar' }
  ;(await server.next(LISTS)).reply(200, [other, EMPTY_LIST])
  await shows(() => options().length === 3)
  await act(async () => button('Ekle').click())
  const { reply } = await server.next(`PUT /api/lists/${EMPTY_LIST.id}`)
  reply(200, { ...EMPTY_LIST, version: 2 })
  expect(options()).toEqual(['Bar (0)', 'Mutfak (0)', 'Yeni liste'])
})

test('an addition that got no reply is sent once more, based on the current state of the list', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { AddToListDialog } = await import('./add-to-list-dialog.tsx')
  let isClosed = false
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <AddToListDialog owner={null} products={[CHEESE.id]} open onClose={() => (isClosed = true)} />
    </QueryClientProvider>,
  )
  ;(await server.next(LISTS)).reply(200, [EMPTY_LIST])
  await shows(() => document.querySelectorAll('option').length === 2)
  await act(async () => button('Ekle').click())
  const CHANGE = `PUT /api/lists/${EMPTY_LIST.id}`
  ;(await server.next(CHANGE)).drop()
  ;(await server.next(CHANGE)).refuse(409, 'list_changed')
  const { id: product_id, name: product_name, brand, unit } = CHEESE
  const added = { ...EMPTY_LIST, version: 2, lines: [{ product_id, product_name, brand, unit, target: null }] }
  ;(await server.next(LISTS)).reply(200, [added])
  const again = await server.next(CHANGE)
  expect(JSON.parse(again.body)).toEqual({ name: 'Mutfak', lines: [{ product_id, target: null }], version: 2 })
  again.reply(200, { ...added, version: 3 })
  ;(await server.next(LISTS)).reply(200, [{ ...added, version: 3 }])
  await shows(() => isClosed)
})
