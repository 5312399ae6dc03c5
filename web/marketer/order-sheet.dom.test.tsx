import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { Order } from '#contract/orders.ts'
import { MARKETER, ORDER_ID, WIRE_ORDER } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const ENDPOINT = `GET /api/marketer/orders/${ORDER_ID}`
const GONE = 'Sipariş silinmiş veya müşterisi başka bir pazarlamacıya geçmiş olabilir.'

/** Opens the sheet of an order that is not among the rows of the table. */
async function openSheet() {
  stubResizeObserver()
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { OrderSheet } = await import('./order-table.tsx')
  const onClose = vi.fn()
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <OrderSheet id={ORDER_ID} orders={[]} onAction={() => undefined} onClose={onClose} />
      </LocationProvider>
    </QueryClientProvider>,
  )
  return { server, queryClient, act, onClose }
}

const sheet = () => document.querySelector('[role=dialog]')?.textContent ?? ''

test('once the customer belongs to another marketer, the sheet shows its order no more', async () => {
  const { server, queryClient, act, onClose } = await openSheet()
  ;(await server.next(ENDPOINT)).reply(200, WIRE_ORDER)
  await shows(() => sheet().includes('Revize et'))
  await act(async () => void queryClient.invalidateQueries())
  ;(await server.next(ENDPOINT)).refuse(404, 'order_not_found', 'Siparis bulunamadi')
  await shows(() => sheet().includes(GONE))
  for (const word of ['Revize et', 'Siparişi iptal et', WIRE_ORDER.user_company]) expect(sheet()).not.toContain(word)
  await act(async () => button('Kapat').click())
  expect(onClose).toHaveBeenCalled()
})

test('of an order that does not exist the sheet says so, without offering to try again', async () => {
  const { server } = await openSheet()
  ;(await server.next(ENDPOINT)).refuse(404, 'order_not_found', 'Siparis bulunamadi')
  await shows(() => sheet().includes(GONE))
  expect(sheet()).not.toContain('Tekrar dene')
})

test('the draft of a revision is deleted where its order is shown and can no longer be revised', async () => {
  const { server } = await openSheet()
  const { revisionDrafts } = await import('../orders/revision-drafts.ts')
  const { draftOf } = await import('../orders/revision-draft.ts')
  const base = z.decode(Order, WIRE_ORDER)
  revisionDrafts.set(ORDER_ID, { base, draft: { ...draftOf(base), notes: 'Arka kapı' } })
  ;(await server.next(ENDPOINT)).reply(200, { ...WIRE_ORDER, status: 'hazirlaniyor' })
  await shows(() => sheet().includes('Hazırlanıyor'))
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
})
