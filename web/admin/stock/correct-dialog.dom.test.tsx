import { expect, test, vi } from 'vitest'
import type { CountedProduct } from '#contract/counts.ts'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { ADMIN } from '../../testing/samples.ts'
import { button, field, typeIn } from '../../testing/screen.ts'

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

/** Opens a screen, and returns a function that shows the correction of a product in a count. */
async function openCorrections() {
  const screen = await openAdminScreen('/admin/dashboard?tab=stock&mode=count', async () => null)
  const { startSession, endSession } = await import('../../current-session.ts')
  const { CorrectDialog } = await import('./correct-dialog.tsx')
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { queryClient } = await import('../../queries.ts')
  const open = async (count_id: string, product: CountedProduct) => {
    const dialog = { count_id, product, isGone: false, refresh: async () => undefined, onClose: () => undefined }
    await screen.show(
      <QueryClientProvider client={queryClient}>
        <CorrectDialog {...dialog} />
      </QueryClientProvider>,
    )
    return field('Sayılan miktar')
  }
  /** The session ends, and the same user logs in again. */
  const logInAgain = async () => {
    await screen.act(async () => endSession('ended'))
    await screen.show(null)
    startSession(ADMIN)
  }
  const note = (text: string) =>
    screen.act(async () => {
      const area = noteField()
      if (area) Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text)
      area?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  return { ...screen, open, note, logInAgain }
}

const noteField = () => document.querySelector('textarea')

test('a correction that the end of the session interrupts is filled in for the same count, not for the next one', async () => {
  const { act, show, open, logInAgain } = await openCorrections()
  const quantity = await open(FIRST, { ...CHEESE, counted_quantity: 240 })
  await act(async () => typeIn(quantity, '204'))
  await logInAgain()
  expect((await open(NEXT, { ...CHEESE, counted_quantity: 118 })).value).toBe('118')
  await show(null)
  expect((await open(FIRST, { ...CHEESE, counted_quantity: 240 })).value).toBe('204')
  expect(document.body.textContent).not.toContain('Siz bakarken değişti')
})

test('a correction that is filled in again shows what was counted since, and keeps the note and picture added since', async () => {
  const { act, server, open, logInAgain } = await openCorrections()
  const quantity = await open(FIRST, { ...CHEESE, counted_quantity: 240 })
  await act(async () => typeIn(quantity, '204'))
  await logInAgain()
  const now = { ...CHEESE, counted_quantity: 252, notes: 'Koli ezik', image_url: '/api/images/1' }
  expect([(await open(FIRST, now)).value, noteField()?.value]).toEqual(['204', 'Koli ezik'])
  expect(document.body.textContent).toContain('Siz bakarken değişti240yerine252 ADET')
  // Also after the next end of the session.
  await logInAgain()
  expect((await open(FIRST, now)).value).toBe('204')
  expect(document.body.textContent).toContain('240yerine252 ADET')
  await act(async () => button('Kaydet').click())
  const sent = await server.next(`PUT /api/admin/stock/counts/${FIRST}/products`)
  expect(JSON.parse(sent.body)).toEqual({ product_id: CHEESE.product_id, old_quantity: 252, counted_quantity: 204 })
})

test('a correction that is filled in again shows the note and the picture over which its own were chosen', async () => {
  const { act, open, note, logInAgain } = await openCorrections()
  await open(FIRST, { ...CHEESE, counted_quantity: 240, notes: 'Koli ezik', image_url: '/api/images/1' })
  await act(async () => button('Resmi kaldır').click())
  await note('İki koli ezik')
  await logInAgain()
  const now = { ...CHEESE, counted_quantity: 240, notes: 'Değiştirildi', image_url: '/api/images/2' }
  await open(FIRST, now)
  expect([noteField()?.value, document.querySelector('img')]).toEqual(['İki koli ezik', null])
  expect(document.body.textContent).toContain('Siz bakarken değiştiNot: DeğiştirildiResim değiştirildi')
})

test('a kept quantity is not filled in for a product that was counted again in another unit, but its note is', async () => {
  const { act, open, note, logInAgain } = await openCorrections()
  const { toast } = await import('../../ui/toaster.tsx')
  const warned = vi.spyOn(toast, 'warning')
  const quantity = await open(FIRST, { ...CHEESE, counted_quantity: 240 })
  await act(async () => typeIn(quantity, '204'))
  await note('İki koli ezik')
  await logInAgain()
  const fresh = await open(FIRST, { ...CHEESE, unit: 'KOLI', counted_quantity: 20 })
  expect([fresh.value, noteField()?.value]).toEqual(['20', 'İki koli ezik'])
  expect(warned.mock.calls).toEqual([
    [`${CHEESE.product_name}: birim artık KOLI`, { description: 'Yazdığınız miktar geri getirilmedi: 204 ADET' }],
  ])
  expect(document.body.textContent).not.toContain('Siz bakarken değişti')
})
