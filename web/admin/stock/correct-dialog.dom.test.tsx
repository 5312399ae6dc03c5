import { expect, test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { ADMIN } from '../../testing/samples.ts'
import { field, typeIn } from '../../testing/screen.ts'

const FIRST = '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a11'
const NEXT = '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a12'
const CHEESE = {
  product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_name: 'Ezine peyniri',
  brand: 'Yayla',
  unit: 'ADET',
  warehouse: 'Ana Depo',
  image_url: null,
  notes: null,
} as const

test('a correction that the end of the session interrupts is filled in for the same count, not for the next one', async () => {
  const { act, show } = await openAdminScreen('/admin/dashboard?tab=stock&mode=count', async () => null)
  const { startSession, endSession } = await import('../../current-session.ts')
  const { CorrectDialog } = await import('./correct-dialog.tsx')
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { queryClient } = await import('../../queries.ts')
  const ignore = () => undefined
  /** Opens the correction of the cheese, of which `counted_quantity` were counted. */
  const open = async (count_id: string, counted_quantity: number) => {
    const product = { ...CHEESE, counted_quantity }
    const dialog = { count_id, product, isGone: false, refresh: async () => undefined, onClose: ignore }
    await show(
      <QueryClientProvider client={queryClient}>
        <CorrectDialog {...dialog} />
      </QueryClientProvider>,
    )
    return field('Sayılan miktar')
  }
  const quantity = await open(FIRST, 240)
  await act(async () => typeIn(quantity, '204'))
  await act(async () => endSession('ended'))
  await show(null)
  startSession(ADMIN)
  expect((await open(NEXT, 118)).value).toBe('118')
  await show(null)
  expect((await open(FIRST, 240)).value).toBe('204')
})
