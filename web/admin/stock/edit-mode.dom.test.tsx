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
