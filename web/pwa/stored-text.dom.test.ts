import { expect, test, vi } from 'vitest'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER } from '../testing/samples.ts'

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
