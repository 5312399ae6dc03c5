import { expect, test, vi } from 'vitest'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

test('the form of a new product has an address: Back closes it once the loss of the input is confirmed', async () => {
  const { act, says, portal } = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { ProductsTab } = await import('./products-tab.tsx')
    return <ProductsTab />
  })
  portal.respond('GET /api/admin/products', ({ reply }) => reply(200, [WIRE_PRODUCT]))
  await act(async () => button('Yeni ürün').click())
  expect(location.search).toBe('?tab=products&new=product')
  await says('Ürünü ekle')
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question) > 1)
  await act(async () => typeIn(field('Ürün adı'), 'Bal'))
  history.back()
  await shows(() => questions.length === 1 && location.search === '?tab=products&new=product')
  expect(field('Ürün adı').value).toBe('Bal')
  history.back()
  await shows(() => location.search === '?tab=products')
  await shows(() => !document.body.textContent?.includes('Ürünü ekle'))
  expect(questions[0]).toBe('Yeni ürün için yazdıklarınız kaybolur. Devam edilsin mi?')
  // The form of the next product begins empty.
  await act(async () => button('Yeni ürün').click())
  expect(field('Ürün adı').value).toBe('')
})
