import { expect, test } from 'vitest'
import { MAX_QUANTITY } from '#contract/quantity.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { joined, lineOf, withoutLines, withQuantity, withRestored } from './cart-line.ts'

const line = (id: string, quantity: number) => lineOf({ ...CHEESE, id, name: id }, quantity)
const cart = [line('peynir', 5), line('zeytin', 2), line('turşu', 1)]

test.each([
  ['all of a product', [line('peynir', 5)], [line('zeytin', 2), line('turşu', 1)]],
  ['less than it contains', [line('peynir', 3)], [line('peynir', 2), line('zeytin', 2), line('turşu', 1)]],
  ['more than it contains', [line('zeytin', 3)], [line('peynir', 5), line('turşu', 1)]],
  ['a product that it does not contain', [line('biber', 3)], cart],
  ['everything', cart, []],
])('when %s is taken out of a cart, the rest remains', (_, gone, left) => {
  expect(withoutLines(cart, gone)).toEqual(left)
})

test('a cart is unchanged after lines were taken out and restored', () => {
  expect(withRestored(withoutLines(cart, [line('peynir', 3)]), [line('peynir', 3)])).toEqual(cart)
})

test('a line has at most the quantity that the server accepts', () => {
  const most = line('peynir', MAX_QUANTITY)
  expect(most.quantity).toBe(MAX_QUANTITY)
  expect(line('peynir', MAX_QUANTITY + 1)).toEqual(most)
  expect(withQuantity(line('peynir', 5), MAX_QUANTITY + 1)).toEqual(most)
  expect(withRestored([line('peynir', 5)], [most])).toEqual([most])
})

test('quantities in different units are added up under both, however often', () => {
  const [packets, kilos] = [lineOf({ ...CHEESE, unit: 'PAKET' }, 1), lineOf(CHEESE, 24)]
  const both = { ...lineOf(CHEESE, 25), unit: 'KG + PAKET' }
  expect(joined(packets, kilos)).toEqual(both)
  expect(joined(packets, both)).toEqual(withQuantity(both, 26))
  expect(withRestored([packets], [both])).toEqual([withQuantity(both, 26)])
  expect(joined(kilos, kilos)).toEqual(withQuantity(kilos, 48))
})
