import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { openScreen } from '../../testing/screen.ts'

test('a quantity that was sold in several units is shown without one', async () => {
  const sold = { product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55', name: 'Ayran', brand: '', revenue: kurus(10_400) }
  const products = [
    { ...sold, quantity: 104, unit: null },
    { ...sold, product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', name: 'Su', quantity: 30, unit: 'ADET' },
  ]
  const data = { from: '2026-02-01', to: '2026-03-10', by_quantity: products, by_revenue: products }
  const { TopProducts } = await import('./top-products.tsx')
  await openScreen(<TopProducts query={{ data, error: null, isFetching: false, refetch: () => undefined }} />)
  const cells = Array.from(document.querySelectorAll('tbody tr'), row => row.children[1]?.textContent)
  expect(cells).toEqual(['104 (birimi değişti)', '30 ADET'])
})

test('without sold products there is no revenue, although there may be cancelled orders', async () => {
  const data = { from: '2026-02-01', to: '2026-03-10', by_quantity: [], by_revenue: [] }
  const { TopProducts } = await import('./top-products.tsx')
  await openScreen(<TopProducts query={{ data, error: null, isFetching: false, refetch: () => undefined }} />)
  expect(document.querySelector('p')?.textContent).toBe('Bu dönemde ciro yok.')
})
