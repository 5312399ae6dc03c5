import { expect, test } from 'vitest'
import { decimalText, numberFrom, quantityFrom, wholeText } from './number-text.ts'

test.each([
  ['12', 12],
  ['1.234', 1234],
  ['1.234.567', 1_234_567],
  ['1.234,50', 1234.5],
  ['1234,5', 1234.5],
  ['2.5', 2.5],
  ['₺ 1.234,50', 1234.5],
  [' 7 ', 7],
  ['-3', -3],
  ['5,', 5],
])('%s is understood as %d', (text, number) => {
  expect(numberFrom(text)).toBe(number)
})

test.each(['', 'on', '1.2.3', '1,2,3', '1.23.456', '12a', '-', ',5'])('"%s" is no number', text => {
  expect(numberFrom(text)).toBeUndefined()
})

test('a quantity that is no number becomes 1, and a fraction is dropped', () => {
  expect(quantityFrom('abc')).toBe(1)
  expect(quantityFrom('')).toBe(1)
  expect(quantityFrom('2,9')).toBe(2)
  expect(quantityFrom('1.234')).toBe(1234)
  expect(quantityFrom('0')).toBe(0)
})

test('what is shown back is understood again', () => {
  expect(wholeText(1_234_567)).toBe('1.234.567')
  expect(decimalText(1234.5, 2)).toBe('1.234,50')
  expect(numberFrom(decimalText(9_999_999.99, 2))).toBe(9_999_999.99)
})
