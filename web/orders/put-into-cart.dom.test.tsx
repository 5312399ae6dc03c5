import { beforeEach, expect, test, vi } from 'vitest'
import { kurus } from '#contract/money.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import type { Session } from '../current-session.ts'
import { CUSTOMER, MARKETER } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

beforeEach(async () => {
  await startServer()
})

const requested = (product_id: string, product_name: string) => ({
  product_id,
  product_name,
  quantity: 3,
  unit: 'KG',
  price: kurus(100),
  vat_rate: 10,
  expected_stock_date: null,
})
const OIL = { ...CHEESE, id: '00000000-0000-4000-8000-000000000001', name: 'Yağ', price: kurus(200) }
const SALT = { ...CHEESE, id: '00000000-0000-4000-8000-000000000002', name: 'Tuz', price: kurus(100), vat_rate: 10 }
const PRODUCTS = new Map([OIL, SALT].map(product => [product.id, product]))
const ITEMS = [requested(OIL.id, 'Yağ'), requested(SALT.id, 'Tuz'), requested('gone', 'Eski Peynir')]

async function open(as: Session) {
  const { startSession } = await import('../current-session.ts')
  startSession(as)
  const { FillReportStrip } = await import('../cart/fill-report-strip.tsx')
  const { putIntoCart } = await import('./put-into-cart.ts')
  const screen = await openScreen(<FillReportStrip />)
  const text = () => document.querySelector('[role=status]')?.textContent ?? ''
  return { ...screen, putIntoCart, text }
}

test('the cart reports on each line that was put into it, until the report is dismissed or the cart ordered', async () => {
  const { act, putIntoCart, text } = await open(CUSTOMER)
  const { withdrawWholeCartUndo } = await import('../cart/whole-cart-toast.ts')
  const { cartLines } = await import('../cart/cart.ts')
  await act(async () => putIntoCart(ITEMS, PRODUCTS))
  expect(text()).toBe(
    [
      '2 ürün sepete eklendi · 1 ürün eklenemedi',
      'Eski PeynirEklenemedi: artık satışta değil.',
      'Yağ · 3 KGFiyatı ₺1,00 iken ₺2,00 oldu.',
      'Olduğu gibi eklenen 1 ürünTuz · 3 KG',
    ].join(''),
  )
  expect(cartLines().map(line => line.product_id)).toEqual([OIL.id, SALT.id])
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Eklenenlerin dökümünü kapat"]')?.click())
  expect(text()).toBe('')
  await act(async () => putIntoCart(ITEMS, PRODUCTS, { replaces: true }))
  expect(text()).toContain('Eski Peynir')
  await act(async () => withdrawWholeCartUndo())
  expect(text()).toBe('')
})

test('there is no report on lines that were all added as requested, but one on a refused line in an empty cart', async () => {
  const { act, putIntoCart, text } = await open(CUSTOMER)
  await act(async () => putIntoCart([requested(SALT.id, 'Tuz')], PRODUCTS))
  expect(text()).toBe('')
  const { clearCart } = await import('../cart/cart-edits.ts')
  await act(async () => clearCart())
  await act(async () => putIntoCart([requested('gone', 'Eski Peynir')], PRODUCTS))
  expect(text()).toBe('1 ürün eklenemediEski PeynirEklenemedi: artık satışta değil.')
})

test('a report belongs to the cart that was filled', async () => {
  const { act, putIntoCart, text } = await open(MARKETER)
  const { chooseCustomer } = await import('../cart/other-carts.ts')
  await act(async () => chooseCustomer({ id: CUSTOMER.user.id, company_name: 'Bir', is_active: true }))
  await act(async () => putIntoCart(ITEMS, PRODUCTS, { company: 'Bir' }))
  expect(text()).toContain('Eski Peynir')
  await act(async () => chooseCustomer(null))
  expect(text()).toBe('')
})

test.each(['', 'Arka kapı'])('undoing the filling of an empty cart leaves only the earlier note “%s”', async before => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  stubResizeObserver()
  const { act, show, putIntoCart } = await open(CUSTOMER)
  const { cartLines, noteTextName } = await import('../cart/cart.ts')
  const { deliveryDayName } = await import('../cart/delivery-day-name.ts')
  const { storedText, storeText } = await import('../pwa/stored-text.ts')
  const { Toaster } = await import('../ui/toaster.tsx')
  const [note, day] = [noteTextName(null), deliveryDayName(null)]
  await show(<Toaster />)
  storeText(note, before)
  await act(async () => putIntoCart(ITEMS, PRODUCTS))
  storeText(note, `${before} Sabah`)
  storeText(day, '2026-03-12')
  await shows(() => document.body.textContent.includes('Geri al'))
  await act(async () => button('Geri al').click())
  expect([cartLines(), storedText(note), storedText(day)]).toEqual([[], before, ''])
})
