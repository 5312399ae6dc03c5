import { expect, test, vi } from 'vitest'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const { id, name } = WIRE_PRODUCT

test('Back from the movements of a product leads to the typed correction, which is still there', async () => {
  const screen = await openAdminScreen(`/admin/dashboard?tab=stock&mode=edit&product=${id}`, async () => {
    const { EditMode } = await import('./edit-mode.tsx')
    return <EditMode />
  })
  const { server, says, act } = screen
  const confirm = vi.fn(() => true)
  vi.stubGlobal('confirm', confirm)
  server.respond('GET /api/admin/stock/ledger', ({ reply }) => reply(200, []))
  ;(await server.next(`GET /api/admin/products/${id}`)).reply(200, WIRE_PRODUCT)
  await says('Stok hareketleri')
  await act(async () => typeIn(field('Raftaki miktar'), '12'))
  await act(async () => button('Stok hareketleri').click())
  const isOpen = () => document.querySelector('[role=dialog]')?.textContent.includes(name) === true
  await shows(isOpen)
  await act(async () => history.back())
  await shows(() => !isOpen())
  expect([confirm.mock.calls, field('Raftaki miktar').value]).toEqual([[], '12'])
})

test('the stock that has changed while a quantity was typed is shown once the quantity is removed again', async () => {
  const screen = await openAdminScreen(`/admin/dashboard?tab=stock&mode=edit&product=${id}`, async () => {
    const { EditMode } = await import('./edit-mode.tsx')
    return <EditMode />
  })
  const { server, says, act } = screen
  const read = `GET /api/admin/products/${id}`
  const { queryClient, rowKeyOf } = await import('../../queries.ts')
  const { readAnyProduct } = await import('#contract/products.ts')
  const present = () => queryClient.getQueryData<{ stock_quantity: number }>(rowKeyOf(readAnyProduct, id))
  ;(await server.next(read)).reply(200, WIRE_PRODUCT)
  await says('400 KG')
  await act(async () => typeIn(field('Raftaki miktar'), '4'))
  await act(async () => void queryClient.invalidateQueries())
  const taken = { stock_quantity: 390, available_quantity: 290, updated_at: '2026-03-10T08:00:00.000Z' }
  ;(await server.next(read)).reply(200, { ...WIRE_PRODUCT, ...taken })
  await shows(() => present()?.stock_quantity === 390)
  // A timer notifies the screen of it.
  await act(() => new Promise(resolve => setTimeout(resolve)))
  // What is typed is meant for the stock that was shown.
  expect(document.body.textContent).toContain('400 KG')
  await act(async () => typeIn(field('Raftaki miktar'), ''))
  expect(document.body.textContent).toContain('390 KG')
  expect(document.body.textContent).not.toContain('400 KG')
})
