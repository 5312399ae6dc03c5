import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { offerNameOf } from '#contract/new-offer-names.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen, typeIn } from '../testing/screen.ts'
import { CHEESE } from './sample-product.ts'

test('a row of the list shows the VAT rate if there is one', async () => {
  const { ProductRow } = await import('./product-row.tsx')
  const row = (vat_rate: number) => <ProductRow product={{ ...CHEESE, vat_rate }}>{null}</ProductRow>
  const { show } = await openScreen(row(10))
  const text = () => document.querySelector('article')?.textContent
  expect(text()).toContain('+ %10 KDV')
  await show(row(0))
  expect(text()).not.toContain('KDV')
})

test('an offer shows its expiry, and its regular price crossed out', async () => {
  const { ProductRow } = await import('./product-row.tsx')
  const { ProductCard } = await import('./product-card.tsx')
  const offer = { ...CHEESE, shown_expiry: 'SKT 14.12.2026', regular_price: kurus(32_000) }
  const { show } = await openScreen(<ProductCard product={offer}>{null}</ProductCard>)
  const crossedOut = () => document.querySelector('article s')?.textContent.replace(/\s+/g, ' ').trim()
  expect(document.querySelector('article')?.textContent).toContain('SKT 14.12.2026')
  expect(crossedOut()).toBe('Normal fiyatı ₺320,00')
  await show(<ProductRow product={offer}>{null}</ProductRow>)
  expect(crossedOut()).toBe('Normal fiyatı ₺320,00')
  await show(<ProductRow product={CHEESE}>{null}</ProductRow>)
  expect(crossedOut()).toBeUndefined()
})

test('the name of an offer is never cut, as it would look like that of the regular product', async () => {
  const { ProductRow } = await import('./product-row.tsx')
  const { ProductCard } = await import('./product-card.tsx')
  const offer = { ...CHEESE, name: offerNameOf(CHEESE.name, { expires_on: '2026-12-14' }) }
  const { show } = await openScreen(<ProductCard product={offer}>{null}</ProductCard>)
  const isCut = () => document.querySelector('h2')?.className.includes('line-clamp')
  expect(isCut()).toBe(false)
  await show(<ProductRow product={offer}>{null}</ProductRow>)
  expect(isCut()).toBe(false)
  await show(<ProductRow product={CHEESE}>{null}</ProductRow>)
  expect(isCut()).toBe(true)
})

test.each([
  ['KG', 'Sepette 24'],
  ['ADET', 'Sepette 24 ADET'],
])('a row names the unit of what the cart has of its product if it is a former one: %s', async (unit, text) => {
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { setCart } = await import('../cart/cart.ts')
  const { lineOf } = await import('../cart/cart-line.ts')
  const { CatalogueRow } = await import('./product-row.tsx')
  const { queryClient } = await import('../queries.ts')
  setCart([lineOf({ ...CHEESE, unit }, 24)])
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <CatalogueRow product={CHEESE} />
    </QueryClientProvider>,
  )
  const mark = [...document.querySelectorAll('span')].find(({ textContent }) => textContent.startsWith('Sepette'))
  expect(mark?.textContent).toBe(text)
})

test('Enter in the quantity adds the product after a quantity above the stock was corrected', async () => {
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { cartLines } = await import('../cart/cart.ts')
  const { CatalogueRow } = await import('./product-row.tsx')
  const { queryClient } = await import('../queries.ts')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <CatalogueRow product={CHEESE} />
    </QueryClientProvider>,
  )
  const quantity = document.querySelector('input')
  if (!quantity) throw new Error('no field')
  const enter = () =>
    act(async () => void quantity.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  await act(async () => typeIn(quantity, String(CHEESE.stock_quantity + 30)))
  await enter()
  expect([quantity.value, cartLines().length]).toEqual([String(CHEESE.stock_quantity), 0])
  await enter()
  expect(cartLines().map(line => line.quantity)).toEqual([CHEESE.stock_quantity])
})
