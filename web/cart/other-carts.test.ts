import { beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { CHEESE } from '../catalogue/sample-product.ts'

// The test environment has no localStorage.
const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
vi.stubGlobal('addEventListener', () => undefined)

const { startSession } = await import('../current-session.ts')
const { addToCart, cartLines, noteTextName: noteName, openCart, setCart } = await import('./cart.ts')
const { clearCart, removeFromCart } = await import('./cart-edits.ts')
const { chooseCustomer, otherCarts, returnToCartOf } = await import('./other-carts.ts')
const { chosenCustomer, knownCustomers } = await import('./chosen-customer.ts')
const { storeText, storedText } = await import('../pwa/stored-text.ts')
const { deliveryDayName } = await import('./delivery-day-name.ts')
const { lineOf } = await import('./cart-line.ts')
const { cartChanges } = await import('./cart-changes.ts')
const { addOldLines } = await import('../orders/order-again.ts')

const MARKETER = '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a01'
const LEZZET = { id: '1d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a02', company_name: 'Lezzet Market', is_active: true }
const DENIZ = { id: '2d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a03', company_name: 'Deniz Lokantası', is_active: true }
const OLIVES: Product = { ...CHEESE, id: '0b7f7a55-93c2-4f3c-8f5d-6f4d1f0f8a11', name: 'Çizik zeytin' }

const logIn = (id: string) =>
  startSession({ role: 'marketer', token: id, user: { id, name: 'Ayşe', username: 'ayse' } })
const inCart = (owner?: string | null) => cartLines(owner).map(line => `${line.quantity} ${line.product_name}`)

beforeEach(() => {
  stored.clear()
  logIn(MARKETER)
})

test('a marketer who switches between customers keeps both carts', () => {
  chooseCustomer(LEZZET)
  addToCart(CHEESE, 3)
  chooseCustomer(DENIZ)
  expect(inCart()).toEqual([])
  addToCart(OLIVES, 1)
  expect(otherCarts()).toEqual([{ customer: LEZZET, lines: 1 }])
  chooseCustomer(LEZZET)
  expect(inCart()).toEqual(['3 Ezine peyniri'])
  expect(otherCarts()).toEqual([{ customer: DENIZ, lines: 1 }])
})

test('a cart filled before choosing a customer is merged into that of the customer chosen next', () => {
  chooseCustomer(LEZZET)
  addToCart(CHEESE, 3)
  storeText(noteName(LEZZET.id), 'Arka kapı')
  chooseCustomer(null)
  addToCart(CHEESE, 2)
  addToCart(OLIVES, 1)
  storeText(noteName(null), 'Sabah')
  chooseCustomer(LEZZET)
  expect(inCart()).toEqual(['5 Ezine peyniri', '1 Çizik zeytin'])
  expect(storedText(noteName(LEZZET.id))).toBe('Arka kapı\nSabah')
  expect(inCart(null)).toEqual([])
  expect(storedText(noteName(null))).toBe('')
})

test('switching from one customer to another moves no lines', () => {
  chooseCustomer(LEZZET)
  addToCart(CHEESE, 3)
  chooseCustomer(DENIZ)
  chooseCustomer(null)
  expect([inCart(LEZZET.id), inCart(DENIZ.id), inCart(null)]).toEqual([['3 Ezine peyniri'], [], []])
})

test('undo applies to the cart in which the change was made', () => {
  chooseCustomer(LEZZET)
  addToCart(OLIVES, 1)
  const putBack = removeFromCart(OLIVES.id)
  chooseCustomer(DENIZ)
  addToCart(CHEESE, 7)
  const putBackAll = clearCart()
  chooseCustomer(LEZZET)
  putBack()
  putBackAll()
  expect(inCart(LEZZET.id)).toEqual(['1 Çizik zeytin'])
  expect(inCart(DENIZ.id)).toEqual(['7 Ezine peyniri'])
})

test('undoing after a customer was chosen applies to that customer’s cart', () => {
  chooseCustomer(LEZZET)
  addToCart(CHEESE, 3)
  chooseCustomer(null)
  addToCart(CHEESE, 2)
  addToCart(OLIVES, 1)
  const putBack = removeFromCart(OLIVES.id)
  chooseCustomer(LEZZET)
  putBack()
  expect(inCart()).toEqual(['5 Ezine peyniri', '1 Çizik zeytin'])
  expect(inCart(null)).toEqual([])
})

test.each([
  ['cleared', clearCart],
  ['emptied line by line', () => removeFromCart(CHEESE.id)],
])('a cart that is %s loses its note and day, unless that is undone', (_, empty) => {
  const texts = () => [storedText(noteName(LEZZET.id)), storedText(deliveryDayName(LEZZET.id))]
  chooseCustomer(LEZZET)
  storeText(noteName(LEZZET.id), 'Arka kapı')
  storeText(deliveryDayName(LEZZET.id), '2026-03-12')
  addToCart(OLIVES, 1)
  addToCart(CHEESE, 3)
  const returnOlives = removeFromCart(OLIVES.id)
  expect(texts()).toEqual(['Arka kapı', '2026-03-12'])
  const undo = empty()
  expect([inCart(), texts()]).toEqual([[], ['', '']])
  // Typed since, for the next order.
  storeText(noteName(LEZZET.id), 'Sabah')
  undo()
  expect([inCart(), texts()]).toEqual([['3 Ezine peyniri'], ['Sabah\nArka kapı', '2026-03-12']])
  returnOlives()
  expect([inCart(), texts()]).toEqual([
    ['1 Çizik zeytin', '3 Ezine peyniri'],
    ['Sabah\nArka kapı', '2026-03-12'],
  ])
})

test('a cancelled order’s lines return to its customer’s cart, whichever customer is chosen', () => {
  chooseCustomer(LEZZET)
  returnToCartOf(DENIZ, { lines: [lineOf(CHEESE, 2)], notes: 'Sabah', day: '2026-03-12' })
  expect(openCart()).toBe(LEZZET.id)
  expect(otherCarts()).toEqual([{ customer: DENIZ, lines: 1 }])
  expect(storedText(noteName(DENIZ.id))).toBe('Sabah')
  expect(storedText(deliveryDayName(DENIZ.id))).toBe('2026-03-12')
  // A day that was chosen since is kept.
  returnToCartOf(DENIZ, { lines: [], notes: '', day: '2026-03-13' })
  expect(storedText(deliveryDayName(DENIZ.id))).toBe('2026-03-12')
})

test('the choice is stored per marketer and updated, and customers without a cart are dropped', () => {
  chooseCustomer(LEZZET)
  chooseCustomer(DENIZ)
  chooseCustomer({ ...DENIZ, is_active: false })
  expect(knownCustomers()).toEqual([{ ...DENIZ, is_active: false }])
  logIn('3d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a04')
  expect(chosenCustomer()).toBe(null)
  setCart([lineOf(OLIVES, 1)])
  logIn(MARKETER)
  expect(chosenCustomer()).toEqual({ ...DENIZ, is_active: false })
  expect(inCart(null)).toEqual([])
})

test('an unreadable stored choice counts as none', () => {
  for (const invalid of ['{', '[]', '{"chosen":"x","known":[{}]}', 'null']) {
    stored.set(`cart-customers:${MARKETER}`, invalid)
    expect(chosenCustomer(), invalid).toBe(null)
  }
})

test('no more of an expected product is added than the server accepts in a cart', () => {
  const expected: Product = { ...CHEESE, stock_quantity: 0, expected_stock_date: '2026-12-01' }
  expect(addToCart(expected, 999_999).added).toBe(true)
  expect(addToCart(expected, 2)).toEqual({ added: false, code: 'insufficient_stock', most: 1_000_000 })
  expect(inCart()).toEqual(['999999 Ezine peyniri'])
})

test.each<[string, (packet: Product) => unknown]>([
  ['is added', packet => addToCart(packet, 1)],
  [
    'is ordered again',
    packet => {
      const item = { ...lineOf(packet, 1), expected_stock_date: null }
      setCart(addOldLines([item], new Map([[packet.id, packet]]), cartLines()).cart)
    },
  ],
  [
    'was in the cart without a customer',
    packet => {
      chooseCustomer(null)
      addToCart(packet, 1)
      chooseCustomer(LEZZET)
    },
  ],
  [
    'is in the cart to which a waiting order returns',
    packet => {
      const waiting = cartLines()
      setCart([lineOf(packet, 1)])
      returnToCartOf(LEZZET, { lines: waiting, notes: '' })
    },
  ],
])('a product’s new unit is still to be accepted if some of the product %s', (_, add) => {
  const packet = { ...CHEESE, unit: 'PAKET' }
  chooseCustomer(LEZZET)
  addToCart(CHEESE, 24)
  add(packet)
  expect(inCart()).toEqual(['25 Ezine peyniri'])
  const change = { kind: 'unit', before: expect.stringMatching(/KG \+ PAKET|PAKET \+ KG/), after: 'PAKET' }
  expect(cartChanges(cartLines(), new Map([[packet.id, packet]])).get(packet.id)).toEqual([change])
})
