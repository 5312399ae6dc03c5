import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Marketer } from '#contract/marketers.ts'
import { ADMIN } from '../../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../../testing/screen.ts'
import { startServer } from '../../testing/scripted-server.ts'

const ZEYNEP: Marketer = {
  id: '5b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a12',
  name: 'Zeynep',
  username: 'zeynep',
  is_active: true,
  customer_count: 2,
}
const CAN = { ...ZEYNEP, id: '5b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a13', name: 'Can', username: 'can' }

test('the dialog stays open while customers are being handed over, so that the reply does not close another one', async () => {
  stubResizeObserver()
  vi.stubGlobal('confirm', () => true)
  const server = await startServer()
  server.respond('GET /api/admin/marketers', ({ reply }) => reply(200, [ZEYNEP, CAN]))
  const { startSession } = await import('../../current-session.ts')
  startSession(ADMIN)
  const { queryClient } = await import('../../queries.ts')
  const { HandOverDialog } = await import('./hand-over.tsx')
  const closed: boolean[] = []
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <HandOverDialog marketer={ZEYNEP} open onOpenChange={open => closed.push(!open)} />
    </QueryClientProvider>,
  )
  await shows(() => document.querySelectorAll('option').length > 1)
  await act(async () => {
    const select = document.querySelector('select')!
    select.value = CAN.id
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await act(async () => button('Devret').click())
  const lost = await server.next(`POST /api/admin/marketers/${ZEYNEP.id}/hand-over`)
  lost.drop()
  const { reply, headers } = await server.next(`POST /api/admin/marketers/${ZEYNEP.id}/hand-over`)
  expect(headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  await act(async () => button('Vazgeç').click())
  await act(async () => document.querySelector<HTMLElement>('[role=dialog] [aria-label=Kapat]')?.click())
  expect(closed).toEqual([])
  reply(200, { success: true, moved_customers: 2 })
  await shows(() => closed.length === 1)
})
