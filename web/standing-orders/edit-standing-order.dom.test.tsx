import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { CHEESE } from '../catalogue/sample-product.ts'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { button, field, openScreen, shows, typeIn } from '../testing/screen.ts'

test('an invalid quantity is not saved as the one before it', async () => {
  const portal = await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(CUSTOMER)
  const { EditStandingOrder } = await import('./edit-standing-order.tsx')
  const { queryClient } = await import('../queries.ts')
  const { id: product_id, name: product_name, brand, unit } = CHEESE
  const lines = [{ product_id, product_name, brand, unit, quantity: 7 }]
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <EditStandingOrder edited={{ of: null, lines }} open onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const quantity = document.querySelector<HTMLInputElement>(`[aria-label="${product_name} miktarı (${unit})"]`)!
  await act(async () => typeIn(field('Ad'), 'Haftalık'))
  await act(async () => field('Salı').click())
  await act(async () => typeIn(quantity, '12,5'))
  await act(async () => button('Kaydet').click())
  expect([portal.untaken(), document.activeElement === quantity]).toEqual([[], true])
  await act(async () => typeIn(quantity, '12'))
  await act(async () => quantity.blur())
  await act(async () => button('Kaydet').click())
  const { body, refuse } = await portal.next('POST /api/standing-orders')
  expect(JSON.parse(body).items).toEqual([{ product_id, quantity: 12 }])
  refuse(409, 'conflict', 'Çok fazla düzenli sipariş')
  await shows(() => document.body.textContent.includes('Çok fazla düzenli sipariş'))
})
