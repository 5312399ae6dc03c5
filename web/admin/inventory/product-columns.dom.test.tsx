import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readAnyProduct } from '#contract/products.ts'
import { daysLater, formatDay } from '#contract/turkish.ts'
import { WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { openScreen } from '../../testing/screen.ts'
import { today } from '../../ui/clock.ts'
import { columnsWith } from './product-columns.tsx'

const PRODUCT = z.decode(readAnyProduct.reply, WIRE_PRODUCT)

test.each([
  [{ phone: true, narrow: true }, 'Ezine peyniriEldeki 400 · Ayrılan 100 · Bahçıvan8690000000017'],
  [{ phone: false, narrow: true }, 'Ezine peyniriBahçıvan · 8690000000017'],
  [{ phone: false, narrow: false }, 'Ezine peyniriBahçıvan'],
])('in the window %j the name is shown as %j; elsewhere the barcode has its column', async (size, shown) => {
  const columns = columnsWith(size, () => undefined)
  await openScreen(columns.find(({ key }) => key === 'name')?.cell(PRODUCT))
  expect(document.body.textContent).toContain(shown)
  expect(columns.some(({ key }) => key === 'barcode')).toBe(!size.narrow)
})

test.each([
  [-1, true],
  [30, true],
  [31, false],
])('goods that expire in %i days are marked (%j) with a link to their lots', async (days, isMarked) => {
  const expires_on = daysLater(today(), days)
  const product = { ...PRODUCT, first_expiry: { expires_on, expiry_kind: 'skt' as const } }
  const nameIn = (phone: boolean) =>
    columnsWith({ phone, narrow: false }, () => undefined)
      .find(({ key }) => key === 'name')
      ?.cell(product)
  await openScreen(nameIn(false))
  const text = `SKT ${formatDay(expires_on)}`
  const link = document.querySelector('a')
  expect(link?.textContent).toBe(isMarked ? text : undefined)
  if (isMarked)
    expect(link?.getAttribute('href')).toBe(
      '/admin/dashboard?tab=inventory&view=lots&warehouse=Ana+Depo&search=Ezine+peyniri',
    )
  await openScreen(nameIn(true))
  expect(document.body.textContent.includes(text)).toBe(isMarked)
})

test.each([
  [0, -1, true],
  [0, 0, false],
  [1, -1, false],
])('with %i available, a day %i days from today is late (%j)', async (available_quantity, days, isLate) => {
  const product = { ...PRODUCT, available_quantity, expected_stock_date: daysLater(today(), days) }
  const columns = columnsWith({ phone: false, narrow: false }, () => undefined)
  await openScreen(columns.find(({ key }) => key === 'expected')?.cell(product))
  expect(document.body.textContent.includes('gecikti')).toBe(isLate)
})

test.each([false, true])(
  'a product out of stock without a date is marked unless it is an offer (%j)',
  async is_offer => {
    const columns = columnsWith({ phone: false, narrow: false }, () => undefined)
    const product = { ...PRODUCT, available_quantity: 0, is_offer }
    await openScreen(columns.find(({ key }) => key === 'expected')?.cell(product))
    expect(document.body.textContent.includes('Tarihsiz')).toBe(!is_offer)
  },
)
