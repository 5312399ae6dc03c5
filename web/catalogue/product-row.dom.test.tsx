import { expect, test } from 'vitest'
import { openScreen } from '../testing/screen.ts'
import { CHEESE } from './sample-product.ts'

test('a row of the list says the VAT rate if there is one', async () => {
  const { ProductRow } = await import('./product-row.tsx')
  const row = (vat_rate: number) => <ProductRow product={{ ...CHEESE, vat_rate }}>{null}</ProductRow>
  const { show } = await openScreen(row(10))
  const text = () => document.querySelector('article')?.textContent
  expect(text()).toContain('+ %10 KDV')
  await show(row(0))
  expect(text()).not.toContain('KDV')
})
