import { expect, test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

test('of several fields at fault, the first one of the form takes the focus', async () => {
  const { act, says, portal } = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { NewProductDialog } = await import('./new-product.tsx')
    return <NewProductDialog open onClose={() => undefined} />
  })
  const categories = await portal.next('GET /api/products/categories')
  categories.reply(200, ['Peynir'])
  await shows(() => document.querySelector('option[value=Peynir]') !== null)
  const type = (label: string, text: string) => act(async () => typeIn(field(label), text))
  await type('Ürün adı', 'Ezine peyniri')
  await type('Marka', 'Bahçıvan')
  await act(async () => {
    const category = document.querySelector<HTMLSelectElement>('select[name=category]')
    if (!category) throw new Error('there is no category')
    category.value = 'Peynir'
    category.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await type('Beklenen stok tarihi', '31.2.26')
  await type('Fiyat', 'x')
  await act(async () => button('Ürünü ekle').click())
  await says('31.02.2026 diye bir gün yok; o ay 28 gün çeker')
  await says('Fiyat bir sayı olmalıdır')
  expect(document.activeElement).toBe(field('Fiyat'))
  expect(portal.untaken()).not.toContain('POST /api/admin/products')
  await type('Fiyat', '12,5')
  await act(async () => button('Ürünü ekle').click())
  expect(document.activeElement).toBe(field('Beklenen stok tarihi'))
  await type('Beklenen stok tarihi', '1.3.2099')
  await act(async () => button('Ürünü ekle').click())
  const sent = await portal.next('POST /api/admin/products')
  expect(JSON.parse(sent.body)).toMatchObject({ price: 12.5, expected_stock_date: '2099-03-01' })
})
