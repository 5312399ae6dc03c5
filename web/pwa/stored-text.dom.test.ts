import { expect, test, vi } from 'vitest'
import { CHEESE } from '../catalogue/sample-product.ts'
import { fillStorage } from '../testing/full-storage.ts'
import { CUSTOMER, OTHER_CUSTOMER } from '../testing/samples.ts'

test('with a full storage, the browser asks before it closes a page with texts that are not stored', async () => {
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { storeText } = await import('./stored-text.ts')
  const mayClose = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  fillStorage('other')
  expect(mayClose()).toBe(true)
  storeText('cart-note', 'Arka kapı')
  expect(mayClose()).toBe(false)
  // Another user could neither see the text nor store it.
  startSession(OTHER_CUSTOMER)
  expect(mayClose()).toBe(true)
  startSession(CUSTOMER)
  expect(mayClose()).toBe(false)
  localStorage.removeItem('other')
  storeText('cart-note', 'Ön kapı')
  expect(mayClose()).toBe(true)
})

test('with a full storage, texts last as long as the page, and are stored once there is space', async () => {
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { addToCart, cartLines } = await import('../cart/cart.ts')
  const { storedText, storeText } = await import('./stored-text.ts')
  addToCart(CHEESE, 1)
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  addToCart(CHEESE, 2)
  storeText('cart-note', 'Arka kapı')
  expect([cartLines()[0]?.quantity, storedText('cart-note')]).toEqual([3, 'Arka kapı'])
  full.mockRestore()
  storeText('cart-note', 'Ön kapı')
  storeText('cart-note', '')
  addToCart(CHEESE, 1)
  expect([cartLines()[0]?.quantity, storedText('cart-note')]).toEqual([4, ''])
  expect(localStorage.getItem(`cart:${CUSTOMER.user.id}`)).toContain('"quantity":4')
})
