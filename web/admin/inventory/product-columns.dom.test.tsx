import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readAnyProduct } from '#contract/products.ts'
import { WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { openScreen } from '../../testing/screen.ts'
import { columnsWith } from './product-columns.tsx'

const PRODUCT = z.decode(readAnyProduct.reply, WIRE_PRODUCT)

test.each([
  [{ phone: true, narrow: true }, 'Ezine peyniriEldeki 400 · Ayrılan 100 · Bahçıvan · 8690000000017'],
  [{ phone: false, narrow: true }, 'Ezine peyniriBahçıvan · 8690000000017'],
  [{ phone: false, narrow: false }, 'Ezine peyniriBahçıvan'],
])('in the window %j the name is shown as %j; elsewhere the barcode has its column', async (size, shown) => {
  const columns = columnsWith(size, () => undefined)
  await openScreen(columns.find(({ key }) => key === 'name')?.cell(PRODUCT))
  expect(document.body.textContent).toContain(shown)
  expect(columns.some(({ key }) => key === 'barcode')).toBe(!size.narrow)
})
